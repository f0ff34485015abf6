// `reeve waive`: a person lets the work pass exactly as it is, with a reason that every export shows.
import { flag, option, optional, positional, string } from 'cmd-ts'

import { Fault } from '../base/fault.ts'
import { waive } from '../proof/waive.ts'
import { openSession } from '../session/open.ts'
import { define } from './define.ts'
import { openOptions, sessionArgs } from './session-args.ts'
import { seenOf, trustNote, verdictJson, verdictLines } from './status-view.ts'

export const subcommand = define({
  name: 'waive',
  description:
    'lets the work of the session pass exactly as it is now, without its proof; any further change ends that',
  examples: [
    {
      description: 'the work as it is',
      command: 'reeve waive --because "the release owner looked" --until 2027-01-31',
    },
    { description: 'exactly what `reeve gate` has shown', command: 'reeve waive 9f86… --because "looked at it"' },
  ],
  args: {
    ...sessionArgs,
    effect: positional({
      displayName: 'DIGEST',
      type: optional(string),
      description: 'the effect digest that is meant',
    }),
    because: option({ long: 'because', type: optional(string), description: 'why, for the auditor' }),
    until: option({ long: 'until', type: optional(string), description: 'the last day in UTC: 2027-01-31' }),
    json: flag({ long: 'json', description: 'one JSON object' }),
  },
  run: async (values, host) => {
    const { because, until, effect } = values
    if (because === undefined) throw new Fault('usage', 'a reason is needed', { help: 'reeve waive --because WHY' })
    const session = await openSession(host, openOptions(host, values))
    try {
      const waived = await waive(session, {
        because,
        ...(until === undefined ? {} : { until }),
        ...(effect === undefined ? {} : { effect }),
      })
      const seen = seenOf(session)
      host.terminal.err(`${trustNote(seen)}${verdictLines(waived.before, seen)}`)
      host.terminal.out(values.json ? verdictJson(waived.after, seen) : verdictLines(waived.after, seen))
      return waived.after.exitCode
    } finally {
      await session.release()
    }
  },
})
