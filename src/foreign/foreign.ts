// What the permission files of another agent host say, in one neutral form: rules with their places, each as patterns of ours that
// match no more (`narrow`) and no less (`wide`) than what is written there. An allow is carried by the first, a deny or an ask by the
// second, so that whatever cannot be said exactly comes out stricter.
import type { Answer } from '../base/answer.ts'

export type HostName = 'claude' | 'codex' | 'gemini' | 'opencode'

export interface Origin {
  /** As it is shown. */
  readonly file: string
  /** From 1. */
  readonly line: number
}

/** Patterns of the language, as text before any quoting as a string. */
export interface Reach {
  /** Empty: nothing of it can be said. */
  readonly narrow: readonly string[]
  /** Undefined: no pattern but that for everything is wide enough. */
  readonly wide: readonly string[] | undefined
  /** Why the two differ; absent: they do not. */
  readonly inexact?: string
}

export type Area = 'exec' | 'read' | 'write' | 'network'

export interface ForeignRule extends Reach {
  readonly area: Area
  readonly answer: Answer
  readonly origin: Origin
  /** As it stands in the file. */
  readonly source: string
  readonly because?: string
}

/** What is told about the import. */
export interface Remain {
  readonly origin: Origin
  /** `left-out`: nothing stands for it in the policy. `narrowed`: an allow that covers less there. `widened`: a deny or an ask that
   *  covers more there. `note`: carried, and something is to be known. */
  readonly kind: 'left-out' | 'narrowed' | 'widened' | 'note'
  /** As it stands in the file; never a value that may be a secret. */
  readonly source: string
  readonly reason: string
}

export interface Foreign {
  readonly host: HostName
  readonly rules: readonly ForeignRule[]
  /** Which of several matching rules decides. */
  readonly order: 'strictest' | 'last'
  readonly defaults: Readonly<Record<'exec' | 'files' | 'network', Answer>>
  /** Wrappers that the host does not look through, as alternatives of a program. */
  readonly opaque: readonly string[]
  /** Commands that the host asks about whatever is allowed: asked about here as soon as an allow could cover them. */
  readonly always: readonly string[]
  /** Programs that the host asks about in any directory but the first. */
  readonly stationary: readonly string[]
  /** Places whose writing the host asks about whatever is allowed. */
  readonly guarded: readonly string[]
  readonly sandbox?: 'prefer' | 'require'
  /** Variables that commands get; absent: as where a policy is silent. */
  readonly keep?: readonly string[]
  readonly remains: readonly Remain[]
}

/** One file to read. */
export interface ForeignFile {
  /** Absolute. */
  readonly path: string
  readonly shown: string
  readonly text: string
}

export interface ForeignContext {
  readonly workspace: string
  readonly home: string
}
