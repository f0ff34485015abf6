// A policy's rules compiled for deciding: plain data that survives JSON, so that it can be kept sealed. `compile.ts` makes it,
// `decide.ts` runs it. Rules are found by the program's name, so that a decision does not pay for rules about other programs.
import type { Glob } from '../base/glob.ts'
import type { Policy } from '../policy/policy.ts'

export interface Program {
  readonly policy: Policy
  /** `full`: rules and defaults count. `base`: an operator's policy, whose defaults count only where no rule matches (of it or
   *  of the full policy). `tighten`: only ask and deny rules count, as for an untrusted policy. */
  readonly mode: Mode
  readonly exec: ExecProgram
  /** One entry a rule of `policy.fileAccess`, in its order. */
  readonly files: readonly CompiledFileRule[]
  /** One entry a rule of `policy.network`, in its order. */
  readonly network: readonly (readonly HostPattern[])[]
}

export type Mode = 'full' | 'base' | 'tighten'

export interface ExecProgram {
  /** One entry a rule of `policy.exec`, in its order. */
  readonly rules: readonly CompiledExecRule[]
  /** Indices of the rules with a pattern for this literal program name. */
  readonly byName: Readonly<Record<string, readonly number[]>>
  /** Indices of the rules whose program is a path or holds wildcards: they are asked for every command. */
  readonly open: readonly number[]
}

export interface CompiledExecRule {
  readonly patterns: readonly CompiledPattern[]
  readonly except: readonly CompiledPattern[]
  readonly directories: readonly PathPattern[]
}

export interface CompiledPattern {
  /** A name is compared with base names, a path names one file (relative to the workspace). */
  readonly program:
    | { readonly kind: 'name'; readonly glob: Glob }
    | { readonly kind: 'path'; readonly pattern: PathPattern }
  /** The words after the program. */
  readonly words: readonly CompiledWord[]
  readonly text: string
}

export type CompiledWord = { readonly kind: 'rest' } | CompiledGlob

export interface CompiledGlob {
  readonly kind: 'glob'
  readonly glob: Glob
  /** For a word that begins with `~` or `~/`: the glob for what follows the home directory. */
  readonly afterHome?: Glob
  /** Set when every alternative begins with `-`: the alternatives, each an option as written. */
  readonly options?: readonly string[]
}

/** A path glob with the place that it is relative to. */
export interface PathPattern {
  readonly from: 'workspace' | 'home' | 'root'
  readonly glob: Glob
}

export interface CompiledFileRule {
  readonly patterns: readonly PathPattern[]
  readonly except: readonly PathPattern[]
}

export type HostPattern =
  | { readonly kind: 'name'; readonly glob: Glob; readonly port?: string; readonly writtenOut: boolean }
  | { readonly kind: 'network'; readonly address: readonly number[]; readonly bits: number; readonly port?: string }
