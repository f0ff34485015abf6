// `reeve gate`: the verdict on the work of the open session, recorded, as exit code.
import { flag } from 'cmd-ts'

import { Fault } from '../base/fault.ts'
import type { Host } from '../host/host.ts'
import { decideGate } from '../proof/gate.ts'
import { unopened } from '../proof/unopened.ts'
import { type Verdict, verdictOf } from '../proof/verdict.ts'
import type { OpenOptions } from '../session/ground.ts'
import { joinSession } from '../session/open.ts'
import type { Session } from '../session/session.ts'
import { define } from './define.ts'
import { openOptions, sessionArgs } from './session-args.ts'
import { type Seen, seenOf, trustNote, verdictJson, verdictLines } from './status-view.ts'

export const subcommand = define({
  name: 'gate',
  description: 'gives the verdict on the work of the open session, records it, and exits with its code',
  examples: [
    { description: 'the last step of a CI job', command: 'reeve gate --policy ci/policy.reeve' },
    { description: 'for programs', command: 'reeve gate --json' },
  ],
  args: { ...sessionArgs, json: flag({ long: 'json', description: 'one JSON object' }) },
  run: async (values, host) => {
    const options = openOptions(host, values)
    const { verdict, seen } = await verdictHere(host, options)
    host.terminal.err(trustNote(seen))
    host.terminal.out(values.json ? verdictJson(verdict, seen) : verdictLines(verdict, seen))
    return verdict.exitCode
  },
})

interface Given {
  readonly verdict: Verdict
  readonly seen: Seen
}

async function verdictHere(host: Host, options: OpenOptions): Promise<Given> {
  let session: Session | undefined
  try {
    session = await joinSession(host, options)
  } catch (error) {
    // A ledger of somebody else gives a verdict too: the one that nothing is proven.
    if (!(error instanceof Fault) || error.code !== 'ledger-foreign') throw error
    const help = error.help === undefined ? '' : `; ${error.help}`
    return await withoutSession(host, options, { kind: 'foreign', reason: `${error.message}${help}`, help: '' })
  }
  if (!session) return await withoutSession(host, options, { kind: 'own' })
  try {
    return { verdict: await decideGate(session), seen: seenOf(session) }
  } finally {
    await session.release()
  }
}

async function withoutSession(
  host: Host,
  options: OpenOptions,
  standing: Session['ledger']['standing'],
): Promise<Given> {
  const { statuses, seen, exit } = await unopened(host, options, standing)
  const verdict = verdictOf({
    standing,
    statuses,
    exit,
    trust: seen.trust,
    isOpen: false,
    isCancelled: false,
    incomplete: [],
    uncovered: [],
    unknown: [],
    waivers: [],
    vetoes: [],
    nowMs: host.clock.nowMs(),
    lastEntryMs: 0,
  })
  return { verdict, seen }
}
