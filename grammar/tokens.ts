// The tokens of the policy language. Keywords are contextual: the lexer knows one kind of word, and a word that is in the keyword
// table gets that keyword's type afterwards, so a criterion may be called `tests` or `exec`, no keyword hides a longer name, and
// the lexer stays small enough to be built in a few milliseconds.
import { createToken, Lexer, type TokenType } from 'chevrotain'

const digits = [...'0123456789']
const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_']

/** Any word; each keyword is one too. */
export const Word = createToken({
  name: 'Word',
  label: 'a name',
  pattern: /[A-Za-z_][\w-]*/,
  start_chars_hint: letters,
})

/** Any string, whatever its quotes. */
export const Text = createToken({ name: 'Text', label: 'a string in quotes', pattern: Lexer.NA })
const text = (name: string, pattern: RegExp, hint: readonly string[]): TokenType =>
  createToken({ name, pattern, start_chars_hint: [...hint], categories: [Text], line_breaks: false })
export const TripleText = createToken({
  name: 'TripleText',
  pattern: /"""(?:[\s\S]*?"""|[\s\S]*)|'''(?:[\s\S]*?'''|[\s\S]*)/,
  start_chars_hint: ['"', "'"],
  categories: [Text],
  line_breaks: true,
})
export const EscapedText = text('EscapedText', /"(?:[^"\\\r\n]|\\[^\r\n])*"/, ['"'])
export const RawText = text('RawText', /'[^'\r\n]*'/, ["'"])
export const UnclosedText = text('UnclosedText', /["'][^\r\n]*/, ['"', "'"])
export const CurlyText = text('CurlyText', /[“”„‟‘’][^\r\n“”„‟‘’"]*[“”„‟‘’"]?/, [...'“”„‟‘’'])

/** A text that was written without quotes; the parser makes it of what stands there. */
export const BareText = createToken({ name: 'BareText', pattern: Lexer.NA, categories: [Text] })

/** A comment of another language; the lexer tells it and takes it out. */
export const ForeignComment = createToken({
  name: 'ForeignComment',
  pattern: /(?<![^\s{}"',][ \t]*)\/\*(?:[\s\S]*?\*\/|[\s\S]*)|\/\/[^\r\n]*|(?<!\S[ \t]*)--(?!-)[^\r\n]*/,
  start_chars_hint: ['/', '-'],
  line_breaks: true,
})

export const Regex = createToken({
  name: 'Regex',
  label: 'a regular expression between slashes',
  pattern: /\/(?:[^/\\[\r\n]|\\[^\r\n]|\[(?:[^\]\\\r\n]|\\[^\r\n])*\])+\/[A-Za-z]*/,
  start_chars_hint: ['/'],
  line_breaks: false,
})
export const UnclosedRegex = createToken({
  name: 'UnclosedRegex',
  pattern: /(?<=[\w.*@~-])\/[^\s{},"';#]*|\/\*[^\s{},"';#]*|\/[^\r\n]*/,
  start_chars_hint: ['/'],
  categories: [Regex],
  line_breaks: false,
})

/** Everything that begins like a number: integers, durations, sizes, percents, dates. What it is, and whether it is one, is
 *  checked where its meaning is known, so that a wrong one is named in the words of its place. */
export const Quantity = createToken({
  name: 'Quantity',
  label: 'a number',
  pattern: /-?\d[\w.%-]*/,
  start_chars_hint: [...digits, '-'],
})

export const Reference = createToken({
  name: 'Reference',
  label: 'a `$name`',
  pattern: /\$(?:\{[^}\s"']*\}?|[\w-]*(?:\[[^\]\s"']{0,40}\])?)/,
  start_chars_hint: ['$'],
})

export const LeftBrace = createToken({ name: 'LeftBrace', label: '`{`', pattern: '{' })
export const RightBrace = createToken({ name: 'RightBrace', label: '`}`', pattern: '}' })
export const Comma = createToken({ name: 'Comma', label: '`,`', pattern: ',' })

/** `=`, `>=`, `<=`, `>` or `<`. */
export const Comparison = createToken({ name: 'Comparison', label: 'one of = >= <= > <', pattern: Lexer.NA })
const comparison = (name: string, pattern: string): TokenType =>
  createToken({ name, label: `\`${pattern}\``, pattern, categories: [Comparison] })
const comparisons = [
  comparison('AtLeast', '>='),
  comparison('AtMost', '<='),
  comparison('More', '>'),
  comparison('Less', '<'),
]
export const Equals = comparison('Equals', '=')

const White = createToken({
  name: 'White',
  pattern: /[ \t\r\n]+/,
  group: Lexer.SKIPPED,
  start_chars_hint: [' ', '\t', '\r', '\n'],
  line_breaks: true,
})
const Comment = createToken({ name: 'Comment', pattern: /#[^\n]*/, group: 'comments', start_chars_hint: ['#'] })

const keywordList = [
  ...['policy', 'version', 'use', 'let', 'exec', 'files', 'network', 'environment', 'limits', 'sandbox', 'agent'],
  ...['dataset', 'plugin', 'criterion', 'gate', 'waive', 'exit', 'expect'],
  ...['default', 'allow', 'ask', 'deny', 'read', 'write', 'except', 'in', 'because', 'instead', 'matches', 'misses'],
  ...['keep', 'set', 'assign', 'time', 'output', 'memory', 'processes', 'descriptors', 'off', 'prefer', 'require'],
  ...['model', 'at', 'key', 'turns', 'tokens', 'openai', 'anthropic', 'replay', 'sha256', 'timeout'],
  ...['required', 'verify', 'scope', 'pin', 'none', 'command', 'file', 'data', 'coverage', 'junit', 'tap', 'ctrf'],
  ...['manual', 'absent', 'table', 'rows', 'sum', 'min', 'max', 'distinct', 'equals', 'not-null', 'unique', 'least'],
  ...['report', 'after', 'tests', 'passed', 'failures', 'errors', 'skipped'],
  ...['observe', 'evidence', 'executed', 'hosted', 'reported', 'verifier', 'on', 'attempts', 'uncovered', 'flaky'],
  ...[
    'accept',
    'review',
    'presence',
    'terminal',
    'passphrase',
    'by',
    'until',
    'verified',
    'failed',
    'unproven',
    'error',
  ],
] as const

export type Keyword = (typeof keywordList)[number]

const keywordTypes: ReadonlyMap<string, TokenType> = new Map(
  keywordList.map((word) => [
    word,
    createToken({ name: `keyword ${word}`, label: `\`${word}\``, pattern: Lexer.NA, categories: [Word] }),
  ]),
)

/** The type of a keyword; undefined for every other word. */
export function keywordType(word: string): TokenType | undefined {
  return keywordTypes.get(word)
}

/** What the lexer tries, in this order where two begin with the same character. */
export const lexerTokens: readonly TokenType[] = [
  ...[White, Comment, Word, LeftBrace, RightBrace, Comma, TripleText, EscapedText, RawText, UnclosedText, CurlyText],
  ...[ForeignComment, Quantity, Reference, ...comparisons, Equals, Regex, UnclosedRegex],
]

export const vocabulary: readonly TokenType[] = [...lexerTokens, Text, BareText, Comparison, ...keywordTypes.values()]
