// Regular expressions over the text of a command, as far as they say no more than wildcards do: literal text, alternatives in groups,
// `.*`, `.`, blanks and word ends. All else makes what follows unknown, which only a wide pattern can stand for.
import type { Token } from './commands.ts'

export interface ReadRegex {
  /** One list of tokens an alternative; every text that matches begins with one of them. */
  readonly starts: readonly (readonly Token[])[]
  /** `open`: anything may follow. `word`: the end, or a blank. `bound`: as `word`, or a sign. `end`: nothing follows. */
  readonly end: 'open' | 'word' | 'bound' | 'end'
  /** Every text that begins like that matches. */
  readonly isExact: boolean
}

interface State {
  readonly text: string
  at: number
  exact: boolean
  /** Something was met that ends what is known. */
  stopped: boolean
}

const most = 64

/** Undefined when there are too many alternatives. */
export function readRegex(text: string): ReadRegex | undefined {
  const state: State = { text: text.replace(/^\^/, ''), at: 0, exact: !text.startsWith('^'), stopped: false }
  const starts = alternatives(state, 0)
  if (!starts) return undefined
  const end = ends(state)
  if (state.at < state.text.length) Object.assign(state, { exact: false, stopped: true })
  return { starts, end: state.stopped ? 'open' : end, isExact: state.exact && !state.stopped }
}

function ends(state: State): ReadRegex['end'] {
  const rest = state.text.slice(state.at)
  const known: Readonly<Record<string, ReadRegex['end']>> = {
    '': 'open',
    '\\b': 'bound',
    '(\\s|$)': 'word',
    '(?:\\s|$)': 'word',
    '( |$)': 'word',
    '(?: |$)': 'word',
    '(?=\\s|$)': 'word',
    $: 'end',
    '"': 'end',
    '(\\s|")': 'word',
    '(?:[\\s"]|\\\\")': 'word',
    '.*': 'open',
    '.*$': 'open',
  }
  if (!Object.hasOwn(known, rest)) return 'open'
  state.at = state.text.length
  // `$` is the end of more than the command.
  if (rest.includes('$')) state.exact = rest === '.*$' && state.exact
  return known[rest] ?? 'open'
}

/** Sequences between bars, up to the closing parenthesis or the end. */
function alternatives(state: State, depth: number): (readonly Token[])[] | undefined {
  const all: (readonly Token[])[] = []
  for (;;) {
    const some = sequence(state, depth)
    if (!some || all.length + some.length > most) return undefined
    all.push(...some)
    if (state.text[state.at] !== '|' || state.stopped) return all
    // A bar outside of a group separates whole expressions, which then are not tied to the start.
    if (depth === 0) state.exact = false
    if (depth === 0) return undefined
    state.at++
  }
}

function sequence(state: State, depth: number): (readonly Token[])[] | undefined {
  let all: (readonly Token[])[] = [[]]
  while (state.at < state.text.length && !state.stopped) {
    const char = state.text[state.at] as string
    if (depth > 0 && (char === '|' || char === ')')) return all
    if (depth === 0 && isEnd(state)) return all
    const next = item(state, depth)
    if (!next) return undefined
    if (state.stopped) return all
    if (all.length * next.length > most) return undefined
    all = all.flatMap((before) => next.map((after) => [...before, ...after]))
  }
  return all
}

function isEnd({ text, at }: State): boolean {
  return /^(?:\\b|\((?:\?[:=])?(?:\\s| )\|\$\)|\$|"|\(\\s\|"\)|\(\?:\[\\s"\]\|\\\\"\)|\.\*\$?)$/.test(text.slice(at))
}

/** One item with its quantifier, as alternatives; an item that is not known stops the reading. */
function item(state: State, depth: number): (readonly Token[])[] | undefined {
  const { text } = state
  const rest = text.slice(state.at)
  const found = rest.startsWith('(') ? group(state, depth) : plainItem(state, rest)
  if (found === undefined || state.stopped) return found ?? (state.stopped ? [[]] : undefined)
  const quantifier = text[state.at] ?? ''
  if (quantifier === '?') {
    state.at++
    return [[], ...found]
  }
  if ('*+{'.includes(quantifier) && quantifier !== '') {
    const isAny = found.length === 1 && found[0]?.[0] === 'one'
    state.at++
    if (isAny && quantifier === '*') return [['any']]
    if (isAny && quantifier === '+') return [['one', 'any']]
    const isBlank = found.length === 1 && typeof found[0]?.[0] === 'object' && found[0][0].text === ' '
    if (isBlank && quantifier === '+') return found
    return stop(state)
  }
  return found
}

function stop(state: State): (readonly Token[])[] {
  state.stopped = true
  state.exact = false
  return [[]]
}

function group(state: State, depth: number): (readonly Token[])[] | undefined {
  const open = /^\((?:\?:)?/.exec(state.text.slice(state.at))?.[0] ?? '('
  if (depth > 4 || (open === '(' && state.text[state.at + 1] === '?')) return stop(state)
  state.at += open.length
  const all = alternatives(state, depth + 1)
  if (!all || state.stopped) return all && stop(state)
  if (state.text[state.at] !== ')') return stop(state)
  state.at++
  return all
}

function plainItem(state: State, rest: string): (readonly Token[])[] {
  const [char = ''] = rest
  if (char === '\\') {
    const next = rest[1] ?? ''
    state.at += 2
    if (next === 's') return [[{ text: ' ' }]]
    return /[^A-Za-z0-9]/.test(next) && next !== '"' ? [[{ text: next }]] : stop(state)
  }
  state.at += char.length
  if (char === '.') return [['one']]
  return /[[\]^$"*+?{}|)]/.test(char) ? stop(state) : [[{ text: char }]]
}
