// A word in the making: runs of known text, quoted or not, and gaps that are filled at run time.
import type { Place, Word } from './command.ts'

export type Piece = TextPiece | GapPiece

export interface TextPiece {
  readonly kind: 'text'
  readonly text: string
  readonly quoted: boolean
}

export interface GapPiece {
  readonly kind: 'gap'
  /** `one`: exactly one piece of a word; `many`: it may split into words or vanish; `glob`: it matches file names. */
  readonly spread: 'one' | 'many' | 'glob'
  /** What it yields never begins with `-`. */
  readonly neverOption?: true
}

export function textOf(piece: Piece): string {
  return piece.kind === 'text' ? piece.text : ''
}

/** Unquoted source text: escapes are taken away, what they guarded counts as quoted, continued lines are joined. */
export function bareText(source: string): TextPiece[] {
  const pieces: TextPiece[] = []
  for (const [, escaped, bare, last] of source.matchAll(/\\([\s\S])|([^\\]+)|(\\)$/g)) {
    if (escaped === '\n') continue
    pieces.push({ kind: 'text', text: escaped ?? bare ?? last ?? '', quoted: bare === undefined })
  }
  return pieces
}

/** The word that these pieces make. */
export function toWord(pieces: readonly Piece[], source: string, place: Place): Word {
  const first = pieces.findIndex((piece) => piece.kind === 'gap')
  if (first === -1) return { kind: 'literal', text: pieces.map(textOf).join(''), place }
  const gaps = pieces.filter((piece) => piece.kind === 'gap')
  const splits = gaps.some((gap) => gap.spread === 'many')
  const last = pieces.findLastIndex((piece) => piece.kind === 'gap')
  const prefix = pieces.slice(0, first).map(textOf).join('')
  // An unquoted value may split into words, of which only the first begins with what stands before it.
  const never = pieces.find((piece) => piece.kind === 'gap' || piece.text !== '')
  return {
    kind: 'dynamic',
    quoted: gaps.every((gap) => gap.spread === 'one'),
    prefix: splits ? '' : prefix,
    suffix: splits
      ? ''
      : pieces
          .slice(last + 1)
          .map(textOf)
          .join(''),
    ...(never?.kind === 'gap' && never.neverOption === true && gaps.length === 1 ? { neverOption: true } : {}),
    source,
    place,
  }
}
