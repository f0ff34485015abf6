// Whether the files that define a check are those that a person accepted: compared with the mark made when a person first
// trusted the policy here, and with attestations since; opening a session accepts nothing.
import type { PinRecord } from '../ledger/entry.ts'
import type { Criterion } from '../policy/policy.ts'
import type { Attestation } from './evidence.ts'
import type { PinFacts } from './facts.ts'

/** `first` is the mark, undefined when no person ever trusted this version here; attestations are of all sessions. */
export function pinFacts(
  criterion: Criterion,
  now: PinRecord,
  first: PinRecord | undefined,
  attestations: readonly Attestation[],
): PinFacts {
  if (now.files.length === 0 && (first?.files.length ?? 0) === 0) return { kind: 'same' }
  const attested = attestations.findLast(
    ({ data }) =>
      data.criterion === criterion.id && data.definition === criterion.definition && data.pins !== undefined,
  )
  const accepted = attested?.data.pins ?? first?.digest
  if (accepted === now.digest) return { kind: 'same' }
  if (accepted === undefined) return { kind: 'unaccepted', paths: now.files.map(({ path }) => path) }
  return { kind: 'changed', paths: first ? changedPaths(first, now) : now.files.map(({ path }) => path) }
}

/** Against the first mark; everything that is pinned where only a later attestation differs. */
function changedPaths(then: PinRecord, now: PinRecord): readonly string[] {
  const before = new Map(then.files.map(({ path, digest }) => [path, digest]))
  const after = new Map(now.files.map(({ path, digest }) => [path, digest]))
  const paths = [...new Set([...before.keys(), ...after.keys()])]
  const changed = paths.filter((path) => before.get(path) !== after.get(path))
  return changed.length > 0 ? changed : paths
}
