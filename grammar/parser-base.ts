// What every rule of the parser stands on: nodes from tokens, lists, blocks, and our own recovery. Chevrotain's recovery invents
// and drops tokens, which makes followers and whole rules that nobody wrote; ours ends a clause at its first mistake, goes on at
// the next word that can begin one, and takes a misspelt keyword for the one that was surely meant.
import {
  EmbeddedActionsParser,
  EOF,
  type IToken,
  isRecognitionException,
  type ParserMethod,
  tokenMatcher,
} from 'chevrotain'

import type { Diagnostic, DiagnosticCode, Note } from '../src/base/diagnostic.ts'
import { nearest } from '../src/base/nearest.ts'
import type { Span } from '../src/base/span.ts'
import { retype } from './lexer.ts'
import { found, listed, provider, quoted, synonyms } from './messages.ts'
import { readText } from './strings.ts'
import { Comma, type Keyword, keywordType, LeftBrace, Reference, RightBrace, Text, vocabulary, Word } from './tokens.ts'
import type { Item, NumberNode, TextNode, WordNode } from './tree.ts'

/** The words that begin a statement; one at the start of a line inside a block says that the block was never closed. */
export const statementWords = [
  ...(['policy', 'use', 'let', 'exec', 'files', 'network', 'environment', 'limits', 'sandbox', 'agent'] as const),
  ...(['dataset', 'plugin', 'criterion', 'gate', 'waive', 'exit', 'expect'] as const),
] satisfies readonly Keyword[]

export abstract class ParserBase extends EmbeddedActionsParser {
  protected diagnostics: Diagnostic[] = []
  protected source = { file: '', text: '' }
  /** A mistake was just told: what is skipped to get over it is none. */
  #isRecovering = false

  constructor(skipValidations: boolean) {
    super([...vocabulary], { skipValidations, recoveryEnabled: false, maxLookahead: 1, errorMessageProvider: provider })
  }

  protected readonly list = this.RULE('list', (): Item[] => {
    const items = [this.SUBRULE(this.item)]
    this.MANY(() => {
      this.OR([
        {
          ALT: () => {
            this.CONSUME(Comma)
            this.ACTION(() => this.refuseSecondComma())
            this.OPTION(() => items.push(this.SUBRULE2(this.item)))
          },
        },
        {
          ALT: () => {
            this.ACTION(() => this.reportMissingComma())
            items.push(this.SUBRULE3(this.item))
          },
        },
      ])
    })
    return items
  })

  protected readonly item = this.RULE(
    'item',
    (): Item =>
      this.OR({
        DEF: [
          { ALT: () => this.textNode(this.CONSUME(Text)) },
          { ALT: () => this.referenceNode(this.CONSUME(Reference)) },
        ],
        ERR_MSG: 'a string in quotes or a `$name`',
      }),
  )

  /** One of several forms; once in a rule. */
  protected oneOf<Node>(forms: readonly (() => Node)[], expected?: string): Node {
    const alternatives = { DEF: forms.map((form) => ({ ALT: form })), ...(expected ? { ERR_MSG: expected } : {}) }
    return this.OR8(alternatives) as Node
  }

  /** One of a few words; once in a rule. */
  protected oneWord(words: readonly Keyword[], expected?: string): WordNode & NumberNode {
    this.hint(words)
    // While Chevrotain records the grammar there are no tokens, and the choice yields none.
    const forms = words.map((word) => ({ ALT: () => this.keywordNode(word) }))
    const node = this.OR9({ DEF: forms, ...(expected ? { ERR_MSG: expected } : {}) }) as WordNode
    return { ...this.wordNode(this.LA(0)), ...node }
  }

  protected textNode(token: IToken): TextNode {
    return { kind: 'text', value: readText(token).value, span: this.spanOf(token) }
  }

  protected referenceNode(token: IToken): Item {
    return { kind: 'reference', name: token.image.slice(1), span: this.spanOf(token) }
  }

  /** Also for a number or a regular expression: what was written. */
  protected wordNode(token: IToken): WordNode & NumberNode {
    return { text: token.image, span: this.spanOf(token) }
  }

  /** By its right spelling, also where a misspelt one was taken for it. */
  protected keywordNode(keyword: Keyword): WordNode & NumberNode {
    return { ...this.wordNode(this.word(keyword)), text: keyword }
  }

  protected word(keyword: Keyword): IToken {
    return this.CONSUME(typeOf(keyword))
  }

  protected spanOf(token: IToken): Span {
    return { file: this.source.file, start: token.startOffset, end: token.startOffset + token.image.length }
  }

  /** From a token to the last one that was read. */
  protected spanFrom(first: IToken): Span {
    const last = this.LA(0)
    return { file: this.source.file, start: first.startOffset, end: last.startOffset + last.image.length }
  }

  /** `{ clause… }` behind `name`. Each clause stands on its own: one that cannot be read is left out. */
  protected clauses<Clause>(
    name: string,
    starts: readonly Keyword[],
    clause: ParserMethod<[], Clause>,
  ): { readonly clauses: Clause[]; readonly isIncomplete: boolean } {
    const clauses: Clause[] = []
    let isIncomplete = false
    const opening = this.OPTION9(() => this.CONSUME9(LeftBrace))
    this.ACTION(() => {
      if (!opening) isIncomplete = !this.bearMissingBrace(name, starts)
      this.findStart(starts, `\`${name}\``)
    })
    this.MANY9(() => {
      const read = this.attempt(() => this.SUBRULE9(clause))
      this.ACTION(() => {
        if (read !== undefined) clauses.push(read)
        else isIncomplete = true
        this.findStart(starts, `\`${name}\``)
      })
    })
    const closing = this.OPTION8(() => this.CONSUME9(RightBrace))
    this.ACTION(() => {
      if (!closing && opening) this.report('RV112', `\`${name} {\` is never closed`, opening, 'close it with `}`')
    })
    return { clauses, isIncomplete }
  }

  /** Runs a rule; its first mistake is told and ends it. */
  protected attempt<Result>(rule: () => Result): Result | undefined {
    try {
      return rule()
    } catch (error) {
      if (!(error instanceof Error && isRecognitionException(error))) throw error
      const { token, previousToken, message } = error as Error & { token: IToken; previousToken?: IToken }
      this.#isRecovering = true
      const where = token.tokenType === EOF && previousToken ? { ...previousToken, isEnd: true } : token
      const mend = token.tokenType === Word ? nearest(token.image, keywordsIn(message)) : undefined
      this.report('RV110', `expected ${message}, found ${found(token)}`, where, mend && `did you mean \`${mend}\`?`)
      return undefined
    }
  }

  /** Before a place where one of some keywords stands: takes a misspelt one for what was meant, and says so. */
  protected hint(keywords: readonly Keyword[]): void {
    this.ACTION(() => this.#repair(keywords))
  }

  /** Brings the input to a word of `starts`, to a closing brace, to a statement at the start of a line, or to the end. */
  protected findStart(starts: readonly Keyword[], place: string): void {
    let isTold = this.#isRecovering
    this.#isRecovering = false
    while (!this.#isLanding(starts, isTold)) {
      const token = this.LA(1)
      if (!isTold && this.#repair(starts)) return
      if (!isTold) this.#reportUnknown(token, starts, place)
      isTold = true
      this.skip()
    }
  }

  protected report(
    code: DiagnosticCode,
    message: string,
    at: IToken & { isEnd?: boolean },
    help?: string,
    notes: readonly Note[] = [],
  ): void {
    const whole = this.spanOf(at)
    const span = at.tokenType === EOF ? this.#endOfText() : at.isEnd ? { ...whole, start: whole.end } : whole
    this.diagnostics.push({ code, severity: 'error', message, span, ...(help ? { help } : {}), notes })
  }

  /** Over one token, or over a whole group in braces. */
  protected skip(): void {
    let depth = 0
    do {
      const token = this.LA(1)
      if (token.tokenType === EOF) return
      if (token.tokenType === LeftBrace) depth++
      if (token.tokenType === RightBrace) depth--
      this.CONSUME(token.tokenType)
    } while (depth > 0 && !this.isStatementLine(this.LA(1)))
  }

  /** A statement's word at the very start of a line. */
  protected isStatementLine(token: IToken): boolean {
    return this.#isStatement(token) && (token.startOffset === 0 || this.source.text[token.startOffset - 1] === '\n')
  }

  #isStatement(token: IToken): boolean {
    return statementWords.some((word) => token.tokenType === typeOf(word))
  }

  #isFirstOnLine({ startOffset }: IToken): boolean {
    let at = startOffset - 1
    while (this.source.text[at] === ' ' || this.source.text[at] === '\t') at--
    return at < 0 || this.source.text[at] === '\n'
  }

  #isLanding(starts: readonly Keyword[], isSkipping: boolean): boolean {
    const token = this.LA(1)
    const isTop = starts === (statementWords as readonly Keyword[])
    if (token.tokenType === EOF || this.isStatementLine(token)) return true
    if (isTop && isSkipping) return this.#isStatement(token) && this.#isFirstOnLine(token)
    if (isTop && token.tokenType === RightBrace) return false
    return token.tokenType === RightBrace || starts.some((word) => token.tokenType === typeOf(word))
  }

  #repair(keywords: readonly Keyword[]): boolean {
    const token = this.LA(1)
    if (!tokenMatcher(token, Word) || keywords.some((word) => token.tokenType === typeOf(word))) return false
    const synonym = synonyms[token.image.toLowerCase()] as Keyword | undefined
    const meant =
      (synonym !== undefined && keywords.includes(synonym) ? synonym : undefined) ??
      (token.tokenType === Word ? nearest(token.image, keywords) : undefined)
    if (meant === undefined) return false
    this.report('RV111', `unknown word \`${token.image}\``, token, `did you mean \`${meant}\`?`)
    retype(token, keywordType(meant))
    return true
  }

  #reportUnknown(token: IToken, starts: readonly Keyword[], place: string): void {
    const isStray = token.tokenType === RightBrace
    const message = isStray ? 'a `}` that closes nothing' : `unexpected ${found(token)} in ${place}`
    const help = isStray
      ? 'take it out'
      : `${place} holds ${listed(quoted(starts.filter((word) => word !== 'policy')))}`
    this.report(isStray ? 'RV113' : 'RV111', message, token, help)
  }

  /** A block whose `{` is missing can still be read when a clause follows; true then. */
  protected bearMissingBrace(name: string, starts: readonly Keyword[]): boolean {
    const token = this.LA(1)
    this.report('RV117', `expected \`{\` after \`${name}\`, found ${found(token)}`, token)
    this.#isRecovering = !starts.some((word) => token.tokenType === typeOf(word))
    return !this.#isRecovering
  }

  protected refuseSecondComma(): void {
    while (this.LA(0).tokenType === Comma && this.LA(1).tokenType === Comma) {
      this.report('RV115', 'a comma with nothing before it', this.LA(1), 'take it out')
      this.CONSUME(Comma)
    }
  }

  protected reportMissingComma(): void {
    const before = { ...this.LA(0), isEnd: true }
    this.report('RV114', 'a comma is missing between two elements of a list', before, 'write `,` here')
  }

  protected reportMissingHeader(): void {
    const first = this.LA(1)
    const span = { file: this.source.file, start: Math.max(0, first.startOffset), end: Math.max(0, first.startOffset) }
    const help = 'begin with `policy "name" version 1`'
    this.diagnostics.push({
      code: 'RV116',
      severity: 'error',
      message: 'the text does not begin with its `policy` line',
      span,
      help,
      notes: [],
    })
  }

  #endOfText(): Span {
    const end = this.source.text.trimEnd().length
    return { file: this.source.file, start: end, end }
  }
}

export function typeOf(keyword: Keyword): NonNullable<ReturnType<typeof keywordType>> {
  return keywordType(keyword) ?? Word
}

function keywordsIn(message: string): readonly string[] {
  return [...message.matchAll(/`([a-z][\w-]*)`/g)].map((match) => match[1] ?? '')
}
