// The proof document, schema `proof/v1`. A noun file. Its key order is part of the format: schema, sessionId, generatedAt,
// summary, criteria, evidence, divergences; what was added later stands after these. All numbers are integers.
import type { StatusWord } from '../proof/status.ts'

export interface ProofDocument {
  readonly schema: 'proof/v1'
  readonly sessionId: string
  /** The one value in which two documents of one state may differ. */
  readonly generatedAt: string
  readonly summary: SummaryRecord
  readonly criteria: readonly CriterionRecord[]
  readonly evidence: readonly EvidenceRecord[]
  readonly divergences: readonly DivergenceRecord[]
  readonly verdict: VerdictRecord
  readonly policy: PolicyRecord
  readonly acts: readonly ActRecord[]
  readonly ledger: LedgerRecord
}

export interface SummaryRecord {
  readonly total: number
  readonly required: number
  readonly verified: number
  readonly failed: number
  readonly not_checked: number
  readonly manual_review: number
  readonly not_applicable: number
  readonly requiredUnmet: number
  readonly outcome: 'verified' | 'waived' | 'narrative' | 'incomplete'
  readonly exitCode: number
}

export interface CriterionRecord {
  readonly id: string
  /** Position, from 1. */
  readonly n: number
  readonly text: string
  readonly required: boolean
  readonly source: 'policy' | 'person'
  /** Counts the definitions (verifier, scope, pins) that this id has had in the session, from 1. */
  readonly version: number
  readonly definition: string
  readonly verifier: VerifierRecord
  readonly scope: readonly string[]
  readonly pins: readonly string[]
  readonly status: StatusWord
  readonly reason: string
  readonly explanation: string
  readonly stale: boolean
  readonly flaky: boolean
  readonly paths: readonly string[]
  /** `id` of the evidence or the act that the status rests on. */
  readonly evidenceId: string | null
  readonly remedy: string | null
}

/** As the policy says it, in one line, with the parts that auditors search for. */
export interface VerifierRecord {
  readonly kind: string
  readonly text: string
  readonly command: string | null
  readonly directory: string | null
  readonly path: string | null
  readonly exitCode: number | null
}

export interface EvidenceRecord {
  /** `e` and the sequence number of its entry; a second criterion of one call adds `.2`. */
  readonly id: string
  readonly seq: number
  readonly criterionId: string
  readonly definition: string
  /** False for evidence of an older version, which counts no more. */
  readonly isCurrent: boolean
  readonly kind: 'command' | 'read'
  readonly call: string
  readonly tool: string
  /** The command, quoted for a shell, or the path. */
  readonly subject: string
  readonly directory: string | null
  readonly program: { readonly path: string; readonly digest: string } | null
  readonly startedAt: string
  readonly endedAt: string | null
  readonly durationMs: number | null
  readonly outcome: string
  readonly exitCode: number | null
  readonly signal: string | null
  readonly result: 'passed' | 'failed' | 'interrupted' | 'unknown'
  readonly reason: string
  readonly actual: string | null
  readonly expected: string | null
  /** Bytes of each stream and the salted commitment to them; of a read, the file's bytes and SHA-256. */
  readonly stdout: StreamRecord | null
  readonly stderr: StreamRecord | null
  readonly content: { readonly bytes: number; readonly digest: string } | null
  readonly excerpt: string | null
  /** Files that the figure was read from. */
  readonly reports: readonly { readonly path: string; readonly digest: string }[]
  readonly freshFor: { readonly before: string; readonly after: string }
  readonly unsettled: readonly string[]
  readonly capture: string
  readonly sandbox: string | null
}

interface StreamRecord {
  readonly bytes: number
  readonly commitment: string
}

/** A claim of the final text that no evidence backs; a signal that changes no status. */
export interface DivergenceRecord {
  readonly claim: string
  readonly kind: string
  readonly language: string
  readonly criterionId: string | null
}

export interface VerdictRecord {
  readonly kind: 'verified' | 'waived' | 'narrative' | 'incomplete'
  readonly reason: string
  readonly message: string
  readonly effectDigest: string | null
  readonly netDigest: string | null
  readonly unmet: readonly string[]
  readonly uncovered: readonly string[]
  /** Commands without a recorded end. */
  readonly unknown: readonly string[]
  readonly waiver: { readonly because: string; readonly by: string; readonly until: string | null } | null
  readonly exitCode: number
}

interface PolicyRecord {
  readonly name: string
  readonly digest: string
  /** `named`, `trusted`, `untrusted`, `none`. */
  readonly trust: string
  readonly files: readonly { readonly file: string; readonly digest: string }[]
  /** Blocks of an untrusted policy that did not count. */
  readonly ignored: readonly string[]
}

/** What a person did, with how the person was present. */
export interface ActRecord {
  readonly id: string
  readonly seq: number
  readonly at: string
  readonly act: string
  readonly criterionId: string | null
  readonly because: string | null
  readonly user: string
  readonly presence: string
  readonly signature: string
}

interface LedgerRecord {
  readonly id: string
  readonly standing: 'own' | 'foreign'
  readonly size: number
  readonly root: string
  readonly checkpoint: string
}
