// Globs matched in time linear in the text: the pattern becomes a small automaton, run on all its states at once.
// Two dialects: `word` (one argument: `*` is any text) and `path` (`*` stays within a name, `**` crosses `/`, `dir/**` includes
// `dir` itself). Both know `?`, `[a-z]`, `[!a-z]`, `{a,b}` and `\` before any character. Nothing here backtracks.

export type Dialect = 'word' | 'path'

export type Step =
  | { readonly kind: 'char'; readonly char: string }
  | { readonly kind: 'any'; readonly crosses: boolean }
  | { readonly kind: 'class'; readonly ranges: readonly (readonly [string, string])[]; readonly negated: boolean }
  | { readonly kind: 'fork'; readonly targets: readonly number[] }

export interface Glob {
  readonly text: string
  readonly steps: readonly Step[]
  /** The whole pattern is plain text. */
  readonly literal: string | undefined
}

/** A pattern that is no glob, with the offset of the mistake. */
interface GlobMistake {
  readonly reason: string
  readonly offset: number
}

export function compileGlob(text: string, dialect: Dialect): Glob | GlobMistake {
  const compiler = new Compiler(text, dialect)
  const mistake = compiler.run()
  if (mistake) return mistake
  const { steps } = compiler
  const literal = steps.every((step) => step.kind === 'char')
    ? steps.map((step) => (step.kind === 'char' ? step.char : '')).join('')
    : undefined
  return { text, steps, literal }
}

/** The pattern that matches exactly this text. */
export function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]{}]/g, '\\$&')
}

export function isGlob(compiled: Glob | GlobMistake): compiled is Glob {
  return 'steps' in compiled
}

/** True when the whole text matches. O(text × pattern). */
export function matchGlob(glob: Glob, text: string): boolean {
  if (glob.literal !== undefined) return glob.literal === text
  let states = close(glob.steps, [0])
  for (const char of text) {
    const next: number[] = []
    for (const state of states) {
      const step = glob.steps[state]
      if (step && step.kind !== 'fork' && accepts(step, char)) next.push(state + 1)
    }
    if (next.length === 0) return false
    states = close(glob.steps, next)
  }
  return states.has(glob.steps.length)
}

/** True when a step that is no fork takes this character. */
export function accepts(step: Exclude<Step, { kind: 'fork' }>, char: string): boolean {
  if (step.kind === 'char') return step.char === char
  if (step.kind === 'any') return step.crosses || char !== '/'
  return step.ranges.some(([low, high]) => char >= low && char <= high) !== step.negated
}

/** All states reached without taking a character. */
export function close(steps: readonly Step[], states: readonly number[]): Set<number> {
  const closed = new Set<number>()
  const pending = [...states]
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    if (closed.has(state)) continue
    closed.add(state)
    const step = steps[state]
    if (step?.kind === 'fork') pending.push(...step.targets)
  }
  return closed
}

class Compiler {
  readonly steps: Step[] = []
  readonly #text: string
  readonly #path: boolean
  #at = 0

  constructor(text: string, dialect: Dialect) {
    this.#text = text
    this.#path = dialect === 'path'
  }

  run(): GlobMistake | undefined {
    return this.#sequence(0)
  }

  #sequence(depth: number): GlobMistake | undefined {
    if (depth > 16) return { reason: 'braces are nested too deep', offset: this.#at }
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at] as string
      if (depth > 0 && (char === ',' || char === '}')) return undefined
      const mistake = this.#item(char, depth)
      if (mistake) return mistake
    }
    return undefined
  }

  #item(char: string, depth: number): GlobMistake | undefined {
    if (char === '{') return this.#braces(depth)
    if (char === '[') return this.#class()
    if (char === '*') return this.#star()
    if (this.#path && this.#text.slice(this.#at) === '/**') return this.#underDirectory()
    if (char === '\\' && this.#at + 1 === this.#text.length)
      return { reason: 'a lone `\\` at the end', offset: this.#at }
    if (char === '\\') this.#at++
    const literal = String.fromCodePoint(this.#text.codePointAt(this.#at) as number)
    this.#at += literal.length
    this.steps.push(char === '?' ? { kind: 'any', crosses: !this.#path } : { kind: 'char', char: literal })
    return undefined
  }

  #star(): undefined {
    const double = this.#text[this.#at + 1] === '*'
    const atStart = this.#at === 0 || '/,{'.includes(this.#text[this.#at - 1] as string)
    this.#at += double ? 2 : 1
    if (!this.#path || !double) return this.#loop(!this.#path)
    // `**/` at the start of a name is any number of whole directories, also none.
    if (!atStart || this.#text[this.#at] !== '/') return this.#loop(true)
    this.#at++
    const fork = this.steps.push({ kind: 'fork', targets: [] }) - 1
    this.#loop(true)
    this.steps.push({ kind: 'char', char: '/' })
    this.steps[fork] = { kind: 'fork', targets: [fork + 1, this.steps.length] }
    return undefined
  }

  #underDirectory(): undefined {
    this.#at += 3
    const fork = this.steps.push({ kind: 'fork', targets: [] }) - 1
    this.steps.push({ kind: 'char', char: '/' })
    this.#loop(true)
    this.steps[fork] = { kind: 'fork', targets: [fork + 1, this.steps.length] }
    return undefined
  }

  #loop(crosses: boolean): undefined {
    const fork = this.steps.length
    this.steps.push(
      { kind: 'fork', targets: [fork + 1, fork + 3] },
      { kind: 'any', crosses },
      { kind: 'fork', targets: [fork] },
    )
    return undefined
  }

  #braces(depth: number): GlobMistake | undefined {
    const opened = this.#at++
    const fork = this.steps.push({ kind: 'fork', targets: [] }) - 1
    const starts: number[] = []
    const ends: number[] = []
    for (;;) {
      starts.push(this.steps.length)
      const mistake = this.#sequence(depth + 1)
      if (mistake) return mistake
      if (this.#at >= this.#text.length) return { reason: '`{` is never closed', offset: opened }
      ends.push(this.steps.push({ kind: 'fork', targets: [] }) - 1)
      if (this.#text[this.#at++] === '}') break
    }
    this.steps[fork] = { kind: 'fork', targets: starts }
    for (const end of ends) this.steps[end] = { kind: 'fork', targets: [this.steps.length] }
    return undefined
  }

  #class(): GlobMistake | undefined {
    const opened = this.#at++
    const negated = this.#text[this.#at] === '!' || this.#text[this.#at] === '^'
    if (negated) this.#at++
    const ranges: [string, string][] = []
    for (let first = true; first || this.#text[this.#at] !== ']'; first = false) {
      const low = this.#classChar()
      if (low === undefined) return { reason: '`[` is never closed', offset: opened }
      const isRange =
        this.#text[this.#at] === '-' && this.#text[this.#at + 1] !== ']' && this.#at + 1 < this.#text.length
      if (isRange) this.#at++
      const high = isRange ? (this.#classChar() ?? low) : low
      if (high < low) return { reason: `the range ${low}-${high} is empty`, offset: opened }
      ranges.push([low, high])
    }
    this.#at++
    this.steps.push({ kind: 'class', ranges, negated })
    return undefined
  }

  #classChar(): string | undefined {
    if (this.#text[this.#at] === '\\') this.#at++
    if (this.#at >= this.#text.length) return undefined
    const char = String.fromCodePoint(this.#text.codePointAt(this.#at) as number)
    this.#at += char.length
    return char
  }
}
