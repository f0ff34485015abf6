// An open ledger of this process: takes the process lock for each use, keeps it a moment so that a burst of entries costs one
// opening, and gives it back as soon as somebody waits. Never holds it while a command runs for long.
import { hex } from '../base/bytes.ts'
import type { Digest } from '../base/digest.ts'
import { Fault } from '../base/fault.ts'
import type { Host } from '../host/host.ts'
import type { Database } from '../sqlite/database.ts'
import { decodeBody } from './body.ts'
import { connect, type Driver, disconnect, explained } from './connection.ts'
import type { Entry, EntryDraft } from './entry.ts'
import type { KeyPair } from './keys.ts'
import type { Head, Ledger, Standing } from './ledger.ts'
import type { ProcessLock } from './lock.ts'
import { appendEntries, changed, readEntries, readHead } from './log.ts'
import { type Edge, edgeRoot, emptyEdge, sameHash } from './merkle.ts'
import { writeRecord } from './record.ts'

const waitMs = 10_000
/** Idle time after which the lock is given back, alone and when somebody waits. */
const leaseMs = 25
const wantedLeaseMs = 4
/** Busy or not, a lock that somebody waits for is not held longer; a whole short command fits in. */
const longestTurnMs = 150

export interface StoreOptions {
  readonly host: Host
  readonly driver: Driver
  readonly path: string
  readonly id: string
  readonly workspace: string
  readonly key: KeyPair
  readonly standing: Standing
  readonly mode: 'read' | 'write'
  /** Absent: a place where nobody can write. */
  readonly lock: ProcessLock | undefined
}

/** The lock may be held already; it is given back after a moment. */
export class Store implements Ledger {
  readonly path: string
  readonly id: string
  readonly standing: Standing
  readonly #options: StoreOptions
  readonly #lock: ProcessLock | undefined
  #database: Database | undefined
  /** Proven so far, with the entries behind it. */
  #edge: Edge = emptyEdge
  #entries: Entry[] = []
  #note = ''
  #cancelLease: (() => void) | undefined
  #queue: Promise<unknown> = Promise.resolve()
  #closed = false
  #turnStartedMs: number

  constructor(options: StoreOptions, database: Database) {
    this.path = options.path
    this.id = options.id
    this.standing = options.standing
    this.#options = options
    this.#lock = options.lock
    this.#database = database
    this.#turnStartedMs = options.host.clock.monotonicMs()
  }

  append(drafts: readonly EntryDraft[]): Promise<readonly Entry[]> {
    return this.#use((database) => {
      const { host, path, key, standing, mode } = this.#options
      if (mode === 'read' || standing.kind === 'foreign')
        throw new Fault('ledger-foreign', `nothing is added to the ledger ${path}`, {
          help: 'it is not this user’s, or was opened for reading',
        })
      if (drafts.length === 0) return []
      const { head, entries } = appendEntries(database, {
        host,
        head: this.#edge,
        ledger: this.id,
        key,
        drafts,
      })
      this.#edge = head.edge
      this.#note = head.note
      this.#entries.push(...entries)
      this.#checkLinked()
      return entries
    })
  }

  entries(first = 0): Promise<readonly Entry[]> {
    return this.#use(() => this.#entries.slice(first))
  }

  blob(commitment: Digest): Promise<Uint8Array | undefined> {
    return this.#use((database) => {
      const data = database.rows('SELECT data FROM blob WHERE commitment = ?', commitment)[0]?.[0]
      return data instanceof Uint8Array ? data : undefined
    })
  }

  head(): Promise<Head> {
    return this.#use(() => ({
      size: this.#edge.size,
      root: hex(edgeRoot(this.#edge)) as Digest,
      checkpoint: this.#note,
    }))
  }

  async close(): Promise<void> {
    await this.#queue.catch(() => undefined)
    this.#closed = true
    this.#giveBack()
  }

  /** One use after the other, each with the lock, a current connection and everything that is stored proven and read. */
  #use<Result>(run: (database: Database) => Result): Promise<Result> {
    const result = this.#queue.catch(() => undefined).then(() => this.#locked(run))
    this.#queue = result
    return result
  }

  async #locked<Result>(run: (database: Database) => Result): Promise<Result> {
    if (this.#closed) throw new Fault('run', `the ledger ${this.path} is closed`)
    this.#cancelLease?.()
    const { host, path, driver, mode } = this.#options
    if (this.#lock && !this.#lock.isHeld) {
      await this.#lock.acquire(waitMs)
      this.#turnStartedMs = host.clock.monotonicMs()
    }
    try {
      this.#database ??= connect(driver, path, mode, false)
      const database = this.#database
      return explained(path, () => {
        this.#catchUp(database)
        return run(database)
      })
    } catch (error) {
      this.#giveBack()
      throw error
    } finally {
      this.#keepOrGiveBack()
    }
  }

  /** Reads what others added since, and proves it and all before against the signed checkpoint. */
  #catchUp(database: Database): void {
    const { path, key, standing } = this.#options
    if (standing.kind === 'foreign') {
      this.#entries = this.#entries.length > 0 ? this.#entries : readForeign(database)
      return
    }
    const head = readHead(database, this.id, key)
    if (!head || head.size < this.#edge.size)
      throw changed(path, 'its last checkpoint is not signed by your key, or is older than one seen before')
    if (head.size === this.#edge.size && this.#note !== '') {
      if (!sameHash(head.root, edgeRoot(this.#edge))) throw changed(path, 'its root is another than a moment ago')
      return
    }
    const { edge, entries } = readEntries(database, path, this.#edge, head)
    this.#edge = edge
    this.#entries.push(...entries)
    this.#note = head.note
  }

  /** INVARIANT: an acknowledged entry lies in a file that has its name. A stranger that unlinked the log would take it along. */
  #checkLinked(): void {
    const { path, driver } = this.#options
    if (driver.vfs.isLinked(path) && driver.vfs.isLinked(`${path}-wal`)) return
    throw changed(path, 'its write-ahead log was removed while it was in use')
  }

  #keepOrGiveBack(): void {
    if (!this.#database) return
    const { clock } = this.#options.host
    const isWanted = this.#lock?.isWanted() === true
    if (isWanted && clock.monotonicMs() - this.#turnStartedMs > longestTurnMs) this.#giveBack()
    else this.#cancelLease = clock.after(isWanted ? wantedLeaseMs : leaseMs, () => this.#giveBack())
  }

  #giveBack(): void {
    this.#cancelLease?.()
    const { host, path, id, workspace, standing, mode } = this.#options
    const database = this.#database
    this.#database = undefined
    try {
      if (database) explained(path, () => disconnect(database, mode))
      if (database && mode === 'write' && standing.kind === 'own' && this.#edge.size > 0) {
        writeRecord(host, { ledger: id, path, workspace, size: this.#edge.size, root: hex(edgeRoot(this.#edge)) })
      }
    } finally {
      this.#lock?.release()
    }
  }
}

/** Of a ledger that is not ours: what can be read, unproven. */
function readForeign(database: Database): Entry[] {
  const entries: Entry[] = []
  database.each('SELECT seq, body FROM entry ORDER BY seq', [], ([seq, body]) => {
    const entry = body instanceof Uint8Array && typeof seq === 'number' ? decodeBody(body, seq) : undefined
    if (entry) entries.push(entry)
  })
  return entries
}
