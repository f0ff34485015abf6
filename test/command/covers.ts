// Whether a listed command covers what bash really ran: program, arguments and directory.
import type { Command, DynamicWord, Word } from '../../src/command/command.ts'
import type { Ran } from './bash.ts'

export function covers(command: Command, ran: Ran): boolean {
  return matches([command.program, ...command.args], ran.argv) && isThere(command, ran.directory)
}

export function matches(words: readonly Word[], argv: readonly string[]): boolean {
  const [first, ...rest] = words
  if (first === undefined) return argv.length === 0
  const [argument, ...others] = argv
  if (first.kind === 'literal') return argument === first.text && matches(rest, others)
  const fits = argument !== undefined && isFilled(first, argument)
  if (first.quoted) return fits && matches(rest, others)
  const isGlob = first.prefix !== '' || first.suffix !== ''
  return (!isGlob && matches(rest, argv)) || (fits && (matches(words, others) || matches(rest, others)))
}

function isFilled(word: DynamicWord, argument: string): boolean {
  if (word.neverOption === true && argument.startsWith('-')) return false
  return argument.startsWith(word.prefix) && argument.endsWith(word.suffix)
}

function isThere({ directory }: Command, real: string): boolean {
  if (directory.kind === 'known') return directory.path === real
  return directory.among === undefined || directory.among.includes(real)
}
