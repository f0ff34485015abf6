// A policy in proposal: what its text will say, and which file of the project suggested each part. A noun file.
import type { Answer } from '../base/answer.ts'
import type { ProposedHost } from './hosts.ts'

export interface Proposal {
  readonly name: string
  readonly uses: readonly { readonly name: string; readonly from: string }[]
  /** Source patterns of each project, under the name that criteria and files use. Never an empty one. */
  readonly lists: readonly NamedList[]
  readonly documents: readonly string[]
  readonly commands: readonly ProposedCommand[]
  readonly hosts: readonly ProposedHost[]
  readonly keep: readonly string[]
  readonly assign: readonly string[]
  /** Name, value, and why. */
  readonly set: readonly (readonly [string, string, string])[]
  readonly criteria: readonly ProposedCriterion[]
  readonly except: readonly string[]
  /** What checks and builds write: they may, and its change needs no criterion. */
  readonly outputs: readonly string[]
  /** Where tools and packages lie in this user's home directory. */
  readonly tools: readonly string[]
  readonly expectations: readonly { readonly answer: Answer; readonly command: string }[]
}

export interface NamedList {
  readonly name: string
  readonly items: readonly string[]
}

export interface ProposedCommand {
  readonly answer: 'allow' | 'ask'
  readonly pattern: string
  /** Of an allow, from the workspace, which is `.`; of an ask empty: it holds anywhere. */
  readonly directories: readonly string[]
  readonly from: string
}

export interface ProposedCriterion {
  readonly id: string
  readonly required: boolean
  readonly text: string
  readonly verifier: Verifier
  /** Names of lists. */
  readonly lists: readonly string[]
  /** Patterns besides. Empty, and no list: all observed files. */
  readonly scope: readonly string[]
  readonly from: string
  /** Why it is required, or why it is not. */
  readonly why: string
}

export type Verifier =
  | { readonly kind: 'command'; readonly command: string; readonly directory?: string }
  | { readonly kind: 'coverage'; readonly command: string; readonly directory?: string; readonly least: string }
  | { readonly kind: 'junit'; readonly command: string; readonly directory?: string; readonly reports: string }
  /** Nothing here can be run: a person looks. */
  | { readonly kind: 'manual' }
