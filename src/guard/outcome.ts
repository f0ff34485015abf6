// What became of one request at the guard: refused, or run to an outcome. One shape for success and failure.
import type { Digest } from '../base/digest.ts'
import type { NearMiss, Proof } from '../ledger/entry.ts'
import type { Decision } from '../rules/decision.ts'
import type { Confined } from './confine.ts'

export type GuardResult =
  | { readonly kind: 'refused'; readonly decision: Decision; readonly refusal: Refusal; readonly seq: number }
  | {
      readonly kind: 'ran'
      readonly decision: Decision
      readonly outcome: Outcome
      readonly start: number
      readonly end: number
      /** What the finished call says of criteria. */
      readonly proofs: readonly Proof[]
      readonly near: readonly NearMiss[]
      /** Paths that it changed, relative to the workspace. */
      readonly changed: readonly string[]
      /** Of these, what is protected or what a rule keeps from being written. */
      readonly against: readonly string[]
      /** Under which sandbox it ran, and what that did not enforce. */
      readonly confined: Pick<Confined, 'grade' | 'by' | 'gaps' | 'refused'>
      /** Redacted, at most 4 KiB. */
      readonly excerpt: string
    }

/** Why a request did not run: the policy said no, a person said no, nobody was there to ask, nothing runs in this mode, or the
 *  sandbox that the policy requires is not to be had. */
export type Refusal = 'denied' | 'answered-no' | 'nobody-to-ask' | 'read-only' | 'no-sandbox'

export interface Outcome {
  readonly how: 'exited' | 'signalled' | 'timed-out' | 'over-limit' | 'failed' | 'interrupted'
  readonly exitCode?: number
  readonly signal?: string
  /** For `over-limit`: which limit. For `failed`: why it could not be started, for people, and the system's word for it. */
  readonly failure?: string
  readonly errno?: string
  readonly durationMs: number
  readonly stdout: Captured
  readonly stderr: Captured
}

/** One stream: hashed whole, head and tail kept. */
export interface Captured {
  readonly bytes: number
  /** SHA-256(salt ‖ raw bytes). */
  readonly commitment: Digest
  readonly salt: Uint8Array
  readonly head: Uint8Array
  /** Empty when the head holds everything. */
  readonly tail: Uint8Array
  /** Its reader went away, and what came afterwards was not taken. */
  readonly gone?: true
}
