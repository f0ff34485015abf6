// Small files that are this user's alone: directories 0700, the file 0600, written beside and renamed, durable before it returns.
import type { Host } from './host.ts'

/** Replaces what was there. Throws as the file system does. */
export function writePrivateFile(host: Host, path: string, text: string): void {
  const { files } = host
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY } = files.constants
  const directory = parentOf(path)
  makePrivateDirectories(host, directory)
  const beside = `${path}.${host.runtime.pid}.${Array.from(host.random(8), (byte) => byte.toString(16).padStart(2, '0')).join('')}.tmp`
  const fd = files.open(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  try {
    try {
      const bytes = new TextEncoder().encode(text)
      for (let at = 0; at < bytes.length; ) at += files.write(fd, bytes.subarray(at), null)
      files.sync(fd)
    } finally {
      files.close(fd)
    }
    files.rename(beside, path)
  } catch (error) {
    files.unlink(beside)
    throw error
  }
  const held = files.open(directory, O_RDONLY)
  try {
    files.sync(held)
  } finally {
    files.close(held)
  }
}

/** True for what belongs to this user and nobody else may write. */
export function isPrivate(host: Host, path: string, kind: 'file' | 'directory'): boolean {
  try {
    const stat = host.files.lstat(path)
    return stat.kind === kind && stat.userId === host.runtime.userId && (stat.mode & 0o022) === 0
  } catch {
    return false
  }
}

/** Makes the directory and its missing parents, 0700 each. */
export function makePrivateDirectories(host: Host, path: string): void {
  try {
    host.files.makeDirectory(path, 0o700)
  } catch (error) {
    const { code } = error as { readonly code?: unknown }
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || path === '/') throw error
    makePrivateDirectories(host, parentOf(path))
    // Once, and not by this function: below /proc a name stays missing however often it is tried.
    makeUnlessThere(host, path)
  }
}

function makeUnlessThere(host: Host, path: string): void {
  try {
    host.files.makeDirectory(path, 0o700)
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'EEXIST') throw error
  }
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/'
}
