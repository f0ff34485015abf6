// A policy text in its one form. Only what stands between the words changes, and commas at the end of lists go: the result is
// read again, and must hold the same words and the same comments, so that no fault of the printer can change a policy.
import type { IToken } from 'chevrotain'

import { assert } from '../src/base/assert.ts'
import type { Diagnostic } from '../src/base/diagnostic.ts'
import type { Source } from '../src/base/span.ts'
import { markTokens } from './format-marks.ts'
import { layOut } from './format-page.ts'
import { printPage } from './format-print.ts'
import { parse, scan } from './parse.ts'
import { Comma } from './tokens.ts'

type Formatted =
  | { readonly kind: 'formatted'; readonly text: string }
  /** The text has mistakes of syntax, so nobody knows what belongs together. */
  | { readonly kind: 'broken'; readonly diagnostics: readonly Diagnostic[] }

export function formatText(source: Source): Formatted {
  const { tree, diagnostics, tokens, comments } = parse(source)
  if (diagnostics.length > 0) return { kind: 'broken', diagnostics }
  const marks = markTokens(tree)
  const text = printPage(layOut(source.text, tokens, comments, marks))
  const after = scan({ file: source.file, text })
  const isLastComma = (token: IToken, index: number) =>
    token.tokenType === Comma && marks.at.get(tokens[index + 1]?.startOffset ?? -1) !== 'item'
  const before = tokens.filter((token, index) => !isLastComma(token, index))
  assert(isSame(before, after.tokens), 'the formatted text has the same words')
  assert(hasSameTexts(comments, after.comments), 'the formatted text has the same comments')
  return { kind: 'formatted', text }
}

function isSame(before: readonly IToken[], after: readonly IToken[]): boolean {
  return before.length === after.length && before.every(({ image }, index) => image === after[index]?.image)
}

/** In any order, since a comment before a brace moves into its block. */
function hasSameTexts(before: readonly IToken[], after: readonly IToken[]): boolean {
  const texts = (comments: readonly IToken[]) => comments.map(({ image }) => image.trimEnd()).sort()
  const [left, right] = [texts(before), texts(after)]
  return left.length === right.length && left.every((text, index) => text === right[index])
}
