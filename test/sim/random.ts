// Random numbers from a seed (xoshiro128**, by Blackman and Vigna), so that a failing trial can be told by one number.

export interface Random {
  /** 0 ≤ value < 1. */
  readonly fraction: () => number
  /** 0 ≤ value < below. */
  readonly below: (below: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <Value>(values: readonly Value[]) => Value
  readonly bytes: (count: number) => Uint8Array
}

export function randomFrom(seed: number): Random {
  const next = xoshiro(seed)
  const fraction = () => next() / 2 ** 32
  const below = (limit: number) => Math.floor(fraction() * limit)
  return {
    fraction,
    below,
    chance: (probability) => fraction() < probability,
    pick: (values) => {
      if (values.length === 0) throw new RangeError('nothing to pick from')
      return values[below(values.length)] as (typeof values)[number]
    },
    bytes: (count) => Uint8Array.from({ length: count }, () => next() & 0xff),
  }
}

function xoshiro(seed: number): () => number {
  const state = Uint32Array.from(spread(seed))
  const at = (index: number) => state[index] as number
  return () => {
    const result = Math.imul(rotate(Math.imul(at(1), 5), 7), 9) >>> 0
    const shifted = at(1) << 9
    state[2] = at(2) ^ at(0)
    state[3] = at(3) ^ at(1)
    state[1] = at(1) ^ at(2)
    state[0] = at(0) ^ at(3)
    state[2] = at(2) ^ shifted
    state[3] = rotate(at(3), 11)
    return result
  }
}

/** SplitMix32: neighbouring seeds give unrelated states, and none is all zero. */
function spread(seed: number): readonly number[] {
  let state = seed >>> 0
  return Array.from({ length: 4 }, () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  })
}

function rotate(value: number, count: number): number {
  return (value << count) | (value >>> (32 - count))
}
