// A connection to the ledger's file in the one mode that lost nothing when power was cut: exclusive locking, then WAL, then full
// synchronisation, each checked by what the pragma answers. At rest the file is one ordinary database.
import { Fault } from '../base/fault.ts'
import { type FileLocks, loadFileLocks } from '../host/file-lock.ts'
import type { Host } from '../host/host.ts'
import { codes } from '../sqlite/codes.ts'
import { Database, SqlError } from '../sqlite/database.ts'
import { type Engine, loadEngine } from '../sqlite/engine.ts'
import { registerVfs, type Vfs } from '../sqlite/vfs.ts'
import { readSchema } from './schema.ts'

/** The engine of this process, loaded once. */
export interface Driver {
  readonly engine: Engine
  readonly vfs: Vfs
}

export async function loadDriver(host: Host): Promise<Driver> {
  const locks: FileLocks | undefined = await loadFileLocks(host.runtime)
  const engine = loadEngine(host.clock)
  return {
    engine,
    vfs: registerVfs(engine, { files: host.files, locks, random: host.random, nowMs: host.clock.nowMs }),
  }
}

/** Faults: `ledger-format`, `ledger-newer`, `io`. `create` allows an empty file. */
export function connect(driver: Driver, path: string, mode: 'read' | 'write', create: boolean): Database {
  return explained(path, () => {
    const database = new Database(driver.engine, driver.vfs, path, mode)
    try {
      set(database, 'PRAGMA locking_mode=EXCLUSIVE', 'exclusive')
      database.execute(
        'PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA page_size=4096; PRAGMA temp_store=MEMORY',
      )
      const schema = readSchema(database)
      if (schema === 'newer')
        throw new Fault('ledger-newer', `the ledger ${path} was written by a newer version of Reeve`, {
          help: 'use that version, or a newer one',
        })
      if (schema === 'other' || (schema === 'empty' && !create))
        throw formatFault(path, 'its tables are not those of a ledger')
      if (mode === 'write') {
        set(database, 'PRAGMA journal_mode=WAL', 'wal')
        database.execute('PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=1000')
      }
      return database
    } catch (error) {
      database.close()
      throw error
    }
  })
}

/** Leaves WAL, so that at rest the ledger is one file that any SQLite opens. */
export function disconnect(database: Database, mode: 'read' | 'write'): void {
  try {
    if (mode === 'write') database.execute('PRAGMA journal_mode=DELETE')
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
  const cause = (error.cause as { readonly code?: string } | undefined)?.code
  if (code === codes.notADatabase || code === codes.corrupt) return formatFault(path, error.message)
  if (code === codes.busy)
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

function set(database: Database, pragma: string, wanted: string): void {
  const answer = database.rows(pragma)[0]?.[0]
  if (answer !== wanted)
    throw new Fault('io', `\`${pragma}\` answered \`${String(answer)}\``, {
      help: 'this file system cannot keep a ledger safely',
    })
}
