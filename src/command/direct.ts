// The one command that a reading is, when nothing around it decides what runs or how it ends.
import type { Command, Reading } from './command.ts'

/** Undefined for anything else: a list, a pipe, a wrapper, an assignment, a redirection other than `2>&1`. */
export function directCommand(reading: Reading): Command | undefined {
  const [command] = reading.commands
  if (reading.kind !== 'readable' || reading.commands.length !== 1 || reading.loose.length > 0 || !command)
    return undefined
  const isDirect =
    command.decidesExit &&
    !command.openEnded &&
    command.within.length === 0 &&
    command.assignments.length === 0 &&
    command.redirections.every(({ access }) => access === 'copy')
  return isDirect ? command : undefined
}

/** Its words; undefined where one is known only at run time. */
export function literalWords({ program, args }: Command): readonly string[] | undefined {
  const words = [program, ...args].flatMap((word) => (word.kind === 'literal' ? [word.text] : []))
  return words.length === args.length + 1 ? words : undefined
}
