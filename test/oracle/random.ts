// Random policies and commands from a seed, so that every run tries the same ones and a failure can be tried again.

/** mulberry32: small, fast, good enough to mix cases. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

export type Random = ReturnType<typeof randomFrom>

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[random(list.length)] as T
}

export function some<T>(random: Random, list: readonly T[], most: number): readonly T[] {
  return Array.from({ length: random(most + 1) }, () => pick(random, list))
}

/** How often a loop runs: a reduced number by default, the stated one under REEVE_FULL=1. */
export function rounds(reduced: number, full: number): number {
  return process.env.REEVE_FULL === '1' ? full : reduced
}
