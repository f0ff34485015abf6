// Writes a file for a tool: only over what was last seen, whole or not at all. The edit is in the ledger before the new file takes
// the old one's place, so that a write of ours is never an unexplained change.
import { type Digest, sha256 } from '../base/digest.ts'
import { relativePath } from '../base/path.ts'
import type { EditData } from '../ledger/entry.ts'
import type { Session } from '../session/session.ts'
import { atomicReplace, type Target } from './atomic.ts'
import type { EditRequest, FileAnswer, FileRequest, WriteRequest, Written } from './door.ts'
import { type Failed, openJudged, openReason, reach } from './reach.ts'

/** Creates a file, or replaces one whose digest is `expected`. */
export async function guardedWrite(session: Session, request: WriteRequest): Promise<FileAnswer<Written>> {
  const reached = await reach(session, 'write', request)
  if (reached.kind === 'refused') return reached
  const current = readCurrent(session, reached.real)
  if (current.kind === 'failed') return current
  const stale = staleReason(current, request.expected)
  if (stale) return stale
  return await replace(session, request, { ...current, real: reached.real, shown: reached.shown }, request.content)
}

/** Replaces the one place where `oldText` stands. */
export async function guardedEdit(session: Session, request: EditRequest): Promise<FileAnswer<Written>> {
  const reached = await reach(session, 'write', request)
  if (reached.kind === 'refused') return reached
  const current = readCurrent(session, reached.real)
  if (current.kind === 'failed') return current
  if (current.kind === 'absent')
    return { kind: 'failed', reason: `${reached.shown} does not exist`, help: 'create it with a write' }
  const stale = request.expected === undefined ? undefined : staleReason(current, request.expected)
  if (stale) return stale
  const text = decodeText(current.bytes)
  if (text === undefined) return { kind: 'failed', reason: `${reached.shown} is no UTF-8 text` }
  const at = text.indexOf(request.oldText)
  if (at === -1)
    return {
      kind: 'failed',
      reason: `the old text is not in ${reached.shown}`,
      help: 'read it again and copy the text exactly',
    }
  if (text.indexOf(request.oldText, at + 1) !== -1) {
    return {
      kind: 'failed',
      reason: `the old text stands more than once in ${reached.shown}`,
      help: 'give more of the text around it',
    }
  }
  const content = text.slice(0, at) + request.newText + text.slice(at + request.oldText.length)
  return await replace(session, request, { ...current, real: reached.real, shown: reached.shown }, content)
}

type Current =
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'present'
      readonly bytes: Uint8Array
      readonly digest: Digest
      readonly mode: number
      readonly inode: bigint
    }

function readCurrent(session: Session, real: string): Current | Failed {
  try {
    session.host.files.lstat(real)
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return isAbsent ? { kind: 'absent' } : { kind: 'failed', reason: openReason(error, real) }
  }
  const opened = openJudged(session, real)
  if ('kind' in opened) return opened
  const { fd, stat } = opened
  try {
    const bytes = readAll(session, fd, stat.size)
    return { kind: 'present', bytes, digest: sha256(bytes), mode: stat.mode, inode: stat.inode }
  } finally {
    session.host.files.close(fd)
  }
}

function readAll(session: Session, fd: number, size: number): Uint8Array {
  let bytes = new Uint8Array(size + 1)
  let length = 0
  for (;;) {
    const read = session.host.files.read(fd, bytes.subarray(length), null)
    if (read === 0) return bytes.subarray(0, length)
    length += read
    if (length < bytes.length) continue
    const larger = new Uint8Array(bytes.length * 2)
    larger.set(bytes)
    bytes = larger
  }
}

function staleReason(current: Current, expected: Digest | undefined): Failed | undefined {
  if (current.kind === 'absent') {
    return expected === undefined
      ? undefined
      : { kind: 'failed', reason: 'the file is gone since it was read', help: 'write it without an expected digest' }
  }
  if (expected === undefined)
    return { kind: 'failed', reason: 'the file exists and was not read before', help: 'read it first' }
  return expected === current.digest
    ? undefined
    : { kind: 'failed', reason: 'the file has changed since it was read', help: 'read it again' }
}

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

async function replace(
  session: Session,
  request: FileRequest,
  target: Target & Current,
  content: string,
): Promise<FileAnswer<Written>> {
  const bytes = new TextEncoder().encode(content)
  const before = target.kind === 'present' ? target.digest : 'absent'
  const after = sha256(bytes)
  const mode = target.kind === 'present' ? target.mode : 0o644
  const inode = target.kind === 'present' ? target.inode : undefined
  const edit: EditData = {
    kind: 'edit',
    tool: request.tool,
    call: request.call,
    path: target.shown,
    before,
    after,
    mode,
  }
  const isInside = relativePath(target.real, session.workspace.path) !== undefined
  await session.observe('workspace')
  const failed = await atomicReplace(session.host, { ...target, bytes, mode, inode }, async () => {
    await session.append([isInside ? edit : { ...edit, path: target.real }])
  })
  if (failed) return { kind: 'failed', reason: failed }
  // What the scan still finds beyond the edit (directories made for it) belongs to this call.
  await session.observe(request.tool, request.call)
  return { kind: 'done', path: target.shown, before, after, bytes: bytes.length }
}
