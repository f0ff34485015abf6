// A pattern that stops: it matches if the arguments could be what it says. Two readings are tried: the words as they stand, and,
// for a described program, its options wherever they stand, apart from the operands.

import { compileGlob, isGlob, matchGlob } from '../base/glob.ts'
import { writtenMatch } from '../base/glob-open.ts'
import type { CompiledGlob, CompiledPattern, CompiledWord } from './program.ts'
import type { Arguments, KnownOption, OptionUse, Slot } from './slot.ts'
import { couldCover, couldMatchText, isShellGlob } from './words.ts'

export function possiblyMatches(pattern: CompiledPattern, args: Arguments, home: string): boolean {
  if (couldAlign(pattern.words, args.slots, () => false, home)) return true
  return args.described && matchesAnyOrder(pattern.words, args, home)
}

/** Follows all alignments at once. A slot that is skippable may also stand for no argument of this list. */
function couldAlign(
  words: readonly CompiledWord[],
  slots: readonly Slot[],
  isSkippable: (slot: Slot) => boolean,
  home: string,
): boolean {
  let positions = pastRests(words, new Set([0]))
  for (const slot of slots) {
    const next = new Set<number>()
    for (const at of positions) {
      if (isSkippable(slot)) next.add(at)
      for (const reached of reach(words, at, slot, home)) next.add(reached)
    }
    positions = pastRests(words, next)
    if (positions.size === 0) return false
  }
  return positions.has(words.length)
}

/** Where the pattern can stand after this slot. An unquoted dynamic word is any number of arguments, also none. */
function reach(words: readonly CompiledWord[], at: number, slot: Slot, home: string): readonly number[] {
  const covers = (position: number): boolean => {
    const word = words[position]
    return word !== undefined && (word.kind === 'rest' || couldCover(word, slot, home))
  }
  const after = (position: number) => (words[position]?.kind === 'rest' ? position : position + 1)
  const isMany = slot.word.kind === 'dynamic' && !slot.word.quoted
  if (!isMany) return covers(at) ? [after(at)] : []
  const reached = isAtLeastOne(slot) ? [] : [at]
  for (
    let position = at;
    position < words.length && (covers(position) || words[position]?.kind === 'rest');
    position++
  ) {
    reached.push(position + 1)
  }
  return reached
}

/** A shell glob that finds nothing stays as it stands. */
function isAtLeastOne(slot: Slot): boolean {
  return slot.word.kind === 'dynamic' && isShellGlob(slot.word)
}

function pastRests(words: readonly CompiledWord[], positions: ReadonlySet<number>): Set<number> {
  const all = new Set(positions)
  for (const start of positions) {
    for (let at = start; words[at]?.kind === 'rest'; at++) all.add(at + 1)
  }
  return all
}

/** Options at any position, operands in their order. Without a `**` every option of the command must be named. A dynamic word
 *  that may be an option may also be `--`, which makes operands of all words after it. */
function matchesAnyOrder(words: readonly CompiledWord[], args: Arguments, home: string): boolean {
  const { demands, operands } = split(words, args)
  const wild = args.slots.findIndex((slot) => slot.mayBeOption)
  const sure = wild === -1 ? args.slots : args.slots.slice(0, wild)
  if (wild === -1 && !demands.every((demand) => isMet(demand, args, home))) return false
  const isOpen = words.some((word) => word.kind === 'rest')
  const isNamed = (slot: Slot, use: OptionUse) =>
    slot.global || demands.some((demand) => names(demand, use, slot, home))
  if (!isOpen && !sure.every((slot) => slot.uses.every((use) => isNamed(slot, use)))) return false
  const isOption = (slot: Slot) => slot.part === 'option' || slot.part === 'value'
  const rest = args.slots.filter((slot, index) => !isOption(slot) || (wild !== -1 && index > wild))
  const isSkippable = (slot: Slot) => slot.part === 'separator' || slot.mayBeOption || isOption(slot)
  return couldAlign(operands, rest, isSkippable, home)
}

function names(demand: Demand, use: OptionUse, slot: Slot, home: string): boolean {
  return demand.choices.some((choice) => choice.some((part) => answers(part, use, slot, home)))
}

/** An option word of the pattern: one of its choices must be there, with all of its parts (`-rf` is `-r` and `-f`). */
interface Demand {
  readonly choices: readonly (readonly Part[])[]
}

interface Part {
  /** The option as the pattern writes it: a glob over spellings, alone or with the value. */
  readonly text: string
  /** All spellings of a known option; absent when it holds a wildcard or is not known. */
  readonly names?: readonly string[]
  /** The value that the pattern asks for, as the next word or attached; absent: any. */
  readonly value?: CompiledGlob
  /** Nothing attached counts as an empty value: `-i*` is also `-i`. */
  readonly mayBeEmpty?: true
}

function split(
  words: readonly CompiledWord[],
  args: Arguments,
): { readonly demands: readonly Demand[]; readonly operands: readonly CompiledWord[] } {
  const demands: Demand[] = []
  const operands: CompiledWord[] = []
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as CompiledWord
    if (word.kind === 'rest' || !word.options) {
      operands.push(word)
      if (word.kind === 'glob' && word.glob.literal === '--')
        return { demands, operands: [...operands, ...words.slice(index + 1)] }
      continue
    }
    const next = words[index + 1]
    const takesNext = next?.kind === 'glob' && !next.options && word.options.every((text) => takesNextWord(text, args))
    demands.push({ choices: word.options.map((text) => parts(text, args, takesNext ? next : undefined)) })
    if (takesNext) index++
  }
  return { demands, operands }
}

function takesNextWord(text: string, args: Arguments): boolean {
  return parts(text, args, undefined).some((part) => {
    const option = part.names && find(args, part.names[0] ?? '')
    return option?.value === 'required' && part.value === undefined
  })
}

function find(args: Arguments, name: string): KnownOption | undefined {
  return args.options.find((option) => option.names.includes(name))
}

function parts(text: string, args: Arguments, next: CompiledGlob | undefined): readonly Part[] {
  const known = find(args, text)
  if (known) return [{ text, names: known.names, ...(next ? { value: next } : {}) }]
  const equals = text.indexOf('=')
  const long = equals > 0 ? find(args, text.slice(0, equals)) : undefined
  if (long) return [{ text, names: long.names, value: literalGlob(text.slice(equals + 1)) }]
  return args.clusters && /^-[^-]/.test(text) ? (cluster(text, args, next) ?? [{ text }]) : [{ text }]
}

/** The letters of `-rf`, the last one with its value; undefined when one of them is not known. */
function cluster(text: string, args: Arguments, next: CompiledGlob | undefined): readonly Part[] | undefined {
  const found: Part[] = []
  for (let index = 1; index < text.length; index++) {
    const option = find(args, `-${text[index]}`)
    if (!option) return undefined
    const rest = text.slice(index + 1)
    if (option.value !== 'none' && rest !== '')
      return [...found, { text, names: option.names, value: literalGlob(rest), mayBeEmpty: true }]
    found.push({
      text: `-${text[index]}`,
      names: option.names,
      ...(option.value === 'required' && next ? { value: next } : {}),
    })
  }
  return found
}

function literalGlob(text: string): CompiledGlob {
  const glob = compileGlob(text, 'word')
  return { kind: 'glob', glob: isGlob(glob) ? glob : { text, steps: [], literal: text } }
}

function isMet(demand: Demand, args: Arguments, home: string): boolean {
  return demand.choices.some((choice) =>
    choice.every((part) => args.slots.some((slot) => slot.uses.some((use) => answers(part, use, slot, home)))),
  )
}

function answers(part: Part, use: OptionUse, slot: Slot, home: string): boolean {
  const isNamed = part.names
    ? part.names.some((name) => use.names.includes(name))
    : spellingMatches(part.text, use, slot)
  if (!isNamed || !part.value) return isNamed
  if (!use.value) return part.mayBeEmpty === true && couldMatchText(part.value, '', home)
  return couldCover(part.value, { ...slot, word: use.value, mayBeOption: true }, home)
}

/** An option with wildcards or an unknown one: over each spelling, with and without the value, and over the word as written. */
function spellingMatches(text: string, use: OptionUse, slot: Slot): boolean {
  const glob = compileGlob(text, 'word')
  if (!isGlob(glob)) return false
  const value = use.attached && use.value?.kind === 'literal' ? use.value.text : undefined
  const spellings = use.names.flatMap((name) =>
    value === undefined ? [name] : [name, name.startsWith('--') ? `${name}=${value}` : `${name}${value}`],
  )
  if (slot.word.kind === 'dynamic')
    return (
      slot.word.prefix === '' ||
      writtenMatch(glob, slot.word.prefix, 0) ||
      spellings.some((spelling) => matchGlob(glob, spelling))
    )
  return [...spellings, slot.word.text].some((spelling) => matchGlob(glob, spelling))
}
