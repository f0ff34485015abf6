// A policy file as text. Only a regular file of at most 1 MiB is read: a device could block or never end, and a link in a hostile
// clone could lead anywhere.
import { textLimitBytes } from '../../grammar/limits.ts'
import { type Digest, sha256 } from '../base/digest.ts'
import type { Files } from '../host/host.ts'

type ReadPolicy =
  | { readonly kind: 'text'; readonly text: string; readonly digest: Digest; readonly realPath: string }
  | { readonly kind: 'too-large' }
  | {
      readonly kind: 'failed'
      readonly code: 'RV102' | 'RV401' | 'RV402' | 'RV407'
      readonly reason: string
      readonly help: string
    }

export function readPolicyFile(files: Files, path: string): ReadPolicy {
  try {
    const realPath = files.realPath(path)
    if (files.stat(realPath).kind !== 'file') return irregular(path)
    if (realPath !== path && isLink(files, path) && !realPath.endsWith('.reeve'))
      return {
        kind: 'failed',
        code: 'RV407',
        reason: `\`${path}\` is a link to \`${realPath}\`, which is no policy file`,
        help: 'a link to a policy leads to a file whose name ends in `.reeve`',
      }
    return readRegular(files, realPath)
  } catch (error) {
    const { code } = error as { readonly code?: unknown }
    const why =
      code === 'ENOENT'
        ? 'there is no such file'
        : code === 'EACCES'
          ? 'it may not be read'
          : String(code ?? 'it failed')
    return {
      kind: 'failed',
      code: 'RV401',
      reason: `\`${path}\` cannot be read: ${why}`,
      help: 'check the path and its permissions',
    }
  }
}

function isLink(files: Files, path: string): boolean {
  return files.lstat(path).kind === 'symlink'
}

function irregular(path: string): ReadPolicy {
  return { kind: 'failed', code: 'RV402', reason: `\`${path}\` is no regular file`, help: 'name a policy file' }
}

function readRegular(files: Files, path: string): ReadPolicy {
  const { O_RDONLY, O_NONBLOCK } = files.constants
  const fd = files.open(path, O_RDONLY | O_NONBLOCK)
  try {
    const { kind, size } = files.fstat(fd)
    if (kind !== 'file') return irregular(path)
    if (size > textLimitBytes) return { kind: 'too-large' }
    const bytes = readUpTo(files, fd, textLimitBytes + 1)
    return bytes.length > textLimitBytes ? { kind: 'too-large' } : decoded(bytes, path)
  } finally {
    files.close(fd)
  }
}

function readUpTo(files: Files, fd: number, limit: number): Uint8Array {
  const buffer = new Uint8Array(limit)
  let length = 0
  while (length < limit) {
    const count = files.read(fd, buffer.subarray(length), length)
    if (count === 0) break
    length += count
  }
  return buffer.subarray(0, length)
}

function decoded(bytes: Uint8Array, realPath: string): ReadPolicy {
  try {
    return {
      kind: 'text',
      text: new TextDecoder('utf-8', { fatal: true }).decode(bytes),
      digest: sha256(bytes),
      realPath,
    }
  } catch {
    return {
      kind: 'failed',
      code: 'RV102',
      reason: 'the file is no UTF-8 text',
      help: 'name a policy file: UTF-8 text that begins with `policy "name" version 1`',
    }
  }
}
