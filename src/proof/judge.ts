// The status of every criterion now, from the ledger, the policy and a snapshot of the workspace. Computed at each read, never
// stored. What an untrusted policy names is shown as a draft.
import type { Snapshot } from '../observe/snapshot.ts'
import type { ActiveCriterion, Session } from '../session/session.ts'
import { gather } from './gather.ts'
import type { CriterionStatus } from './status.ts'
import { weigh } from './weigh.ts'

/** In the order of the policy, then of the persons' acts. The snapshot must be recorded already (`session.observe`). */
export function judge(session: Session, snapshot: Snapshot): readonly CriterionStatus[] {
  const facts = gather(session, snapshot)
  return [...session.criteria(), ...drafts(session)].map((active) => weigh(facts(active)))
}

/** What an untrusted policy names. */
export function drafts({ trust, authority }: Pick<Session, 'trust' | 'authority'>): readonly ActiveCriterion[] {
  if (trust !== 'untrusted') return []
  return authority.layers
    .filter(({ mode }) => mode === 'tighten')
    .flatMap(({ policy }) => policy.criteria.map((criterion) => ({ criterion, source: 'policy' as const })))
}
