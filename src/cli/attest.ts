// `reeve attest`: a person's word for a criterion, bound to the files as they are now.
import { flag, option, optional, positional, string } from 'cmd-ts'

import { Fault } from '../base/fault.ts'
import { attest } from '../proof/acts.ts'
import { openSession } from '../session/open.ts'
import { define } from './define.ts'
import { openOptions, sessionArgs } from './session-args.ts'
import { seenOf, statusesJson, statusLines, trustNote } from './status-view.ts'

export const subcommand = define({
  name: 'attest',
  description: 'records a person’s word for a criterion that waits for one, bound to the files as they are now',
  examples: [
    { description: 'a manual criterion', command: 'reeve attest read --because "I read the whole diff"' },
    {
      description: 'a check whose definition changed',
      command: 'reeve attest tests --because "the new script is right"',
    },
  ],
  args: {
    ...sessionArgs,
    id: positional({ displayName: 'ID', type: string, description: 'the criterion' }),
    because: option({ long: 'because', type: optional(string), description: 'why, for the auditor' }),
    json: flag({ long: 'json', description: 'one JSON object' }),
  },
  run: async (values, host) => {
    if (values.because === undefined)
      throw new Fault('usage', 'a reason is needed', { help: `reeve attest ${values.id} --because WHY` })
    const session = await openSession(host, openOptions(host, values))
    try {
      const { before, after } = await attest(session, values.id, values.because)
      host.terminal.err(`${trustNote(seenOf(session))}attested to what was: ${before.explanation}\n`)
      const seen = seenOf(session)
      host.terminal.out(values.json ? statusesJson([after], seen, 0) : statusLines([after], seen))
      return 0
    } finally {
      await session.release()
    }
  },
})
