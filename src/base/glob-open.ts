// Globs against texts that are only partly known: `prefix … suffix` with anything between. `could` answers whether some such
// text matches (too often rather than too rarely), `must` whether every one does (too rarely rather than too often).
// `writtenMatch` is a full match in which wildcards may not stand for the first characters of the text.
import { accepts, close, type Glob } from './glob.ts'

/** A text known at its ends only. */
export interface OpenText {
  readonly prefix: string
  readonly suffix: string
  /** The unknown middle may hold `/`. */
  readonly crosses: boolean
  /** The unknown middle, where it is not empty, does not begin with `.` (names that a shell glob finds). */
  readonly hidesDots: boolean
}

export function couldMatchGlob(glob: Glob, text: OpenText): boolean {
  const started = run(glob, close(glob.steps, [0]), text.prefix)
  const first = text.hidesDots ? afterAny(glob, started, text.crosses, '.') : started
  const middle = new Set([...started, ...reachable(glob, first, text.crosses)])
  return run(glob, middle, text.suffix).has(glob.steps.length)
}

export function mustMatchGlob(glob: Glob, text: OpenText): boolean {
  const started = run(glob, close(glob.steps, [0]), text.prefix)
  // Once a `*` is reached it can take any middle and still be there, so what follows it only has to take the suffix.
  return [...started].some(
    (state) =>
      isLoop(glob, state, text.crosses) &&
      run(glob, close(glob.steps, [state - 1]), text.suffix).has(glob.steps.length),
  )
}

/** A full match in which the first `written` characters are matched by plain characters of the pattern. */
export function writtenMatch(glob: Glob, text: string, written: number): boolean {
  let states = close(glob.steps, [0])
  let offset = 0
  for (const char of text) {
    const plainOnly = offset < written
    states = step(glob, states, (state) => {
      const taken = glob.steps[state]
      return (
        taken !== undefined && taken.kind !== 'fork' && (!plainOnly || taken.kind === 'char') && accepts(taken, char)
      )
    })
    offset += char.length
  }
  return states.has(glob.steps.length)
}

function run(glob: Glob, from: ReadonlySet<number>, text: string): Set<number> {
  let states = new Set(from)
  for (const char of text) {
    states = step(glob, states, (state) => {
      const taken = glob.steps[state]
      return taken !== undefined && taken.kind !== 'fork' && accepts(taken, char)
    })
  }
  return states
}

function step(glob: Glob, states: ReadonlySet<number>, takes: (state: number) => boolean): Set<number> {
  return close(
    glob.steps,
    [...states].filter(takes).map((state) => state + 1),
  )
}

/** States after one unknown character other than `not`. */
function afterAny(glob: Glob, states: ReadonlySet<number>, crosses: boolean, not: string): Set<number> {
  return step(glob, states, (state) => {
    const taken = glob.steps[state]
    if (taken === undefined || taken.kind === 'fork') return false
    return taken.kind !== 'char' || (taken.char !== not && (crosses || taken.char !== '/'))
  })
}

function reachable(glob: Glob, from: ReadonlySet<number>, crosses: boolean): Set<number> {
  const all = new Set(from)
  for (let frontier = from; frontier.size > 0; ) {
    const next = new Set([...afterAny(glob, frontier, crosses, '')].filter((state) => !all.has(state)))
    for (const state of next) all.add(state)
    frontier = next
  }
  return all
}

function isLoop(glob: Glob, state: number, crosses: boolean): boolean {
  const taken = glob.steps[state]
  const back = glob.steps[state + 1]
  return (
    taken?.kind === 'any' && (taken.crosses || !crosses) && back?.kind === 'fork' && back.targets.includes(state - 1)
  )
}
