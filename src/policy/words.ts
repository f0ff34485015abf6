// A text split into words as a POSIX shell splits them, without expanding anything: quotes group and make literal. What a shell
// would do more than splitting (lists, pipes, redirections, expansions, comments) is told as a place, not guessed at.

export interface SplitWord {
  /** After quote removal. */
  readonly text: string
  /** As a glob: quoted characters are escaped, the others keep their meaning. */
  readonly glob: string
  /** Some character was quoted or escaped. */
  readonly isQuoted: boolean
  readonly start: number
}

type Split =
  | { readonly kind: 'words'; readonly words: readonly SplitWord[] }
  | { readonly kind: 'unclosed'; readonly at: number; readonly found: string }
  /** Shell syntax that stands unquoted. */
  | { readonly kind: 'shell'; readonly at: number; readonly found: string }

const token = /(\s+)|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^\s'"\\])/gy
const syntax = /^[;&|<>()`\n]/
const expansion = /\$[\w({'"?!#@*$-]/

export function splitWords(text: string): Split {
  const words: SplitWord[] = []
  let word: SplitWord | undefined
  let end = 0
  for (const match of text.matchAll(token)) {
    const [whole, space, single, double, escaped, plain = ''] = match
    end = match.index + whole.length
    const found = shellSyntax(text, match.index, { space, double, plain, isStart: word === undefined })
    if (found) return { kind: 'shell', at: match.index, found }
    if (space !== undefined) {
      if (word) words.push(word)
      word = undefined
      continue
    }
    const literal = single ?? double?.replaceAll(/\\([\\"$`])/g, '$1') ?? escaped
    word = extend(word ?? { text: '', glob: '', isQuoted: false, start: match.index }, literal, plain)
  }
  if (end < text.length) return { kind: 'unclosed', at: end, found: text.slice(end, end + 1) }
  return { kind: 'words', words: word ? [...words, word] : words }
}

function extend(word: SplitWord, literal: string | undefined, plain: string): SplitWord {
  if (literal === undefined) return { ...word, text: word.text + plain, glob: word.glob + plain }
  return {
    ...word,
    text: word.text + literal,
    glob: word.glob + literal.replaceAll(/[^\w/.:@%+=-]/gu, (char) => `\\${char}`),
    isQuoted: true,
  }
}

interface Piece {
  readonly space: string | undefined
  readonly double: string | undefined
  readonly plain: string
  readonly isStart: boolean
}

function shellSyntax(text: string, at: number, { space, double, plain, isStart }: Piece): string | undefined {
  if (space?.includes('\n')) return '\\n'
  if (syntax.test(plain)) return plain
  if (plain === '$' && expansion.test(text.slice(at, at + 2))) return text.slice(at, at + 2)
  if (plain === '#' && isStart) return '#'
  const inside = double === undefined ? undefined : /(?<!\\)(?:\\\\)*(`|\$[\w({'"?!#@*$-])/.exec(double)?.[1]
  return inside
}
