// One process at a time uses a ledger. The lock is a file put in place by link(2), which names its owner by pid and start time.
// Whoever must wait leaves a ticket beside it; tickets are served in order, and they ask the owner to give the lock back soon.
import { hex } from '../base/bytes.ts'
import { Fault } from '../base/fault.ts'
import { asObject, decodeJson, encodeJson } from '../base/json.ts'
import { baseName, resolvePath } from '../base/path.ts'
import type { Host } from '../host/host.ts'
import { readSmallText } from '../host/read.ts'
import { claim } from './private-file.ts'

interface Owner {
  readonly pid: number
  /** Start time in clock ticks since boot, with the boot's id: a pid alone may come again. Empty: unknown. */
  readonly start: string
  readonly nonce: string
}

export class ProcessLock {
  readonly #host: Host
  readonly #path: string
  readonly #nonce: string
  #ticket: string | undefined
  #held = false

  constructor(host: Host, path: string) {
    this.#host = host
    this.#path = path
    this.#nonce = hex(host.random(8))
  }

  get isHeld(): boolean {
    return this.#held
  }

  /** Somebody waits for the lock. */
  isWanted(): boolean {
    return tickets(this.#host, this.#path).length > 0
  }

  /** Waits until one owner has kept the lock for the limit, then Fault `ledger-in-use` with its pid: a row that moves on is no
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
        await clock.sleep(2 + ((random(1)[0] ?? 0) % 8))
      }
    } finally {
      if (this.#ticket !== undefined) remove(this.#host, this.#ticket)
      this.#ticket = undefined
    }
  }

  release(): void {
    if (!this.#held) return
    this.#held = false
    remove(this.#host, this.#path)
  }

  #tryInTurn(): boolean {
    const first = tickets(this.#host, this.#path)[0]
    const isMyTurn = first === undefined || first === this.#ticket
    if (isMyTurn && this.#tryAcquire()) return true
    this.#ticket ??= this.#takeTicket()
    if (!isMyTurn) clearTicket(this.#host, first)
    return false
  }

  #tryAcquire(): boolean {
    const current = readOwner(this.#host, this.#path)
    if (current && isGone(this.#host, current)) clearLock(this.#host, this.#path, current)
    else if (current) return false
    claim(this.#host, this.#path, this.#owner(), `${this.#nonce}${hex(this.#host.random(4))}`)
    this.#held = readOwner(this.#host, this.#path)?.nonce === this.#nonce
    return this.#held
  }

  /** Its name sorts by the time it was taken; who cannot leave one waits without a place in the row. */
  #takeTicket(): string | undefined {
    const place = String(Math.floor(this.#host.clock.nowMs())).padStart(14, '0')
    const path = `${this.#path}.${place}.${this.#nonce}.wait`
    claim(this.#host, path, this.#owner(), this.#nonce)
    return path
  }

  #owner(): string {
    const { pid } = this.#host.runtime
    return encodeJson({ pid, start: startOf(this.#host, pid), nonce: this.#nonce })
  }

  #inUse(): Fault {
    const owner = readOwner(this.#host, this.#path)
    const who = owner && owner.pid > 0 ? `pid ${owner.pid}` : 'another process'
    return new Fault('ledger-in-use', `the ledger is in use by ${who}`, {
      help: 'try again when it has finished; nothing was run or recorded',
    })
  }
}

function tickets(host: Host, path: string): readonly string[] {
  const [directory, name] = [resolvePath(path, '..'), baseName(path)]
  try {
    const names = host.files.list(directory).map((entry) => entry.name)
    return names
      .filter((each) => each.startsWith(`${name}.`) && each.endsWith('.wait'))
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

/** INVARIANT: a dead owner's lock is removed by one process at a time, which has looked again that it is still that one; so a lock
 *  that was taken meanwhile by a living process is never removed. */
function clearLock(host: Host, path: string, dead: Owner): void {
  const guard = `${path}.clear`
  const nonce = hex(host.random(8))
  claim(host, guard, encodeJson({ pid: host.runtime.pid, start: startOf(host, host.runtime.pid), nonce }), nonce)
  const holder = readOwner(host, guard)
  if (holder?.nonce !== nonce) {
    if (holder && isGone(host, holder)) remove(host, guard)
    return
  }
  if (readOwner(host, path)?.nonce === dead.nonce) remove(host, path)
  remove(host, guard)
}

/** A file that names nobody counts as one whose owner is gone. */
function readOwner(host: Host, path: string): Owner | undefined {
  const text = readSmallText(host.files, path, 4096)
  if (text === undefined) return undefined
  const decoded = decodeJson(text)
  const owner = decoded.ok ? asObject(decoded.value) : undefined
  if (typeof owner?.pid !== 'number' || typeof owner.nonce !== 'string') return { pid: 0, start: '', nonce: text }
  return { pid: owner.pid, start: String(owner.start ?? ''), nonce: owner.nonce }
}

function isGone(host: Host, owner: Owner): boolean {
  if (owner.pid <= 0) return true
  const start = startOf(host, owner.pid)
  if (start === '') return !host.processes.signal(owner.pid, 0)
  return owner.start !== '' && start !== owner.start
}

/** Field 22 of /proc/PID/stat with the boot's id; empty where the system does not show it. */
function startOf(host: Host, pid: number): string {
  const stat = readSmallText(host.files, `/proc/${pid}/stat`, 4096)
  const ticks = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  const boot = readSmallText(host.files, '/proc/sys/kernel/random/boot_id', 100)?.trim()
  return ticks === undefined || boot === undefined ? '' : `${boot}:${ticks}`
}

function remove(host: Host, path: string): void {
  try {
    host.files.unlink(path)
  } catch {} // somebody else was faster
}
