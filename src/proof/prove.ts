// Runs the verifiers of pending criteria through the guard, side by side where the ledger shows that they leave each other alone. A
// pass that another one unsettled all the same is tried once more, alone.
import { Fault } from '../base/fault.ts'
import type { Snapshot } from '../observe/snapshot.ts'
import type { Criterion } from '../policy/policy.ts'
import { withRunLock } from '../session/run-lock.ts'
import type { Session } from '../session/session.ts'
import { besideRule } from './beside.ts'
import { judge } from './judge.ts'
import type { CriterionStatus } from './status.ts'
import { together } from './together.ts'
import { type Attempt, type VerifierOptions, verifiers } from './verifiers.ts'

interface ProveOptions extends Pick<VerifierOptions, 'ask'> {
  /** Also what is verified already. */
  readonly all: boolean
  /** How many may run at once. Absent: four, of which each is known to write into no scope of another. */
  readonly jobs?: number
  readonly onStart?: (criterion: Criterion) => void
  readonly onEnd?: (proved: Proved) => void
  /** Output of commands as it comes, raw. */
  readonly onOutput?: (criterion: Criterion, stream: 'stdout' | 'stderr', bytes: Uint8Array) => void
}

export interface Proved {
  readonly status: CriterionStatus
  readonly attempt: Attempt
  readonly durationMs: number
}

export interface Proven {
  /** Of all criteria. */
  readonly statuses: readonly CriterionStatus[]
  /** What they were computed on. */
  readonly snapshot: Snapshot
}

/** How all criteria stand afterwards. No ids: every criterion. Fault `usage` for an id that is none, `workspace-in-use` when
 *  somebody else works there, `interrupted` when a signal ended a verifier: what would come next is then not begun. */
export async function prove(session: Session, ids: readonly string[], options: ProveOptions): Promise<Proven> {
  return await withRunLock(session, async () => await proveHere(session, ids, options))
}

async function proveHere(session: Session, ids: readonly string[], options: ProveOptions): Promise<Proven> {
  const before = await session.observe('workspace')
  let statuses = judge(session, before)
  checkIds(ids, statuses)
  const isStillPending = (id: string) =>
    statuses.some((status) => status.criterion.id === id && isPending(status, options.all))
  // Its turn may have gone: the command of an earlier one can prove it too. While others run nothing is recorded but what the guard
  // records, since what they write is theirs.
  const run = async (criterion: Criterion) => {
    if (!isStillPending(criterion.id)) return
    options.onStart?.(criterion)
    const { attempt, durationMs } = await attemptOne(session, criterion, options)
    statuses = judge(session, session.look())
    const status = statuses.find(({ criterion: { id } }) => id === criterion.id)
    if (status) options.onEnd?.({ status, attempt, durationMs })
  }
  const criteria = inOrder(ids, statuses).filter(({ id }) => isStillPending(id))
  const mayRunBeside = besideRule(session.history(), before, options.jobs !== undefined)
  const accompanied = await together(criteria, { most: options.jobs ?? 4, mayRunBeside, run })
  const unsettled = [...accompanied].filter(({ id }) => reasonOf(statuses, id) === 'unsettled')
  for (const criterion of unsettled) await run(criterion)
  const snapshot = await session.observe('workspace')
  return { statuses: judge(session, snapshot), snapshot }
}

/** As they were named; no ids: all of them. */
function inOrder(ids: readonly string[], statuses: readonly CriterionStatus[]): readonly Criterion[] {
  const criteria = statuses.map(({ criterion }) => criterion)
  if (ids.length === 0) return criteria
  return [...new Set(ids)].flatMap((wanted) => criteria.find(({ id }) => id === wanted) ?? [])
}

async function attemptOne(session: Session, criterion: Criterion, { ask, onOutput }: ProveOptions) {
  const { clock } = session.host
  const startedMs = clock.monotonicMs()
  const attempt = await verifiers[criterion.verifier.kind](session, criterion, {
    ...(ask ? { ask } : {}),
    ...(onOutput ? { onOutput: (stream, bytes) => onOutput(criterion, stream, bytes) } : {}),
  })
  return { attempt, durationMs: Math.round(clock.monotonicMs() - startedMs) }
}

function reasonOf(statuses: readonly CriterionStatus[], wanted: string): string | undefined {
  return statuses.find(({ criterion: { id } }) => id === wanted)?.reason
}

/** What a verifier could change: not what a person has to do, nor what no person has trusted. */
function isPending({ status, reason }: CriterionStatus, all: boolean): boolean {
  if (reason === 'untrusted' || reason === 'foreign' || status === 'not_applicable') return false
  return all || status !== 'verified'
}

function checkIds(ids: readonly string[], statuses: readonly CriterionStatus[]): void {
  const known = statuses.map(({ criterion }) => criterion.id)
  const unknown = ids.find((id) => !known.includes(id))
  if (unknown === undefined) return
  const help = known.length > 0 ? `the criteria are ${known.join(', ')}` : 'there are no criteria'
  throw new Fault('usage', `no criterion \`${unknown}\``, { help })
}
