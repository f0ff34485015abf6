// Small files of Reeve's own, for this user only: written whole beside their place and put there in one step, so that nobody ever
// sees a part. What must outlast a loss of power is synced, and so are the names on the way to it.
import { Fault } from '../base/fault.ts'
import { resolvePath } from '../base/path.ts'
import type { Host } from '../host/host.ts'

/** Makes a directory and its parents, 0700 each, durably; refuses one that others may write. */
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

/** From the root down: to try the last one first would look like a missing parent to every caller beside us. */
function makeParents(host: Host, path: string): void {
  const names = path.split('/').slice(1)
  for (const [index] of names.entries()) {
    const directory = `/${names.slice(0, index + 1).join('/')}`
    try {
      host.files.makeDirectory(directory, 0o700)
    } catch (error) {
      const isThere = ['EEXIST', 'EISDIR', 'EROFS'].includes(codeOf(error)) && index < names.length - 1
      if (isThere || codeOf(error) === 'EEXIST') continue
      throw asFault(error, `cannot make the directory ${path}`)
    }
    syncParent(host, directory)
  }
}

/** Makes the name and those of the directories above it outlast a loss of power, as far up as they are this user's: a process that
 *  was killed may have made them and not come to it. */
export function syncNames(host: Host, path: string): void {
  for (let each = path; each !== '/'; each = resolvePath(each, '..')) {
    syncParent(host, each)
    if (host.files.stat(resolvePath(each, '..')).userId !== host.runtime.userId) return
  }
}

/** Puts the text at the path, durably, unless there is something already. */
export function writeOnce(host: Host, path: string, text: string, nonce: string): void {
  const fd = place(host, path, text, nonce, (written) => host.files.sync(written))
  if (fd === undefined) return
  host.files.close(fd)
  syncParent(host, path)
}

/** Replaces what is at the path. After a loss of power there is the old text or the new one, never a part. */
export function writeOver(host: Host, path: string, text: string, nonce: string): void {
  const { beside, fd } = writeBeside(host, path, text, nonce, (written) => host.files.sync(written))
  host.files.close(fd)
  try {
    host.files.rename(beside, path)
  } catch (error) {
    removeQuietly(host, beside)
    throw asFault(error, `cannot write ${path}`)
  }
}

/** Makes the last change of this name outlast a loss of power. */
function syncParent(host: Host, path: string): void {
  const { files } = host
  try {
    const fd = files.open(resolvePath(path, '..'), files.constants.O_RDONLY | files.constants.O_DIRECTORY)
    try {
      files.sync(fd)
    } finally {
      files.close(fd)
    }
  } catch (error) {
    // A directory that may be searched but not read cannot be synced; it is none that Reeve made.
    if (codeOf(error) !== 'EACCES') throw asFault(error, `cannot write ${path}`)
  }
}

/** Links the text to the path and answers the open file; undefined when something is there already. `hold` gets the file before it
 *  has its name. */
export function place(
  host: Host,
  path: string,
  text: string,
  nonce: string,
  hold: (fd: number) => void,
): number | undefined {
  const { beside, fd } = writeBeside(host, path, text, nonce, hold)
  try {
    host.files.link(beside, path)
    return fd
  } catch (error) {
    host.files.close(fd)
    if (codeOf(error) === 'EEXIST') return undefined
    throw asFault(error, `cannot write ${path}`)
  } finally {
    removeQuietly(host, beside)
  }
}

function removeQuietly(host: Host, path: string): void {
  try {
    host.files.unlink(path)
  } catch {} // whoever cleared it away was faster
}

interface Beside {
  readonly beside: string
  readonly fd: number
}

function writeBeside(host: Host, path: string, text: string, nonce: string, hold: (fd: number) => void): Beside {
  const { files } = host
  const { O_RDWR, O_CREAT, O_EXCL } = files.constants
  const beside = `${path}.${nonce}.tmp`
  let fd: number | undefined
  try {
    fd = files.open(beside, O_RDWR | O_CREAT | O_EXCL, 0o600)
    for (let bytes = new TextEncoder().encode(text); bytes.length > 0; )
      bytes = bytes.subarray(files.write(fd, bytes, null))
    hold(fd)
    return { beside, fd }
  } catch (error) {
    if (fd !== undefined) {
      files.close(fd)
      removeQuietly(host, beside)
    }
    throw asFault(error, `cannot write ${path}`)
  }
}

function asFault(error: unknown, doing: string): Fault {
  if (error instanceof Fault) return error
  const code = codeOf(error)
  return new Fault('io', `${doing}: ${code || String(error)}`, { help: mendOf(code), cause: error })
}

function mendOf(code: string): string {
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') return 'the disk is full: make room, nothing was lost'
  return 'set XDG_CONFIG_HOME and XDG_STATE_HOME to directories that you may write'
}

function codeOf(error: unknown): string {
  return (error as { readonly code?: string }).code ?? ''
}
