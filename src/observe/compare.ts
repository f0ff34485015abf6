// What differs between two scans. Two questions, kept apart: what was written (`compare`), and what a call touched although the
// content is the same again (`touched`).

import type { Change, Observed, Snapshot } from './snapshot.ts'
import { comparePaths } from './tree.ts'

type Files = Snapshot['files']

/** Differences of kind, mode or content, in order of the paths. Policy files are not in it (their change is a policy entry), and
 *  neither is what one of the two scans did not look into. */
export function compare(before: Pick<Snapshot, 'files'>, after: Pick<Snapshot, 'files'>): readonly Change[] {
  const changes: Change[] = []
  for (const [path, now] of after.files) {
    if (now.stat || now.apart === 'policy') continue
    const then = before.files.get(path)
    if (then?.stat !== true && then && isSame(then, now)) continue
    changes.push({ path, before: then?.stat ? undefined : then, after: now })
  }
  const unseen = statPlaces(after.files)
  for (const [path, then] of before.files) {
    if (then.stat || then.apart === 'policy' || after.files.has(path) || isUnder(unseen, path)) continue
    changes.push({ path, before: then, after: undefined })
  }
  return changes.sort((left, right) => comparePaths(left.path, right.path))
}

/** Paths whose content, mode, inode or change time moved: also a write that was undone leaves its trace here. */
export function touched(before: Snapshot, after: Snapshot): readonly string[] {
  const moved = [...after.files].flatMap(([path, now]) => {
    const then = before.files.get(path)
    if (now.stat || !then) return []
    const still = then.stamp?.ctimeNs === now.stamp?.ctimeNs && then.stamp?.inode === now.stamp?.inode
    return isSame(then, now) && still ? [] : [path]
  })
  const cameAndWent = compare(before, after).map((change) => change.path)
  return [...new Set([...moved, ...cameAndWent])].sort(comparePaths)
}

export interface MovedDirectory {
  /** The workspace itself is the empty path. */
  readonly path: string
  /** `moved`: it stood somewhere else for a while, so that another may have stood in its place; a rename moves only the change
   *  time. `entered`: names came or went in it, as a command's own temporary files do too. */
  readonly how: 'moved' | 'entered'
}

export function movedDirectories(before: Snapshot, after: Snapshot): readonly MovedDirectory[] {
  return [...(after.directories ?? [])].flatMap(([path, now]) => {
    const then = before.directories?.get(path)
    if (!then || (then.ctimeNs === now.ctimeNs && then.inode === now.inode)) return []
    if (path === '..') return []
    const isRenamed = now.ctimeNs !== now.mtimeNs && (after.layered !== true || isEntered(before, after, above(path)))
    return [{ path, how: then.inode !== now.inode || isRenamed ? 'moved' : 'entered' }]
  })
}

/** Names came or went in it. */
function isEntered(before: Snapshot, after: Snapshot, path: string): boolean {
  return before.directories?.get(path)?.mtimeNs !== after.directories?.get(path)?.mtimeNs
}

function above(path: string): string {
  return path === '' ? '..' : path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function isSame(left: Observed, right: Observed): boolean {
  return left.digest === right.digest && left.kind === right.kind && left.mode === right.mode
}

function statPlaces(files: Files): readonly string[] {
  return [...files].filter(([, seen]) => seen.stat).map(([path]) => path)
}

function isUnder(places: readonly string[], path: string): boolean {
  return places.some((place) => path === place || path.startsWith(`${place}/`))
}
