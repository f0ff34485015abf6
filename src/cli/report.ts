// `reeve report`: verification reports of a host or a verifier. A report claims; what counts is what ran here on exactly this work.
import { flag, option, optional, positional, string } from 'cmd-ts'

import { Fault } from '../base/fault.ts'
import { encodeJson } from '../base/json.ts'
import { plainLine } from '../base/plain.ts'
import { safeJson } from '../export/escape.ts'
import type { Host } from '../host/host.ts'
import { readSmallText } from '../host/read.ts'
import type { JudgedReport } from '../proof/report.ts'
import { parseCommands, parseReport, reportSchema } from '../proof/report-file.ts'
import { summarize, summaryText } from '../proof/report-summary.ts'
import { addReport, reportsOf, runChecks } from '../proof/reporting.ts'
import { openSession } from '../session/open.ts'
import { withRunLock } from '../session/run-lock.ts'
import type { Session } from '../session/session.ts'
import { askAt } from './ask.ts'
import { define } from './define.ts'
import { exit } from './exit.ts'
import { absolutePath, openOptions, sessionArgs } from './session-args.ts'
import { seenOf, trustNote } from './status-view.ts'

const limitBytes = 1_048_576

export const subcommand = define({
  name: 'report',
  description: 'Verification reports: hand one in, have commands run and reported, or see how all of them stand.',
  examples: [
    { description: 'how they stand', command: 'reeve report list' },
    {
      description: `one that somebody wrote: {"schema":"${reportSchema}","author":"host","subject":"…","checks":[{"id":"unit","description":"…","required":true,"command":"npm test","status":"passed"}]}`,
      command: 'reeve report add report.json',
    },
    {
      description:
        'run and report: {"subject":"…","commands":[{"id":"unit","command":"npm test","required":true,"timeout_ms":60000,"expect_exit":0}]}',
      command: 'reeve report run commands.json',
    },
  ],
  args: {
    ...sessionArgs,
    action: positional({ displayName: 'add|run|list', type: string }),
    file: positional({ displayName: 'FILE', type: optional(string), description: 'JSON, for add and run' }),
    author: option({
      long: 'author',
      type: optional(string),
      description: 'for add: host or verifier, where the file names none',
    }),
    json: flag({ long: 'json', description: 'one JSON object' }),
  },
  run: async (values, host) => {
    const act = actOf(host, values)
    const session = await openSession(host, openOptions(host, values))
    try {
      host.terminal.err(trustNote(seenOf(session)))
      await act(session)
      await session.observe('workspace')
      const reports = reportsOf(session)
      host.terminal.out(values.json ? jsonOf(reports) : linesOf(reports))
      const { status } = summarize(reports)
      return status === 'failed' ? exit.failed : status === 'needs_review' ? exit.unproven : exit.ok
    } finally {
      await session.release()
    }
  },
})

interface Asked {
  readonly action: string
  readonly file: string | undefined
  readonly author: string | undefined
}

/** Files are read before anything is opened. */
function actOf(host: Host, { action, file, author }: Asked): (session: Session) => Promise<void> {
  if (action === 'list' && file === undefined) return async () => undefined
  if ((action !== 'add' && action !== 'run') || file === undefined) {
    throw new Fault('usage', 'reports are listed, added or run', {
      help: '`reeve report list`, `reeve report add FILE`, `reeve report run FILE`',
    })
  }
  const text = readSmallText(host.files, absolutePath(host, file), limitBytes)
  if (text === undefined) throw new Fault('io', `${file} cannot be read, or is larger than 1 MiB`)
  if (action === 'add') {
    const report = parseReport(text, file, author)
    return async (session) => await addReport(session, report)
  }
  const { subject, checks } = parseCommands(text, file)
  return async (session) =>
    await withRunLock(session, async () => await runChecks(session, subject, checks, { ask: askAt(host) }))
}

function linesOf(reports: readonly JudgedReport[]): string {
  const lines = reports.flatMap(({ subject, author, status, checks, risks }) => [
    `${status}  ${plainLine(subject)} (${author})`,
    ...checks.map(
      ({ id, required, status: word, reason }) =>
        `  ${word.padEnd(12)}  ${plainLine(id)}${required ? ' (required)' : ''}: ${plainLine(reason)}`,
    ),
    ...risks.map((risk) => `  risk: ${plainLine(risk)}`),
  ])
  return [...lines, summaryText(summarize(reports))].map((line) => `${line}\n`).join('')
}

function jsonOf(reports: readonly JudgedReport[]): string {
  return `${safeJson(encodeJson({ reports: reports as never, summary: summarize(reports) as never }))}\n`
}
