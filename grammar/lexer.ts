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
  ForeignComment,
  keywordType,
  LeftBrace,
  lexerTokens,
  Reference,
  Regex,
  RightBrace,
  TripleText,
  UnclosedRegex,
  UnclosedText,
  Word,
} from './tokens.ts'

interface Tokens {
  readonly tokens: IToken[]
  readonly comments: readonly IToken[]
  readonly diagnostics: readonly Diagnostic[]
  /** Offsets of everything that was told or taken out, in order: what the parser misses there follows from it. */
  readonly told: readonly number[]
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
  if (deep) return { tokens: [], comments, diagnostics: [deep], told: [], isTooDeep: true }
  const stray = strays(source, errors)
  const broken = tokens.flatMap((token, index) => tokenMistakes(source, token, tokens[index - 1]))
  return {
    tokens: tokens.filter(({ tokenType }) => tokenType !== ForeignComment),
    comments,
    diagnostics: [...stray, ...broken].sort((one, other) => one.span.start - other.span.start),
    told: [...errors.map(({ offset }) => offset), ...broken.map(({ span }) => span.start)].sort(
      (one, other) => one - other,
    ),
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

/** What is no part of the language. A bracket is told once, with its other half. */
function strays({ file, text }: Source, errors: readonly { offset: number; length: number }[]): readonly Diagnostic[] {
  let open = 0
  return errors.flatMap(({ offset, length }, index) => {
    const found = text.slice(offset, offset + length)
    const isClosing = open > 0 && /^[\])]+$/.test(found)
    open += isClosing ? -found.length : [...found.matchAll(/[[(]/g)].length
    const next = errors[index + 1]
    const isBeforeBracket =
      /^[:=]$/.test(found) && next && /^\s*[[(]/.test(text.slice(offset + length, next.offset + 1))
    if (isClosing || isBeforeBracket) return []
    const span = { file, start: offset, end: offset + length }
    const help = strayHelp(
      found,
      text.slice(Math.max(0, offset - 60), offset),
      text.slice(offset + length, offset + 40),
    )
    return [{ code: 'RV105', severity: 'error', message: `unexpected ${shown(found)}`, span, help, notes: [] }]
  })
}

const blockNames = 'exec|files|network|environment|limits|agent|gate|exit|expect'
const comparisons: Readonly<Record<string, string>> = { '≥': '>=', '≤': '<=', '!': 'except "…"' }

function strayHelp(found: string, before: string, after: string): string {
  if (found.startsWith(';')) return 'clauses need no separator: take it out'
  if (found.startsWith('`')) return 'strings stand in double quotes: "…"'
  const block = new RegExp(`\\b(${blockNames})\\s*$`).exec(before)?.[1]
  if (found.startsWith(':') && block) return `a block stands in braces: \`${block} { … }\``
  const inBrackets = new RegExp(`^(${blockNames})\\]`).exec(after)?.[1]
  if (found === '[' && inBrackets) return `a block stands in braces: \`${inBrackets} { … }\``
  if (found.startsWith(':') && (/\blet\s+[\w-]+\s*$/.test(before) || /(?:\bset|,)\s*"[^"\n]*"\s*$/.test(before)))
    return after.startsWith('=') ? 'write `=` alone' : 'write `=`'
  if (found.startsWith(':')) return 'a value follows its name with nothing between: take it out'
  if (found.startsWith('(')) return 'the language has no parentheses: take them out'
  const comparison = comparisons[found]
  if (comparison) return `write \`${comparison}\``
  if (found.startsWith('[')) return 'a list follows its word, without brackets: `allow "git status", "git diff"`'
  if (/^[\])]/.test(found)) return 'take it out'
  if (after.startsWith('>')) return 'the language has no arrows: take it out'
  if (found.startsWith('-')) return 'a list has commas, no dashes: `allow "git status", "git diff"`'
  return 'text and patterns stand in quotes: "…"'
}

function regexMistakes({ file, text }: Source, token: IToken, before: IToken | undefined): readonly Diagnostic[] {
  const { image } = token
  const at = { file, token: { ...token } }
  if (token.tokenType === Regex && text[token.startOffset + image.length] === '/') {
    token.image = '/x/' // so that its flags are no second mistake
    return [mistake('RV108', 'the regular expression ends at its second `/`', at, slashHelp)]
  }
  const isRest = before?.tokenType === Regex && /\S/.test(text[token.startOffset - 1] ?? '')
  if (token.tokenType === Regex || isRest) return []
  const help = `close it with \`/\` on the same line; ${slashHelp}; a comment begins with \`#\``
  return [mistake('RV108', 'a regular expression is never closed', at, help)]
}

/** `${name}` and `$name[0]` are read as `$name`. */
function referenceMistakes({ file, token }: { file: string; token: IToken }): readonly Diagnostic[] {
  const { image } = token
  if (/^\$[A-Za-z_][\w-]*$/.test(image)) return []
  const name = /^\$\{?([A-Za-z_][\w-]*)/.exec(image)?.[1]
  const at = { file, token: { ...token } }
  if (name !== undefined) token.image = `$${name}`
  const help =
    name === undefined ? 'a list is used by its name: `$name`' : `a list is used as a whole by its name: \`$${name}\``
  return [mistake('RV105', `unexpected ${shown(image)}`, at, help)]
}

function tokenMistakes(source: Source, token: IToken, before: IToken | undefined): readonly Diagnostic[] {
  const { file } = source
  const where = { file, token }
  const { tokenType, image } = token
  if (tokenType === UnclosedText)
    return [mistake('RV106', 'a string is never closed', where, `close it with \`${image[0]}\` on the same line`)]
  if (tokenType === ForeignComment || (tokenType === UnclosedRegex && /^\/[/*]/.test(image)))
    return [
      mistake('RV105', `unexpected ${shown(image.slice(0, 2))}`, where, 'a comment begins with `#`, on each line'),
    ]
  if (tokenType === Regex || tokenType === UnclosedRegex) return regexMistakes(source, token, before)
  if (tokenType === Reference) return referenceMistakes(where)
  if (tokenType === TripleText)
    return [mistake('RV121', 'a string in three quotes', where, 'a string stands in plain quotes, on its line: "…"')]
  if (tokenType === CurlyText)
    return [mistake('RV109', 'a string in typographic quotes', where, 'use plain quotes: "…"')]
  // One escape that is unknown is told for each string: what mends one mends all.
  return readText(token)
    .mistakes.slice(0, 1)
    .map(({ at, length, message, help }) => ({
      code: 'RV107',
      severity: 'error',
      message,
      span: { file, start: token.startOffset + at, end: token.startOffset + at + length },
      help,
      notes: [],
    }))
}

const slashHelp = 'write `\\/` for a slash inside'

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
