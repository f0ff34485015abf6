// What a scan shows beyond the ledger, as observation entries: as many as the changes need, since one entry holds at most 64 KiB.
import { startOf } from '../base/excerpt.ts'
import { encodeJson } from '../base/json.ts'
import type { ChangeRecord, ObservationData } from '../ledger/entry.ts'
import { compare } from '../observe/compare.ts'
import type { Change, Snapshot } from '../observe/snapshot.ts'
import { treeDigest } from '../observe/tree.ts'

const entryBytes = 48_000

export interface Known {
  readonly files: Snapshot['files']
  /** Places that the last observation could not read. */
  readonly incomplete: readonly string[]
}

/** Empty when the snapshot shows nothing new. */
export function findingsOf(known: Known, snapshot: Snapshot, tool: string, call?: string): readonly ObservationData[] {
  const changes = compare(known, snapshot).map(toRecord)
  const incomplete = bounded(snapshot.incomplete)
  const isSameSight = encodeJson(known.incomplete) === encodeJson(incomplete)
  if (changes.length === 0 && isSameSight) return []
  const tree = treeDigest(snapshot)
  return portions(changes).map((portion) => ({
    kind: 'observation',
    tool,
    ...(call === undefined ? {} : { call }),
    changes: portion,
    incomplete,
    tree,
  }))
}

function toRecord({ path, after }: Change): ChangeRecord {
  return after
    ? { path, kind: after.kind, mode: after.mode, digest: after.digest }
    : { path, kind: 'absent', mode: 0, digest: 'deleted' }
}

/** At least one portion, also when there are no changes. */
function portions(changes: readonly ChangeRecord[]): readonly (readonly ChangeRecord[])[] {
  const all: ChangeRecord[][] = [[]]
  let bytes = 0
  for (const change of changes) {
    const size = new TextEncoder().encode(encodeJson({ ...change })).length + 1
    if (bytes + size > entryBytes) {
      all.push([])
      bytes = 0
    }
    all.at(-1)?.push(change)
    bytes += size
  }
  return all
}

/** Enough places to act on; that there are more is said. */
function bounded(places: readonly string[]): readonly string[] {
  const named = places.slice(0, 50).map((place) => startOf(place, 400))
  return places.length <= 50 ? named : [...named, `${places.length - 50} more places`]
}
