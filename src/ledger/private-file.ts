// Small files of Reeve's own, for this user only: written whole beside their place, synced, and put there in one step. A new name is
// durable only when its directory is synced too; a ledger whose key or directory vanished with the power would be nobody's.
import { Fault } from '../base/fault.ts'
import type { Host } from '../host/host.ts'

/** Makes a directory and its parents, 0700 each; refuses one that others may write. */
export function privateDirectory(host: Host, path: string): void {
  const { files } = host
  try {
    const stat = files.stat(path)
    if (stat.kind !== 'directory') throw new Fault('io', `${path} is no directory`, { help: 'move it away' })
    if (stat.userId !== host.runtime.userId || (stat.mode & 0o022) !== 0) {
      throw new Fault('io', `the directory ${path} may be written by others`, { help: `chmod 700 ${path}` })
    }
    return
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw asFault(error, `cannot use the directory ${path}`)
  }
  makeParents(host, path)
}

function makeParents(host: Host, path: string): void {
  const names = path.split('/').slice(1)
  for (const [index] of names.entries()) {
    const parent = `/${names.slice(0, index).join('/')}`
    try {
      host.files.makeDirectory(`/${names.slice(0, index + 1).join('/')}`, 0o700)
      syncDirectory(host, parent)
    } catch (error) {
      const isThere = codeOf(error) === 'EEXIST' || codeOf(error) === 'EISDIR' || codeOf(error) === 'EROFS'
      if (!isThere || index === names.length - 1)
        if (codeOf(error) !== 'EEXIST') throw asFault(error, `cannot make the directory ${path}`)
    }
  }
}

/** Puts the text at the path unless there is something already. */
export function writeOnce(host: Host, path: string, text: string, nonce: string): void {
  link(host, path, writeBeside(host, path, text, nonce, true))
  explained(path, () => syncDirectory(host, parentOf(path)))
}

/** Same, for what need not outlive this boot of the machine. */
export function claim(host: Host, path: string, text: string, nonce: string): void {
  link(host, path, writeBeside(host, path, text, nonce, false))
}

/** Replaces what is at the path. */
export function writeOver(host: Host, path: string, text: string, nonce: string): void {
  const beside = writeBeside(host, path, text, nonce, true)
  explained(path, () => {
    try {
      host.files.rename(beside, path)
    } catch (error) {
      host.files.unlink(beside)
      throw error
    }
    syncDirectory(host, parentOf(path))
  })
}

function link(host: Host, path: string, beside: string): void {
  try {
    host.files.link(beside, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw asFault(error, `cannot write ${path}`)
  } finally {
    host.files.unlink(beside)
  }
}

function syncDirectory(host: Host, path: string): void {
  const fd = host.files.open(path, host.files.constants.O_RDONLY | host.files.constants.O_DIRECTORY)
  try {
    host.files.sync(fd)
  } finally {
    host.files.close(fd)
  }
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/'
}

function writeBeside(host: Host, path: string, text: string, nonce: string, isDurable: boolean): string {
  const { files } = host
  const { O_WRONLY, O_CREAT, O_EXCL } = files.constants
  const beside = `${path}.${nonce}.tmp`
  return explained(path, () => {
    const fd = files.open(beside, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    try {
      let bytes = new TextEncoder().encode(text)
      while (bytes.length > 0) bytes = bytes.subarray(files.write(fd, bytes, null))
      if (isDurable) files.sync(fd)
    } finally {
      files.close(fd)
    }
    return beside
  })
}

function explained<Result>(path: string, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    throw asFault(error, `cannot write ${path}`)
  }
}

function asFault(error: unknown, doing: string): Fault {
  if (error instanceof Fault) return error
  const code = codeOf(error)
  return new Fault('io', `${doing}: ${code || String(error)}`, { help: mendOf(code), cause: error })
}

function mendOf(code: string): string {
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full: make room, nothing was lost'
  return 'set XDG_CONFIG_HOME and XDG_STATE_HOME to directories that you may write'
}

function codeOf(error: unknown): string {
  return (error as { readonly code?: string }).code ?? ''
}
