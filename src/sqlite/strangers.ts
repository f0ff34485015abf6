// Where the runtime cannot take SQLite's own locks, a stranger's `sqlite3` would see none: it would read the log, tidy it into the
// database, remove it at its end, and take along what was acknowledged meanwhile (seen in trials). To use a log it must first open
// `DATABASE-shm` for writing, so a link to a directory stands there while ours is open: the stranger says "unable to open".
import type { Files } from '../host/host.ts'

/** A stranger has the database open at this moment. */
export class Occupied extends Error {}

/** A file that SQLite holds open lost its name, or another file took it: what is written there is nobody's any more. */
export class Unlinked extends Error {
  constructor(path: string) {
    super(`${path} was removed or replaced while it was in use`)
  }
}

/** Before a log is opened for writing. Throws Occupied. */
export function keepOut(files: Files, database: string): void {
  const path = `${database}-shm`
  try {
    files.symlink('.', path)
  } catch (error) {
    if (!isLink(files, path)) throw isThere(error) ? new Occupied(`another program uses ${path}`) : error
  }
}

/** After the log was removed. What a killed process of ours left there is taken away too, whatever the runtime. */
export function letIn(files: Files, database: string): void {
  const path = `${database}-shm`
  if (isLink(files, path)) files.unlink(path)
}

function isLink(files: Files, path: string): boolean {
  try {
    return files.lstat(path).kind === 'symlink'
  } catch {
    return false
  }
}

function isThere(error: unknown): boolean {
  return (error as { readonly code?: string }).code === 'EEXIST'
}
