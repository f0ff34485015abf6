// A file put in place whole: written beside it under another name, synced, then renamed over it, and the directory synced. The
// directory is held open and reached through its descriptor where the system can, so that it cannot be swapped for a link.
import { hex } from '../base/bytes.ts'
import { baseName, resolvePath } from '../base/path.ts'
import type { Host } from '../host/host.ts'
import { openReason } from './reach.ts'

export interface Target {
  /** With every link followed. */
  readonly real: string
  readonly shown: string
}

export interface Replacement extends Target {
  readonly bytes: Uint8Array
  readonly mode: number
  /** Of the file that is replaced; undefined: there is none. */
  readonly inode: bigint | undefined
}

/** `record` runs when the new file is complete and before it takes its place. Answers why nothing was written, else undefined. */
export async function atomicReplace(
  host: Host,
  replacement: Replacement,
  record: () => Promise<void>,
): Promise<string | undefined> {
  const parent = resolvePath(replacement.real, '..')
  try {
    makeDirectories(host, parent)
    const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = host.files.constants
    const directory = host.files.open(parent, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    try {
      return await replaceIn(host, { fd: directory, path: parent }, replacement, record)
    } finally {
      host.files.close(directory)
    }
  } catch (error) {
    return openReason(error, replacement.shown)
  }
}

interface Held {
  readonly fd: number
  readonly path: string
}

async function replaceIn(
  host: Host,
  held: Held,
  replacement: Replacement,
  record: () => Promise<void>,
): Promise<string | undefined> {
  const place = placeOf(host, held)
  if (place === undefined) return `the directory of ${replacement.shown} was replaced while it was opened`
  const name = baseName(replacement.real)
  const temporary = `${place}/.${name.slice(0, 100)}.reeve-${hex(host.random(6))}`
  writeNew(host, temporary, replacement)
  try {
    await record()
    if (!isStill(host, `${place}/${name}`, replacement.inode)) {
      host.files.unlink(temporary)
      return `${replacement.shown} was replaced while it was written`
    }
    host.files.rename(temporary, `${place}/${name}`)
  } catch (error) {
    removeQuietly(host, temporary)
    throw error
  }
  host.files.sync(held.fd)
  return undefined
}

/** The directory by its descriptor where `/proc` shows that it is still the one that was judged. */
function placeOf(host: Host, { fd, path }: Held): string | undefined {
  const opened = host.files.fstat(fd)
  const now = host.files.lstat(path)
  if (host.files.realPath(path) !== path || now.inode !== opened.inode || now.device !== opened.device) return undefined
  try {
    return host.files.readLink(`/proc/self/fd/${fd}`) === path ? `/proc/self/fd/${fd}` : undefined
  } catch {
    return path
  }
}

function writeNew(host: Host, path: string, { bytes, mode }: Replacement): void {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = host.files.constants
  const fd = host.files.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode)
  try {
    for (let rest = bytes; rest.length > 0; ) rest = rest.subarray(host.files.write(fd, rest, null))
    host.files.sync(fd)
  } catch (error) {
    removeQuietly(host, path)
    throw error
  } finally {
    host.files.close(fd)
  }
  // The mask of new files must not change the mode that the entry states.
  host.files.chmod(path, mode)
}

function isStill(host: Host, path: string, inode: bigint | undefined): boolean {
  try {
    const stat = host.files.lstat(path)
    return stat.kind === 'file' && stat.inode === inode
  } catch {
    return inode === undefined
  }
}

function removeQuietly(host: Host, path: string): void {
  try {
    host.files.unlink(path)
  } catch {
    // It was never made, or is in its place already.
  }
}

function makeDirectories(host: Host, path: string): void {
  try {
    host.files.stat(path)
  } catch {
    makeDirectories(host, resolvePath(path, '..'))
    host.files.makeDirectory(path, 0o755)
  }
}
