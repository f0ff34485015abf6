// The doors for files, as the agent's tools use them. A noun file: `read.ts`, `write.ts`, `list.ts` and `search.ts` are the doors.
import type { Digest } from '../base/digest.ts'
import type { Proof } from '../ledger/entry.ts'
import type { Decision } from '../rules/decision.ts'
import type { Ask } from './guard.ts'
import type { Refusal } from './outcome.ts'

/** What every file door is told. Paths are absolute or relative to the workspace. */
export interface FileRequest {
  readonly path: string
  readonly tool: string
  readonly call: string
  /** As in `GuardRequest`. */
  readonly answerYes?: boolean
  readonly ask?: Ask
  /** No write at all. */
  readonly readOnly?: boolean
}

/** Refused by the policy, failed with a reason for the agent, or done. */
export type FileAnswer<Done> =
  | { readonly kind: 'refused'; readonly decision: Decision; readonly refusal: Refusal; readonly seq: number }
  | { readonly kind: 'failed'; readonly reason: string; readonly help?: string }
  | ({ readonly kind: 'done' } & Done)

export interface ReadRequest extends FileRequest {
  /** Counts from 1; absent: the first. */
  readonly startLine?: number
  /** Lines; absent: 400. */
  readonly limit?: number
}

/** A bounded view of a file with the digest of all of it. */
export interface ReadView {
  /** Relative to the workspace where it lies inside. */
  readonly path: string
  readonly digest: Digest
  readonly bytes: number
  /** The lines asked for, LF between them; empty for a binary file. */
  readonly text: string
  readonly startLine: number
  readonly lineCount: number
  readonly totalLines: number
  /** Lines were left out, or a long line was cut. */
  readonly cut: boolean
  readonly binary: boolean
  readonly proofs: readonly Proof[]
}

export interface WriteRequest extends FileRequest {
  readonly content: string
  /** Digest of the file as last read; absent: the file must not exist yet. */
  readonly expected?: Digest | undefined
}

export interface EditRequest extends FileRequest {
  /** Must occur exactly once. */
  readonly oldText: string
  readonly newText: string
  /** Absent: the file as it is now. */
  readonly expected?: Digest | undefined
}

export interface Written {
  readonly path: string
  readonly before: Digest | 'absent'
  readonly after: Digest
  readonly bytes: number
}

export interface ListRequest extends Omit<FileRequest, 'path'> {
  /** A directory; absent: the workspace. */
  readonly path?: string
  /** A path pattern relative to the workspace; absent: the directory's own entries, without those further below. */
  readonly pattern?: string
  /** Entries; absent: 1000. */
  readonly limit?: number
}

export interface Listing {
  readonly entries: readonly { readonly path: string; readonly kind: 'file' | 'directory' | 'symlink' | 'other' }[]
  readonly cut: boolean
  /** Places that could not be read or that the policy hides. */
  readonly hidden: readonly string[]
}

export interface SearchRequest extends Omit<FileRequest, 'path'> {
  /** Literal text. */
  readonly text: string
  /** A path pattern relative to the workspace; absent: every file. */
  readonly pattern?: string
  /** Matches; absent: 200. */
  readonly limit?: number
}

export interface SearchResult {
  readonly matches: readonly { readonly path: string; readonly line: number; readonly text: string }[]
  readonly cut: boolean
  readonly searchedFiles: number
  readonly hidden: readonly string[]
}
