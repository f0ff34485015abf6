// The effect digest: one name for everything that was written, in the form of the peer, so that digests can be compared.
import { type Digest, sha256 } from '../base/digest.ts'
import { comparePaths } from './tree.ts'

export interface EffectRecord {
  readonly tool: string
  readonly path: string
  readonly digest: Digest | 'deleted'
}

/** SHA-256 over the lines `tool|path|digest`, sorted by the UTF-8 bytes of path, then of tool, stable by sequence (the order of
 *  the argument), joined by LF; every write is kept. Undefined when nothing was written. */
export function effectDigest(records: readonly EffectRecord[]): Digest | undefined {
  const counted = records.filter(({ path }) => isEffectPath(path))
  if (counted.length === 0) return undefined
  const sorted = [...counted].sort(
    (left, right) => comparePaths(left.path, right.path) || comparePaths(left.tool, right.tool),
  )
  return sha256(sorted.map(({ tool, path, digest }) => `${tool}|${escapePath(path)}|${digest}`).join('\n'))
}

/** What lies in the repository's own `.git` is recorded, but is no effect of the work (its hooks and configuration are control files). */
export function isEffectPath(path: string): boolean {
  return path !== '.git' && !path.startsWith('.git/')
}

/** Ordinary paths are unchanged. */
function escapePath(path: string): string {
  return path.replaceAll(/[%|\r\n]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
}
