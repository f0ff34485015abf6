// Tokens and comments to a page: clauses with their words, blocks, and comments where they belong. Every token and every comment
// of the text is on the page exactly once, except a comma at the end of a list.
import type { IToken } from 'chevrotain'

import type { Mark, Marks } from './format-marks.ts'
import { Comma, LeftBrace, RightBrace } from './tokens.ts'

/** A word of a clause, with the comma that follows it. */
export interface Atom {
  readonly text: string
  readonly mark: Mark | undefined
  readonly isAnswer: boolean
  /** Comments on lines of their own before it, inside its clause. */
  readonly before: readonly string[]
  /** The comment at the end of its line. */
  readonly after?: string
}

export interface Block {
  readonly nodes: readonly PageNode[]
  /** Comments behind `{` and behind `}`. */
  readonly opening?: string
  readonly closing?: string
  /** Written on one line. */
  readonly isFlat: boolean
}

export type PageNode =
  | { readonly kind: 'comment'; readonly text: string; readonly isAfterBlank: boolean }
  | { readonly kind: 'clause'; readonly atoms: readonly Atom[]; readonly block?: Block; readonly isAfterBlank: boolean }

type Growing<Type> = { -readonly [Key in keyof Type]: Type[Key] }
type GrowingAtom = Growing<Omit<Atom, 'before'>> & { readonly before: string[] }
type GrowingBlock = Growing<Omit<Block, 'nodes'>> & { readonly nodes: PageNode[] }
interface GrowingClause {
  readonly kind: 'clause'
  readonly atoms: GrowingAtom[]
  block?: GrowingBlock
  readonly isAfterBlank: boolean
}

interface Comment {
  readonly text: string
  readonly isAfterBlank: boolean
}

/** What an end-of-line comment stands behind. */
type Last = { readonly of: 'atom' | 'opening' | 'closing'; readonly clause: GrowingClause } | undefined

class PageBuilder {
  readonly page: PageNode[] = []
  /** Comments on lines of their own whose place the next token decides. */
  #pending: Comment[] = []
  #clause: GrowingClause | undefined
  /** The statement whose block is open. */
  #open: GrowingClause | undefined
  #openedAt = 0
  #isStarted = false
  #last: Last
  readonly #text: string
  readonly #marks: Marks

  constructor(text: string, marks: Marks) {
    this.#text = text
    this.#marks = marks
  }

  addComment(text: string, lineBreaks: number): void {
    if (lineBreaks === 0 && this.#last) this.#addBehind(text, this.#last)
    else this.#pending.push({ text, isAfterBlank: lineBreaks > 1 })
  }

  addToken(token: IToken, next: IToken | undefined, lineBreaks: number): void {
    const mark = this.#marks.at.get(token.startOffset)
    if (token.tokenType === LeftBrace) this.#openBlock(token)
    else if (token.tokenType === RightBrace) this.#closeBlock(token)
    else if (token.tokenType === Comma) this.#addComma(next)
    else {
      if (mark === 'statement' || mark === 'clause' || !this.#isStarted) this.#startClause(lineBreaks > 1)
      this.#addAtom(token, mark)
    }
  }

  finish(): readonly PageNode[] {
    this.#flush()
    return this.page
  }

  #addBehind(text: string, { of, clause }: NonNullable<Last>): void {
    const atom = clause.atoms.at(-1)
    if (of === 'closing' && clause.block) clause.block.closing = text
    else if (of === 'opening' && clause.block?.nodes.length === 0) clause.block.opening = text
    else if (of === 'atom' && atom && atom.after === undefined) atom.after = text
    else this.#pending.push({ text, isAfterBlank: false })
  }

  #flush(): void {
    const nodes = this.#open?.block?.nodes ?? this.page
    for (const comment of this.#pending) nodes.push({ kind: 'comment', ...comment })
    this.#pending = []
  }

  #startClause(isAfterBlank: boolean): void {
    this.#flush()
    this.#isStarted = true
    const clause: GrowingClause = { kind: 'clause', atoms: [], isAfterBlank }
    const nodes = this.#open?.block?.nodes ?? this.page
    nodes.push(clause)
    this.#clause = clause
  }

  #addAtom(token: IToken, mark: Mark | undefined): void {
    const before = this.#pending.map(({ text }) => text)
    this.#pending = []
    const isAnswer = this.#marks.answers.has(token.startOffset)
    this.#clause?.atoms.push({ text: token.image, mark, isAnswer, before })
    this.#last = this.#clause && { of: 'atom', clause: this.#clause }
  }

  /** A comma at the end of a list goes. */
  #addComma(next: IToken | undefined): void {
    const atom = this.#clause?.atoms.at(-1)
    if (atom && next && this.#marks.at.get(next.startOffset) === 'item') atom.text += ','
  }

  /** Comments between the head and its brace move into the block. */
  #openBlock(token: IToken): void {
    const clause = this.#clause
    const last = clause?.atoms.at(-1)
    if (!clause || !last) return
    clause.block = { nodes: [], isFlat: true }
    this.#openedAt = token.startOffset
    if (last.after !== undefined) clause.block.nodes.push({ kind: 'comment', text: last.after, isAfterBlank: false })
    delete last.after
    this.#open = clause
    this.#clause = undefined
    this.#flush()
    this.#last = { of: 'opening', clause }
  }

  #closeBlock({ startOffset }: IToken): void {
    this.#flush()
    const block = this.#open?.block
    if (block) block.isFlat = lineBreaksIn(this.#text, this.#openedAt, startOffset) === 0
    this.#last = this.#open && { of: 'closing', clause: this.#open }
    this.#open = undefined
    this.#clause = undefined
  }
}

export function layOut(
  text: string,
  tokens: readonly IToken[],
  comments: readonly IToken[],
  marks: Marks,
): readonly PageNode[] {
  const builder = new PageBuilder(text, marks)
  let [end, at] = [0, 0]
  const breaksBefore = (offset: number) => lineBreaksIn(text, end, offset)
  tokens.forEach((token, index) => {
    for (let comment = comments[at]; comment && comment.startOffset < token.startOffset; comment = comments[++at]) {
      builder.addComment(comment.image.trimEnd(), breaksBefore(comment.startOffset))
      end = comment.startOffset + comment.image.length
    }
    builder.addToken(token, tokens[index + 1], breaksBefore(token.startOffset))
    end = token.startOffset + token.image.length
  })
  for (const comment of comments.slice(at)) {
    builder.addComment(comment.image.trimEnd(), breaksBefore(comment.startOffset))
    end = comment.startOffset + comment.image.length
  }
  return builder.finish()
}

function lineBreaksIn(text: string, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at++) if (text.charCodeAt(at) === 10) count++
  return count
}
