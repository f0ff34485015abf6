// Policy text to syntax tree and diagnostics: every mistake of the text in one go. The parser is built at the first use, since
// most commands find a compiled policy in the cache and never read a text.
import type { IToken, Lexer } from 'chevrotain'

import type { Diagnostic } from '../src/base/diagnostic.ts'
import type { Source } from '../src/base/span.ts'
import { lineStart, makeLexer, readTokens } from './lexer.ts'
import { foreignLanguage, refusal } from './limits.ts'
import { PolicyParser, type Read } from './parser.ts'
import { firstFrom } from './places.ts'
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
  const refused = refusal(source) ?? foreignLanguage(source)
  if (refused) return { tree: emptyTree, diagnostics: [refused], tokens: [], comments: [] }
  machine ??= build()
  const { tokens, comments, diagnostics, told, isTooDeep } = readTokens(machine.lexer, source)
  if (isTooDeep) return { tree: emptyTree, diagnostics, tokens: [], comments: [] }
  const parsed = machine.parser.read(source, tokens, told)
  if (parsed.isForeign) return { tree: emptyTree, diagnostics: parsed.diagnostics, tokens: [], comments: [] }
  return { tree: parsed.tree, diagnostics: withoutFollowers(source, diagnostics, parsed), tokens, comments }
}

/** Without what only follows from another mistake: what the lexer found inside of what the parser took as one thing, and what the
 *  parser missed on a line with a string that is never closed. */
function withoutFollowers(
  { text }: Source,
  letters: readonly Diagnostic[],
  { diagnostics, covered }: Read,
): readonly Diagnostic[] {
  const starts = covered.map(({ start }) => start)
  const own = letters.filter(({ span }) => {
    const at = firstFrom(starts, span.start + 1) - 1
    return span.start >= (covered[at]?.end ?? 0)
  })
  const unclosed = own.filter(({ code }) => code === 'RV106' || code === 'RV108')
  const brokenLines = new Set(unclosed.map(({ span }) => lineStart(text, span.start)))
  const others = diagnostics.filter(({ span }) => !brokenLines.has(lineStart(text, span.start)))
  const kept = [...own, ...others]
  // INVARIANT: a text with any mistake has a diagnostic.
  const all = kept.length > 0 ? kept : [...letters, ...diagnostics]
  return all.sort((one, other) => one.span.start - other.span.start)
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
