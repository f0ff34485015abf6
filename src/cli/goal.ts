// `reeve goal`: what the agent is to reach in this session; a person may complete it over what is unmet, with a reason.
import { flag, option, optional, positional, string } from 'cmd-ts'

import { Fault } from '../base/fault.ts'
import { encodeJson } from '../base/json.ts'
import { plainLine } from '../base/plain.ts'
import { safeJson } from '../export/escape.ts'
import { type GoalStanding, goalOf, overrideGoal } from '../proof/goal.ts'
import { openSession } from '../session/open.ts'
import { define } from './define.ts'
import { openOptions, sessionArgs } from './session-args.ts'
import { seenOf, trustNote } from './status-view.ts'

export const subcommand = define({
  name: 'goal',
  description: 'Shows the goal of the session, or completes it over unmet criteria. The verdict stays what it is.',
  examples: [
    { description: 'how it stands', command: 'reeve goal' },
    { description: 'a person completes it', command: 'reeve goal override --because "the rest is for next week"' },
  ],
  args: {
    ...sessionArgs,
    action: positional({ displayName: 'override', type: optional(string) }),
    because: option({ long: 'because', type: optional(string), description: 'for override: why, for the auditor' }),
    json: flag({ long: 'json', description: 'one JSON object' }),
  },
  run: async (values, host) => {
    const { action, because } = values
    if (action !== undefined && action !== 'override')
      throw new Fault('usage', `goal knows no \`${action}\``, {
        help: '`reeve goal` or `reeve goal override --because WHY`',
      })
    if (action === 'override' && because === undefined)
      throw new Fault('usage', 'a reason is needed', { help: 'reeve goal override --because WHY' })
    const session = await openSession(host, openOptions(host, values))
    try {
      host.terminal.err(trustNote(seenOf(session)))
      const goal = because === undefined ? goalOf(session.history(), session.id) : await overrideGoal(session, because)
      host.terminal.out(values.json ? `${safeJson(encodeJson({ goal: (goal ?? null) as never }))}\n` : linesOf(goal))
      return 0
    } finally {
      await session.release()
    }
  },
})

const words: Readonly<Record<GoalStanding['action'], string>> = {
  set: 'open',
  complete: 'complete',
  refused: 'open; a claim that it is complete was refused',
  paused: 'paused',
  override: 'complete by override',
}

function linesOf(goal: GoalStanding | undefined): string {
  if (!goal) return 'no goal\n'
  const { text, action, because, by, unmet } = goal
  const why = because === undefined ? '' : `: ${plainLine(because)}`
  return [
    plainLine(text),
    `${words[action]}${by === undefined ? '' : ` (${plainLine(by)})`}${why}`,
    ...unmet.map((each) => `- unmet: ${plainLine(each)}`),
  ]
    .map((line) => `${line}\n`)
    .join('')
}
