// One process at a time uses a ledger, and one `run` or `prove` a workspace. The lock is a file put in place by link(2), which names its owner by pid and start time.
// Whoever must wait leaves a ticket beside it; tickets are served in order, and they ask the owner to give the lock back soon.
import { hex } from '../base/bytes.ts'
import { Fault } from '../base/fault.ts'
import { encodeJson } from '../base/json.ts'
import { baseName, resolvePath } from '../base/path.ts'
import type { FileLocks } from '../host/file-lock.ts'
import type { Host } from '../host/host.ts'
import { isGone, type Owner, ownerNow, readOwner } from './owner.ts'
import { place } from './private-file.ts'

/** Litter of processes that were killed is cleared away when it is this old. */
const litterMs = 600_000

export class ProcessLock {
  readonly #host: Host
  readonly #path: string
  readonly #owner: Owner
  readonly #locks: FileLocks | undefined
  readonly #subject: 'ledger' | 'workspace'
  #ticket: string | undefined
  /** How many are before us; who is far back looks less often, so that a long row does not eat the processor. */
  #ahead = 1
  /** The lock's own file, held open; undefined when the lock is not held. */
  #fd: number | undefined

  constructor(host: Host, path: string, locks: FileLocks | undefined, subject: 'ledger' | 'workspace' = 'ledger') {
    this.#host = host
    this.#path = path
    this.#locks = locks
    this.#subject = subject
    this.#owner = { ...ownerNow(host), kernel: locks !== undefined }
  }

  get isHeld(): boolean {
    return this.#fd !== undefined
  }

  /** False when somebody took the file away or put another there, although the owner lives. */
  isIntact(): boolean {
    return this.isHeld && readOwner(this.#host, this.#path)?.nonce === this.#owner.nonce
  }

  /** Somebody waits for the lock. */
  isWanted(): boolean {
    return tickets(this.#host, this.#path).length > 0
  }

  /** Waits until one owner has kept the lock for the limit, then Fault `…-in-use` with its pid: a row that moves on is no
   *  reason to give up. */
  async acquire(limitMs: number): Promise<void> {
    const { clock, random } = this.#host
    let owner = ''
    let end = clock.monotonicMs() + limitMs
    try {
      while (!this.#tryInTurn()) {
        const current = readOwner(this.#host, this.#path)?.nonce ?? ''
        if (current !== owner) end = clock.monotonicMs() + limitMs
        owner = current
        if (clock.monotonicMs() > end) throw this.#inUse()
        await clock.sleep((2 + ((random(1)[0] ?? 0) % 8)) * Math.min(this.#ahead, 32))
      }
    } finally {
      if (this.#ticket !== undefined) remove(this.#host, this.#ticket)
      this.#ticket = undefined
    }
  }

  release(): void {
    if (this.#fd === undefined) return
    if (this.isIntact()) remove(this.#host, this.#path)
    this.#host.files.close(this.#fd)
    this.#fd = undefined
  }

  #tryInTurn(): boolean {
    const row = tickets(this.#host, this.#path)
    const [first] = row
    this.#ahead = Math.max(1, this.#ticket === undefined ? row.length : row.indexOf(this.#ticket))
    const isMyTurn = first === undefined || first === this.#ticket
    if (isMyTurn && this.#tryAcquire()) return true
    this.#ticket ??= this.#takeTicket()
    if (!isMyTurn) clearTicket(this.#host, first)
    return false
  }

  #tryAcquire(): boolean {
    const current = readOwner(this.#host, this.#path)
    if (current && !this.#isFree(current)) return false
    if (current) clearLock(this.#host, this.#path, current)
    this.#fd = put(this.#host, this.#path, this.#owner, (fd) => void this.#locks?.set(fd, 'write', 0, 1))
    return this.isHeld
  }

  /** The kernel knows best whether the owner lives, in whatever container, where both sides can ask it. */
  #isFree(current: Owner): boolean {
    if (!current.kernel || !this.#locks || current.pid <= 0) return isGone(this.#host, current)
    const { open, close, constants } = this.#host.files
    try {
      const fd = open(this.#path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
      try {
        return this.#locks.set(fd, 'read', 0, 1)
      } finally {
        close(fd)
      }
    } catch {
      return false
    }
  }

  /** Its name sorts by the time it was taken. */
  #takeTicket(): string {
    const place = String(Math.floor(this.#host.clock.nowMs())).padStart(14, '0')
    const path = `${this.#path}.${place}.${this.#owner.nonce}.wait`
    const fd = put(this.#host, path, this.#owner)
    if (fd !== undefined) this.#host.files.close(fd)
    return path
  }

  #inUse(): Fault {
    const owner = readOwner(this.#host, this.#path)
    const isStrange = owner !== undefined && owner.space !== this.#owner.space
    const who =
      owner && owner.pid > 0 ? `pid ${owner.pid}${isStrange ? ' of another container' : ''}` : 'another process'
    return new Fault(`${this.#subject}-in-use`, `the ${this.#subject} is in use by ${who}`, {
      help: isStrange
        ? `try again when it has finished; if that container is gone, remove ${this.#path}`
        : 'try again when it has finished; nothing was run or recorded',
    })
  }
}

const readWaitMs = 10_000

/** False where no lock can be put beside the file: nobody else can write there either. Fault `ledger-in-use`. */
export async function acquireToRead(lock: ProcessLock): Promise<boolean> {
  try {
    await lock.acquire(readWaitMs)
    return true
  } catch (error) {
    if (error instanceof Fault && error.code === 'ledger-in-use') throw error
    return false
  }
}

/** The open file when it now stands at the path; undefined when another one was there. */
function put(host: Host, path: string, owner: Owner, hold: (fd: number) => void = () => undefined): number | undefined {
  return place(host, path, encodeJson({ ...owner }), `${owner.nonce}${hex(host.random(4))}`, hold)
}

function tickets(host: Host, path: string): readonly string[] {
  return beside(host, path).filter((each) => each.endsWith('.wait'))
}

/** What lies beside the lock and belongs to it, in order of name. */
function beside(host: Host, path: string): readonly string[] {
  const [directory, name] = [resolvePath(path, '..'), baseName(path)]
  try {
    const names = host.files.list(directory).map((entry) => entry.name)
    return names
      .filter((each) => each.startsWith(`${name}.`))
      .sort()
      .map((each) => `${directory}/${each}`)
  } catch {
    return []
  }
}

function clearTicket(host: Host, path: string): void {
  const owner = readOwner(host, path)
  if (owner && isGone(host, owner)) remove(host, path)
}

/** INVARIANT: only one living process may remove the lock of a dead owner: the one whose file stands at `PATH.NONCE.heir`, NONCE
 *  being the dead owner's; when that heir dies too, its right is inherited the same way. No nonce comes twice, so once the lock is
 *  gone a late heir finds nothing of that name to remove, and a lock that a living process took meanwhile is never removed. */
function clearLock(host: Host, path: string, dead: Owner): void {
  const me = ownerNow(host)
  const rights: string[] = []
  for (let last = dead; ; ) {
    const right = `${path}.${last.nonce}.heir`
    rights.push(right)
    const fd = put(host, right, me)
    if (fd !== undefined) {
      host.files.close(fd)
      break
    }
    const heir = readOwner(host, right)
    if (!heir || !isGone(host, heir)) return
    last = heir
  }
  if (readOwner(host, path)?.nonce === dead.nonce) remove(host, path)
  for (const right of rights) remove(host, right)
  clearLitter(host, path)
}

function clearLitter(host: Host, path: string): void {
  const oldest = BigInt(Math.floor(host.clock.nowMs() - litterMs)) * 1_000_000n
  for (const each of beside(host, path).filter((name) => name.endsWith('.tmp') || name.endsWith('.heir'))) {
    try {
      if (host.files.lstat(each).mtimeNs < oldest) host.files.unlink(each)
    } catch {} // somebody else was faster
  }
}

function remove(host: Host, path: string): void {
  try {
    host.files.unlink(path)
  } catch {} // somebody else was faster
}
