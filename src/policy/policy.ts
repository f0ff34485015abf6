// A policy that has no errors, resolved with its includes: plain data that survives JSON, so that it can be cached.
// What is absent in the text is filled from `defaults.ts`; nothing here is optional unless the comment says what absent means.
import type { Answer } from '../base/answer.ts'
import type { Digest } from '../base/digest.ts'
import type { Span } from '../base/span.ts'

export interface Policy {
  readonly name: string
  readonly languageVersion: 1
  /** Every file that took part, in order of inclusion; the first one is the policy itself. */
  readonly files: readonly PolicyFile[]
  /** Of the whole resolved policy: SHA-256 over `file-digest LF` of every file in order. */
  readonly digest: Digest
  readonly exec: ExecBlock
  readonly fileAccess: FilesBlock
  readonly network: NetworkBlock
  readonly environment: EnvironmentBlock
  readonly limits: Limits
  readonly sandbox: 'off' | 'prefer' | 'require'
  readonly agent: AgentBlock
  readonly datasets: readonly Dataset[]
  readonly plugins: readonly Plugin[]
  readonly criteria: readonly Criterion[]
  readonly gate: GateBlock
  readonly waivers: readonly Waiver[]
  readonly exit: ExitCodes
  readonly expectations: readonly Expectation[]
}

export interface PolicyFile {
  /** As shown to people: relative to the policy's directory, or `<policy:node>` for a shipped one. */
  readonly file: string
  /** Absolute path; absent for a shipped policy. */
  readonly path?: string
  readonly digest: Digest
}

/** Where a rule stands, for every answer. */
export interface Origin {
  readonly span: Span
  readonly line: number
  /** The rule's own text, white space folded. */
  readonly text: string
}

interface ExecBlock {
  readonly default: Answer
  readonly rules: readonly ExecRule[]
}

export interface ExecRule {
  readonly answer: Answer
  readonly patterns: readonly CommandPattern[]
  readonly except: readonly CommandPattern[]
  /** Directory patterns (`in "build/**"`), relative to the workspace unless absolute; empty: every directory. */
  readonly directories: readonly string[]
  readonly because?: string
  readonly instead?: string
  readonly matches: readonly Example[]
  readonly misses: readonly Example[]
  readonly origin: Origin
}

/** Words of a command pattern, already split as a shell splits them; `**` as a whole word is any number of arguments. */
export interface CommandPattern {
  readonly words: readonly PatternWord[]
  readonly text: string
  readonly span: Span
}

export type PatternWord =
  | { readonly kind: 'glob'; readonly text: string } // alternatives and wildcards inside; see base/glob.ts
  | { readonly kind: 'rest' }

export interface Example {
  readonly command: string
  /** Relative to the workspace; absent: the workspace itself. */
  readonly directory?: string
  readonly span: Span
}

interface FilesBlock {
  readonly default: Answer
  readonly rules: readonly FileRule[]
}

export interface FileRule {
  readonly answer: Answer
  readonly access: 'read' | 'write'
  readonly patterns: readonly string[]
  readonly except: readonly string[]
  readonly because?: string
  readonly instead?: string
  readonly origin: Origin
}

interface NetworkBlock {
  readonly default: Answer
  readonly rules: readonly NetworkRule[]
}

export interface NetworkRule {
  readonly answer: Answer
  readonly hosts: readonly string[]
  readonly because?: string
  readonly instead?: string
  readonly origin: Origin
}

export interface EnvironmentBlock {
  /** Names kept from Reeve's own environment; a trailing `*` is a prefix. */
  readonly keep: readonly string[]
  readonly set: readonly { readonly name: string; readonly value: string }[]
  /** Names that a command may assign itself (`NODE_ENV=test npm test`). */
  readonly assign: readonly string[]
}

export interface Limits {
  readonly timeMs: number
  /** What is kept of each stream; nothing is killed for talking. */
  readonly outputBytes: number
  /** Absent: no limit. */
  readonly memoryBytes?: number
  readonly processes?: number
  readonly openFiles?: number
}

export interface AgentBlock {
  /** Absent: no model is named by the policy. */
  readonly model?: {
    readonly provider: 'openai' | 'anthropic' | 'replay'
    readonly name: string
    readonly url?: string
    readonly key?: string
  }
  readonly turns: number
  readonly tokens: number
}

export interface Dataset {
  readonly name: string
  readonly path: string
  readonly span: Span
}

export interface Plugin {
  readonly name: string
  readonly command: string
  readonly sha256?: Digest
  readonly timeoutMs: number
  readonly span: Span
}

export interface Criterion {
  readonly id: string
  readonly text: string
  readonly required: boolean
  readonly verifier: Verifier
  /** Path patterns; empty: every observed file. */
  readonly scope: readonly string[]
  /** `none`: `pin none because "…"`, so that not even the proposed pins apply. */
  readonly pins: /** `proposed`: the policy writes none, and the runner of its command is known. */
    | { readonly kind: 'paths'; readonly paths: readonly string[]; readonly proposed?: true }
    | { readonly kind: 'none'; readonly because: string }
  readonly origin: Origin
  /** Of verifier, scope and pins: the version of the criterion. Text and required are not in it. */
  readonly definition: Digest
}

export type Verifier =
  | CommandVerifier
  | {
      readonly kind: 'file'
      readonly path: string
      readonly absent: boolean
      readonly sha256?: Digest
      readonly pattern?: Regex
    }
  | { readonly kind: 'manual' }
  /** Of a person's criterion that says not how it is proven: always not checked. The language never makes it. */
  | { readonly kind: 'none' }
  | {
      readonly kind: 'data'
      readonly dataset: string
      /** Of the dataset, relative to the workspace. */
      readonly path: string
      readonly check: DataCheck
      readonly table?: string
    }
  | {
      readonly kind: 'coverage'
      readonly command: CommandVerifier
      readonly minimum: Percent
      readonly report?: string
    }
  | {
      readonly kind: 'report'
      readonly format: 'junit' | 'tap' | 'ctrf'
      readonly path: string
      readonly counts: readonly CountCheck[]
      readonly after?: CommandVerifier
    }
  | {
      readonly kind: 'plugin'
      readonly plugin: string
      /** The plugin's own, as the policy defines it. */
      readonly command: CommandVerifier
      readonly sha256?: Digest
    }

export interface CommandVerifier {
  readonly kind: 'command'
  /** As written. */
  readonly text: string
  /** Present when the text is one simple static command. */
  readonly argv?: readonly string[]
  readonly exitCode: number
  /** Relative to the workspace; absent: the workspace. */
  readonly directory?: string
  readonly timeoutMs?: number
  /** `tests >= N`; absent: not asked. */
  readonly minimumTests?: number
}

export interface Regex {
  readonly source: string
  readonly flags: string
}

/** Hundredths of a percent would lose digits: the decimal as written, e.g. `80` or `99.95`. */
export interface Percent {
  readonly text: string
}

export type DataCheck =
  | { readonly kind: 'rows'; readonly comparison: Comparison; readonly value: string }
  | {
      readonly kind: 'sum' | 'min' | 'max' | 'distinct'
      readonly column: string
      readonly comparison: Comparison
      readonly value: string
    }
  | { readonly kind: 'equals'; readonly column: string; readonly value: string }
  | { readonly kind: 'not-null' | 'unique'; readonly column: string }

export type Comparison = '=' | '>=' | '<=' | '>' | '<'

export interface CountCheck {
  readonly count: 'tests' | 'passed' | 'failures' | 'errors' | 'skipped'
  readonly comparison: Comparison
  readonly value: number
}

export interface GateBlock {
  readonly observeExcept: readonly string[]
  readonly evidence: 'executed' | 'hosted' | 'reported'
  readonly verifier: boolean
  readonly attempts: number
  readonly coverage: boolean
  readonly uncovered: readonly string[]
  readonly flaky: 'accept' | 'review'
  readonly presence: 'none' | 'terminal' | 'passphrase'
}

export interface Waiver {
  readonly effectDigest: Digest
  readonly because: string
  readonly by: string
  /** `YYYY-MM-DD`, holds through that day in UTC; absent: no end. */
  readonly until?: string
  readonly span: Span
}

export interface ExitCodes {
  readonly verified: number
  readonly failed: number
  readonly unproven: number
  readonly error: number
}

export interface Expectation {
  readonly answer: Answer
  readonly command: string
  readonly directory?: string
  readonly span: Span
}
