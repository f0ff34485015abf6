// A policy's rules compiled for deciding: plain data that survives JSON. `compile.ts` makes it, `decide.ts` runs it.
import type { Policy } from '../policy/policy.ts'

export interface Program {
  readonly policy: Policy
  /** `tighten`: only ask and deny rules count, as for an untrusted policy. */
  readonly mode: 'full' | 'tighten'
}
