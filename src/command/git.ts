// What git runs for others: `bisect run`, `submodule foreach`, `rebase --exec`.
import { describeProgram } from '../programs/describe.ts'
import { parseArguments } from './arguments.ts'
import type { Command, Word } from './command.ts'
import { inside, refuse, type Scope, type Spot } from './reader.ts'

/** Reads the commands inside a git command. */
export function readGit(spot: Spot, command: Command, args: readonly Word[]): void {
  const description = describeProgram('git')
  if (description === undefined) return
  const parsed = parseArguments(description, args)
  const subcommand = parsed.subcommand?.name.join(' ')
  const words = parsed.items.flatMap((item) =>
    item.kind === 'operand' || item.kind === 'unknown' || item.kind === 'possible' ? [item.word] : [],
  )
  const scope = inside(spot.scope, 'wrapper', {
    unwrappedFrom: command.index,
    decides: false,
    builtins: false,
    functions: new Map(),
    openEnded: false,
  })
  if (subcommand === 'bisect run') {
    spot.reader.verbs.words({ ...spot, scope }, words, { assignments: [], redirections: [], place: command.place })
  } else if (subcommand === 'submodule foreach') {
    readText(
      spot,
      command,
      words.filter((word) => !(word.kind === 'literal' && word.text.startsWith('-'))),
      scope,
    )
  } else if (subcommand === 'rebase') {
    for (const { option, value } of parsed.options) {
      if (value !== undefined && option.names.some((name) => name === '-x' || name === '--exec'))
        readText(spot, command, [value], scope)
    }
  }
}

function readText({ reader }: Spot, command: Command, words: readonly Word[], scope: Scope): void {
  const texts = words.map((word) => (word.kind === 'literal' ? word.text : undefined))
  const known = texts.filter((text) => text !== undefined)
  if (known.length < texts.length) refuse(reader, 'the text that git hands to a shell is not known', command.place)
  else
    reader.verbs.text(
      reader,
      known.join(' '),
      { ...scope, builtins: true, dialect: 'posix', place: command.place },
      'any',
    )
}
