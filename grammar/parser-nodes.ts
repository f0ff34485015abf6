// Nodes of the tree from tokens, and where the parser's diagnostics are collected.
import { EmbeddedActionsParser, EOF, type IToken } from 'chevrotain'

import type { Diagnostic, DiagnosticCode, Note } from '../src/base/diagnostic.ts'
import type { Source, Span } from '../src/base/span.ts'
import { provider } from './messages.ts'
import { readText } from './strings.ts'
import { type Keyword, keywordType, vocabulary, Word } from './tokens.ts'
import type { Item, NumberNode, TextNode, WordNode } from './tree.ts'

export abstract class NodeParser extends EmbeddedActionsParser {
  protected diagnostics: Diagnostic[] = []
  protected source: Source = { file: '', text: '' }

  constructor(skipValidations: boolean) {
    super([...vocabulary], { skipValidations, recoveryEnabled: false, maxLookahead: 1, errorMessageProvider: provider })
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

  protected spanOf(token: IToken): Span {
    return this.spanBetween(token.startOffset, endOf(token))
  }

  /** From a token to the last one that was read. */
  protected spanFrom(first: IToken): Span {
    return this.spanBetween(first.startOffset, endOf(this.LA(0)))
  }

  protected spanBetween(start: number, end: number): Span {
    return { file: this.source.file, start, end }
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
    this.reportAt(code, message, span, help, notes)
  }

  protected reportAt(
    code: DiagnosticCode,
    message: string,
    span: Span,
    help?: string,
    notes: readonly Note[] = [],
  ): void {
    this.diagnostics.push({ code, severity: 'error', message, span, ...(help ? { help } : {}), notes })
  }

  #endOfText(): Span {
    const end = this.source.text.trimEnd().length
    return this.spanBetween(end, end)
  }
}

/** The end of the text begins nowhere. */
export function startOf({ tokenType, startOffset }: IToken): number {
  return tokenType === EOF ? Number.POSITIVE_INFINITY : startOffset
}

export function endOf({ startOffset, image }: IToken): number {
  return startOffset + image.length
}

export function typeOf(keyword: Keyword): NonNullable<ReturnType<typeof keywordType>> {
  return keywordType(keyword) ?? Word
}
