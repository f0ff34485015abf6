// How much an allow of "everything that this program can be told" lets through. Most of it is read off the descriptions; what
// happens inside a program that a person types into stands in no option, so those are named here.
import { describeProgram } from './describe.ts'
import type { OptionDescription, ProgramDescription } from './description.ts'
import { describeWrapper } from './wrappers.ts'

export type Breadth =
  /** Runs the file or text that it is given. */
  | 'code'
  /** Starts other programs, which are judged on their own. */
  | 'starts'
  /** Starts a program only by an option that must be written out. */
  | 'options'
  /** A shell can be opened from inside. */
  | 'inside'
  /** Acts on another machine. */
  | 'elsewhere'
  /** Has subcommands, each of which is a program of its own. */
  | 'subcommands'

const inside = new Set([
  ...['vi', 'vim', 'nvim', 'view', 'ex', 'ed', 'emacs', 'nano', 'pico', 'joe', 'micro', 'hx', 'kak'],
  ...['less', 'more', 'most', 'man', 'info', 'top', 'htop', 'tmux', 'screen', 'ftp', 'telnet'],
  ...['gdb', 'lldb', 'psql', 'mysql', 'sqlite3', 'mutt', 'w3m', 'lynx', 'mc', 'ranger', 'crontab', 'at'],
])
const unDescribed: Readonly<Record<string, Breadth>> = {
  eval: 'code',
  source: 'code',
  Rscript: 'code',
  julia: 'code',
  ghci: 'code',
  osascript: 'code',
  tclsh: 'code',
  expect: 'code',
  just: 'code',
  task: 'code',
  rake: 'code',
  parallel: 'starts',
  entr: 'starts',
}

/** Of `PROGRAM SUBCOMMAND… **`; undefined when nothing is known to be wide about it. */
export function breadthOf(name: string, subcommand: readonly string[]): Breadth | undefined {
  if (subcommand.length > 0) return ofSubcommand(name, subcommand)
  if (inside.has(name)) return 'inside'
  if (Object.hasOwn(unDescribed, name)) return unDescribed[name]
  const description = describeProgram(name)
  return description && ofProgram(name, description)
}

function ofSubcommand(name: string, words: readonly string[]): Breadth | undefined {
  const description = describeProgram(name)
  const found = description?.subcommands.find((each) => each.name.join(' ') === words.join(' '))
  const [first] = found?.operands ?? []
  if (found?.operands.includes('command')) return describeWrapper(name) || first !== 'command' ? 'starts' : 'code'
  return found?.operands.includes('code') ? 'code' : undefined
}

function ofProgram(name: string, { subcommands, operands, options }: ProgramDescription): Breadth | undefined {
  if (describeWrapper(name)) return subcommands.length > 0 ? 'subcommands' : 'starts'
  if (operands.includes('command') || operands.includes('code')) return 'code'
  if (operands.includes('host')) return 'elsewhere'
  if (subcommands.length > 0) return 'subcommands'
  return options.some(({ value }) => value === 'command') ? 'options' : undefined
}

/** The option of the program or of one of its subcommands that a pattern's word writes out, when it runs what it is given. */
export function executingOption(name: string, word: string): OptionDescription | undefined {
  const description = describeProgram(name)
  const [written = word] = word.split('=', 1)
  const all = description && [...description.options, ...description.subcommands.flatMap(({ options }) => options)]
  return all?.find(({ names, effect, value }) => effect === 'execute' && value !== 'none' && names.includes(written))
}

/** True when arguments are what makes the program useful: without any it only tells how it is used. */
export function needsArguments(name: string): boolean {
  return (describeProgram(name)?.subcommands.length ?? 0) > 0
}
