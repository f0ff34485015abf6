// The digest of a file's content, read once and kept as long as the file system says that the file is the same: path, device,
// inode, size, modification and change time in nanoseconds. A restored modification time does not fool the change time.
import { type Digest, startDigest } from '../base/digest.ts'
import type { FileStat, Host } from '../host/host.ts'

/** Digests by absolute path. What is in it is trusted: it comes from this process or from a text that only this user could seal. */
export interface DigestCache {
  readonly entries: Map<string, CachedDigest>
  /** Paths that were asked for since it was made. */
  readonly used: Set<string>
  /** What had to be read since it was made and may be kept. */
  readonly work: { files: number; bytes: number }
}

export interface CachedDigest {
  /** Everything the file system says that would differ for another content. */
  readonly stamp: string
  readonly digest: Digest
}

export function emptyCache(entries: Iterable<readonly [string, CachedDigest]> = []): DigestCache {
  return { entries: new Map(entries), used: new Set(), work: { files: 0, bytes: 0 } }
}

const attempts = 3
/** File systems keep change times in coarse ticks: a file that changed so shortly ago may change again within the same tick. */
const settledNs = 2_000_000_000n

/** `stat` is the file's own as `lstat` gave it. Throws the file system's errors, and an error when the file is never at rest. */
export function digestFile(host: Host, path: string, stat: FileStat, cache: DigestCache): Digest {
  cache.used.add(path)
  const known = cache.entries.get(path)
  if (known?.stamp === stampOf(stat)) return known.digest
  cache.entries.delete(path)
  for (let attempt = 0; attempt < attempts; attempt++) {
    const startedNs = BigInt(Math.floor(host.clock.nowMs())) * 1_000_000n
    const { before, after, digest } = digestOnce(host, path)
    if (stampOf(before) !== stampOf(after)) continue
    if (after.ctimeNs + settledNs < startedNs) keep(cache, path, after, digest)
    return digest
  }
  throw new Error('it changes while it is read')
}

function keep(cache: DigestCache, path: string, stat: FileStat, digest: Digest): void {
  cache.entries.set(path, { stamp: stampOf(stat), digest })
  cache.work.files++
  cache.work.bytes += stat.size
}

/** Opened without following a link and without waiting for a pipe's other end; what was opened must be a file. */
function digestOnce(host: Host, path: string) {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = host.files.constants
  const fd = host.files.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const before = host.files.fstat(fd)
    if (before.kind !== 'file') throw new Error(`it became a ${before.kind} while it was read`)
    const digest = startDigest()
    const buffer = new Uint8Array(Math.min(Math.max(before.size + 1, 4096), 1 << 20))
    for (let read = host.files.read(fd, buffer, null); read > 0; read = host.files.read(fd, buffer, null)) {
      digest.add(buffer.subarray(0, read))
    }
    return { before, after: host.files.fstat(fd), digest: digest.end() }
  } finally {
    host.files.close(fd)
  }
}

function stampOf(stat: FileStat): string {
  return `${stat.device} ${stat.inode} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`
}
