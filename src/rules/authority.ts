// Which policies have a say, compiled: each layer decides on its own, and the stricter answer wins (decisions 6 and 7).
import type { Policy } from '../policy/policy.ts'
import type { Program } from './program.ts'

export interface Authority {
  /** The policy whose criteria, gate, limits and environment count: the careful default when none is trusted. */
  readonly policy: Policy
  readonly layers: readonly Program[]
  /** Of an untrusted policy: what was ignored, for every surface to say; empty otherwise. */
  readonly ignored: readonly string[]
}

/** `named`: by `--policy`; `trusted`: by `reeve trust`; `untrusted`: found, tightens only; `none`: no policy at all. */
export type Trust = 'named' | 'trusted' | 'untrusted' | 'none'
