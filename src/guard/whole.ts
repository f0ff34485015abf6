// A file that a criterion names, read whole by us. The path is the policy's own, so no rule is asked; a link is followed, and a
// device or a pipe is not read.
import { concatBytes } from '../base/bytes.ts'
import { type Digest, startDigest } from '../base/digest.ts'
import { resolvePath } from '../base/path.ts'
import type { Session } from '../session/session.ts'
import { openReason } from './reach.ts'

export type Whole =
  | {
      readonly kind: 'read'
      readonly bytes: number
      readonly digest: Digest
      /** Absent when the file is larger than what is kept. */
      readonly data?: Uint8Array
    }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly reason: string }

export interface WholeOptions {
  /** A larger file is hashed and its content is not kept. */
  readonly keptBytes: number
  /** A link at the end of the path is not followed. */
  readonly noLink?: boolean
}

export function readWhole(session: Session, path: string, options: WholeOptions): Whole {
  const { files } = session.host
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = files.constants
  let fd: number
  try {
    fd = files.open(
      resolvePath(session.workspace.path, path),
      O_RDONLY | O_NONBLOCK | (options.noLink ? O_NOFOLLOW : 0),
    )
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? { kind: 'absent' }
      : { kind: 'unreadable', reason: openReason(error, path) }
  }
  try {
    return readOpen(session, fd, path, options.keptBytes)
  } catch (error) {
    return { kind: 'unreadable', reason: openReason(error, path) }
  } finally {
    files.close(fd)
  }
}

function readOpen({ host }: Session, fd: number, path: string, keptBytes: number): Whole {
  const before = host.files.fstat(fd)
  if (before.kind !== 'file') return { kind: 'unreadable', reason: `${path} is a ${before.kind}, no file` }
  const digest = startDigest()
  const pieces: Uint8Array[] = []
  const buffer = new Uint8Array(Math.min(Math.max(before.size + 1, 4096), 1 << 20))
  let bytes = 0
  for (let read = host.files.read(fd, buffer, null); read > 0; read = host.files.read(fd, buffer, null)) {
    digest.add(buffer.subarray(0, read))
    bytes += read
    if (bytes <= keptBytes) pieces.push(buffer.slice(0, read))
  }
  const after = host.files.fstat(fd)
  const isSame = after.size === before.size && after.mtimeNs === before.mtimeNs && after.ctimeNs === before.ctimeNs
  if (!isSame || bytes !== after.size) return { kind: 'unreadable', reason: `${path} changes while it is read` }
  return { kind: 'read', bytes, digest: digest.end(), ...(bytes <= keptBytes ? { data: concatBytes(...pieces) } : {}) }
}
