// A command's arguments as the matcher sees them: one slot a word, each with what the program's description makes of it. A noun
// file; `slots.ts` makes them.
import type { Word } from '../command/command.ts'
import type { OperandRole, OptionDescription, OptionEffect } from '../programs/description.ts'

export interface Slot {
  readonly word: Word
  readonly part: 'subcommand' | 'option' | 'value' | 'operand' | 'separator'
  /** Before the subcommand of a program that has subcommands. */
  readonly global: boolean
  /** The options that this word holds: several for a cluster; empty for all other words. */
  readonly uses: readonly OptionUse[]
  /** What an operand is for: several where a word before it may be an option, or more than one word. Empty for the rest. */
  readonly roles: readonly OperandRole[]
  /** A dynamic word that could turn out to be an option. */
  readonly mayBeOption: boolean
  /** How many of its first characters an allow must write out: all that names an executing or writing option, or the whole of
   *  a program text that does more than print. 0 for a harmless word. */
  readonly writtenLength: number
}

export interface OptionUse {
  /** All spellings that mean the same option; for an unknown one only its own. */
  readonly names: readonly string[]
  readonly effect: OptionEffect
  /** Absent: it has none. An attached value is a literal word, or dynamic when its word is. */
  readonly value?: Word
  /** A file that the value names for reading. */
  readonly file?: Word
  /** The value is part of the same word (`--x=y`, `-oFILE`). */
  readonly attached: boolean
}

export interface Arguments {
  readonly slots: readonly Slot[]
  /** The program has a description. */
  readonly described: boolean
  /** A word that may be an option could be one that executes or writes (always so without a description). */
  readonly optionsAreDangerous: boolean
  /** What option words of a pattern mean here: spelling to all spellings, and whether a value follows. */
  readonly options: readonly KnownOption[]
  readonly clusters: boolean
  /** All spellings of the options that are there. */
  readonly given: ReadonlySet<string>
  /** It writes names of its own below the working directory: those in an archive, a patch, a URL. */
  readonly spills: boolean
}

export interface KnownOption {
  readonly names: readonly string[]
  readonly value: OptionDescription['value']
}

/** Decision 12: an allow's wildcards never cover these. */
export function isDangerous(effect: OptionEffect): boolean {
  return effect === 'execute' || effect === 'write' || effect === 'destroy'
}
