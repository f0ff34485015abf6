// Everything that a status depends on, as plain data: `gather.ts` reads it from ledger, policy and workspace, `weigh.ts` judges it.

import type { Digest } from '../base/digest.ts'
import type { Standing } from '../ledger/ledger.ts'
import type { GateBlock } from '../policy/policy.ts'
import type { Trust } from '../rules/authority.ts'
import type { ActiveCriterion } from '../session/session.ts'
import type { Attestation, Evidence, NearCall } from './evidence.ts'
import type { ToolFacts } from './tools.ts'

export interface CriterionFacts {
  readonly active: ActiveCriterion
  readonly trust: Trust
  readonly standing: Standing
  readonly gate: Pick<GateBlock, 'evidence' | 'flaky' | 'presence' | 'coverage'>
  /** Of this session, for this criterion, all versions, oldest first. */
  readonly evidence: readonly Evidence[]
  /** Of this session, for this criterion and this version, oldest first, as far as the gate's `presence` accepts them. */
  readonly attestations: readonly Attestation[]
  /** What evidence made now would be fresh for. */
  readonly now: Digest
  readonly isScopeEmpty: boolean
  readonly pins: PinFacts
  readonly tools: ToolFacts
  /** In-scope links whose target nobody observes. */
  readonly unobservedLinks: readonly string[]
  /** Of a criterion that rests on what is read (a file, a dataset, reports): that, as it is now; undefined when it cannot be read. */
  readonly content?: Digest | 'absent'
  /** The newest command that looked like the criterion's and does not count, if it is newer than all evidence. */
  readonly near?: NearCall
  /** In-scope paths that differ now from what they were when this call had ended. */
  readonly changedSince: (piece: Evidence) => readonly string[]
}

/** `unaccepted`: no person ever accepted these files here. */
export type PinFacts =
  | { readonly kind: 'same' }
  | { readonly kind: 'unaccepted'; readonly paths: readonly string[] }
  | { readonly kind: 'changed'; readonly paths: readonly string[] }
