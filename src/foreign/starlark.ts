// The part of Starlark that rules of Codex are written in, read as data: calls with named arguments of texts and lists. Nothing is
// evaluated; a statement that is anything else is told by its line and passed over.
export type Value =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  | { readonly kind: 'other' }

export interface Call {
  readonly kind: 'call'
  readonly line: number
  readonly name: string
  readonly args: ReadonlyMap<string, Value>
  /** An argument without a name, one that stands twice, or a value that is none. */
  readonly isOdd: boolean
}

export interface Passed {
  readonly kind: 'passed'
  readonly line: number
  readonly source: string
}

interface Token {
  readonly kind: 'name' | 'text' | 'mark' | 'odd' | 'end'
  readonly value: string
  readonly line: number
  /** The first of its line, outside of brackets. */
  readonly starts: boolean
}

export function readStarlark(text: string): readonly (Call | Passed)[] {
  const tokens = tokensIn(text.replace(/^\ufeff/, ''))
  const lines = text.split('\n')
  const statements: (Call | Passed)[] = []
  let from = 0
  while (from < tokens.length && tokens[from]?.kind !== 'end') {
    let to = from + 1
    while (to < tokens.length && !tokens[to]?.starts && tokens[to]?.kind !== 'end') to++
    const own = tokens.slice(from, to)
    const line = own[0]?.line ?? 1
    const isRemark = own.length === 1 && own[0]?.kind === 'text'
    if (!isRemark)
      statements.push(callOf(own) ?? { kind: 'passed', line, source: (lines[line - 1] ?? '').trim().slice(0, 200) })
    from = to
  }
  return statements
}

function tokensIn(text: string): readonly Token[] {
  const tokens: Token[] = []
  let [index, line, depth, atStart] = [0, 1, 0, true]
  const add = (kind: Token['kind'], value: string, at = line) => {
    tokens.push({ kind, value, line: at, starts: atStart && depth === 0 })
    atStart = false
  }
  while (index < text.length) {
    const char = text[index] as string
    if (char === '\n' || char === ';') {
      if (char === '\n') line++
      if (depth === 0) atStart = true
      index++
    } else if (char === '#') {
      while (index < text.length && text[index] !== '\n') index++
    } else if (/\s/.test(char)) index++
    else if (char === '"' || char === "'") {
      const read = readText(text, index)
      add(read.value === undefined ? 'odd' : 'text', read.value ?? '', line)
      line += countLines(text.slice(index, read.end))
      index = read.end
    } else if (/[A-Za-z_]/.test(char)) {
      const name = wordAt(text, index)
      add('name', name)
      index += name.length
    } else {
      if ('([{'.includes(char)) {
        add('mark', char)
        depth++
      } else {
        if (')]}'.includes(char)) depth = Math.max(0, depth - 1)
        tokens.push({ kind: '()[],='.includes(char) ? 'mark' : 'odd', value: char, line, starts: false })
      }
      index++
    }
  }
  tokens.push({ kind: 'end', value: '', line, starts: true })
  return tokens
}

function wordAt(text: string, from: number): string {
  let end = from
  while (end < text.length && /\w/.test(text[end] as string)) end++
  return text.slice(from, end)
}

function countLines(text: string): number {
  return text.split('\n').length - 1
}

const simple: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', '"': '"', "'": "'", '\n': '' }

/** A text in single, double or triple quotes; undefined when it is never closed or has an escape that is not known. */
function readText(text: string, from: number): { readonly value: string | undefined; readonly end: number } {
  const quote = text[from] as string
  const mark = text.startsWith(quote.repeat(3), from) ? quote.repeat(3) : quote
  let value: string | undefined = ''
  for (let index = from + mark.length; index < text.length; index++) {
    if (text.startsWith(mark, index)) return { value, end: index + mark.length }
    const char = text[index] as string
    if (char === '\n' && mark.length === 1) return { value: undefined, end: index }
    if (char === '\\') {
      const escaped = simple[text[++index] ?? '']
      value = escaped === undefined || value === undefined ? undefined : value + escaped
    } else if (value !== undefined) value += char
  }
  return { value: undefined, end: text.length }
}

function callOf(tokens: readonly Token[]): Call | undefined {
  const [name, open] = tokens
  const close = tokens.at(-1)
  if (
    name?.kind !== 'name' ||
    open?.value !== '(' ||
    open.kind !== 'mark' ||
    close?.value !== ')' ||
    close.kind !== 'mark'
  )
    return undefined
  const reader = new ValueReader(tokens.slice(2, -1))
  const args = new Map<string, Value>()
  let isOdd = false
  while (!reader.isAtEnd()) {
    const argument = reader.argument()
    if (!argument || args.has(argument.name) || argument.value.kind === 'other') isOdd = true
    if (argument) args.set(argument.name, argument.value)
    if (!reader.isAtEnd() && !reader.take(',')) {
      isOdd = true
      break
    }
  }
  return { kind: 'call', line: name.line, name: name.value, args, isOdd }
}

class ValueReader {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  isAtEnd(): boolean {
    return this.#at >= this.#tokens.length
  }

  take(mark: string): boolean {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'mark' || token.value !== mark) return false
    this.#at++
    return true
  }

  argument(): { readonly name: string; readonly value: Value } | undefined {
    const name = this.#tokens[this.#at]
    if (name?.kind !== 'name') {
      this.#value(0)
      return undefined
    }
    this.#at++
    return this.take('=') ? { name: name.value, value: this.#value(0) } : undefined
  }

  #value(depth: number): Value {
    const token = this.#tokens[this.#at]
    if (depth > 8 || !token) return { kind: 'other' }
    this.#at++
    if (token.kind === 'text') return { kind: 'text', value: token.value }
    if (token.kind !== 'mark' || token.value !== '[') return { kind: 'other' }
    const items: Value[] = []
    while (!this.take(']')) {
      items.push(this.#value(depth + 1))
      if (this.take(']')) break
      if (!this.take(',')) return { kind: 'other' }
    }
    return { kind: 'list', items }
  }
}
