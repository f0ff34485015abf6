// Expands brace lists as bash does: `{a,b}`, `{1..3}`, `{a..e..2}`, nested ones too. Only static ones come here.
import type { Piece } from './pieces.ts'
import { bareText, textOf } from './pieces.ts'

/** The alternatives of one brace list, given as its source text with the braces; undefined when it is none. */
export function expandBraces(source: string, limit: number): readonly (readonly Piece[])[] | undefined {
  const pieces = quotedText(source)
  if (pieces === undefined) return undefined
  const letters = pieces.flatMap((piece) =>
    [...textOf(piece)].map((letter): Letter => ({ letter, quoted: piece.quoted })),
  )
  const found = expandList(letters, limit)
  return found?.map((alternative) => alternative.map(({ letter, quoted }) => ({ kind: 'text', text: letter, quoted })))
}

interface Letter {
  readonly letter: string
  readonly quoted: boolean
}

type Letters = readonly Letter[]

/** Text with quotes and escapes taken away; undefined when it holds anything that is expanded. */
function quotedText(source: string): readonly (Piece & { readonly kind: 'text' })[] | undefined {
  const pieces: (Piece & { readonly kind: 'text' })[] = []
  for (const match of source.matchAll(/'([^']*)'|"((?:[^"\\$`]|\\[\s\S])*)"|((?:[^'"\\$`]|\\[\s\S])+)|([\s\S])/g)) {
    const [, single, double, bare, other] = match
    if (other !== undefined) return undefined
    if (single !== undefined) pieces.push({ kind: 'text', text: single, quoted: true })
    else if (double !== undefined) {
      pieces.push({ kind: 'text', text: double.replaceAll(/\\([\\$"`])|\\\n/g, '$1'), quoted: true })
    } else pieces.push(...bareText(bare ?? ''))
  }
  return pieces
}

/** `{…}` as a whole. */
function expandList(letters: Letters, limit: number): readonly Letters[] | undefined {
  const body = letters.slice(1, -1)
  const parts = split(body)
  const all: Letters[] = []
  if (parts.length === 1) return sequence(body, limit)
  for (const part of parts) {
    const expanded = expandText(part, limit)
    if (expanded === undefined || all.length + expanded.length > limit) return undefined
    all.push(...expanded)
  }
  return all
}

/** Text that may hold lists. */
function expandText(letters: Letters, limit: number): readonly Letters[] | undefined {
  const open = letters.findIndex((_, at) => isList(letters, at))
  if (open === -1) return [letters]
  const close = closing(letters, open)
  const lists = expandList(letters.slice(open, close + 1), limit)
  const tails = expandText(letters.slice(close + 1), limit)
  if (lists === undefined || tails === undefined || lists.length * tails.length > limit) return undefined
  const head = letters.slice(0, open)
  return lists.flatMap((list) => tails.map((tail) => [...head, ...list, ...tail]))
}

function isList(letters: Letters, open: number): boolean {
  if (!is(letters[open], '{')) return false
  const close = closing(letters, open)
  if (close === -1) return false
  const body = letters.slice(open + 1, close)
  return split(body).length > 1 || sequence(body, 1e9) !== undefined
}

function closing(letters: Letters, open: number): number {
  let depth = 0
  for (let at = open; at < letters.length; at++) {
    if (is(letters[at], '{')) depth++
    else if (is(letters[at], '}') && --depth === 0) return at
  }
  return -1
}

function split(letters: Letters): readonly Letters[] {
  const parts: Letters[] = []
  let depth = 0
  let start = 0
  letters.forEach((letter, at) => {
    if (is(letter, '{')) depth++
    else if (is(letter, '}')) depth--
    else if (is(letter, ',') && depth === 0) {
      parts.push(letters.slice(start, at))
      start = at + 1
    }
  })
  return [...parts, letters.slice(start)]
}

function is(letter: Letter | undefined, text: string): boolean {
  return letter !== undefined && !letter.quoted && letter.letter === text
}

const range = /^(?:(-?\d+)\.\.(-?\d+)|([A-Za-z])\.\.([A-Za-z]))(?:\.\.(-?\d+))?$/

/** `1..3`, `a..e`, with a step; undefined when it is none or longer than the limit. */
function sequence(body: Letters, limit: number): readonly Letters[] | undefined {
  if (body.some(({ quoted }) => quoted)) return undefined
  const match = range.exec(body.map(({ letter }) => letter).join(''))
  if (!match) return undefined
  const [, from, to, first = '', last = '', step = '1'] = match
  const isLetters = from === undefined
  const start = isLetters ? first.charCodeAt(0) : Number(from)
  const end = isLetters ? last.charCodeAt(0) : Number(to)
  const by = Math.abs(Number(step)) || 1
  const count = Math.floor(Math.abs(end - start) / by) + 1
  if (limit === 1e9) return []
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || count > limit) return undefined
  // A range from upper to lower case runs over signs such as `\` and `[`, which bash treats in its own ways.
  if (isLetters && first < 'a' !== last < 'a') return undefined
  const width = isLetters ? 0 : paddedWidth(from ?? '', to ?? '')
  return Array.from({ length: count }, (_, at) => {
    const value = start + (end < start ? -by : by) * at
    const text = isLetters ? String.fromCharCode(value) : padded(value, width)
    return [...text].map((letter) => ({ letter, quoted: false }))
  })
}

/** A leading zero in either end pads all of them. */
function paddedWidth(from: string, to: string): number {
  return /^-?0\d/.test(from) || /^-?0\d/.test(to) ? Math.max(from.length, to.length) : 0
}

function padded(value: number, width: number): string {
  const digits = String(Math.abs(value))
  return value < 0 ? `-${digits.padStart(width - 1, '0')}` : digits.padStart(width, '0')
}
