// Policy text to syntax tree and diagnostics: every mistake of the text in one go. The parser is built at the first use, since
// most commands find a compiled policy in the cache and never read a text.
import type { Lexer } from 'chevrotain'

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
}

const emptyTree: PolicyTree = { statements: [], lostNames: [] }
let machine: { readonly lexer: Lexer; readonly parser: PolicyParser } | undefined

export function parse(source: Source): Parsed {
  const refused = refusal(source)
  if (refused) return { tree: emptyTree, diagnostics: [refused] }
  machine ??= { lexer: makeLexer(true), parser: new PolicyParser(true) }
  const { tokens, diagnostics, brokenLines, isTooDeep } = readTokens(machine.lexer, source)
  if (isTooDeep) return { tree: emptyTree, diagnostics }
  const parsed = machine.parser.read(source, tokens)
  const own = parsed.diagnostics.filter(({ span }) => !brokenLines.has(lineStart(source.text, span.start)))
  return {
    tree: parsed.tree,
    diagnostics: [...diagnostics, ...own].sort((one, other) => one.span.start - other.span.start),
  }
}

/** Builds lexer and parser with every check of the grammar itself, and throws at a fault; for the test. */
export function validateGrammar(): void {
  makeLexer(false)
  new PolicyParser(false)
}
