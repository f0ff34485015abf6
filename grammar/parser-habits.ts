// What writers of YAML, JSON, HCL and shell write by habit where this language has another form: texts without quotes, numbers in
// quotes, numbers with a blank before their unit, `=` behind a keyword. Each is one mistake with its mend, and is then read as what
// was meant, so that nothing false follows from it.
import { type IToken, tokenMatcher } from 'chevrotain'

import type { Span } from '../src/base/span.ts'
import { bareRun, hereRun, nameEnd, numberEnd, type Run } from './bare.ts'
import { retype } from './lexer.ts'
import { found, shown } from './messages.ts'
import { endOf, NodeParser, startOf, typeOf } from './parser-nodes.ts'
import { BareText, Comparison, Equals, type Keyword, Quantity, Reference, Regex, Text, Word } from './tokens.ts'
import type { NumberNode, TextNode, WordNode } from './tree.ts'

/** Words that end a list or a text: a bare one of them is no forgotten text. */
const enders: ReadonlySet<string> = new Set<Keyword>([
  ...(['policy', 'use', 'let', 'exec', 'files', 'network', 'environment', 'limits', 'sandbox', 'agent'] as const),
  ...(['dataset', 'plugin', 'criterion', 'gate', 'waive', 'exit', 'expect', 'version', 'required'] as const),
  ...(['default', 'allow', 'ask', 'deny', 'except', 'in', 'because', 'instead', 'matches', 'misses'] as const),
  ...(['keep', 'set', 'assign', 'verify', 'scope', 'pin', 'none', 'observe', 'evidence', 'verifier'] as const),
  ...(['attempts', 'coverage', 'uncovered', 'flaky', 'presence', 'by', 'until', 'model', 'turns', 'tokens'] as const),
  ...(['at', 'key', 'sha256', 'timeout', 'absent', 'table', 'after', 'report', 'tests', 'passed'] as const),
])

/** Keywords that a comparison may follow. */
const compared: ReadonlySet<Keyword> = new Set([
  ...(['rows', 'tests', 'passed', 'failures', 'errors', 'skipped'] as const),
])

/** More are never shown, and each costs a look at the text. */
const repairLimit = 200

export abstract class HabitParser extends NodeParser {
  /** What was read as something else than its characters say: what the lexer found in there is no second mistake. */
  protected covered: Span[] = []

  protected word(keyword: Keyword): IToken {
    const token = this.CONSUME(typeOf(keyword))
    this.ACTION(() => {
      if (!compared.has(keyword)) this.refuseEquals()
    })
    return token
  }

  /** By its right spelling, also where a misspelt one was taken for it. */
  protected keywordNode(keyword: Keyword): WordNode & NumberNode {
    return { ...this.wordNode(this.word(keyword)), text: keyword }
  }

  /** A string in quotes; one without them is told and taken. `index` as for every consumption: once in a rule. */
  protected text(expected: string, index = 0, reach: 'words' | 'word' = 'words'): TextNode {
    this.ACTION(() => this.quoteBare(expected, reach))
    return this.textNode(this.consume(index, Text, { ERR_MSG: expected }))
  }

  protected quantity(expected: string, index = 0): WordNode & NumberNode {
    this.ACTION(() => this.#repairQuantity(expected))
    return this.wordNode(this.consume(index, Quantity, { ERR_MSG: expected }))
  }

  /** A number that may also be a text. */
  protected hintQuantity(): void {
    this.ACTION(() => {
      if (this.LA(1).tokenType === Quantity) this.#repairQuantity('a number')
    })
  }

  protected comparison(index = 0): WordNode {
    const node = this.wordNode(this.consume(index, Comparison))
    // What it may be compared by is no second mistake.
    return this.ACTION(() => (this.#refuseSecondSign(node) ? { ...node, text: '>=' } : node)) ?? node
  }

  protected regex(index = 0): WordNode {
    this.ACTION(() => this.#repairRegex())
    return this.wordNode(this.consume(index, Regex))
  }

  /** A name that the author gives. */
  protected name(expected: string, index = 0): WordNode {
    this.ACTION(() => this.#repairName(expected))
    return this.wordNode(this.consume(index, Word, { ERR_MSG: expected }))
  }

  protected quoteBare(expected: string, reach: 'words' | 'word' = 'words'): void {
    if (this.diagnostics.length > repairLimit) return
    const before = this.LA(0)
    const from = Math.max(0, endOf(before))
    const here = hereRun(this.source.text, from)
    const run = here ?? bareRun(this.source.text, from, { stops: enders, isOne: reach === 'word' })
    if (!run || tokenMatcher(this.LA(1), Text) || !this.#take(run, BareText)) return
    const text = this.source.text.slice(run.start, run.end)
    const span = this.spanBetween(run.start, run.end)
    const inner = /^`([^`]*)`?$/.exec(text)?.[1]
    if (here || inner !== undefined) this.LA(1).image = inner || '-' // so that its letters are no second mistake
    if (here)
      this.reportAt('RV121', 'a text of several lines', span, 'a string ends on its line: write one for each line')
    else if (inner !== undefined) this.reportAt('RV121', 'a string in backticks', span, `write ${inQuotes(inner)}`)
    else {
      const mend = meantInstead(text, this.source.text) ?? `write ${inQuotes(text)}`
      this.reportAt('RV121', `expected ${expected}, found ${shown(text)} without quotes`, span, mend)
    }
  }

  protected refuseEquals(): void {
    const token = this.LA(1)
    if (token.tokenType !== Equals) return
    const isBeforeBracket = /^\s*\[/.test(this.source.text.slice(endOf(token), endOf(token) + 80)) // which is told
    if (!isBeforeBracket)
      this.report('RV105', 'unexpected `=`', token, 'a value follows its name with nothing between: take it out')
    this.CONSUME(Equals)
  }

  /** `==`, `=>` and their like. */
  #refuseSecondSign({ text, span }: WordNode): boolean {
    const second = this.LA(1)
    if (!tokenMatcher(second, Comparison)) return false
    const sign = text + second.image
    const meant = sign === '==' ? '=' : /^=[<>]$/.test(sign) ? `${second.image}=` : text
    const whole = this.spanBetween(span.start, endOf(second))
    this.reportAt('RV105', `unexpected \`${sign}\``, whole, `write \`${meant}\``)
    this.CONSUME(second.tokenType)
    return true
  }

  #repairQuantity(expected: string): void {
    const token = this.LA(1)
    if (tokenMatcher(token, Text) && /^["']-?\d[\w.%:/ -]*["']$/.test(token.image)) {
      const inner = token.image.slice(1, -1)
      this.report('RV122', `expected ${expected}, found ${found(token)} in quotes`, token, `write \`${inner}\``)
      reword(token, Quantity, { image: inner, start: token.startOffset + 1 })
    }
    if (token.tokenType !== Quantity) return
    const start = token.startOffset
    const end = numberEnd(this.source.text, start, token.image)
    if (end === endOf(token) || !this.#take({ start, end }, Quantity)) return
    // Where its meaning is checked it is told again, in the words of its place, and this is left out.
    const whole = this.spanBetween(start, end)
    const help = 'a number is one word with its unit: `10m`, `8MiB`, `80%`, `500_000`, `2027-01-31`'
    this.reportAt('RV122', `expected ${expected}, found ${shown(this.source.text.slice(start, end))}`, whole, help)
  }

  #repairRegex(): void {
    const token = this.LA(1)
    if (!tokenMatcher(token, Text) || token.tokenType === BareText) return
    const inner = token.image.slice(1, -1).replaceAll('/', '\\/')
    this.report(
      'RV122',
      `expected a regular expression between slashes, found ${found(token)}`,
      token,
      `write ${shown(`/${inner}/`)}`,
    )
    reword(token, Regex, { image: '/x/', start: token.startOffset })
  }

  #repairName(expected: string): void {
    const token = this.LA(1)
    const inner = token.image.slice(1, -1)
    if (tokenMatcher(token, Text) && /^[A-Za-z_][\w-]*$/.test(inner) && this.#canFollowName(this.LA(2))) {
      this.report('RV122', `expected ${expected}, found ${found(token)}`, token, `write \`${inner}\`, without quotes`)
      reword(token, Word, { image: inner, start: token.startOffset + 1 })
      return
    }
    if (token.tokenType === Reference && token.image.length > 1) {
      this.report('RV122', `expected ${expected}, found ${found(token)}`, token, `write \`${token.image.slice(1)}\``)
      reword(token, Word, { image: token.image.slice(1), start: token.startOffset + 1 })
      return
    }
    if (!tokenMatcher(token, Word) && token.tokenType !== Quantity) return
    const start = token.startOffset
    const end = nameEnd(this.source.text, endOf(token))
    if (end === endOf(token) && token.tokenType !== Quantity) return
    const text = this.source.text.slice(start, end)
    const span = this.spanBetween(start, end)
    this.reportAt('RV122', `${shown(text)} is no name`, span, 'a letter, then letters, digits, `_` and `-`')
    this.#take({ start, end }, Word)
  }

  /** A criterion's text alone stands before a brace: then the id is missing, not badly written. */
  #canFollowName(token: IToken): boolean {
    return token.tokenType === Equals || tokenMatcher(token, Text) || tokenMatcher(token, Word)
  }

  /** Makes one token of a run: all that begin in it are read, and the last one becomes the whole. False when none begins there. */
  #take({ start, end }: Run, type: typeof Text): boolean {
    if (startOf(this.LA(1)) >= end) return false
    while (startOf(this.LA(2)) < end) this.CONSUME(this.LA(1).tokenType)
    reword(this.LA(1), type, { image: this.source.text.slice(start, end), start })
    this.covered.push(this.spanBetween(start, end))
    return true
  }
}

function reword(token: IToken, type: typeof Text, { image, start }: { image: string; start: number }): void {
  retype(token, type)
  token.image = image
  token.startOffset = start
}

/** Where quotes alone would not say what was meant. */
function meantInstead(text: string, source: string): string | undefined {
  if (/^(?:all|any|anything|everything)$/i.test(text))
    return 'what no rule names is said by `default allow`, `ask` or `deny`'
  if (/^\/.*\S\/$/.test(text) && /[\\^$|(+]|\.\*/.test(text))
    return 'a pattern is a glob in quotes, no regular expression: `"git **"`'
  const isList = /^[A-Za-z_][\w-]*$/.test(text) && new RegExp(`\\blet\\s+${text}(?![\\w-])`).test(source)
  return isList ? `write \`$${text}\` for the list, or \`"${text}"\` for this very text` : undefined
}

function inQuotes(text: string): string {
  const line = text.split('\n', 1)[0] ?? ''
  if ([...line].length > 60) return 'it in double quotes: `"…"`'
  return /["\\]/.test(line) ? (line.includes("'") ? 'it in double quotes' : `\`'${line}'\``) : `\`"${line}"\``
}
