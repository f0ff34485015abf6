// A private temporary directory for one command, where a sandbox cannot give it an empty `/tmp` of its own.
import { hex } from '../base/bytes.ts'
import type { Host } from '../host/host.ts'

/** A name that nobody can have guessed; the directory is made when the command starts. */
export function scratchName(host: Host): string {
  return `${host.files.realPath('/tmp')}/reeve-${hex(host.random(12))}`
}

/** Removes what is there and follows no link. What cannot be removed stays, in a place of the system for such things. */
export function removeTree(host: Host, path: string): void {
  try {
    if (host.files.lstat(path).kind !== 'directory') {
      host.files.unlink(path)
      return
    }
    host.files.chmod(path, 0o700)
    for (const { name } of host.files.list(path)) removeTree(host, `${path}/${name}`)
    host.files.removeDirectory(path)
  } catch {
    // Somebody else's, or gone already.
  }
}
