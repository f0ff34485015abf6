// What a person did, as the ledger records it: each act says who was there and how, and is signed where it changes what counts.
import type { Digest } from '../base/digest.ts'
import type { ToolsMark } from './tools.ts'

/** How a person was present when an act was recorded; `signature` is by the attestation key over the act's canonical JSON. */
export interface Person {
  readonly presence: 'passphrase' | 'terminal' | 'none'
  readonly user: string
  readonly signature: string
}

/** A person's act on a criterion. `policy` criteria are never in here. */
export interface CriterionData {
  readonly kind: 'criterion'
  readonly action: 'add' | 'edit' | 'required' | 'optional' | 'not-applicable'
  readonly criterion: string
  /** The version that the act is about, for all but `add`: it says nothing of a later one. */
  readonly definition?: Digest
  readonly text?: string
  readonly required?: boolean
  /** For `add`: canonical JSON of the verifier (`Verifier` in policy.ts), so that it is hashed as one text. */
  readonly verifier?: string
  readonly scope?: readonly string[]
  readonly because?: string
  readonly person: Person
}

export interface AttestationData {
  readonly kind: 'attestation'
  readonly criterion: string
  readonly definition: Digest
  /** The scope digest that the person saw. */
  readonly scope: Digest
  /** With a pin change: the new tree digest of the pinned files. */
  readonly pins?: Digest
  /** With changed tools: those that the person saw. */
  readonly tools?: ToolsMark
  readonly because: string
  readonly person: Person
}

export interface ApprovalData {
  readonly kind: 'approval'
  readonly command: string
  readonly raw: Digest
  readonly directory: string
  readonly answer: 'once' | 'session' | 'refused'
  readonly by: 'person' | 'flag'
  /** For the session: what exactly is approved, under a key of this user. */
  readonly exact?: Digest
  /** Of a person's own answer. */
  readonly person?: Person
}

export interface GoalData {
  readonly kind: 'goal'
  readonly action: 'set' | 'complete' | 'refused' | 'paused' | 'override'
  readonly text: string
  readonly unmet: readonly string[]
  readonly because?: string
  readonly person?: Person
}

/** A person lets exactly this work pass without its proof. */
export interface WaiverData {
  readonly kind: 'waiver'
  readonly effect: Digest
  readonly because: string
  /** `YYYY-MM-DD`, holds through that day in UTC; absent: no end. */
  readonly until?: string
  readonly person: Person
}

/** What somebody says was checked. Its statuses are claims: what counts is computed from the calls that ran. */
export interface ReportData {
  readonly kind: 'report'
  readonly author: 'host' | 'verifier'
  readonly subject: string
  readonly checks: readonly ReportCheck[]
  readonly risks: readonly string[]
  readonly person: Person
}

export interface ReportCheck {
  readonly id: string
  readonly kind: string
  readonly description: string
  readonly required: boolean
  readonly claimed: 'passed' | 'failed' | 'needs_review' | 'skipped'
  /** What shows it; absent: no command can, so a claim to have passed stays to be reviewed. */
  readonly argv?: readonly string[]
  /** The exit code of success. */
  readonly exit: number
  readonly risk?: string
}

/** A person accepts a ledger that was rolled back or lost. */
export interface AcceptData {
  readonly kind: 'accept'
  readonly what: 'rolled-back' | 'missing'
  readonly because: string
  readonly person: Person
}
