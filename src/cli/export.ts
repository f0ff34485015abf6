// `reeve export`: the proof of the open session for auditors, on stdout or into a file.
import { oneOf, option, optional, string } from 'cmd-ts'

import { Fault } from '../base/fault.ts'
import { formatNames, formats } from '../export/formats.ts'
import { ledgerDocument } from '../export/ledger.ts'
import { writeTextFile } from '../host/write.ts'
import { joinSession } from '../session/open.ts'
import { define } from './define.ts'
import { absolutePath, openOptions, sessionArgs } from './session-args.ts'
import { seenOf, trustNote } from './status-view.ts'

export const subcommand = define({
  name: 'export',
  description: 'gives the proof of the open session for auditors: statuses, evidence, verdict, acts of persons',
  examples: [
    { description: 'for people', command: 'reeve export --format md --out proof.md' },
    {
      description: 'for programs, the same bytes for the same state',
      command: 'SOURCE_DATE_EPOCH=0 reeve export --format json',
    },
    { description: 'for a code-scanning dashboard', command: 'reeve export --format sarif --out reeve.sarif' },
  ],
  args: {
    ...sessionArgs,
    format: option({
      long: 'format',
      type: oneOf(formatNames),
      defaultValue: () => 'json' as const,
      description: formatNames.join(', '),
    }),
    out: option({ long: 'out', type: optional(string), description: 'a file instead of stdout' }),
  },
  run: async (values, host) => {
    const session = await joinSession(host, openOptions(host, values))
    if (!session)
      throw new Fault('run', 'no session is open here, so there is nothing to export', {
        help: '`reeve exec` or `reeve prove` opens one',
      })
    try {
      const document = await ledgerDocument(session)
      host.terminal.err(trustNote(seenOf(session)))
      const text = formats[values.format](document)
      if (values.out === undefined) host.terminal.out(text)
      else writeTextFile(host, absolutePath(host, values.out), text)
      return 0
    } finally {
      await session.release()
    }
  },
})
