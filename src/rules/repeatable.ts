// Whether a person's yes may hold for the very same words again: only where the words alone say what runs.
import type { Reading } from '../command/command.ts'
import type { World } from './decision.ts'
import type { Slot } from './slot.ts'
import { survey } from './survey.ts'

/** One command that starts no other, with known words, none of which is a program text or has one as its value, and which waits for
 *  none. */
export function isRepeatable(reading: Reading, world: World): boolean {
  if (reading.kind !== 'readable' || reading.argv === undefined) return false
  const [facts, ...more] = survey(reading, world)
  if (!facts || more.length > 0 || facts.command.openEnded || facts.command.behindBoundary) return false
  const { args } = facts
  const isKnown = args.described || !args.slots.some(({ word }) => word.kind === 'literal' && word.text.startsWith('-'))
  return (
    isKnown && args.slots.every(isPlain) && (args.slots.some(isOperand) || !takesCode(facts.identity?.possibly ?? []))
  )
}

function isPlain({ word, roles, uses }: Slot): boolean {
  return word.kind === 'literal' && !roles.includes('code') && !uses.some(({ effect }) => effect === 'execute')
}

function isOperand({ part }: Slot): boolean {
  return part === 'operand' || part === 'subcommand'
}

/** Without an operand these read a program from their standard input. */
const interpreters =
  /^(?:(?:ba|da|z|k|c|tc|a|fi)?sh|python[\d.]*|node|bun|deno|perl|ruby|php|lua|tclsh|awk|sed|R|ghci|irb|psql|sqlite3|mysql|bc|dc|ed|ex)$/s

function takesCode(names: readonly string[]): boolean {
  return names.some((name) => interpreters.test(name))
}
