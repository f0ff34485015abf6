// A connection to the ledger's file in the one mode that lost nothing when power was cut: exclusive locking, then WAL, then full
// synchronisation, each checked by what the pragma answers. At rest the file is one ordinary database.
import { Fault } from '../base/fault.ts'
import { type FileLocks, loadFileLocks } from '../host/file-lock.ts'
import type { Host } from '../host/host.ts'
import { codes } from '../sqlite/codes.ts'
import { Database, SqlError } from '../sqlite/database.ts'
import { type Engine, loadEngine } from '../sqlite/engine.ts'
import { Occupied, Unlinked } from '../sqlite/strangers.ts'
import { registerVfs, type Vfs } from '../sqlite/vfs.ts'
import { readSchema } from './schema.ts'

/** SQLite with our file system under it. */
export interface Driver {
  readonly engine: Engine
  readonly vfs: Vfs
  readonly locks: FileLocks | undefined
}

export async function loadDriver(host: Host): Promise<Driver> {
  const locks = await loadFileLocks(host.runtime)
  const engine = loadEngine(host.clock)
  const vfs = registerVfs(engine, { files: host.files, locks, random: host.random, nowMs: host.clock.nowMs })
  return { engine, vfs, locks }
}

/** Opens the file and changes nothing in it. Faults: `ledger-format`, `ledger-newer`, `io`. `create` allows an empty file. */
export function connect(driver: Driver, path: string, mode: 'read' | 'write', create: boolean): Database {
  return explained(path, () => {
    const database = new Database(driver.engine, driver.vfs, path, mode)
    try {
      set(database, 'locking_mode', 'EXCLUSIVE', 'exclusive')
      database.execute(
        'PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA page_size=4096; PRAGMA temp_store=MEMORY',
      )
      check(database, 'trusted_schema', 0)
      const schema = readSchema(database)
      if (schema === 'newer')
        throw new Fault('ledger-newer', `the ledger ${path} was written by a newer version of Reeve`, {
          help: 'use that version, or a newer one',
        })
      if (schema === 'other' || (schema === 'empty' && !create))
        throw formatFault(path, schema === 'empty' ? 'it is empty' : 'its tables are not those of a ledger')
      return database
    } catch (error) {
      database.close()
      throw error
    }
  })
}

/** The mode in which entries are added. */
export function startWriting(database: Database): void {
  set(database, 'journal_mode', 'WAL', 'wal')
  database.execute('PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=1000')
  check(database, 'synchronous', 2)
  check(database, 'page_size', 4096)
}

/** Leaves WAL, so that at rest the ledger is one file that any SQLite opens. */
export function disconnect(database: Database, isWriting: boolean): void {
  try {
    if (isWriting) set(database, 'journal_mode', 'DELETE', 'delete')
  } finally {
    database.close()
  }
}

/** Runs and turns SQLite's errors into faults that say what to do. */
export function explained<Result>(path: string, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    throw asFault(path, error)
  }
}

/** An error of SQLite as a fault; any other one as it is. */
export function asFault(path: string, error: unknown): unknown {
  return error instanceof SqlError ? faultOf(path, error) : error
}

function faultOf(path: string, error: SqlError): Fault {
  const code = error.code & 0xff
  if (error.cause instanceof Unlinked) return changedFault(path, error.cause.message)
  const cause = (error.cause as { readonly code?: string } | undefined)?.code
  if (code === codes.notADatabase || code === codes.corrupt) return formatFault(path, error.message)
  if (code === codes.busy || error.cause instanceof Occupied)
    return new Fault('ledger-in-use', `the ledger ${path} is in use by another program`, {
      help: 'close what has it open (`sqlite3`?) and try again',
      cause: error,
    })
  if (code === codes.full)
    return new Fault('io', `the disk is full: nothing was added to the ledger ${path}`, {
      help: 'make room and run the command again; nothing was lost',
      cause: error,
    })
  const help = cause === 'ELOOP' ? 'a ledger is never a link' : 'is the directory there, and may you write to it?'
  return new Fault('io', `the ledger ${path} cannot be used: ${cause ?? error.message}`, { help, cause: error })
}

function formatFault(path: string, reason: string): Fault {
  return new Fault('ledger-format', `${path} is no ledger, or a damaged one: ${reason}`, {
    help: 'move it away and keep it for a look; a new ledger then needs `reeve ledger accept`',
  })
}

/** The file is a ledger, and not what it was. */
export function changedFault(path: string, reason: string): Fault {
  return new Fault('ledger-format', `the ledger ${path} was changed: ${reason}`, {
    help: 'nothing rests on it any more; keep the file as it is for a look',
  })
}

function set(database: Database, name: string, value: string, wanted: string): void {
  const answer = database.rows(`PRAGMA ${name}=${value}`)[0]?.[0]
  if (answer !== wanted) throw unsafe(`${name}=${value}`, answer)
}

function check(database: Database, name: string, wanted: number): void {
  const answer = database.rows(`PRAGMA ${name}`)[0]?.[0]
  if (answer !== wanted) throw unsafe(name, answer)
}

function unsafe(pragma: string, answer: unknown): Fault {
  return new Fault('io', `\`PRAGMA ${pragma}\` answered \`${String(answer)}\``, {
    help: 'this file system cannot keep a ledger safely',
  })
}
