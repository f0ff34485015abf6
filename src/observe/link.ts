// Symbolic links in a scope: the link is an entry of its own, and what it leads to belongs to the scope too (decision 20), as
// far as a scan has seen it. Resolved in the snapshot, never on the disk.
import type { Snapshot } from './snapshot.ts'
import { comparePaths, scopeFiles } from './tree.ts'

export interface Scope {
  /** In order; with the targets of links. */
  readonly files: readonly string[]
  /** Links whose target no scan observes, and places that could not be read, where the patterns may name something in them. */
  readonly unobserved: readonly string[]
}

/** What the patterns name, and what the links among it lead to; `without` takes paths out again. */
export function scopeOf(
  snapshot: Snapshot,
  patterns: readonly string[],
  without: (path: string) => boolean = () => false,
): Scope {
  const files = new Set(scopeFiles(snapshot, patterns).filter((path) => !without(path)))
  const unobserved: string[] = []
  const pending = [...files]
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (snapshot.files.get(path)?.kind !== 'symlink') continue
    const targets = targetsOf(snapshot, path)
    if (targets.length === 0) unobserved.push(path)
    for (const target of targets) {
      if (files.has(target) || without(target)) continue
      files.add(target)
      pending.push(target)
    }
  }
  unobserved.push(...snapshot.incomplete.filter((place) => mayHold(place, patterns)))
  return { files: [...files].sort(comparePaths), unobserved: unobserved.sort(comparePaths) }
}

/** `place` is a path, or a directory with `/`, and then `: ` with the reason. True when in doubt. */
function mayHold(place: string, patterns: readonly string[]): boolean {
  const starts = patterns.map((pattern) => pattern.replace(/^(?:\.\/)+/, '').replace(/[*?[{\\].*$/s, ''))
  const path = place.slice(0, place.lastIndexOf(': '))
  return patterns.length === 0 || starts.some((start) => path.startsWith(start) || start.startsWith(path))
}

/** Observed paths behind a link: a file, the files of a directory, or another link; none when it leads out of sight. */
function targetsOf(snapshot: Snapshot, link: string): readonly string[] {
  const path = resolve(snapshot, link)
  if (path === undefined) return []
  const seen = snapshot.files.get(path)
  if (seen) return seen.stat ? [] : [path]
  const prefix = path === '' ? '' : `${path}/`
  return [...snapshot.files].filter(([other, file]) => other.startsWith(prefix) && !file.stat).map(([other]) => other)
}

/** One step: the link's target as a path in the workspace, through links in its directories; undefined when it leaves. */
function resolve(snapshot: Snapshot, link: string): string | undefined {
  const directory = link.split('/').slice(0, -1)
  const pending = (snapshot.files.get(link)?.target ?? '/').split('/')
  if (pending[0] === '') return undefined
  const at = [...directory]
  for (let steps = 0; pending.length > 0; steps++) {
    const name = pending.shift()
    if (steps > 4096) return undefined
    if (name === undefined || name === '' || name === '.') continue
    if (name === '..') {
      if (at.pop() === undefined) return undefined
      continue
    }
    at.push(name)
    const target = pending.length > 0 ? snapshot.files.get(at.join('/'))?.target : undefined
    if (target === undefined) continue
    if (target.startsWith('/')) return undefined
    at.pop()
    pending.unshift(...target.split('/'))
  }
  return at.join('/')
}
