// The syntax tree of one policy text: what was written and where, nothing resolved and nothing checked. A tree of a text with
// mistakes lacks what could not be read; it serves diagnostics only and never becomes a policy.
import type { Span } from '../src/base/span.ts'

export interface PolicyTree {
  /** Absent: the text does not begin with `policy "name" version 1`. */
  readonly header?: Header
  readonly statements: readonly Statement[]
  /** Names whose definition could not be read: using one is no second mistake. */
  readonly lostNames: readonly string[]
}

export interface Header {
  readonly name: TextNode
  readonly version: NumberNode
}

export interface WordNode {
  readonly text: string
  readonly span: Span
}

/** A string with its escapes resolved. */
export interface TextNode {
  readonly kind: 'text'
  readonly value: string
  readonly span: Span
}

/** A number as written, units and all. */
export interface NumberNode {
  readonly text: string
  readonly span: Span
}

/** An element of a list: a string, or the name of a list. */
export type Item = TextNode | { readonly kind: 'reference'; readonly name: string; readonly span: Span }

export type Statement =
  | { readonly kind: 'use'; readonly target: TextNode; readonly span: Span }
  | { readonly kind: 'let'; readonly name: WordNode; readonly items: readonly Item[]; readonly span: Span }
  | RuleBlock
  | { readonly kind: 'environment'; readonly clauses: readonly EnvironmentClause[]; readonly span: Span }
  | { readonly kind: 'limits' | 'exit'; readonly settings: readonly Setting[]; readonly span: Span }
  | { readonly kind: 'sandbox'; readonly value: WordNode; readonly span: Span }
  | { readonly kind: 'agent'; readonly clauses: readonly (ModelClause | Setting)[]; readonly span: Span }
  | { readonly kind: 'dataset'; readonly name: WordNode; readonly path: TextNode; readonly span: Span }
  | PluginStatement
  | CriterionStatement
  | { readonly kind: 'gate'; readonly clauses: readonly GateClause[]; readonly span: Span }
  | WaiveStatement
  | { readonly kind: 'expect'; readonly clauses: readonly ExpectClause[]; readonly span: Span }

export interface RuleBlock {
  readonly kind: 'exec' | 'files' | 'network'
  readonly clauses: readonly (DefaultClause | RuleClause)[]
  readonly span: Span
}

export interface DefaultClause {
  readonly kind: 'default'
  readonly answer: WordNode
  readonly span: Span
}

export interface RuleClause {
  readonly kind: 'rule'
  readonly answer: WordNode
  /** `read` or `write`, for files. */
  readonly access?: WordNode
  readonly patterns: readonly Item[]
  readonly options: readonly RuleOption[]
  readonly span: Span
}

export type RuleOption =
  | { readonly kind: 'except' | 'in'; readonly word: WordNode; readonly items: readonly Item[] }
  | { readonly kind: 'because' | 'instead'; readonly word: WordNode; readonly text: TextNode }
  | { readonly kind: 'matches' | 'misses'; readonly word: WordNode; readonly examples: readonly ExampleNode[] }

export interface ExampleNode {
  readonly command: TextNode
  readonly directory?: TextNode
}

export type EnvironmentClause =
  | { readonly kind: 'keep' | 'assign'; readonly word: WordNode; readonly items: readonly Item[] }
  | {
      readonly kind: 'set'
      readonly word: WordNode
      readonly pairs: readonly { readonly name: TextNode; readonly value: TextNode }[]
    }

export interface Setting {
  readonly kind: 'setting'
  readonly name: WordNode
  readonly value: NumberNode
}

export interface ModelClause {
  readonly kind: 'model'
  readonly word: WordNode
  readonly provider: WordNode
  readonly name: TextNode
  readonly url?: TextNode
  readonly key?: TextNode
}

interface PluginStatement {
  readonly kind: 'plugin'
  readonly name: WordNode
  readonly command: TextNode
  readonly options: readonly PluginOption[]
  readonly span: Span
}

export type PluginOption =
  | { readonly kind: 'sha256'; readonly word: WordNode; readonly text: TextNode }
  | { readonly kind: 'timeout'; readonly word: WordNode; readonly value: NumberNode }

export interface CriterionStatement {
  readonly kind: 'criterion'
  readonly id: WordNode
  readonly required: boolean
  readonly text: TextNode
  readonly clauses: readonly CriterionClause[]
  /** A clause could not be read: what is missing is no second mistake. */
  readonly isIncomplete: boolean
  readonly span: Span
}

export type CriterionClause =
  | { readonly kind: 'verify'; readonly word: WordNode; readonly verifier: VerifierNode; readonly span: Span }
  | { readonly kind: 'scope' | 'pin'; readonly word: WordNode; readonly items: readonly Item[] }
  | { readonly kind: 'pin-none'; readonly word: WordNode; readonly because: TextNode }

export type VerifierNode =
  | { readonly kind: 'command'; readonly command: CommandNode }
  | { readonly kind: 'file'; readonly path: TextNode; readonly options: readonly FileOption[] }
  | { readonly kind: 'data'; readonly dataset: WordNode; readonly table?: TextNode; readonly check: DataNode }
  | {
      readonly kind: 'coverage'
      readonly command: CommandNode
      readonly minimum: NumberNode
      readonly report?: TextNode
    }
  | ReportNode
  | { readonly kind: 'plugin'; readonly name: WordNode }
  | { readonly kind: 'manual' }

/** Command of a verifier with what was said of it, in the order written. */
export interface CommandNode {
  readonly text: TextNode
  readonly options: readonly CommandOption[]
}

export type CommandOption =
  | { readonly kind: 'exit' | 'timeout'; readonly word: WordNode; readonly value: NumberNode }
  | { readonly kind: 'in'; readonly word: WordNode; readonly directory: TextNode }
  | { readonly kind: 'tests'; readonly word: WordNode; readonly comparison: WordNode; readonly value: NumberNode }

export type FileOption =
  | { readonly kind: 'absent'; readonly word: WordNode }
  | { readonly kind: 'sha256'; readonly word: WordNode; readonly text: TextNode }
  | { readonly kind: 'matches'; readonly word: WordNode; readonly regex: WordNode }

/** A column is a word or a string; a value is a number or a string. */
export interface DataNode {
  readonly word: WordNode
  readonly column?: WordNode
  readonly comparison?: WordNode
  readonly value?: TextNode | NumberNode
}

export interface ReportNode {
  readonly kind: 'report'
  readonly format: WordNode
  readonly path: TextNode
  readonly counts: readonly { readonly name: WordNode; readonly comparison: WordNode; readonly value: NumberNode }[]
  readonly after?: CommandNode
}

export type GateClause =
  | { readonly kind: 'list'; readonly name: WordNode; readonly items: readonly Item[] }
  | { readonly kind: 'choice'; readonly name: WordNode; readonly value: WordNode }
  | Setting

export interface WaiveStatement {
  readonly kind: 'waive'
  readonly digest: TextNode
  readonly options: readonly WaiveOption[]
  readonly span: Span
}

export type WaiveOption =
  | { readonly kind: 'because' | 'by'; readonly word: WordNode; readonly text: TextNode }
  | { readonly kind: 'until'; readonly word: WordNode; readonly date: NumberNode }

export interface ExpectClause {
  readonly answer: WordNode
  readonly examples: readonly ExampleNode[]
}
