// Makes words from the parser's word nodes. It reads the parts, never the joined value, in which `$CMD` and `'$CMD'` look
// alike, and it walks into every substitution that a word holds.
import type { DoubleQuotedChild, Word as WordNode, WordPart } from 'unbash'

import { calculateBody } from './arithmetic.ts'
import { expandBraces } from './braces.ts'
import type { Place, Word } from './command.ts'
import { expandParameter, expandSubstitution } from './expansions.ts'
import { bareText, type GapPiece, type Piece, toWord } from './pieces.ts'
import { limits, placeOf, refuse, type Spot, type WordUse } from './reader.ts'
import { onlyPath } from './where.ts'

/** The words that one word node stands for: several for a brace list, else one. */
export function expandWord(spot: Spot, node: WordNode, use: WordUse): readonly Word[] {
  const place = placeOf(spot.scope, node)
  // An empty alternative of a brace list is no word at all, unless quotes stand in it.
  const all = alternatives(spot, node, use, place)
  const found =
    all.length === 1
      ? all
      : all.filter((pieces) => pieces.some((piece) => piece.kind === 'gap' || piece.quoted || piece.text !== ''))
  return found.map((pieces) => toWord(whole(tildes(spot, pieces, use), use), node.text, place))
}

/** Only arguments split; a value stays one, and a target that splits is an error of the shell. */
function whole(pieces: readonly Piece[], use: WordUse): readonly Piece[] {
  if (use === 'argument') return pieces
  return pieces.map((piece) => (piece.kind === 'gap' ? { ...piece, spread: 'one' } : piece))
}

/** A word where exactly one is meant. */
export function expandOne(spot: Spot, node: WordNode, use: 'single' | 'assignment' | 'pattern'): Word {
  const [word] = expandWord(spot, node, use)
  return word ?? { kind: 'literal', text: '', place: placeOf(spot.scope, node) }
}

/** The parts of an unquoted here-document's body, as one word. */
export function expandBody(spot: Spot, parts: readonly WordPart[], source: string, place: Place): Word {
  return toWord(
    parts.flatMap((part) => quotedChild(spot, part as DoubleQuotedChild, place)),
    source,
    place,
  )
}

function alternatives(spot: Spot, node: WordNode, use: WordUse, place: Place): readonly (readonly Piece[])[] {
  if (node.parts === undefined) return [bare(spot, node.text, use, place)]
  let all: Piece[][] = [[]]
  for (const part of node.parts) {
    if (part.type !== 'BraceExpansion' || use !== 'argument') {
      const found = one(spot, part, use, place)
      for (const pieces of all) pieces.push(...found)
      continue
    }
    const found = braces(spot, part, place)
    if (all.length * found.length > limits.braceWords) {
      refuse(spot.reader, `a brace list gives more than ${limits.braceWords} words`, place)
      return [[{ kind: 'gap', spread: 'many' }]]
    }
    all = all.flatMap((pieces) => found.map((more) => [...pieces, ...more]))
  }
  return all
}

/** A word without parts holds nothing that is expanded; whatever looks as if it did is not known to this reader. */
function bare(spot: Spot, text: string, use: WordUse, place: Place): readonly Piece[] {
  const pieces = bareText(text)
  for (const piece of pieces) {
    if (piece.quoted) continue
    if (/[`'"]|\$[\w({@*#?$!'"-]/.test(piece.text)) {
      refuse(spot.reader, `the word \`${text}\` is not understood`, place)
    } else if (use === 'argument' && (/[*?]/.test(piece.text) || isBetween(piece.text, '[', ']'))) {
      return [{ kind: 'gap', spread: 'glob' }]
    } else if (use === 'argument' && isBetween(piece.text, '{', ',') && text.includes('}')) {
      return [{ kind: 'gap', spread: 'many' }]
    }
  }
  return pieces
}

function isBetween(text: string, open: string, close: string): boolean {
  const start = text.indexOf(open)
  return start !== -1 && text.indexOf(close, start) !== -1
}

function braces(spot: Spot, part: WordPart & { type: 'BraceExpansion' }, place: Place): readonly (readonly Piece[])[] {
  if (spot.scope.dialect !== 'bash') refuse(spot.reader, 'not every shell reads a brace list alike', place)
  const found = expandBraces(part.text, limits.braceWords)
  if (found !== undefined) return found
  const inner = (part.parts ?? []).flatMap((child) => one(spot, child, 'argument', place))
  const isDynamic = inner.some((piece) => piece.kind === 'gap')
  if (!isDynamic) refuse(spot.reader, `the brace list \`${part.text}\` is too long or not understood`, place)
  return [[{ kind: 'gap', spread: 'many' }]]
}

const gap: GapPiece = { kind: 'gap', spread: 'one' }

function one(spot: Spot, part: WordPart, use: WordUse, place: Place): readonly Piece[] {
  const { reader, scope } = spot
  switch (part.type) {
    case 'Literal':
      return bareText(part.text)
    case 'SingleQuoted':
      return [{ kind: 'text', text: part.value, quoted: true }]
    case 'AnsiCQuoted':
      return ansi(spot, part, place)
    case 'DoubleQuoted':
      return part.parts.length === 0
        ? [{ kind: 'text', text: '', quoted: true }]
        : part.parts.flatMap((child) => quotedChild(spot, child, place))
    case 'SimpleExpansion':
    case 'ParameterExpansion':
      return [expandParameter(spot, part, false, place)]
    case 'CommandExpansion':
    case 'ProcessSubstitution':
      return expandSubstitution(spot, part, false, place)
    case 'ArithmeticExpansion':
      return arithmetic(spot, part, place)
    case 'Glob':
      return glob(spot, part, use, place)
    case 'ExtendedGlob':
      if (use === 'pattern' && scope.dialect === 'bash' && !/[$`]/.test(part.text)) return [gap]
      refuse(reader, `the extended pattern \`${part.text}\` is read in different ways`, place)
      return [{ kind: 'gap', spread: 'glob' }]
    case 'BraceExpansion':
      // Not expanded here, but what it holds is.
      for (const child of part.parts ?? []) one(spot, child, use, place)
      return [gap]
    default:
      refuse(reader, `\`${part.text}\` is not understood`, place)
      return [{ kind: 'gap', spread: 'many' }]
  }
}

function quotedChild(spot: Spot, part: DoubleQuotedChild, place: Place): readonly Piece[] {
  switch (part.type) {
    case 'Literal':
      return [{ kind: 'text', text: part.value, quoted: true }]
    case 'SimpleExpansion':
    case 'ParameterExpansion':
      return [expandParameter(spot, part, true, place)]
    case 'CommandExpansion':
      return expandSubstitution(spot, part, true, place)
    case 'ArithmeticExpansion':
      return arithmetic(spot, part, place)
    default:
      refuse(spot.reader, 'a part of a quoted text is not understood', place)
      return [{ kind: 'gap', spread: 'many' }]
  }
}

/** A number; a negative one looks like an option. */
function arithmetic(spot: Spot, part: WordPart & { type: 'ArithmeticExpansion' }, place: Place): readonly Piece[] {
  calculateBody(spot, part.expression, part.text.replace(/^\$(\\\n)*\(\(/, '').replace(/\)\)$/, ''), place)
  return [gap]
}

function ansi(spot: Spot, part: WordPart & { type: 'AnsiCQuoted' }, place: Place): readonly Piece[] {
  if (spot.scope.dialect !== 'bash') refuse(spot.reader, "not every shell reads `$'…'` alike", place)
  if (/[\ufffd\ud800-\udfff]/u.test(part.value)) refuse(spot.reader, `\`${part.text}\` is no valid text`, place)
  return [{ kind: 'text', text: part.value, quoted: true }]
}

function glob(spot: Spot, part: WordPart & { type: 'Glob' }, use: WordUse, place: Place): readonly Piece[] {
  const inner = (part.parts ?? []).flatMap((child) => one(spot, child, use, place))
  if (use === 'assignment') return inner.some(({ kind }) => kind === 'gap') ? [gap] : bareText(part.text)
  const splits = inner.some((piece) => piece.kind === 'gap' && piece.spread === 'many')
  return [{ kind: 'gap', spread: splits ? 'many' : 'glob' }]
}

/** `~` and `~/…` become the home directory; in `NAME=~/x` too. Other users' homes are not known. */
function tildes(spot: Spot, pieces: readonly Piece[], use: WordUse): readonly Piece[] {
  if (use === 'pattern') return pieces
  const [first] = pieces
  if (first?.kind !== 'text' || first.quoted) return pieces
  const head = use === 'argument' ? (/^[A-Za-z_]\w*=/.exec(first.text)?.[0] ?? '') : ''
  const assigns = use === 'assignment' || head !== ''
  if (assigns && pieces.some((piece) => piece.kind === 'text' && !piece.quoted && /:~/.test(piece.text))) return [gap]
  if (first.text[head.length] !== '~') return pieces
  const rest = pieces.slice(1)
  const user = /^~[^/]*/.exec(first.text.slice(head.length))?.[0] ?? '~'
  const tail = first.text.slice(head.length + user.length)
  if (tail === '' && rest.length > 0) return [{ ...gap, neverOption: true }]
  const start: Piece[] = head === '' ? [] : [{ kind: 'text', text: head, quoted: true }]
  const end: Piece[] = tail === '' ? rest : [{ kind: 'text', text: tail, quoted: false }, ...rest]
  // In `name=~/x` bash replaces the tilde or not, by how the word was made.
  return [...start, head === '' ? homeOf(spot, user) : gap, ...end]
}

function homeOf({ reader, where }: Spot, user: string): Piece {
  const here = onlyPath(where)
  const path = user === '~' ? reader.home : user === '~+' ? here : undefined
  reader.constantsUsed.add(user === '~' ? 'HOME' : 'PWD')
  if (path === undefined || !reader.constants) return { ...gap, neverOption: true }
  return { kind: 'text', text: path, quoted: true }
}
