// `reeve prove`: runs the verifiers of pending criteria, without an agent; the CI step.
import { flag, restPositionals, string } from 'cmd-ts'

import { plainLine } from '../base/plain.ts'
import type { Host } from '../host/host.ts'
import { type Proved, prove } from '../proof/prove.ts'
import { exitOfStatuses } from '../proof/verdict.ts'
import { openSession } from '../session/open.ts'
import { askAt } from './ask.ts'
import { define } from './define.ts'
import { openOptions, sessionArgs } from './session-args.ts'
import { seenOf, statusesJson, statusLines, trustNote } from './status-view.ts'

export const subcommand = define({
  name: 'prove',
  description: 'runs what proves the pending criteria, one after the other, and says how they stand then',
  examples: [
    { description: 'everything that is not verified', command: 'reeve prove' },
    { description: 'one criterion', command: 'reeve prove tests' },
    { description: 'everything again', command: 'reeve prove --all' },
  ],
  args: {
    ...sessionArgs,
    ids: restPositionals({ displayName: 'ID', type: string, description: 'criteria; none: all of them' }),
    all: flag({ long: 'all', description: 'also what is verified already' }),
    verbose: flag({ long: 'verbose', description: 'shows the output of the commands on stderr' }),
    json: flag({ long: 'json', description: 'one JSON object' }),
  },
  run: async (values, host) => {
    const session = await openSession(host, openOptions(host, values))
    try {
      host.terminal.err(trustNote(seenOf(session)))
      const statuses = await prove(session, values.ids, {
        all: values.all,
        ask: askAt(host),
        ...progress(host),
        ...(values.verbose ? { onOutput: (_stream: string, bytes: Uint8Array) => host.terminal.err(bytes) } : {}),
      })
      const exitCode = exitOfStatuses(statuses, session.authority.policy.exit)
      const seen = seenOf(session)
      host.terminal.out(values.json ? statusesJson(statuses, seen, exitCode) : statusLines(statuses, seen))
      return exitCode
    } finally {
      await session.release()
    }
  },
})

/** One line a criterion; on a terminal the line is there while the verifier runs. */
function progress(host: Host) {
  const { err, isErrTerminal } = host.terminal
  return {
    onStart: ({ id }: { readonly id: string }) => {
      if (isErrTerminal) err(`proving ${id} …`)
    },
    onEnd: (proved: Proved) => err(`${isErrTerminal ? '\r\u001b[2K' : ''}${provedLine(proved)}\n`),
  }
}

function provedLine({ status, attempt, durationMs }: Proved): string {
  const { criterion } = status
  const time = `${(durationMs / 1000).toFixed(1)} s`
  if (attempt.kind === 'skipped') return `skipped ${criterion.id}: ${plainLine(attempt.reason)}`
  if (attempt.kind === 'refused') {
    const nobody = attempt.refusal === 'nobody-to-ask' ? '; nobody was there to answer' : ''
    return `refused ${criterion.id}: ${plainLine(attempt.decision.reason)}${nobody}`
  }
  return `${status.status} ${criterion.id} in ${time}: ${plainLine(status.explanation)}`
}
