// A clock that stands still while code runs and jumps to the next timer when nothing is left to do: hours pass at once, and always in
// the same order. Each call of the disk takes a microsecond, so that times of files differ as on a real machine.
import type { Clock } from '../../src/host/host.ts'

interface Timer {
  readonly atMs: number
  readonly number: number
  readonly action: () => void
}

export class SimClock implements Clock {
  /** What the clock on the wall is wrong by; a trial may turn it back. */
  skewMs = 0
  readonly #startMs: number
  #elapsedMs = 0
  #timers: Timer[] = []
  #count = 0
  #isPumping = false

  constructor(startMs: number) {
    this.#startMs = startMs
  }

  readonly nowMs = () => Math.floor(this.#startMs + this.#elapsedMs + this.skewMs)
  readonly monotonicMs = () => this.#elapsedMs
  readonly sleep = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      this.after(milliseconds, resolve)
    })
  readonly after = (milliseconds: number, action: () => void) => {
    const timer = { atMs: this.#elapsedMs + Math.max(0, milliseconds), number: this.#count++, action }
    this.#timers.push(timer)
    void this.#pump()
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer)
    }
  }

  nowNs(): bigint {
    this.#elapsedMs += 0.001
    return BigInt(Math.round((this.#startMs + this.#elapsedMs + this.skewMs) * 1000)) * 1000n
  }

  advance(milliseconds: number): void {
    this.#elapsedMs += milliseconds
  }

  /** A machine that stopped has no timers. */
  forget(): void {
    this.#timers = []
  }

  async #pump(): Promise<void> {
    if (this.#isPumping) return
    this.#isPumping = true
    while (this.#timers.length > 0) {
      for (let turn = 0; turn < 4; turn++) await idle()
      const next = this.#earliest()
      if (!next) break
      this.#timers = this.#timers.filter((each) => each !== next)
      this.#elapsedMs = Math.max(this.#elapsedMs, next.atMs)
      next.action()
    }
    this.#isPumping = false
  }

  #earliest(): Timer | undefined {
    return this.#timers.reduce<Timer | undefined>(
      (best, each) =>
        !best || each.atMs < best.atMs || (each.atMs === best.atMs && each.number < best.number) ? each : best,
      undefined,
    )
  }
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
