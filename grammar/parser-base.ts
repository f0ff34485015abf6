// What every rule of the parser stands on: nodes from tokens, lists, blocks, and our own recovery. Chevrotain's recovery invents
// and drops tokens, which makes followers and whole rules that nobody wrote; ours ends a clause at its first mistake, goes on at
// the next word that can begin one, and takes a misspelt keyword for the one that was surely meant.
import { EOF, type IToken, isRecognitionException, type ParserMethod, tokenMatcher } from 'chevrotain'

import { nearest } from '../src/base/nearest.ts'
import { retype } from './lexer.ts'
import { belongsTo, mendOf } from './mends.ts'
import { found, listed, quoted, synonyms } from './messages.ts'
import { HabitParser } from './parser-habits.ts'
import { endOf, typeOf } from './parser-nodes.ts'
import { firstFrom } from './places.ts'
import { Comma, type Keyword, keywordType, LeftBrace, RightBrace, Text, Word } from './tokens.ts'
import type { NumberNode, WordNode } from './tree.ts'

/** The words that begin a statement; one at the start of a line inside a block says that the block was never closed. */
export const statementWords = [
  ...(['policy', 'use', 'let', 'exec', 'files', 'network', 'environment', 'limits', 'sandbox', 'agent'] as const),
  ...(['dataset', 'plugin', 'criterion', 'gate', 'waive', 'exit', 'expect'] as const),
] satisfies readonly Keyword[]

export abstract class ParserBase extends HabitParser {
  /** Offsets of what the lexer told, in order. */
  protected told: readonly number[] = []
  /** The `policy` line had a brace: one at the end closes it. */
  protected closesPolicy = false
  protected isForeign = false
  /** A mistake was just told: what is skipped to get over it is none. */
  #isRecovering = false

  /** One of several forms; once in a rule. */
  protected oneOf<Node>(forms: readonly (() => Node)[], expected?: string): Node {
    const alternatives = { DEF: forms.map((form) => ({ ALT: form })), ...(expected ? { ERR_MSG: expected } : {}) }
    return this.OR8(alternatives) as Node
  }

  /** One of a few words; once in a rule. */
  protected oneWord(words: readonly Keyword[], expected?: string): WordNode & NumberNode {
    this.hint(words)
    this.ACTION(() => this.#unquote(words))
    // While Chevrotain records the grammar there are no tokens, and the choice yields none.
    const forms = words.map((word) => ({ ALT: () => this.keywordNode(word) }))
    const node = this.OR9({ DEF: forms, ...(expected ? { ERR_MSG: expected } : {}) }) as WordNode
    return { ...this.wordNode(this.LA(0)), ...node }
  }

  /** `{ clause… }` behind `name`. Each clause stands on its own: one that cannot be read is left out. */
  protected clauses<Clause>(
    name: string,
    starts: readonly Keyword[],
    clause: ParserMethod<[], Clause>,
  ): { readonly clauses: Clause[]; readonly isIncomplete: boolean } {
    const clauses: Clause[] = []
    let isIncomplete = false
    this.ACTION(() => this.#refuseLabel(name))
    const opening = this.OPTION9(() => this.CONSUME9(LeftBrace))
    this.ACTION(() => {
      if (!opening) isIncomplete = !this.bearMissingBrace(name, starts)
      if (this.findStart(starts, `\`${name}\``)) isIncomplete = true
    })
    this.MANY9(() => {
      const read = this.attempt(() => this.SUBRULE9(clause))
      this.ACTION(() => {
        if (read !== undefined) clauses.push(read)
        else isIncomplete = true
        if (this.findStart(starts, `\`${name}\``)) isIncomplete = true
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
      if (!this.isFollower(token))
        this.report('RV110', `expected ${message}, found ${found(token)}`, where, mendOf(token, message))
      return undefined
    }
  }

  /** The lexer told a mistake between the last word and this one: that explains what is missing. */
  protected isFollower(token: IToken): boolean {
    const before = this.LA(0)
    const from = Math.max(0, endOf(before))
    const to = token.tokenType === EOF ? this.source.text.length : token.startOffset
    const index = firstFrom(this.told, from)
    return (this.told[index] ?? Number.POSITIVE_INFINITY) <= to
  }

  /** Before a place where one of some keywords stands: takes a misspelt one for what was meant, and says so. */
  protected hint(keywords: readonly Keyword[]): void {
    this.ACTION(() => this.#repair(keywords))
  }

  /** Brings the input to a word of `starts`, to a closing brace, to a statement at the start of a line, or to the end. True when it
   *  had to leave something out. */
  protected findStart(starts: readonly Keyword[], place: string): boolean {
    let isTold = this.#isRecovering
    this.#isRecovering = false
    while (!this.#isLanding(starts, isTold)) {
      const token = this.LA(1)
      if (token.tokenType === Comma && !isTold) {
        isTold = this.#refuseComma(token, starts)
        continue
      }
      if (token.image === 'version' && this.closesPolicy) isTold = true
      if (token.tokenType === RightBrace && this.closesPolicy) {
        this.closesPolicy = false
        this.CONSUME(RightBrace)
        continue
      }
      if (!isTold && (this.#repair(starts) || this.#unquote(starts))) return false
      if (!isTold && !this.isFollower(token)) this.#reportUnknown(token, starts, place)
      isTold = true
      this.skip()
    }
    return isTold
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
    if (token.tokenType === RightBrace) return true
    // `"git status" = allow`: the answer stands last there, and says nothing new.
    const isLast = isSkipping && this.LA(2).tokenType === RightBrace
    return !isLast && starts.some((word) => token.tokenType === typeOf(word))
  }

  #repair(keywords: readonly Keyword[]): boolean {
    const token = this.LA(1)
    if (!tokenMatcher(token, Word) || keywords.some((word) => token.tokenType === typeOf(word))) return false
    const meant =
      keywords.find((keyword) => synonyms[token.image.toLowerCase()]?.includes(keyword)) ??
      (token.tokenType === Word ? nearest(token.image, keywords) : undefined)
    if (meant === undefined) return false
    this.report('RV111', `unknown word \`${token.image}\``, token, `did you mean \`${meant}\`?`)
    retype(token, keywordType(meant))
    return true
  }

  #reportUnknown(token: IToken, starts: readonly Keyword[], place: string): void {
    if (token.tokenType === RightBrace) {
      this.report('RV113', 'a `}` that closes nothing', token, 'take it out')
      return
    }
    const isInner = endOf(this.LA(0)) === token.startOffset && tokenMatcher(this.LA(0), Text)
    const home = isInner
      ? 'a quote inside of a string is written `\\"`, or the string stands in the other quotes'
      : belongsTo(token.image, place)
    const holds = `${place} holds ${listed(quoted(starts.filter((word) => word !== 'policy')))}`
    this.report('RV111', `unexpected ${found(token)} in ${place}`, token, home ?? holds)
  }

  /** True when it stands where one value is meant, so that what follows is told with it. */
  #refuseComma(token: IToken, starts: readonly Keyword[]): boolean {
    const next = this.LA(2)
    const isList = tokenMatcher(next, Text) && !starts.some((word) => word === next.image.slice(1, -1))
    if (isList)
      this.report(
        'RV115',
        'a comma behind the one string that stands here',
        token,
        'this is no list: write a clause for each',
      )
    else this.report('RV115', 'a comma between clauses', token, 'clauses need no separator: take it out')
    this.CONSUME(Comma)
    return isList
  }

  #isMisspelt(token: IToken): boolean {
    return (
      token.tokenType === Word &&
      (nearest(token.image, statementWords) ??
        statementWords.find((word) => synonyms[token.image.toLowerCase()]?.includes(word))) !== undefined
    )
  }

  /** A keyword in quotes, as in JSON. */
  #unquote(keywords: readonly Keyword[]): boolean {
    const token = this.LA(1)
    const word = token.image.slice(1, -1)
    const meant = keywords.find((keyword) => keyword === word)
    if (meant === undefined || !tokenMatcher(token, Text)) return false
    this.report('RV122', `${found(token)} is a word of the language`, token, `write \`${meant}\`, without quotes`)
    retype(token, keywordType(meant))
    token.image = meant
    token.startOffset++
    return true
  }

  /** `exec "build" {`, as in HCL. */
  #refuseLabel(name: string): void {
    const token = this.LA(1)
    if (!tokenMatcher(token, Text) || this.LA(2).tokenType !== LeftBrace) return
    this.report(
      'RV110',
      `expected \`{\` after \`${name}\`, found ${found(token)}`,
      token,
      'a block has no name: take it out',
    )
    this.CONSUME(Text)
  }

  /** A block whose `{` is missing can still be read when a clause follows; true then. */
  protected bearMissingBrace(name: string, starts: readonly Keyword[]): boolean {
    const token = this.LA(1)
    const help = `write \`${name} { … }\``
    if (!this.isFollower(token))
      this.report('RV117', `expected \`{\` after \`${name}\`, found ${found(token)}`, token, help)
    this.#isRecovering = !starts.some((word) => token.tokenType === typeOf(word))
    return !this.#isRecovering
  }

  protected reportMissingHeader(): void {
    const start = Math.max(0, this.LA(1).startOffset || 0)
    const help = 'begin with `policy "name" version 1`'
    this.reportAt('RV116', 'the text does not begin with its `policy` line', this.spanBetween(start, start), help)
    const first = this.LA(1)
    this.isForeign = first.tokenType !== EOF && !this.#isStatement(first) && !this.#isMisspelt(first)
    this.#isRecovering = this.isForeign
  }
}
