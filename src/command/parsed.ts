// What the arguments of a described program turned out to be. A noun file: `arguments.ts` makes these.
import type { OperandRole, OptionDescription, OptionEffect, SubcommandDescription } from '../programs/description.ts'
import type { DynamicWord, Word } from './command.ts'

/** What one argument is; `index` counts from the first argument. One cluster (`-rf`) gives several items of one index. */
export type ParsedItem = OptionItem | OperandItem | UnknownItem | PossibleItem | PlainItem

export interface OptionItem {
  readonly kind: 'option'
  readonly index: number
  /** The spelling that the description knows: `--force` for `--forc`. */
  readonly name: string
  readonly option: OptionDescription
  /** The option's effect here: `sed -e` with a script that only edits text is harmless. */
  readonly effect: OptionEffect
  /** Absent: no value was given. */
  readonly value?: Word
  /** The file that the value names for reading (`-d @FILE`). */
  readonly file?: Word
  /** Index of the argument that is the value, where it is a word of its own. */
  readonly valueIndex?: number
  /** Stands before the subcommand. */
  readonly global: boolean
}

export interface OperandItem {
  readonly kind: 'operand'
  readonly index: number
  readonly word: Word
  readonly role: OperandRole
}

/** An option that the description does not know; `executing` unless the description is whole. */
export interface UnknownItem {
  readonly kind: 'unknown'
  readonly index: number
  readonly name: string
  readonly word: Word
  readonly executing: boolean
}

/** A dynamic word that may be an option, or several words, or none (decision 12). */
export interface PossibleItem {
  readonly kind: 'possible'
  readonly index: number
  readonly word: DynamicWord
}

/** A word of the subcommand, or `--`. */
export interface PlainItem {
  readonly kind: 'subcommand' | 'separator'
  readonly index: number
  readonly word: Word
}

export interface ParsedArguments {
  /** In written order. */
  readonly items: readonly ParsedItem[]
  /** Absent: the program has none, or none that is described was given. */
  readonly subcommand?: SubcommandDescription
  /** The program has subcommands, and which one runs is not known: it may be an alias that runs anything. */
  readonly unknownSubcommand: boolean
  readonly options: readonly OptionItem[]
  readonly operands: readonly OperandItem[]
  readonly unknown: readonly UnknownItem[]
  readonly possible: readonly PossibleItem[]
  /** Changes nothing and runs nothing, as far as the description goes; the options may still say otherwise. */
  readonly readOnly: boolean
}
