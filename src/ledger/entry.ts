// What the ledger records. An entry's body is UTF-8 JSON in the key order below, integers only, hashed and exported exactly as
// stored. Large or erasable text lives in blobs; an entry holds a commitment to it.
import type { Answer } from '../base/answer.ts'
import type { Digest } from '../base/digest.ts'
import type { Trust } from '../rules/authority.ts'
import type { RuleReference } from '../rules/decision.ts'
import type {
  AcceptData,
  ApprovalData,
  AttestationData,
  CriterionData,
  GoalData,
  ReportData,
  WaiverData,
} from './act.ts'
import type { ToolsMark } from './tools.ts'

/** An entry as it stands in the log. `seq` counts from 0 without gaps. */
export interface Entry {
  readonly seq: number
  readonly kind: EntryKind
  /** Milliseconds since 1970 UTC; for people, order is by `seq`. */
  readonly at: number
  /** Absent for entries that belong to the ledger, not to a session. */
  readonly session?: string
  readonly data: EntryData
}

/** What a caller appends; sequence and instant are given by the ledger. */
export type EntryDraft = { readonly session?: string; readonly blobs?: readonly BlobDraft[] } & EntryData

export type EntryKind = EntryData['kind']

export type EntryData =
  | GenesisData
  | SessionData
  | PolicyData
  | CriterionData
  | DecisionData
  | StartData
  | EndData
  | EditData
  | ObservationData
  | ReadData
  | AttestationData
  | ApprovalData
  | GateData
  | WaiverData
  | ReportData
  | GoalData
  | MessageData
  | AcceptData

/** Outputs and other erasable bytes; `commitment` = SHA-256(salt ‖ data) stands in the entry. */
export interface BlobDraft {
  readonly commitment: Digest
  readonly salt: Uint8Array
  readonly data: Uint8Array
  readonly media: string
}

export interface GenesisData {
  readonly kind: 'genesis'
  readonly ledger: string
  readonly workspace: string
  readonly logKey: string
  readonly attestationKey: string
  readonly version: string
}

export interface SessionData {
  readonly kind: 'session'
  readonly action: 'open' | 'close'
  readonly id: string
  /** Tree digest of the workspace at opening. */
  readonly baseline?: Digest
  /** Commitment of the blob that holds the baseline snapshot. */
  readonly snapshot?: Digest
  readonly trustedPath?: readonly string[]
}

export interface PolicyData {
  readonly kind: 'policy'
  readonly digest: Digest
  readonly name: string
  readonly trust: Trust
  readonly files: readonly { readonly file: string; readonly digest: Digest }[]
  /** Pinned files of each criterion as they were when a person first trusted this policy here (decision 19). */
  readonly pins: readonly PinRecord[]
  /** The tools as they were then; absent in an entry that belongs to no session. */
  readonly tools?: ToolsMark
}

export interface PinRecord {
  readonly criterion: string
  readonly definition: Digest
  /** Tree digest of the pinned files. */
  readonly digest: Digest
  readonly files: readonly { readonly path: string; readonly digest: Digest | 'deleted' }[]
}

/** A request that was refused. Allowed requests keep their decision in the start entry. */
export interface DecisionData {
  readonly kind: 'decision'
  readonly tool: string
  /** Redacted, quoted for a shell. */
  readonly command: string
  readonly directory: string
  readonly answer: Answer
  readonly readable: boolean
  readonly reason: string
  readonly rule?: RuleReference
}

/** Durable before the spawn. */
export interface StartData {
  readonly kind: 'start'
  /** Names the call in end, evidence and exports. */
  readonly call: string
  readonly tool: string
  /** Redacted, quoted for a shell; `raw` commits to the real one. */
  readonly command: string
  readonly raw: Digest
  readonly argv?: readonly string[]
  readonly directory: string
  readonly program?: { readonly path: string; readonly digest: Digest }
  readonly answer: Answer
  /** `session`: by a person earlier, for the rest of the session. */
  readonly answeredBy: 'policy' | 'flag' | 'person' | 'session'
  readonly rule?: RuleReference
  /** Names only, never values. */
  readonly environment: readonly string[]
  readonly assigned: readonly string[]
  readonly sandbox: 'none' | 'partial' | 'full'
  /** The sandbox by name and version; absent: none. */
  readonly sandboxBy?: string
  /** What the rules say and the sandbox does not enforce, or why there is none; absent: nothing, or the policy asked for none. */
  readonly sandboxGaps?: readonly string[]
  /** By which mechanism each limit held: `memory polled`, `descriptors rlimit`; absent: the policy sets none of these. */
  readonly limitsBy?: readonly string[]
  /** Tree digest of the workspace before. */
  readonly before: Digest
  readonly proves: readonly Claim[]
  /** It installs what the project asks for, and so may change the tools. */
  readonly installs?: true
  /** The tools before, of a call that proves something or installs. */
  readonly tools?: ToolsMark
}

/** A criterion that this command is evidence for, if it ends well. */
export interface Claim {
  readonly criterion: string
  readonly definition: Digest
  /** Of scope, pins, program and assigned environment: what the evidence is fresh for. */
  readonly scope: Digest
}

export type Capture = 'executed' | 'hosted' | 'reported'

export interface EndData {
  readonly kind: 'end'
  readonly call: string
  readonly start: number
  readonly outcome: 'exited' | 'signalled' | 'timed-out' | 'over-limit' | 'failed' | 'interrupted'
  /** For `exited`. */
  readonly exitCode?: number
  readonly signal?: string
  /** For `over-limit`: which limit. For `failed`: why the program could not be started. */
  readonly failure?: string
  readonly durationMs: number
  readonly stdout: StreamRecord
  readonly stderr: StreamRecord
  /** Redacted, at most 4 KiB. */
  readonly excerpt: string
  /** Tree digest of the workspace after. */
  readonly after: Digest
  readonly proves: readonly Proof[]
  /** Criteria that this command nearly was evidence for, with what would count; absent: none. */
  readonly near?: readonly NearMiss[]
  /** Hosts that it asked the proxy for and did not reach, each with the reason; absent: none. */
  readonly refused?: readonly string[]
  /** Paths that it changed although they are protected or a rule keeps them from being written; absent: none. */
  readonly against?: readonly string[]
  readonly capture: Capture
  /** The tools after, where its start tells of them too. */
  readonly tools?: ToolsMark
}

/** A command that looks like a criterion's, but does not count for it. */
export interface NearMiss {
  readonly criterion: string
  /** Why it does not count, for people. */
  readonly reason: string
  /** What would count, quoted for a shell. */
  readonly wanted: string
}

export interface StreamRecord {
  readonly bytes: number
  /** SHA-256(salt ‖ raw bytes); the salt is in the blob. */
  readonly commitment: Digest
  /** Of the blob with the kept head and tail, under the same salt, when not all was kept; absent: the blob holds all. */
  readonly kept?: Digest
  /** Its reader went away while the command ran, so what it said afterwards was not taken; absent: it was heard to its end. */
  readonly gone?: true
}

/** What a finished call says of a criterion. */
export interface Proof {
  readonly criterion: string
  readonly definition: Digest
  readonly passed: boolean
  readonly reason: string
  readonly before: Digest
  readonly after: Digest
  /** In-scope paths that another overlapping call or its own run changed; not empty means unsettled. */
  readonly unsettled: readonly string[]
  readonly actual?: string
  readonly expected?: string
  /** Report files that the figure was read from, at most 20; absent: none. */
  readonly reports?: readonly ReportRecord[]
  /** Of a plugin. `none`: it gave none, so that nothing is said of the criterion; `unbound`: its word is bound to nothing that was
   *  seen here, so that a person has to look. Absent: its word counts. */
  readonly answer?: 'none' | 'unbound'
}

export interface ReportRecord {
  readonly path: string
  readonly digest: Digest
}

/** A write by one of our own tools. */
export interface EditData {
  readonly kind: 'edit'
  readonly tool: string
  readonly call: string
  readonly path: string
  readonly before: Digest | 'absent'
  readonly after: Digest | 'deleted'
  /** Permission bits after; absent for a deletion. */
  readonly mode?: number
}

/** Changes found by a scan. `tool` is the command's tool, or `workspace` when no tool of ours made them. */
export interface ObservationData {
  readonly kind: 'observation'
  readonly tool: string
  readonly call?: string
  readonly changes: readonly ChangeRecord[]
  /** Commitment of a blob with all changes when they are too many for an entry; `changes` is then empty. */
  readonly more?: Digest
  /** Places that could not be read; not empty means the observation is incomplete. */
  readonly incomplete: readonly string[]
  readonly tree: Digest
}

export interface ChangeRecord {
  readonly path: string
  readonly kind: 'file' | 'directory' | 'symlink' | 'other' | 'absent'
  readonly mode: number
  readonly digest: Digest | 'deleted'
}

/** A file that was read whole as evidence. */
export interface ReadData {
  readonly kind: 'read'
  readonly tool: string
  readonly call: string
  readonly path: string
  readonly bytes: number
  readonly digest: Digest | 'absent'
  readonly proves: readonly Proof[]
  readonly capture: Capture
}

export interface GateData {
  readonly kind: 'gate'
  readonly verdict: 'verified' | 'waived' | 'narrative' | 'incomplete'
  /** `none` when nothing changed. */
  readonly effect: Digest | 'none'
  readonly net: Digest | 'none'
  readonly exitCode: number
  readonly reason: string
  readonly statuses: readonly { readonly criterion: string; readonly status: string; readonly reason: string }[]
}

/** The agent's words, for people; no status ever reads them. */
export interface MessageData {
  readonly kind: 'message'
  readonly role: 'task' | 'assistant' | 'final'
  readonly text: string
}
