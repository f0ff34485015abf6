// The status of each criterion: data here, computed by `weigh.ts` at each read from entries, policy and the workspace now.
import type { Criterion } from '../policy/policy.ts'

export type StatusWord = 'verified' | 'failed' | 'not_checked' | 'manual_review' | 'not_applicable'

/** Why, as a closed set of codes. */
export type ReasonCode =
  | 'not-applicable'
  | 'no-verifier'
  | 'no-evidence'
  | 'attested'
  | 'needs-person'
  | 'failed'
  | 'passed'
  | 'stale'
  | 'unsettled'
  | 'check-changed'
  | 'empty-scope'
  | 'unobserved-link'
  | 'tools-changed'
  | 'flaky'
  | 'untrusted'
  | 'foreign'
  | 'switched-off'
  | 'plugin-answer'

export interface CriterionStatus {
  readonly criterion: Criterion
  /** `policy` or a person's `reeve criteria add`. */
  readonly source: 'policy' | 'person'
  readonly status: StatusWord
  readonly reason: ReasonCode
  /** One line for people. */
  readonly explanation: string
  /** The scope changed since the evidence. */
  readonly stale: boolean
  /** On the present state the check has both failed and passed, whatever the status is now. */
  readonly flaky: boolean
  /** Paths that changed since (`stale`), that moved while the check ran (`unsettled`), that define the check and differ
   *  (`check-changed`), where tools lie (`tools-changed`), or links that lead out of sight (`unobserved-link`); empty for every other reason. */
  readonly paths: readonly string[]
  /** Sequence number of the entry that the status rests on; absent when there is none. */
  readonly evidence?: number
  /** The exact command, read or act that would supply what is missing; absent when nothing is. */
  readonly remedy?: string
}

/** A required criterion that stands in the way of a verdict. */
export function isUnmet(status: CriterionStatus): boolean {
  return status.criterion.required && status.status !== 'verified' && status.status !== 'not_applicable'
}
