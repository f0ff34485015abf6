// Policy text to syntax tree and diagnostics: every mistake of the text in one go. The parser is built at the first use, since
// most commands find a compiled policy in the cache and never read a text.
import type { IToken, Lexer } from 'chevrotain'

import type { Diagnostic } from '../src/base/diagnostic.ts'
import type { Source } from '../src/base/span.ts'
import { lineStart, makeLexer, readTokens } from './lexer.ts'
import { refusal } from './limits.ts'
import { PolicyParser } from './parser.ts'
import type { PolicyTree } from './tree.ts'

export interface Parsed {
  readonly tree: PolicyTree
  /** In the order of the text. With an error among them, the tree serves further diagnostics only. */
  readonly diagnostics: readonly Diagnostic[]
  /** What the text is written with; both empty for a text that was refused. */
  readonly tokens: readonly IToken[]
  readonly comments: readonly IToken[]
}

interface Machine {
  readonly lexer: Lexer
  readonly parser: PolicyParser
}

const emptyTree: PolicyTree = { statements: [], lostNames: [] }
let machine: Machine | undefined

export function parse(source: Source): Parsed {
  const refused = refusal(source)
  if (refused) return { tree: emptyTree, diagnostics: [refused], tokens: [], comments: [] }
  machine ??= build()
  const { tokens, comments, diagnostics, brokenLines, isTooDeep } = readTokens(machine.lexer, source)
  if (isTooDeep) return { tree: emptyTree, diagnostics, tokens: [], comments: [] }
  const parsed = machine.parser.read(source, tokens)
  const own = parsed.diagnostics.filter(({ span }) => !brokenLines.has(lineStart(source.text, span.start)))
  return {
    tree: parsed.tree,
    diagnostics: [...diagnostics, ...own].sort((one, other) => one.span.start - other.span.start),
    tokens,
    comments,
  }
}

/** The words and comments of a text alone. */
export function scan(source: Source): Pick<Parsed, 'tokens' | 'comments'> {
  machine ??= build()
  const { tokens, comments } = readTokens(machine.lexer, source)
  return { tokens, comments }
}

function build(): Machine {
  return { lexer: makeLexer(true), parser: new PolicyParser(true) }
}

/** Builds lexer and parser with every check of the grammar itself, and throws at a fault; for the test. */
export function validateGrammar(): void {
  makeLexer(false)
  new PolicyParser(false)
}
