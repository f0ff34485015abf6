// SQLite's lock levels of a database file as byte locks on the ranges that every SQLite uses (os_unix.c), so that a stock `sqlite3`
// and this process keep out of each other's way.
import type { FileLocks } from '../host/file-lock.ts'
import { lockBytes, lockLevels } from './codes.ts'

/** True when the level is reached; where some of it stays behind, `dropTo` takes it away. */
export function raiseTo(locks: FileLocks, fd: number, level: number): boolean {
  if (level === lockLevels.shared) {
    if (!locks.set(fd, 'read', lockBytes.pending, 1)) return false
    const shared = locks.set(fd, 'read', lockBytes.shared, lockBytes.sharedLength)
    locks.set(fd, 'none', lockBytes.pending, 1)
    return shared
  }
  if (level === lockLevels.reserved) return locks.set(fd, 'write', lockBytes.reserved, 1)
  return (
    locks.set(fd, 'write', lockBytes.pending, 1) && locks.set(fd, 'write', lockBytes.shared, lockBytes.sharedLength)
  )
}

/** To `shared` or to `none`. */
export function dropTo(locks: FileLocks, fd: number, level: number): void {
  const kind = level === lockLevels.shared ? 'read' : 'none'
  locks.set(fd, kind, lockBytes.shared, lockBytes.sharedLength)
  locks.set(fd, 'none', lockBytes.pending, 2) // pending and reserved lie side by side
}
