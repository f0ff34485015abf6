// The completion gate: what the work of a session amounts to now, from evidence alone. The verdict itself is `verdict.ts`.
import type { Digest } from '../base/digest.ts'
import { compare } from '../observe/compare.ts'
import { effectDigest, isEffectPath } from '../observe/effect.ts'
import type { Snapshot } from '../observe/snapshot.ts'
import type { Session } from '../session/session.ts'
import { uncoveredPaths } from './cover.ts'
import { writesOf } from './effect.ts'
import { unknownCalls } from './evidence.ts'
import { judge } from './judge.ts'
import { boundReport, vetoes } from './report.ts'
import { reportsOf } from './reporting.ts'
import { type Verdict, verdictOf } from './verdict.ts'
import { waiversOf } from './waiver.ts'

interface GateOptions {
  /** The work was cut off. */
  readonly cancelled?: boolean
}

/** Scans, judges and records the verdict under the state that it was given for. */
export async function decideGate(session: Session, options: GateOptions = {}): Promise<Verdict> {
  const verdict = weighGate(session, await session.observe('workspace'), options)
  if (session.ledger.standing.kind === 'own') {
    await session.append([
      {
        kind: 'gate',
        verdict: verdict.kind,
        effect: verdict.effect ?? 'none',
        net: verdict.net ?? 'none',
        exitCode: verdict.exitCode,
        reason: verdict.message,
        statuses: verdict.statuses.map(({ criterion, status, reason }) => ({
          criterion: criterion.id,
          status,
          reason,
        })),
      },
    ])
  }
  return verdict
}

/** The verdict for a snapshot whose changes are recorded already; records nothing. */
export function weighGate(session: Session, snapshot: Snapshot, options: GateOptions = {}): Verdict {
  const { policy } = session.authority
  const history = session.history()
  const statuses = judge(session, snapshot)
  const writes = writesOf(history, session.id)
  const changes = compare(session.baseline, snapshot).filter(({ path }) => isEffectPath(path))
  const effect = effectDigest(writes.records)
  const net = effectDigest(changes.map(({ path, after }) => ({ tool: 'net', path, digest: contentOf(after?.digest) })))
  return verdictOf({
    standing: session.ledger.standing,
    trust: session.trust,
    isOpen: true,
    isCancelled: options.cancelled ?? false,
    statuses,
    incomplete: [...snapshot.incomplete, ...(writes.isPartial ? ['writes that this version cannot read'] : [])],
    ...(effect === undefined ? {} : { effect }),
    ...(net === undefined ? {} : { net }),
    uncovered: uncoveredPaths(
      changes.map(({ path }) => path),
      statuses,
      snapshot,
      policy.gate.uncovered,
    ),
    unknown: unknownCalls(history, session.id).map(({ command }) => command),
    waivers: [...policy.waivers, ...waiversOf(history, session.id, policy.gate.presence)],
    ...reportFacts(session),
    nowMs: session.host.clock.nowMs(),
    lastEntryMs: Math.max(0, ...history.slice(-100).map(({ at }) => at)),
    exit: policy.exit,
  })
}

function reportFacts(session: Session): { readonly report?: string; readonly vetoes: readonly string[] } {
  const reports = reportsOf(session)
  const bound = boundReport(reports)
  return { ...(bound ? { report: bound.subject } : {}), vetoes: vetoes(reports).map(({ id }) => id) }
}

function contentOf(digest: Digest | undefined): Digest | 'deleted' {
  return digest ?? 'deleted'
}
