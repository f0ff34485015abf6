// An open ledger of this process: takes the process lock for each use, keeps it a moment so that a burst of entries costs one
// opening, and gives it back as soon as somebody waits. Never holds it while a command runs for long.
import { assert } from '../base/assert.ts'
import { hex } from '../base/bytes.ts'
import type { Digest } from '../base/digest.ts'
import { Fault } from '../base/fault.ts'
import type { Host } from '../host/host.ts'
import type { Database } from '../sqlite/database.ts'
import { readBlob } from './blob.ts'
import { changedFault, connect, type Driver, disconnect, explained, startWriting } from './connection.ts'
import type { Entry, EntryDraft } from './entry.ts'
import type { KeyPair } from './keys.ts'
import type { Head, Ledger, Standing } from './ledger.ts'
import type { ProcessLock } from './lock.ts'
import { appendEntries, type Proven, readEntries, readHead, readUnproven } from './log.ts'
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
  /** Absent: a ledger that is not this user's, or one that nothing rests on. */
  readonly key: KeyPair | undefined
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
  /** Nobody else wrote since the last proof: the lock was not given back. */
  #isCurrent = false
  #cancelLease: (() => void) | undefined
  #queue: Promise<unknown> = Promise.resolve()
  #closed = false
  #turnStartedMs: number
  /** What went wrong when the lock was given back while nobody was waiting for an answer. */
  #late: unknown

  constructor(options: StoreOptions, database: Database, proven: Proven | undefined) {
    this.path = options.path
    this.id = options.id
    this.standing = options.standing
    this.#options = options
    this.#lock = options.lock
    this.#database = database
    this.#turnStartedMs = options.host.clock.monotonicMs()
    if (!proven) return
    this.#edge = proven.edge
    this.#entries = [...proven.entries]
    this.#note = proven.note
    this.#isCurrent = true
  }

  append(drafts: readonly EntryDraft[]): Promise<readonly Entry[]> {
    return this.#use((database) => {
      const { host, path, key, mode } = this.#options
      if (mode === 'read' || !key)
        throw new Fault('ledger-foreign', `nothing is added to the ledger ${path}`, {
          help: 'it is not this user’s, or was opened for reading',
        })
      if (drafts.length === 0) return []
      if (this.#lock?.isIntact() !== true) throw changedFault(path, 'its lock was removed while it was in use')
      const { head, entries } = appendEntries(database, { host, head: this.#edge, ledger: this.id, key, drafts })
      this.#edge = head.edge
      this.#note = head.note
      this.#entries.push(...entries)
      return entries
    })
  }

  entries(first = 0): Promise<readonly Entry[]> {
    return this.#use(() => this.#entries.slice(first))
  }

  blob(commitment: Digest): Promise<Uint8Array | undefined> {
    return this.#use((database) => readBlob(database, this.path, commitment))
  }

  head(): Promise<Head> {
    return this.#use(() => ({
      size: this.#edge.size,
      root: hex(edgeRoot(this.#edge)) as Digest,
      checkpoint: this.#note,
    }))
  }

  /** Everything that was acknowledged is durable already; a fault here means that the file could not be tidied up. */
  async close(): Promise<void> {
    await this.#queue.catch(() => undefined)
    if (this.#closed) return
    this.#closed = true
    this.#giveBack()
    if (this.#late !== undefined) throw this.#late
  }

  /** One use after the other, each with the lock, a current connection and everything that is stored proven and read. */
  #use<Result>(run: (database: Database) => Result): Promise<Result> {
    const result = this.#queue.catch(() => undefined).then(() => this.#locked(run))
    this.#queue = result
    return result
  }

  async #locked<Result>(run: (database: Database) => Result): Promise<Result> {
    const { host, path } = this.#options
    if (this.#closed) throw new Fault('run', `the ledger ${path} is closed`)
    this.#cancelLease?.()
    if (this.#lock && !this.#lock.isHeld) {
      await this.#lock.acquire(waitMs)
      this.#turnStartedMs = host.clock.monotonicMs()
    }
    try {
      const result = explained(path, () => {
        const database = this.#database ?? this.#connect()
        this.#catchUp(database)
        return run(database)
      })
      this.#keepOrGiveBack()
      return result
    } catch (error) {
      this.#abandon()
      throw error
    }
  }

  /** Whatever went wrong, nothing half done may be tidied into the file: the next use begins with what is durable. */
  #abandon(): void {
    const { driver, path } = this.#options
    driver.vfs.stop(path)
    try {
      this.#database?.close()
    } catch {} // what it wanted to write was stopped
    this.#database = undefined
    this.#isCurrent = false
    this.#lock?.release()
  }

  /** Noted before anything can go wrong: a connection that nobody closes would keep its locks. */
  #connect(): Database {
    const { driver, path, mode } = this.#options
    const database = connect(driver, path, mode, false)
    this.#database = database
    if (mode === 'write') startWriting(database)
    return database
  }

  /** Reads what others added since, and proves it and all before against the signed checkpoint. */
  #catchUp(database: Database): void {
    const { path, key } = this.#options
    if (this.#isCurrent) return
    if (!key) {
      if (this.#entries.length === 0) this.#entries = [...readUnproven(database)]
      return
    }
    const head = readHead(database, this.id, key)
    if (!head || head.size < this.#edge.size)
      throw changedFault(path, 'its last checkpoint is not signed by your key, or is older than one seen before')
    if (head.size === this.#edge.size && !sameHash(head.root, edgeRoot(this.#edge)))
      throw changedFault(path, 'its root is another than a moment ago')
    const { edge, entries, note } = readEntries(database, path, this.#edge, head)
    this.#edge = edge
    this.#entries.push(...entries)
    this.#note = note
    this.#isCurrent = true
  }

  #keepOrGiveBack(): void {
    const { clock } = this.#options.host
    const isWanted = this.#lock?.isWanted() === true
    if (isWanted && clock.monotonicMs() - this.#turnStartedMs > longestTurnMs) this.#giveBackQuietly()
    else this.#cancelLease = clock.after(isWanted ? wantedLeaseMs : leaseMs, () => this.#giveBackQuietly())
  }

  /** Nobody waits for an answer: what is acknowledged is durable, so this is told at closing, unless a later try goes well. */
  #giveBackQuietly(): void {
    try {
      this.#giveBack()
    } catch (error) {
      this.#late = error
    }
  }

  #giveBack(): void {
    this.#cancelLease?.()
    const { path, mode } = this.#options
    const [database, isCurrent] = [this.#database, this.#isCurrent]
    this.#database = undefined
    this.#isCurrent = false
    try {
      if (!database) return
      explained(path, () => disconnect(database, mode === 'write'))
      if (isCurrent && mode === 'write') this.#remember()
      this.#late = undefined
    } finally {
      this.#lock?.release()
    }
  }

  #remember(): void {
    const { host, path, id, workspace, standing } = this.#options
    assert(standing.kind === 'own', 'only an own ledger is remembered')
    writeRecord(host, { ledger: id, path, workspace, size: this.#edge.size, root: hex(edgeRoot(this.#edge)) })
  }
}
