// Digests over sets of observed paths: one text for one state of the files, whoever computes it.
import type { Digest } from '../base/digest.ts'
import { startDigest } from '../base/digest.ts'
import { compileGlob, isGlob, matchGlob } from '../base/glob.ts'
import type { Observed, Snapshot } from './snapshot.ts'

/** SHA-256 over `path NUL kind NUL mode NUL content-digest LF` of every path, in order of the paths' UTF-8 bytes; the mode is
 *  its permission bits in octal. Policy files and `.git` have no part in it (decision 26). */
export function treeDigest(snapshot: Snapshot): Digest {
  return digestOf(snapshot, scopeFiles(snapshot, []))
}

/** The observed files that the patterns name, in order; no pattern: every observed file but policy files and `.git`. Files under
 *  `observe except` are in no scope. A pattern that cannot be read as a glob stands for its own text. */
export function scopeFiles(snapshot: Snapshot, patterns: readonly string[]): readonly string[] {
  const all = [...snapshot.files].filter(([, seen]) => !seen.stat)
  if (patterns.length === 0) return all.filter(([, seen]) => seen.apart === undefined).map(([path]) => path)
  const matches = pathMatcher(patterns)
  return all.map(([path]) => path).filter(matches)
}

/** Tree digest of exactly these paths, which must be in order; a path that is not observed counts as `absent`. */
export function digestOf(snapshot: Pick<Snapshot, 'files'>, paths: readonly string[]): Digest {
  const digest = startDigest()
  for (const path of paths) digest.add(`${path}\0${record(snapshot.files.get(path))}\n`)
  return digest.end()
}

function record(seen: Observed | undefined): string {
  return seen ? `${seen.kind}\0${seen.mode.toString(8)}\0${seen.digest}` : 'absent\x000\0'
}

/** True for paths that one of the patterns matches; `./` before a pattern says nothing. */
export function pathMatcher(patterns: readonly string[]): (path: string) => boolean {
  const globs = patterns.map((pattern) => {
    const text = pattern.replace(/^(?:\.\/)+/, '')
    const compiled = compileGlob(text, 'path')
    return isGlob(compiled) ? (path: string) => matchGlob(compiled, path) : (path: string) => path === text
  })
  return (path) => globs.some((matches) => matches(path))
}

/** Order of UTF-8 bytes, which differs from JavaScript's own order of UTF-16 units beyond U+FFFF. */
export function comparePaths(left: string, right: string): number {
  if (left === right) return 0
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index++) {
    const a = left.charCodeAt(index)
    const b = right.charCodeAt(index)
    if (a !== b) return byteOrder(a) - byteOrder(b)
  }
  return left.length - right.length
}

/** Surrogates stand for code points above every other unit. */
function byteOrder(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
