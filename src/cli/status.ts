// `reeve status`: what is proven now, and how to supply what is not. It records what changed, but opens no session.
import { flag } from 'cmd-ts'
import { judge } from '../proof/judge.ts'
import { unopened } from '../proof/unopened.ts'
import { exitOfStatuses } from '../proof/verdict.ts'
import { joinSession } from '../session/open.ts'
import { define } from './define.ts'
import { openOptions, sessionArgs } from './session-args.ts'
import { seenOf, statusesJson, statusLines, trustNote } from './status-view.ts'

export const subcommand = define({
  name: 'status',
  description: 'says of each criterion whether it is proven now, why, and what would prove it',
  examples: [
    { description: 'for people', command: 'reeve status' },
    { description: 'for programs', command: 'reeve status --json' },
  ],
  args: { ...sessionArgs, json: flag({ long: 'json', description: 'one JSON object' }) },
  run: async (values, host) => {
    const options = openOptions(host, values)
    const session = await joinSession(host, options)
    try {
      const { statuses, seen, exit } = session
        ? {
            statuses: judge(session, await session.observe('workspace')),
            seen: seenOf(session),
            exit: session.authority.policy.exit,
          }
        : await unopened(host, options, { kind: 'own' })
      const exitCode = exitOfStatuses(statuses, exit)
      host.terminal.err(trustNote(seen))
      if (!session && !values.json)
        host.terminal.err('no session is open here; `reeve exec` or `reeve prove` opens one\n')
      host.terminal.out(values.json ? statusesJson(statuses, seen, exitCode) : statusLines(statuses, seen))
      return exitCode
    } finally {
      await session?.release()
    }
  },
})
