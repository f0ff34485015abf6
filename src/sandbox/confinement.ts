// What a command may see and touch, in words that no sandbox program knows: `plan.ts` makes it from a policy and the world,
// `bubblewrap.ts`, `landlock.ts` and `seatbelt.ts` each say it in one mechanism's own language. A noun file.

/** `full`: bubblewrap. `partial`: what cannot carve holes and does not stop everything. */
export type Grade = 'none' | 'partial' | 'full'

export interface Mount {
  /** Absolute, and real unless `source` is given. */
  readonly path: string
  /** `scratch` is an empty place of its own that is gone afterwards; `directory` is there and holds nothing; a hidden file or
   *  directory is there and cannot be opened. */
  readonly as: 'read' | 'write' | 'scratch' | 'directory' | 'hidden-file' | 'hidden-directory' | 'link'
  /** What is shown at `path`, for `read` and `write`; the target of a `link`. Absent: what is there. */
  readonly source?: string
}

export interface Confinement {
  /** Whoever is not below any of these is not there. A directory stands before what lies in it, and the deeper one counts. */
  readonly mounts: readonly Mount[]
  readonly directory: string
  /** `proxy`: only to hosts that the rules open, by way of a proxy of ours. */
  readonly network: 'none' | 'proxy' | 'host'
  /** The size of a scratch place; absent: the system's own bound. */
  readonly scratchBytes?: number
  /** What the rules say and this does not enforce, one line each. */
  readonly gaps: readonly string[]
}
