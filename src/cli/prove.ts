// `reeve prove`: runs the verifiers of pending criteria, without an agent; the CI step.
import { array, flag, multioption, number, option, optional, restPositionals, string } from 'cmd-ts'

import { Fault } from '../base/fault.ts'
import type { Host } from '../host/host.ts'
import { prove } from '../proof/prove.ts'
import { exitOfStatuses } from '../proof/verdict.ts'
import { openSession } from '../session/open.ts'
import type { Session } from '../session/session.ts'
import { askAt } from './ask.ts'
import { define } from './define.ts'
import { namedLines, progress } from './prove-view.ts'
import type { Round } from './prove-watch.ts'
import { openOptions, type SessionValues, sessionArgs } from './session-args.ts'
import { seenOf, statusesJson, statusLines, trustNote } from './status-view.ts'

export const subcommand = define({
  name: 'prove',
  description: 'runs what proves the pending criteria, and says how they stand then',
  examples: [
    { description: 'everything that is not verified', command: 'reeve prove' },
    { description: 'one criterion', command: 'reeve prove tests' },
    { description: 'everything again', command: 'reeve prove --all' },
    { description: 'again and again, as the files change', command: 'reeve prove --watch' },
  ],
  args: {
    ...sessionArgs,
    ids: restPositionals({ displayName: 'ID', type: string, description: 'criteria; none: all of them' }),
    only: multioption({ long: 'only', type: array(string), description: 'the same as ID; may be given several times' }),
    all: flag({ long: 'all', description: 'also what is verified already' }),
    jobs: option({
      long: 'jobs',
      short: 'j',
      type: optional(number),
      description:
        'how many commands may run at once; without it up to 4 that the ledger shows to leave each other alone',
    }),
    watch: flag({ long: 'watch', description: 'proves again at each change, until Ctrl-C' }),
    verbose: flag({ long: 'verbose', description: 'shows the output of the commands on stderr' }),
    json: flag({ long: 'json', description: 'one JSON object' }),
  },
  run: async (values, host) => {
    if (values.jobs !== undefined && !(Number.isSafeInteger(values.jobs) && values.jobs > 0))
      throw new Fault('usage', '`--jobs` takes a whole number above 0')
    const options = openOptions(host, values)
    if (values.watch) {
      const { watch } = await import('./prove-watch.ts')
      return await watch(host, options, async (session) => await proveOnce(session, values))
    }
    const session = await openSession(host, options)
    try {
      return (await proveOnce(session, values)).exitCode
    } finally {
      await session.release()
    }
  },
})

interface ProveValues extends SessionValues {
  readonly ids: readonly string[]
  readonly only: readonly string[]
  readonly all: boolean
  readonly jobs: number | undefined
  readonly verbose: boolean
  readonly json: boolean
}

async function proveOnce(session: Session, values: ProveValues): Promise<Round> {
  const { host } = session
  host.terminal.err(trustNote(seenOf(session)))
  const proven = await prove(session, [...values.ids, ...values.only], {
    all: values.all,
    ask: askAt(host),
    ...progress(host),
    ...(values.jobs === undefined ? {} : { jobs: values.jobs }),
    ...(values.verbose ? { onOutput: output(host, values.jobs) } : {}),
  })
  const { statuses } = proven
  const exitCode = exitOfStatuses(statuses, session.authority.policy.exit)
  const seen = seenOf(session)
  host.terminal.out(values.json ? statusesJson(statuses, seen, exitCode) : statusLines(statuses, seen))
  return { ...proven, exitCode }
}

function output(host: Host, jobs: number | undefined): ReturnType<typeof namedLines> {
  return jobs === 1 ? (_criterion, _stream, bytes) => host.terminal.err(bytes) : namedLines(host)
}
