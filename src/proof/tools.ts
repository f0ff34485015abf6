// Which states of the tools (what `observe except` leaves out) a criterion accepts: as they were before the first command of the
// session, as installing commands left them that began on an accepted state and ran alone, and as a person attested to them.
import type { Entry, StartData } from '../ledger/entry.ts'
import type { ToolsMark } from '../ledger/tools.ts'
import type { Criterion } from '../policy/policy.ts'
import { callsAlone } from './alone.ts'
import type { Attestation } from './evidence.ts'

export interface ToolFacts {
  readonly accepted: ReadonlySet<ToolsMark>
  /** The places of the tools, for people. */
  readonly places: readonly string[]
  /** Looks at every file of them, so it is asked only where a pass would count. */
  readonly now: () => ToolsMark
}

/** The states that are accepted for every criterion of the session. */
export function acceptedTools(entries: readonly Entry[], session: string): ReadonlySet<ToolsMark> {
  const accepted = new Set<ToolsMark>()
  const alone = callsAlone(entries)
  const starts = new Map<number, StartData>()
  for (const { seq, session: owner, data } of entries) {
    if (owner !== session) continue
    if (data.kind === 'policy' && starts.size === 0) accepted.add(data.tools ?? 'none')
    if (data.kind === 'start') starts.set(seq, data)
    if (data.kind !== 'end' || !alone.has(data.start)) continue
    const start = starts.get(data.start)
    if (start?.installs === true && accepted.has(start.tools ?? 'unseen')) accepted.add(data.tools ?? 'unseen')
  }
  accepted.delete('unseen')
  return accepted
}

/** With what a person has attested to for this version of the criterion. */
export function withAttested(
  accepted: ReadonlySet<ToolsMark>,
  { id, definition }: Pick<Criterion, 'id' | 'definition'>,
  attestations: readonly Attestation[],
): ReadonlySet<ToolsMark> {
  const seen = attestations.flatMap(({ data }) =>
    data.criterion === id && data.definition === definition && data.tools !== undefined ? [data.tools] : [],
  )
  return new Set([...accepted, ...seen])
}
