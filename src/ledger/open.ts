// Opens the ledger of a workspace, or makes it: where it lies, whether it is this user's, whether it is the one that was there last.
import { Fault } from '../base/fault.ts'
import { resolvePath } from '../base/path.ts'
import type { Host } from '../host/host.ts'
import { places } from '../host/places.ts'
import type { Database } from '../sqlite/database.ts'
import { accepted, begin } from './begin.ts'
import { asFault, connect, type Driver, explained, loadDriver, startWriting } from './connection.ts'
import { existingLogKey, type Keys, loadKeys } from './keys.ts'
import type { Ledger, Standing } from './ledger.ts'
import { acquireToRead, ProcessLock } from './lock.ts'
import { refuseGuarded } from './person.ts'
import { privateDirectory } from './private-file.ts'
import { type LedgerRecord, readRecord } from './record.ts'
import { readSchema } from './schema.ts'
import { type Examined, examine } from './standing.ts'
import { Store, type StoreOptions } from './store.ts'

export interface LedgerRequest {
  readonly workspace: { readonly path: string; readonly id: string }
  /** Instead of the place in the state directory. */
  readonly file?: string
  /** `read` makes nothing and changes nothing; it serves copies and ledgers of others too. */
  readonly mode: 'read' | 'write'
  /** A person accepts a ledger that was rolled back or lost, with this reason; only with `write`. */
  readonly accept?: string
}

const waitMs = 10_000

export function ledgerPath(host: Host, request: Pick<LedgerRequest, 'workspace' | 'file'>): string {
  if (request.file !== undefined) return resolvePath(host.workingDirectory, request.file)
  return `${places(host).state}/${request.workspace.id}/ledger.db`
}

/** A foreign ledger opens too, for reading whatever the mode. Faults: `ledger-format`, `ledger-newer`, `ledger-rolled-back`,
 *  `ledger-in-use`, `io`, `keys`, `person`; `usage` when there is nothing to accept. */
export async function openLedger(host: Host, request: LedgerRequest): Promise<Ledger> {
  const path = ledgerPath(host, request)
  if (request.mode === 'read') return await openForReading(host, request, path)
  if (request.accept !== undefined) refuseGuarded(host)
  privateDirectory(host, resolvePath(path, '..'))
  const keys = loadKeys(host)
  const driver = await loadDriver(host)
  const lock = new ProcessLock(host, `${path}.lock`, driver.locks)
  await lock.acquire(waitMs)
  try {
    return await openForWriting({ host, request, path, keys, driver, lock })
  } catch (error) {
    lock.release()
    throw asFault(path, error)
  }
}

interface Opening {
  readonly host: Host
  readonly request: LedgerRequest
  readonly path: string
  readonly keys: Keys
  readonly driver: Driver
  readonly lock: ProcessLock
}

async function openForWriting(opening: Opening): Promise<Ledger> {
  const { host, request, path, driver } = opening
  const record = readRecord(host, path)
  if (!isOwnFile(host, path) && isLoss(record) && request.accept === undefined) throw missing(path)
  const database = connect(driver, path, 'write', true)
  try {
    return await openConnected(opening, database, record)
  } catch (error) {
    driver.vfs.stop(path)
    closeQuietly(database)
    throw error
  }
}

async function openConnected(
  opening: Opening,
  database: Database,
  record: LedgerRecord | 'broken' | undefined,
): Promise<Ledger> {
  const { host, request, path, keys, driver, lock } = opening
  const workspace = request.workspace.path
  const question = { path, workspace, key: keys.log }
  const isEmpty = readSchema(database) === 'empty'
  if (isEmpty) {
    if (isLoss(record) && request.accept === undefined) throw missing(path)
    if (!isLoss(record) && request.accept !== undefined) throw nothingToAccept(path)
    const because = isLoss(record) ? request.accept : undefined
    await begin(database, { host, path, workspace, keys, ...(because === undefined ? {} : { because }) })
  }
  const examined = examine(database, { ...question, record: isEmpty ? readRecord(host, path) : record })
  if (examined.kind === 'foreign') return foreignStore(opening, database, examined.reason)
  if (examined.kind === 'rolled-back' && request.accept === undefined) throw rolledBack(path, examined.reason)
  if (examined.kind === 'own' && !isEmpty && request.accept !== undefined) throw nothingToAccept(path)
  if (!isEmpty) startWriting(database)
  const { id, proven } = examined
  const options = {
    host,
    driver,
    path,
    id,
    workspace,
    key: keys.log,
    mode: 'write',
    lock,
    standing: { kind: 'own' },
  } as const
  if (examined.kind === 'own') return new Store(options, database, proven)
  const draft = await accepted(host, id, 'rolled-back', request.accept ?? '')
  const store = new Store(options, database, proven)
  await store.append([draft])
  return store
}

/** Nothing in it is changed: SQLite would tidy up a log that it finds, so what it wants to write is stopped. */
function foreignStore({ host, request, path, driver, lock }: Opening, database: Database, reason: string): Ledger {
  driver.vfs.stop(path)
  closeQuietly(database)
  const standing = foreign(reason)
  const options = { host, driver, path, id: '', workspace: request.workspace.path, key: undefined, standing } as const
  return new Store({ ...options, mode: 'read', lock }, connect(driver, path, 'read', false), undefined)
}

/** Where a lock can be put beside the file it is taken, so that a living writer is waited for. */
async function openForReading(host: Host, request: LedgerRequest, path: string): Promise<Ledger> {
  const record = presentRecord(host, path)
  const driver = await loadDriver(host)
  const key = existingLogKey(host)
  const lock = new ProcessLock(host, `${path}.lock`, driver.locks)
  const isLockable = await acquireToRead(lock)
  const workspace = request.workspace.path
  try {
    const database = connect(driver, path, 'read', false)
    try {
      const examined = explained(path, () => examine(database, { path, workspace, key, record }))
      const options: StoreOptions = {
        ...{ host, driver, path, id: examined.id, workspace, mode: 'read' },
        ...{ standing: readingStanding(examined), lock: isLockable ? lock : undefined },
        key: examined.kind === 'own' ? key : undefined,
      }
      return new Store(options, database, examined.kind === 'own' ? examined.proven : undefined)
    } catch (error) {
      database.close()
      throw error
    }
  } catch (error) {
    lock.release()
    throw asFault(path, error)
  }
}

/** What is remembered of a ledger that is there. Faults: `ledger-rolled-back` when it is missing, `io` when there never was one. */
export function presentRecord(host: Host, path: string): LedgerRecord | 'broken' | undefined {
  const record = readRecord(host, path)
  if (exists(host, path)) return record
  throw isLoss(record) ? missing(path) : absent(path)
}

/** To read a ledger that was rolled back is no danger; nothing rests on it. */
function readingStanding(examined: Examined): Standing {
  if (examined.kind === 'own') return { kind: 'own' }
  if (examined.kind === 'foreign') return foreign(examined.reason)
  return { kind: 'foreign', reason: `it was rolled back: ${examined.reason}`, help: acceptHelp }
}

function foreign(reason: string): Standing {
  return {
    kind: 'foreign',
    reason,
    help: 'keep it for a look and move it away; `reeve ledger path` says where the own one belongs',
  }
}

function closeQuietly(database: Database): void {
  try {
    database.close()
  } catch {} // what it wanted to write was stopped
}

/** Something was here, and a person has not yet said in a ledger that it may be gone. */
function isLoss(record: LedgerRecord | 'broken' | undefined): boolean {
  return record === 'broken' || (record !== undefined && (record.size > 0 || record.lost === true))
}

/** True for a regular file of this user; a link, a device or somebody else's file is refused. */
function isOwnFile(host: Host, path: string): boolean {
  if (!exists(host, path)) return false
  const stat = host.files.lstat(path)
  if (stat.kind !== 'file')
    throw new Fault('ledger-format', `${path} is no regular file`, {
      help: 'a ledger is never a link or a device; move it away',
    })
  if (stat.userId !== host.runtime.userId)
    throw new Fault('ledger-foreign', `the ledger ${path} belongs to another user`, {
      help: 'move it away, or name another one with `--ledger FILE`',
    })
  return true
}

function exists(host: Host, path: string): boolean {
  try {
    host.files.lstat(path)
    return true
  } catch {
    return false
  }
}

const acceptHelp = 'put the newer one back, or accept this one with `reeve ledger accept --because REASON`'

function absent(path: string): Fault {
  return new Fault('io', `there is no ledger at ${path}`, { help: 'it is made by the first command that is recorded' })
}

function missing(path: string): Fault {
  return new Fault('ledger-rolled-back', `the ledger ${path} is missing, and your configuration remembers it`, {
    help: 'put it back from a copy, or begin anew with `reeve ledger accept --because REASON`',
  })
}

function rolledBack(path: string, reason: string): Fault {
  return new Fault('ledger-rolled-back', `the ledger ${path} was rolled back: ${reason}`, { help: acceptHelp })
}

function nothingToAccept(path: string): Fault {
  return new Fault('usage', `there is nothing to accept: ${path} is neither lost nor rolled back`)
}
