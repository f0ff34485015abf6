// A whole small file read with a limit: never a device or a pipe, which could block or never end.
import type { Files } from './host.ts'

/** The bytes of a regular file; undefined when there is none, when it is larger than `limitBytes`, or when it is no file. */
export function readSmallFile(files: Files, path: string, limitBytes: number): Uint8Array | undefined {
  const { O_RDONLY, O_NONBLOCK } = files.constants
  let fd: number
  try {
    fd = files.open(path, O_RDONLY | O_NONBLOCK)
  } catch {
    return undefined
  }
  try {
    const stat = files.fstat(fd)
    if (stat.kind !== 'file' || stat.size > limitBytes) return undefined
    return readToEnd(files, fd, limitBytes)
  } catch {
    return undefined
  } finally {
    files.close(fd)
  }
}

/** Same, as UTF-8 text. */
export function readSmallText(files: Files, path: string, limitBytes: number): string | undefined {
  const bytes = readSmallFile(files, path, limitBytes)
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes)
}

function readToEnd(files: Files, fd: number, limitBytes: number): Uint8Array | undefined {
  const buffer = new Uint8Array(Math.min(limitBytes + 1, 65_536))
  const pieces: Uint8Array[] = []
  let length = 0
  for (;;) {
    const count = files.read(fd, buffer, null)
    if (count === 0) break
    pieces.push(buffer.slice(0, count))
    length += count
    if (length > limitBytes) return undefined
  }
  const whole = new Uint8Array(length)
  let offset = 0
  for (const piece of pieces) {
    whole.set(piece, offset)
    offset += piece.length
  }
  return whole
}

/** The first bytes of a regular file; undefined when it cannot be read. */
export function readHead(files: Files, path: string, byteCount: number): Uint8Array | undefined {
  const { O_RDONLY, O_NONBLOCK } = files.constants
  try {
    const fd = files.open(path, O_RDONLY | O_NONBLOCK)
    try {
      const buffer = new Uint8Array(byteCount)
      return buffer.subarray(0, files.fstat(fd).kind === 'file' ? files.read(fd, buffer, 0) : 0)
    } finally {
      files.close(fd)
    }
  } catch {
    return undefined
  }
}

/** False only where there surely is nothing: what cannot be looked at may be there, and whoever reads it says why it cannot. */
export function mayExist(files: Files, path: string): boolean {
  try {
    files.lstat(path)
    return true
  } catch (error) {
    const { code } = error as { readonly code?: unknown }
    return code !== 'ENOENT' && code !== 'ENOTDIR'
  }
}
