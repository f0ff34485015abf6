// Opens the ledger of a workspace, or makes it: where it lies, whether it is this user's, whether it is the one that was there last.
import { hex } from '../base/bytes.ts'
import { Fault } from '../base/fault.ts'
import { resolvePath } from '../base/path.ts'
import { version } from '../base/version.ts'
import type { Host } from '../host/host.ts'
import { places } from '../host/places.ts'
import type { Database } from '../sqlite/database.ts'
import { asFault, connect, type Driver, loadDriver } from './connection.ts'
import type { EntryDraft } from './entry.ts'
import { type Keys, loadKeys } from './keys.ts'
import type { Ledger, Standing } from './ledger.ts'
import { ProcessLock } from './lock.ts'
import { appendEntries, originOf, readHead, rootAt } from './log.ts'
import { emptyEdge } from './merkle.ts'
import { verifierKey } from './note.ts'
import { signPerson } from './person.ts'
import { privateDirectory } from './private-file.ts'
import { type LedgerRecord, readRecord, writeRecord } from './record.ts'
import { createSchema, readSchema } from './schema.ts'
import { Store } from './store.ts'

export interface LedgerRequest {
  readonly workspace: { readonly path: string; readonly id: string }
  /** Instead of the place in the state directory. */
  readonly file?: string
  /** `read` makes nothing and takes no lock; it serves copies and ledgers of others. */
  readonly mode: 'read' | 'write'
  /** A person accepts a ledger that was rolled back, lost or replaced, with this reason. */
  readonly accept?: string
}

const waitMs = 10_000

export function ledgerPath(host: Host, request: Pick<LedgerRequest, 'workspace' | 'file'>): string {
  if (request.file !== undefined) return resolvePath(host.workingDirectory, request.file)
  return `${places(host).state}/${request.workspace.id}/ledger.db`
}

/** Faults: `ledger-format`, `ledger-newer`, `ledger-rolled-back`, `ledger-in-use`, `io`, `keys`, `person`. */
export async function openLedger(host: Host, request: LedgerRequest): Promise<Ledger> {
  const path = ledgerPath(host, request)
  const lock = new ProcessLock(host, `${path}.lock`)
  if (request.mode === 'read') return openForReading(host, request, path, lock)
  privateDirectory(host, resolvePath(path, '..'))
  const keys = loadKeys(host)
  const driver = await loadDriver(host)
  await lock.acquire(waitMs)
  try {
    return await openLocked(host, request, path, keys, driver, lock)
  } catch (error) {
    lock.release()
    throw asFault(path, error)
  }
}

async function openLocked(
  host: Host,
  request: LedgerRequest,
  path: string,
  keys: Keys,
  driver: Driver,
  lock: ProcessLock,
): Promise<Ledger> {
  const record = readRecord(host, path)
  const isThere = ownFile(host, path)
  const isLost = record === 'broken' || (record !== undefined && record.size > 0)
  if (!isThere && isLost && request.accept === undefined) throw missing(path)
  const planned = record !== 'broken' && record?.size === 0 ? record.ledger : undefined
  const fresh = planned ?? (isThere ? undefined : plan(host, request, path))
  const database = connect(driver, path, 'write', fresh !== undefined)
  try {
    const isEmpty = readSchema(database) === 'empty'
    if (isEmpty && fresh !== undefined) await begin({ host, request, keys, database, id: fresh, isLost })
    const standing: Standing = isEmpty ? { kind: 'own' } : standingOf(host, request, path, keys, database, record)
    const id = ledgerId(database)
    const store = new Store(
      { host, driver, path, id, workspace: request.workspace.path, key: keys.log, standing, mode: 'write', lock },
      database,
    )
    if (!isEmpty && request.accept !== undefined && standing.kind === 'own') await accept(host, request, store, record)
    return store
  } catch (error) {
    database.close()
    throw error
  }
}

/** Remembers the id of a ledger that is about to be made. The record comes first, so that a crash in between is no loss. */
function plan(host: Host, request: LedgerRequest, path: string): string {
  const ledger = hex(host.random(16))
  writeRecord(host, { ledger, path, workspace: request.workspace.path, size: 0, root: '' })
  return ledger
}

interface Beginning {
  readonly host: Host
  readonly request: LedgerRequest
  readonly keys: Keys
  readonly database: Database
  readonly id: string
  /** There was another ledger here, and a person accepts that it is gone. */
  readonly isLost: boolean
}

/** Tables and first entries, in one transaction. */
async function begin({ host, request, keys, database, id, isLost }: Beginning): Promise<void> {
  const origin = originOf(id)
  const keysOf = {
    logKey: verifierKey(origin, keys.log.publicKey),
    attestationKey: verifierKey(origin, keys.attestation.publicKey),
  }
  const drafts: EntryDraft[] = [{ kind: 'genesis', ledger: id, workspace: request.workspace.path, ...keysOf, version }]
  if (isLost) {
    const because = request.accept ?? ''
    const act = { what: 'missing', because } as const
    drafts.push({ kind: 'accept', ...act, person: await signPerson(host, act) })
  }
  const prepare = () => {
    createSchema(database)
    database.rows('INSERT INTO meta VALUES (?, ?)', 'ledger', id)
  }
  appendEntries(database, { host, head: emptyEdge, ledger: id, key: keys.log, drafts, prepare })
}

function ledgerId(database: Database): string {
  const id = database.rows("SELECT value FROM meta WHERE key = 'ledger'")[0]?.[0]
  return typeof id === 'string' ? id : ''
}

/** Decision order: remembered at all? the same one? signed by our key? not behind what we saw? */
function standingOf(
  _host: Host,
  request: LedgerRequest,
  path: string,
  keys: Keys,
  database: Database,
  record: LedgerRecord | 'broken' | undefined,
): Standing {
  const help = `keep it for a look and move it away; \`reeve ledger path\` says where the own one belongs`
  const foreign = (reason: string): Standing => ({ kind: 'foreign', reason, help })
  const id = ledgerId(database)
  if (record === undefined) return foreign('your configuration does not remember it')
  if (record === 'broken') throw rolledBack(path, 'what your configuration remembers of it cannot be read')
  if (record.ledger !== id) return foreign('your configuration remembers another ledger at this place')
  if (record.workspace !== request.workspace.path) return foreign(`it belongs to the workspace ${record.workspace}`)
  const head = readHead(database, id, keys.log)
  if (!head) return foreign('its last checkpoint is not signed by your key')
  if (request.accept !== undefined) return { kind: 'own' }
  if (head.size < record.size) throw rolledBack(path, `it has ${head.size} entries, and had ${record.size}`)
  if (record.size > 0 && hex(rootAt(database, record.size)) !== record.root)
    throw rolledBack(path, `its first ${record.size} entries are not those it had`)
  return { kind: 'own' }
}

async function accept(
  host: Host,
  request: LedgerRequest,
  store: Store,
  record: LedgerRecord | 'broken' | undefined,
): Promise<void> {
  const { size } = await store.head()
  const isBehind = record === 'broken' || (record !== undefined && size < record.size)
  if (!isBehind) return
  const because = request.accept ?? ''
  await store.append([
    {
      kind: 'accept',
      what: 'rolled-back',
      because,
      person: await signPerson(host, { ledger: store.id, what: 'rolled-back', because }),
    },
  ])
}

/** Makes nothing. Where a lock can be put beside the file it is taken, so that a living writer is waited for. */
async function openForReading(host: Host, request: LedgerRequest, path: string, lock: ProcessLock): Promise<Ledger> {
  if (!exists(host, path))
    throw new Fault('io', `there is no ledger at ${path}`, { help: 'it is made by the first command that is recorded' })
  const driver = await loadDriver(host)
  const keys = loadKeys(host)
  const isLockable = await acquired(lock)
  try {
    const database = connect(driver, path, 'read', false)
    const standing = readingStanding(host, request, path, keys, database)
    const store = {
      host,
      driver,
      path,
      id: ledgerId(database),
      workspace: request.workspace.path,
      key: keys.log,
      standing,
    }
    return new Store({ ...store, mode: 'read', lock: isLockable ? lock : undefined }, database)
  } catch (error) {
    lock.release()
    throw asFault(path, error)
  }
}

async function acquired(lock: ProcessLock): Promise<boolean> {
  try {
    await lock.acquire(waitMs)
    return true
  } catch (error) {
    if (error instanceof Fault && error.code === 'ledger-in-use') throw error
    return false // a read-only place: nobody can write there either
  }
}

/** To read a ledger that was rolled back is no danger; nothing rests on it. */
function readingStanding(host: Host, request: LedgerRequest, path: string, keys: Keys, database: Database): Standing {
  try {
    return standingOf(host, request, path, keys, database, readRecord(host, path))
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'ledger-rolled-back') throw error
    return { kind: 'foreign', reason: error.message, help: error.help ?? '' }
  }
}

/** True for a regular file of this user; a link, a device or somebody else's file is refused. */
function ownFile(host: Host, path: string): boolean {
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

function missing(path: string): Fault {
  return new Fault('ledger-rolled-back', `the ledger ${path} is missing, and your configuration remembers it`, {
    help: 'put it back from a copy, or begin anew with `reeve ledger accept --because REASON`',
  })
}

function rolledBack(path: string, reason: string): Fault {
  return new Fault('ledger-rolled-back', `the ledger ${path} was rolled back: ${reason}`, {
    help: 'put the newer one back, or accept this one with `reeve ledger accept --because REASON`',
  })
}
