// Runs the verifiers of pending criteria, one after the other, through the guard: a verifier may write, and two at once could
// write into each other's scopes.
import { Fault } from '../base/fault.ts'
import type { Criterion } from '../policy/policy.ts'
import type { Session } from '../session/session.ts'
import { judge } from './judge.ts'
import type { CriterionStatus } from './status.ts'
import { type Attempt, type VerifierOptions, verifiers } from './verifiers.ts'

interface ProveOptions extends VerifierOptions {
  /** Also what is verified already. */
  readonly all: boolean
  readonly onStart?: (criterion: Criterion) => void
  readonly onEnd?: (proved: Proved) => void
}

export interface Proved {
  readonly status: CriterionStatus
  readonly attempt: Attempt
  readonly durationMs: number
}

/** The statuses afterwards, of all criteria. No ids: every criterion. Fault `usage` for an id that is none, `interrupted` when a
 *  signal ended a verifier: what would come next is then not begun. */
export async function prove(
  session: Session,
  ids: readonly string[],
  options: ProveOptions,
): Promise<readonly CriterionStatus[]> {
  let statuses = judge(session, await session.observe('workspace'))
  checkIds(ids, statuses)
  const wanted = ids.length === 0 ? statuses.map(({ criterion }) => criterion.id) : ids
  for (const id of new Set(wanted)) {
    const status = statuses.find(({ criterion }) => criterion.id === id)
    if (!status || !isPending(status, options.all)) continue
    options.onStart?.(status.criterion)
    const startedMs = session.host.clock.monotonicMs()
    const attempt = await verifiers[status.criterion.verifier.kind](session, status.criterion, options)
    statuses = judge(session, await session.observe('workspace'))
    const durationMs = Math.round(session.host.clock.monotonicMs() - startedMs)
    const after = statuses.find(({ criterion }) => criterion.id === id)
    if (after) options.onEnd?.({ status: after, attempt, durationMs })
  }
  return statuses
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
