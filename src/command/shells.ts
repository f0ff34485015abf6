// `sh -c TEXT` and a shell that is fed by a here-document: the text is read like any other. A shell whose script comes from
// elsewhere makes the text unreadable; a script file is an operand like that of any interpreter.
import type { Command, Word } from './command.ts'
import { type Dialect, type Extras, inside, refuse, type Spot } from './reader.ts'

/** How a shell of this name reads; undefined when it is no shell. */
export function shellDialect(name: string): Dialect | undefined {
  return dialects.get(name)
}

const dialects: ReadonlyMap<string, Dialect> = new Map([
  ...['bash', 'rbash'].map((name) => [name, 'bash'] as const),
  ...['sh', 'dash', 'ash', 'hush'].map((name) => [name, 'posix'] as const),
  ...['zsh', 'ksh', 'mksh', 'ksh93', 'fish', 'csh', 'tcsh', 'yash', 'elvish', 'nu', 'xonsh'].map(
    (name) => [name, 'plain'] as const,
  ),
])

interface Options {
  readonly inline: boolean
  readonly input: boolean
  /** Words after the options. */
  readonly rest: readonly Word[]
  /** Why they cannot be read. */
  readonly problem?: string
}

/** Reads the script of a shell. */
export function readShell(spot: Spot, command: Command, args: readonly Word[], name: string, extras: Extras): void {
  const { reader, scope } = spot
  if (isIdle(args)) return
  const options = readOptions(args)
  if (options.problem !== undefined) refuse(reader, `${options.problem} of \`${name}\` is not known`, command.place)
  const [first] = options.rest
  const elsewhere = `\`${name}\` runs a text that is not known`
  if (options.inline) {
    if (first?.kind === 'literal') readScriptText(spot, command, first.text, name)
    else refuse(reader, elsewhere, command.place)
    return
  }
  const isStream = /^\/(dev|proc)\//.test(first?.kind === 'literal' ? first.text : (first?.prefix ?? ''))
  if (first !== undefined && !options.input && !isStream) return
  if (extras.feed?.kind === 'text' && !scope.openEnded) readScriptText(spot, command, extras.feed.text, name)
  else refuse(reader, elsewhere, command.place)
}

/** `--version`, and `-n`, which only checks a file. */
function isIdle(args: readonly Word[]): boolean {
  const [first, second] = args
  if (first?.kind !== 'literal') return false
  return /^--(version|help)$/.test(first.text)
    ? args.length === 1
    : first.text === '-n' && second?.kind === 'literal' && !/^-/.test(second.text)
}

function readScriptText({ reader, scope, where }: Spot, command: Command, text: string, name: string): void {
  const inner = inside(scope, 'sh -c', {
    unwrappedFrom: command.index,
    place: command.place,
    builtins: true,
    dialect: dialects.get(name) ?? 'posix',
    functions: new Map(),
    openEnded: false,
  })
  reader.verbs.text(reader, text, inner, where)
}

/** Options that change nothing about what is run. Others (interactive, restricted, extended globs) are not known. */
const letters = /^[-+][celuxvhfspC]+$/
const named = /^--(noprofile|norc|login|posix|verbose|version|help)$/
const settings = /^(errexit|nounset|pipefail|xtrace|verbose|noglob|noclobber)$/

function readOptions(args: readonly Word[]): Options {
  let inline = false
  let input = false
  for (let at = 0; at < args.length; at++) {
    const word = args[at]
    const rest = args.slice(at)
    const stop = { inline, input, rest }
    if (word?.kind !== 'literal') {
      // With `-c` before it, a quoted word is the text; else it could be an option.
      const isPlain = word !== undefined && word.prefix !== '' && !/^[-+]/.test(word.prefix)
      return isPlain || word === undefined ? stop : { ...stop, problem: `\`${word.source}\`` }
    }
    if (word.text === '--' || word.text === '-') return { ...stop, rest: args.slice(at + 1) }
    if (/^[-+][A-Za-z]*o$/.test(word.text)) {
      const value = args[at + 1]
      if (value?.kind !== 'literal' || !settings.test(value.text)) return { ...stop, problem: `\`${word.text}\`` }
      at++
      if (word.text.includes('c')) inline = true
    } else if (letters.test(word.text)) {
      if (word.text.startsWith('-') && word.text.includes('c')) inline = true
      if (word.text.startsWith('-') && word.text.includes('s')) input = true
    } else if (/^[-+]./.test(word.text)) {
      if (!named.test(word.text))
        return {
          ...stop,
          inline: inline || /^-[A-Za-z]*c/.test(word.text),
          rest: args.slice(at + 1),
          problem: `\`${word.text}\``,
        }
    } else return stop
  }
  return { inline, input, rest: [] }
}
