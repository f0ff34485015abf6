// A pattern over the text of a command, as other hosts have them (`npm run *`: any text, blanks too), as patterns over its words.
// A blank of the pattern stands between two words. What a shell would make of the text decides what the words are; where that is not
// known beforehand, nothing narrow can be said, and the wide pattern keeps what stands before it.
import type { Reach } from './foreign.ts'
import { type Piece, spellWord } from './spell.ts'

export type Token = { readonly text: string } | 'any' | 'one'

export interface TextPattern {
  readonly tokens: readonly Token[]
  /** `boundary`: nothing follows, or a blank and any text. */
  readonly tail: 'exact' | 'boundary'
}

/** Everything. */
export const everyCommand: Reach = { narrow: ['* **'], wide: ['* **'] }

const longest = 3500

export function commandsOf(pattern: TextPattern): Reach {
  const { words, stop } = splitPattern(pattern.tokens)
  while (words[0] && isAssignment(words[0])) {
    words.shift()
    if (!stop) return { ...commandsFrom(words, pattern.tail), narrow: [], inexact: 'it begins with an assignment' }
  }
  if (!stop) return commandsFrom(words, pattern.tail)
  const wide = words.length === 0 ? undefined : commandsFrom(words, 'boundary').wide
  // Of a wildcard alone nothing is known: that is no reason to refuse everything.
  return { narrow: [], wide: wide?.some((each) => each.startsWith('*')) ? undefined : wide, inexact: stop }
}

/** Tokens of a text in which `*` is a wildcard, and `?` too where the host has it. */
export function tokensOf(text: string, wildcards: '*' | '*?'): readonly Token[] {
  const parts = text.split(wildcards === '*' ? /(\*+)/ : /(\*+|\?)/)
  return parts.flatMap((part, index): readonly Token[] => {
    if (index % 2 === 1) return [part === '?' ? 'one' : 'any']
    return part === '' ? [] : [{ text: part }]
  })
}

interface PatternWord {
  readonly pieces: Piece[]
  /** A wildcard stands inside quotes: it may end them. */
  quotedAny: boolean
  /** Begins with an unquoted `~`. */
  home: boolean
  /** Holds what a shell expands to names of files, or to several words. */
  expands: boolean
}

interface Split {
  readonly words: PatternWord[]
  /** Why the rest cannot be read as words. */
  readonly stop: string | undefined
}

/** Reads the characters as a shell would. */
function splitPattern(tokens: readonly Token[]): Split {
  const reader = new WordReader()
  for (const token of tokens) {
    const stop = typeof token === 'string' ? reader.wildcard(token) : reader.text(token.text)
    if (stop !== undefined) return { words: reader.words, stop }
  }
  const stop = reader.end()
  return { words: reader.words, stop }
}

class WordReader {
  readonly words: PatternWord[] = []
  #word: PatternWord | undefined
  #quote = ''
  #escaped = false

  wildcard(token: 'any' | 'one'): string | undefined {
    if (this.#escaped) return 'a wildcard stands behind a backslash'
    const word = this.#open()
    if (this.#quote !== '') word.quotedAny = true
    word.pieces.push(token === 'any' ? '*' : '?')
    return undefined
  }

  text(text: string): string | undefined {
    for (const char of text) {
      const stop = this.#char(char)
      if (stop !== undefined) return stop
    }
    return undefined
  }

  end(): string | undefined {
    if (this.#escaped || this.#quote !== '') return 'a quote is never closed'
    this.#close()
    return undefined
  }

  #char(char: string): string | undefined {
    if (this.#escaped) return this.#literal(char, true)
    if (this.#quote === "'") return char === "'" ? this.#toggle('') : this.#literal(char, true)
    if (char === '\\') return this.#escape()
    if (this.#quote === '"') {
      if (char === '"') return this.#toggle('')
      return char === '$' || char === '`' ? 'a part of it is known only when it runs' : this.#literal(char, true)
    }
    return this.#plain(char)
  }

  #plain(char: string): string | undefined {
    if (char === ' ' || char === '\t') return this.#close()
    if (char === "'" || char === '"') return this.#toggle(char)
    if (/[;&|<>()\n\r]/.test(char)) return 'it holds shell syntax, and a rule speaks of one command'
    if (char === '$' || char === '`') return 'a part of it is known only when it runs'
    if (char === '#' && !this.#word) return 'it holds a comment'
    if (char === '~' && !this.#word) this.#open().home = true
    if (/[[\]{}?]/.test(char)) this.#open().expands = true
    return this.#literal(char, false)
  }

  #escape(): undefined {
    this.#open()
    this.#escaped = true
    return undefined
  }

  #toggle(quote: string): undefined {
    this.#open()
    this.#quote = quote
    return undefined
  }

  #literal(char: string, isQuoted: boolean): undefined {
    const word = this.#open()
    const last = word.pieces.at(-1)
    // In double quotes a backslash stays before all but a few characters.
    const text = this.#escaped && this.#quote === '"' && !/[\\"$`]/.test(char) ? `\\${char}` : char
    this.#escaped = false
    if (isQuoted && word.pieces.length === 0) word.home = false
    if (last && typeof last !== 'string') word.pieces[word.pieces.length - 1] = { text: last.text + text }
    else word.pieces.push({ text })
    return undefined
  }

  #open(): PatternWord {
    this.#word ??= { pieces: [], quotedAny: false, home: false, expands: false }
    return this.#word
  }

  #close(): undefined {
    if (this.#word) this.words.push(this.#word)
    this.#word = undefined
    return undefined
  }
}

function isAssignment({ pieces: [first] }: PatternWord): boolean {
  return first !== undefined && typeof first !== 'string' && /^[A-Za-z_]\w*=/.test(first.text)
}

function commandsFrom(words: readonly PatternWord[], tail: TextPattern['tail']): Reach {
  if (words.length === 0) return { narrow: [], wide: undefined, inexact: 'it names no command' }
  const expands = words.some((word) => word.expands)
  const isQuoted = words.some((word) => word.quotedAny)
  const narrow = expands ? [] : spellAll(words, tail, 'narrow')
  const wide = spellAll(words, tail, 'wide')
  const inexact = expands ? 'a shell expands a part of it' : isQuoted ? 'a wildcard stands inside quotes' : undefined
  const reach = { narrow: narrow.filter(isFit), wide: wide.every(isFit) ? wide : shortest(wide) }
  if (inexact !== undefined) return { ...reach, inexact }
  return narrow.join('\n') === wide.join('\n') && narrow.every(isFit)
    ? reach
    : { ...reach, inexact: 'it cannot be said exactly' }
}

function isFit(pattern: string): boolean {
  return pattern.length <= longest && !/^(?:''|\*\*)(?: |$)/.test(pattern)
}

/** The program alone, when it is written. */
function shortest([first = '']: readonly string[]): readonly string[] | undefined {
  const program = first.slice(0, 256).split(' ')[0] ?? ''
  return first.length > longest && /^[\w./-]{1,200}$/.test(program) ? [`${program} **`] : undefined
}

/** Every wildcard inside a word stays in it or spans several: two patterns each, up to eight together. */
function spellAll(
  words: readonly PatternWord[],
  tail: TextPattern['tail'],
  side: 'narrow' | 'wide',
): readonly string[] {
  const stars = words.filter((word, index) => word.pieces.includes('*') && !isEndless(word, index === words.length - 1))
  let all: (readonly string[])[] = [[]]
  for (const [index, word] of words.entries()) {
    const isLast = index === words.length - 1 && tail === 'exact'
    const ways =
      side === 'wide' && word.expands ? [[index === 0 ? '*' : '**']] : waysOf(word, isLast, stars.length > 3, side)
    all = all.flatMap((before) => ways.map((way) => [...before, ...way]))
    if (side === 'wide' && (word.quotedAny || word.expands)) {
      // What follows a quote that a wildcard may end is not known.
      all = all.map((before) => [...before, '**'])
      break
    }
  }
  const ends = tail === 'boundary' ? ['**'] : []
  return [...new Set(all.filter((way) => !way.includes('')).map((way) => tidy([...way, ...ends]).join(' ')))]
}

/** A word that is a wildcard, or ends with one at the end of all: nothing has to be told apart. */
function isEndless({ pieces }: PatternWord, isLast: boolean): boolean {
  return pieces.indexOf('*') === pieces.length - 1 && (pieces.length === 1 || isLast)
}

/** The words that a word of the pattern may stand for; an empty text among them: it cannot be said. */
function waysOf(
  word: PatternWord,
  isLast: boolean,
  isCrowded: boolean,
  side: 'narrow' | 'wide',
): readonly (readonly string[])[] {
  const pieces = side === 'wide' ? word.pieces.map((piece) => (piece === '?' ? '*' : piece)) : word.pieces
  const spelled = (some: readonly Piece[]) => spellWord(some, word.home) ?? (side === 'wide' ? '*' : '')
  const first = pieces.indexOf('*')
  if (first === -1) return [[spelled(pieces)]]
  if (word.quotedAny && side === 'narrow') return [[spelled(pieces)]]
  if (pieces.length === 1) return [['*', '**']]
  const head = spelled(pieces.slice(0, first + 1))
  if (isLast && first === pieces.length - 1) return [[head, '**']]
  if (word.quotedAny || (isCrowded && side === 'wide')) return [[head, '**']]
  if (isCrowded) return [[spelled(pieces)]]
  const end = spelled(pieces.slice(pieces.lastIndexOf('*')))
  const some = end === '*' ? [head, '**'] : [head, '**', end]
  const isOne = pieces.lastIndexOf('*') === first
  if (side === 'narrow' && !isOne) return [[spelled(pieces)]]
  return end === '*' ? [some] : [[spelled(pieces)], some]
}

function tidy(words: readonly string[]): readonly string[] {
  return words.filter((word, index) => word !== '**' || words[index - 1] !== '**')
}
