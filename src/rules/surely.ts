// A pattern that lets through: it matches only if every argument is surely covered, in the written order, after harmless global
// options are left out. All alignments are followed at once, so the cost is words times pattern words.
import type { Step } from '../base/glob.ts'
import type { CompiledPattern, CompiledWord } from './program.ts'
import type { Arguments, Slot } from './slot.ts'
import { mustCover, restMayCover } from './words.ts'

/** The arguments that a pattern names by more than a wildcard; true for those that it writes out whole. */
export type Named = ReadonlyMap<Slot, boolean>

/** Undefined when the pattern does not surely match. */
export function surelyMatches(pattern: CompiledPattern, args: Arguments, home: string): Named | undefined {
  const whole = align(pattern.words, args.slots, args, home)
  if (whole) return whole
  const visible = args.slots.filter((slot, index) => !isRemoved(args.slots, slot, index))
  return visible.length === args.slots.length ? undefined : align(pattern.words, visible, args, home)
}

/** Harmless globals (`--no-pager`) and those that only move the working directory (`-C dir`, judged on its own). */
function isRemoved(slots: readonly Slot[], slot: Slot, index: number): boolean {
  const option = slot.part === 'value' ? slots[index - 1] : slot
  return (
    slot.global &&
    option !== undefined &&
    option.uses.length > 0 &&
    option.uses.every(({ effect }) => effect === 'harmless' || effect === 'directory')
  )
}

function align(
  words: readonly CompiledWord[],
  slots: readonly Slot[],
  args: Arguments,
  home: string,
): Named | undefined {
  const covers = (word: CompiledWord | undefined, slot: Slot): boolean =>
    word !== undefined &&
    (word.kind === 'rest'
      ? restMayCover(slot, args.optionsAreDangerous)
      : mustCover(word, slot, home, args.optionsAreDangerous))
  const ahead = forward(words, slots, covers)
  if (!ahead[slots.length]?.has(words.length)) return undefined
  return named(words, slots, ahead, covers)
}

type Covers = (word: CompiledWord | undefined, slot: Slot) => boolean

/** For each number of slots taken, the pattern positions that can be reached. */
function forward(
  words: readonly CompiledWord[],
  slots: readonly Slot[],
  covers: Covers,
): readonly ReadonlySet<number>[] {
  const ahead = [pastRests(words, [0])]
  for (const slot of slots) {
    const next: number[] = []
    for (const at of ahead.at(-1) ?? []) {
      if (covers(words[at], slot)) next.push(words[at]?.kind === 'rest' ? at : at + 1)
    }
    ahead.push(pastRests(words, next))
  }
  return ahead
}

function pastRests(words: readonly CompiledWord[], positions: readonly number[]): ReadonlySet<number> {
  const all = new Set<number>()
  for (const start of positions) {
    for (let at = start; !all.has(at); at++) {
      all.add(at)
      if (words[at]?.kind !== 'rest') break
    }
  }
  return all
}

/** Walks back from the end over the positions that lead there, and keeps the slots taken by a word with text of its own. */
function named(
  words: readonly CompiledWord[],
  slots: readonly Slot[],
  ahead: readonly ReadonlySet<number>[],
  covers: Covers,
): Named {
  const found = new Map<Slot, boolean>()
  let useful: ReadonlySet<number> = new Set([words.length])
  for (let index = slots.length - 1; index >= 0; index--) {
    const slot = slots[index] as Slot
    const before = new Set<number>()
    for (const at of ahead[index] ?? []) {
      const word = words[at]
      if (!covers(word, slot)) continue
      const reached = pastRests(words, [word?.kind === 'rest' ? at : at + 1])
      if (![...reached].some((position) => useful.has(position))) continue
      before.add(at)
      if (word?.kind === 'glob')
        note(found, slot, word.afterHome?.steps ?? word.glob.steps, word.afterHome !== undefined)
    }
    useful = before
  }
  return found
}

/** A word that begins with text of its own says where a path lies; one that begins with a wildcard may match any. */
function note(found: Map<Slot, boolean>, slot: Slot, steps: readonly Step[], isBelowHome: boolean): void {
  const isWritten = steps.every((step) => step.kind === 'char' || step.kind === 'fork')
  if (isWritten || isBelowHome || steps[0]?.kind === 'char') found.set(slot, isWritten || found.get(slot) === true)
}
