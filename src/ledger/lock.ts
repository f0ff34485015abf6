// One process at a time uses a ledger. The lock is a file put in place by link(2), which names its owner by pid and start time; an
// owner that is gone is cleared away. Beside it a "wanted" file asks the owner to give the lock back soon.
import { hex } from '../base/bytes.ts'
import { Fault } from '../base/fault.ts'
import { asObject, decodeJson, encodeJson } from '../base/json.ts'
import type { Host } from '../host/host.ts'
import { readSmallText } from '../host/read.ts'
import { writeOnce } from './private-file.ts'

interface Owner {
  readonly pid: number
  /** Start time of the process in clock ticks since boot, with the boot's id: a pid alone may come again. Empty: unknown. */
  readonly start: string
  readonly nonce: string
}

export class ProcessLock {
  readonly #host: Host
  readonly #path: string
  readonly #nonce: string
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
    return exists(this.#host, `${this.#path}.want`)
  }

  /** Waits up to the limit, then Fault `ledger-in-use` with the owner's pid. */
  async acquire(limitMs: number): Promise<void> {
    const { clock, random } = this.#host
    const end = clock.monotonicMs() + limitMs
    for (;;) {
      if (this.#tryAcquire()) return
      this.#want()
      if (clock.monotonicMs() > end) throw this.#inUse()
      await clock.sleep(2 + ((random(1)[0] ?? 0) % 16))
    }
  }

  release(): void {
    if (!this.#held) return
    this.#held = false
    this.#remove(`${this.#path}.want`)
    this.#remove(this.#path)
  }

  #tryAcquire(): boolean {
    const { host, nonce } = { host: this.#host, nonce: this.#nonce }
    const owner: Owner = { pid: host.runtime.pid, start: startOf(host, host.runtime.pid), nonce }
    const current = this.#read()
    if (current && !isGone(host, current)) return false
    if (current) this.#clear(current)
    writeOnce(host, this.#path, encodeJson({ ...owner }), `${nonce}${hex(host.random(4))}`)
    this.#held = this.#read()?.nonce === nonce
    return this.#held
  }

  #read(): Owner | undefined {
    const text = readSmallText(this.#host.files, this.#path, 4096)
    if (text === undefined) return undefined
    const decoded = decodeJson(text)
    const owner = decoded.ok ? asObject(decoded.value) : undefined
    if (typeof owner?.pid !== 'number' || typeof owner.nonce !== 'string') return { pid: 0, start: '', nonce: text }
    return { pid: owner.pid, start: String(owner.start ?? ''), nonce: owner.nonce }
  }

  /** Takes a dead owner's lock away under a name of our own, looks that it is still that one, and puts a living one back. */
  #clear(dead: Owner): void {
    const { files } = this.#host
    const aside = `${this.#path}.${this.#nonce}.gone`
    try {
      files.rename(this.#path, aside)
    } catch {
      return // somebody else was faster
    }
    const taken = new ProcessLock(this.#host, aside).#read()
    if (taken?.nonce !== dead.nonce) {
      try {
        files.link(aside, this.#path)
      } catch {}
    }
    this.#remove(aside)
  }

  #want(): void {
    const path = `${this.#path}.want`
    if (exists(this.#host, path)) return
    try {
      const { O_WRONLY, O_CREAT } = this.#host.files.constants
      this.#host.files.close(this.#host.files.open(path, O_WRONLY | O_CREAT, 0o600))
    } catch {}
  }

  #remove(path: string): void {
    try {
      this.#host.files.unlink(path)
    } catch {}
  }

  #inUse(): Fault {
    const owner = this.#read()
    const who = owner && owner.pid > 0 ? `pid ${owner.pid}` : 'another process'
    return new Fault('ledger-in-use', `the ledger is in use by ${who}`, {
      help: 'try again when it has finished; nothing was run or recorded',
    })
  }
}

function isGone(host: Host, owner: Owner): boolean {
  if (owner.pid <= 0) return true
  if (!host.processes.signal(owner.pid, 0) && startOf(host, owner.pid) === '') return true
  return owner.start !== '' && startOf(host, owner.pid) !== '' && startOf(host, owner.pid) !== owner.start
}

/** Field 22 of /proc/PID/stat with the boot's id; empty where the system does not show it. */
function startOf(host: Host, pid: number): string {
  const stat = readSmallText(host.files, `/proc/${pid}/stat`, 4096)
  const ticks = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  const boot = readSmallText(host.files, '/proc/sys/kernel/random/boot_id', 100)?.trim()
  return ticks === undefined ? '' : `${boot ?? ''}:${ticks}`
}

function exists(host: Host, path: string): boolean {
  try {
    host.files.lstat(path)
    return true
  } catch {
    return false
  }
}
