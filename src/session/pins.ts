// The files that define a criterion's check. They are compared with what they were when a person first trusted the policy here
// (decision 19); opening a session never moves that mark, only an attestation does.
import type { Entry, PinRecord } from '../ledger/entry.ts'
import type { Snapshot } from '../observe/snapshot.ts'
import { comparePaths, digestOf, scopeFiles } from '../observe/tree.ts'
import type { Criterion } from '../policy/policy.ts'

/** Paths that the pins name, in order: every observed match, and each plain path also where nothing lies there. */
export function pinnedPaths(snapshot: Snapshot, criterion: Criterion): readonly string[] {
  if (criterion.pins.kind === 'none' || criterion.pins.paths.length === 0) return []
  const plain = criterion.pins.paths
    .filter((path) => !/[*?[\]{}\\]/.test(path))
    .map((path) => path.replace(/^(?:\.\/)+/, ''))
  return [...new Set([...scopeFiles(snapshot, criterion.pins.paths), ...plain])].sort(comparePaths)
}

/** The pinned files as they are in this snapshot. */
export function pinRecord(snapshot: Snapshot, criterion: Criterion): PinRecord {
  const paths = pinnedPaths(snapshot, criterion)
  return {
    criterion: criterion.id,
    definition: criterion.definition,
    digest: digestOf(snapshot, paths),
    files: paths.map((path) => ({ path, digest: snapshot.files.get(path)?.digest ?? 'deleted' })),
  }
}

/** The mark to compare with: the first record of this version of the criterion. Undefined when no person ever trusted it here. */
export function acceptedPins(entries: readonly Entry[], criterion: Criterion): PinRecord | undefined {
  for (const { data } of entries) {
    if (data.kind !== 'policy') continue
    const found = data.pins.find((pin) => pin.criterion === criterion.id && pin.definition === criterion.definition)
    if (found) return found
  }
  return undefined
}
