// Text to tokens. Every mistake of the letters is found here, and each broken string still is a string to the parser, so that
// one missing quote is one diagnostic.
import { type IToken, Lexer, type TokenType } from 'chevrotain'

import type { Diagnostic, DiagnosticCode } from '../src/base/diagnostic.ts'
import type { Source } from '../src/base/span.ts'
import { nestingLimit } from './limits.ts'
import { shown } from './messages.ts'
import { readText } from './strings.ts'
import {
  CurlyText,
  keywordType,
  LeftBrace,
  lexerTokens,
  Reference,
  RightBrace,
  UnclosedRegex,
  UnclosedText,
  Word,
} from './tokens.ts'

interface Tokens {
  readonly tokens: IToken[]
  readonly comments: readonly IToken[]
  readonly diagnostics: readonly Diagnostic[]
  /** Lines (by the offset of their beginning) with a string that is never closed: what follows on them says nothing. */
  readonly brokenLines: ReadonlySet<number>
  /** The text is nested so deep that it is not parsed. */
  readonly isTooDeep: boolean
}

export function makeLexer(skipValidations: boolean): Lexer {
  return new Lexer([...lexerTokens], { positionTracking: 'onlyOffset', skipValidations })
}

export function readTokens(lexer: Lexer, source: Source): Tokens {
  const { tokens, errors, groups } = lexer.tokenize(source.text)
  const comments = groups.comments ?? []
  for (const token of tokens) if (token.tokenType === Word) retype(token, keywordType(token.image))
  const deep = tooDeep(tokens, source)
  if (deep) return { tokens: [], comments, diagnostics: [deep], brokenLines: new Set(), isTooDeep: true }
  const stray = errors.map(({ offset, length }) => strayCharacters(source, offset, length))
  const broken = tokens.flatMap((token) => tokenMistakes(source, token))
  const unclosed = tokens.filter((token) => token.tokenType === UnclosedText || token.tokenType === UnclosedRegex)
  return {
    tokens,
    comments,
    diagnostics: [...stray, ...broken],
    brokenLines: new Set(unclosed.map((token) => lineStart(source.text, token.startOffset))),
    isTooDeep: false,
  }
}

/** Offset of the first character of the line that holds `offset`. */
export function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
}

/** Gives a token another type, as if it had been written so. */
export function retype(token: IToken, type: TokenType | undefined): void {
  if (type?.tokenTypeIdx === undefined) return
  token.tokenType = type
  token.tokenTypeIdx = type.tokenTypeIdx
}

function tooDeep(tokens: readonly IToken[], { file }: Source): Diagnostic | undefined {
  let depth = 0
  for (const token of tokens) {
    if (token.tokenType === LeftBrace) depth++
    if (token.tokenType === RightBrace) depth = Math.max(0, depth - 1)
    if (depth > nestingLimit)
      return mistake(
        'RV104',
        `blocks are nested deeper than ${nestingLimit}`,
        { file, token },
        'a block holds clauses, and only a criterion stands between',
      )
  }
  return undefined
}

function strayCharacters({ file, text }: Source, offset: number, length: number): Diagnostic {
  const found = text.slice(offset, offset + length)
  return {
    code: 'RV105',
    severity: 'error',
    message: `unexpected ${shown(found)}`,
    span: { file, start: offset, end: offset + length },
    help: strayHelp(found),
    notes: [],
  }
}

function strayHelp(found: string): string {
  if (found.startsWith(';')) return 'clauses need no separator: take it out'
  if (found.startsWith('`')) return 'strings stand in double quotes: "…"'
  if (found.startsWith(':')) return 'a value follows its name with nothing between: take it out'
  return 'text and patterns stand in quotes: "…"'
}

function tokenMistakes(source: Source, token: IToken): readonly Diagnostic[] {
  const { file } = source
  if (token.tokenType === UnclosedText)
    return [
      mistake(
        'RV106',
        'a string is never closed',
        { file, token },
        `close it with \`${token.image[0]}\` on the same line`,
      ),
    ]
  if (token.tokenType === UnclosedRegex && /^\/[/*]/.test(token.image))
    return [
      mistake('RV105', `unexpected ${shown(token.image.slice(0, 2))}`, { file, token }, 'a comment begins with `#`'),
    ]
  if (token.tokenType === UnclosedRegex)
    return [
      mistake(
        'RV108',
        'a regular expression is never closed',
        { file, token },
        'close it with `/` on the same line; write `\\/` for a slash inside; a comment begins with `#`',
      ),
    ]
  if (token.tokenType === Reference && !/^\$[A-Za-z_]/.test(token.image))
    return [
      mistake('RV105', `unexpected ${shown(token.image)}`, { file, token }, 'a list is used by its name: `$name`'),
    ]
  if (token.tokenType === CurlyText)
    return [mistake('RV109', 'a string in typographic quotes', { file, token }, 'use plain quotes: "…"')]
  return readText(token).mistakes.map(({ at, length, message, help }) => ({
    code: 'RV107',
    severity: 'error',
    message,
    span: { file, start: token.startOffset + at, end: token.startOffset + at + length },
    help,
    notes: [],
  }))
}

function mistake(
  code: DiagnosticCode,
  message: string,
  where: { file: string; token: IToken },
  help: string,
): Diagnostic {
  const { file, token } = where
  const span = { file, start: token.startOffset, end: token.startOffset + token.image.trimEnd().length }
  return { code, severity: 'error', message, span, help, notes: [] }
}
