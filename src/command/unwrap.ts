// Finds the command inside a command: behind `timeout`, `env`, `xargs`, `find -exec`, `sudo`, `docker exec` and their likes.
// Where it cannot be told which word is the program, the text is unreadable.
import { baseName } from '../base/path.ts'
import type { WrapperDescription } from '../programs/wrapper.ts'
import { describeWrapper } from '../programs/wrappers.ts'
import { parseArguments } from './arguments.ts'
import type { Assignment, Command, Word } from './command.ts'
import { readFind } from './find.ts'
import { readGit } from './git.ts'
import { marked } from './marked.ts'
import type { ParsedArguments } from './parsed.ts'
import { assign, deeper, type Extras, inside, limits, refuse, type Scope, type Spot } from './reader.ts'
import { readShell, shellDialect } from './shells.ts'
import { changed, ended, type Flow, staying, type Where } from './where.ts'

/** Reads what this command runs besides itself; gives where the shell stands after it. */
export function unwrap(spot: Spot, command: Command, words: readonly Word[], extras: Extras): Flow {
  const { reader, where } = spot
  const [program, ...args] = words
  if (program?.kind !== 'literal') return staying(where)
  const name = baseName(program.text)
  const read = (): Flow => {
    if (shellDialect(name) !== undefined) readShell(spot, command, args, name, extras)
    else if (/^(g?find|fd|fdfind)$/.test(name)) readFind(spot, command, args, name)
    else if (name === 'git') readGit(spot, command, args)
    else if (isFed(name, args, extras)) refuse(reader, `a here-document is the program of \`${name}\``, command.place)
    else if (name === 'parallel') refuse(reader, 'what `parallel` runs is made at run time', command.place)
    const wrapper = describeWrapper(name)
    return wrapper === undefined ? staying(where) : readWrapped(spot, command, args, { name, wrapper, extras })
  }
  if (spot.scope.within.filter((construct) => construct === 'wrapper').length > limits.wrappers) {
    refuse(reader, `it is wrapped more than ${limits.wrappers} times`, command.place)
    return staying('any')
  }
  return deeper(reader, command.place, staying('any'), read)
}

/** An interpreter that reads its program from a here-document without saying so (`-` says so). */
function isFed(name: string, args: readonly Word[], { feed }: Extras): boolean {
  if (feed === undefined || !interpreter.test(name)) return false
  return args.every((word) => word.kind === 'literal' && /^-[BEIOSbduvx]+$/.test(word.text))
}

const interpreter = /^(python[\d.]*|pypy3?|node|nodejs|ruby|perl|php|lua|deno|bun|tclsh|Rscript)$/

interface Wrapping {
  readonly name: string
  readonly wrapper: WrapperDescription
  readonly extras: Extras
}

function readWrapped(spot: Spot, command: Command, args: readonly Word[], wrapping: Wrapping): Flow {
  const { name, wrapper } = wrapping
  const compose = composed(name, args)
  const standalone = compose === undefined ? undefined : describeWrapper('docker-compose')
  if (compose !== undefined && standalone !== undefined) {
    return readWrapped(spot, command, compose, { ...wrapping, name: 'docker-compose', wrapper: standalone })
  }
  const parsed = parseArguments(wrapper.program, args)
  const subcommand = parsed.subcommand?.name.join(' ')
  if (wrapper.subcommands !== undefined && !wrapper.subcommands.includes(subcommand ?? '')) return staying(spot.where)
  if (has(parsed, wrapper.idle)) return staying(spot.where)
  const split = parsed.options.find((option) => option.name === '-S' || option.name === '--split-string')
  if (/^g?env$/.test(name) && split !== undefined) return splitText(spot, command, args, split.index, split, wrapping)
  const text = parsed.options.find((option) => wrapper.textOptions.some((known) => option.option.names.includes(known)))
  if (text !== undefined) {
    readText(spot, command, text.value, scopeFor(spot, command, parsed, wrapping))
    return staying(spot.where)
  }
  const unclear = parsed.unknown[0] ?? parsed.possible[0]
  if (unclear !== undefined) {
    const shown = unclear.word.kind === 'literal' ? unclear.word.text : unclear.word.source
    refuse(spot.reader, `which program \`${name}\` runs cannot be told because of \`${shown}\``, command.place)
    return staying('any')
  }
  return readInner(spot, command, parsed, wrapping)
}

/** `docker compose …` is `docker-compose …`. */
function composed(name: string, args: readonly Word[]): readonly Word[] | undefined {
  if (!/^(docker|podman|nerdctl)$/.test(name)) return undefined
  const at = args.findIndex((word) => word.kind === 'literal' && word.text === 'compose')
  const isFirst =
    at !== -1 && args.slice(0, at).every((word) => word.kind === 'literal' && !/^(exec|run|container)$/.test(word.text))
  return isFirst ? args.slice(at + 1) : undefined
}

function readInner(spot: Spot, command: Command, parsed: ParsedArguments, wrapping: Wrapping): Flow {
  const { reader } = spot
  const { name, wrapper, extras } = wrapping
  const { words, assignments } = innerWords(spot, parsed, wrapper)
  const inner = scopeFor(spot, command, parsed, wrapping)
  const [first, second] = words
  if (first === undefined) return noCommand(spot, command, name, wrapper)
  const isTextFlag = wrapper.textOptions.length > 0 && first.kind === 'literal' && /^(-c|--command)$/.test(first.text)
  if (isTextFlag) readText(spot, command, second, inner)
  else if (wrapper.form === 'text' && !has(parsed, ['-x', '--exec'])) readText(spot, command, joined(words), inner)
  else {
    const list = name === 'xargs' || name === 'gxargs' ? filled(words, parsed) : words
    const place = { start: first.place.start, end: Math.max(first.place.end, words.at(-1)?.place.end ?? 0) }
    const more: Extras = {
      assignments,
      redirections: [],
      place,
      ...(extras.feed === undefined ? {} : { feed: extras.feed }),
    }
    const flow = reader.verbs.words({ reader, scope: inner.scope, where: inner.where }, versionless(name, list), more)
    if (name === 'command' || name === 'builtin') return flow
    if (name === 'exec' && spot.scope.builtins) {
      if (!spot.scope.decides) reader.mayEnd = true
      return ended
    }
  }
  return staying(spot.where)
}

function has(parsed: ParsedArguments, names: readonly string[]): boolean {
  return parsed.options.some((item) => item.option.names.some((name) => names.includes(name)))
}

/** The operands that are the command, after those of the wrapper itself and after `NAME=value` words. */
function innerWords(
  { reader }: Spot,
  parsed: ParsedArguments,
  wrapper: WrapperDescription,
): { words: readonly Word[]; assignments: readonly Assignment[] } {
  const separator = parsed.items.find((item) => item.kind === 'separator')
  const operands = parsed.operands.filter((item) =>
    wrapper.boundary && wrapper.subcommands !== undefined && separator !== undefined
      ? item.index > separator.index
      : true,
  )
  const skips = operands.length === parsed.operands.length ? wrapper.before : 0
  const words = afterHost(
    wrapper,
    operands.slice(skips).map(({ word }) => word),
  )
  const assignments: Assignment[] = []
  while (wrapper.assignments) {
    const [word] = words
    const match = /^([^=]+)=/.exec(word?.kind === 'literal' ? word.text : (word?.prefix ?? ''))
    const [head, name] = match ?? []
    if (word === undefined) break
    if (word.kind === 'literal' && word.text === '-') words.shift()
    else if (head === undefined || name === undefined) break
    else {
      assign(reader, name, 'any', word.place)
      const value =
        word.kind === 'literal'
          ? { ...word, text: word.text.slice(head.length) }
          : { ...word, prefix: word.prefix.slice(head.length) }
      assignments.push({ name, value, place: word.place })
      words.shift()
    }
  }
  return { words, assignments }
}

/** `ssh host -p 22 command`: its options may follow the host. */
function afterHost(wrapper: WrapperDescription, words: readonly Word[]): Word[] {
  const [first] = words
  const isOption =
    wrapper.boundary && wrapper.form === 'text' && first?.kind === 'literal' && first.text.startsWith('-')
  return isOption ? parseArguments(wrapper.program, words).operands.map(({ word }) => word) : [...words]
}

function noCommand({ reader, scope, where }: Spot, command: Command, name: string, wrapper: WrapperDescription): Flow {
  if (wrapper.shellOtherwise) refuse(reader, `\`${name}\` starts a shell whose input is not known`, command.place)
  if (scope.openEnded) refuse(reader, `which program \`${name}\` runs comes from elsewhere`, command.place)
  return staying(where)
}

/** Wrappers whose success tells nothing of the command inside. */
const undecided = new Set(['xargs', 'gxargs', 'setsid'])
const stays = new Set(['sudo', 'doas', 'setpriv'])

function scopeFor(
  spot: Spot,
  command: Command,
  parsed: ParsedArguments,
  { name, wrapper }: Wrapping,
): { scope: Scope; where: Where } {
  const { scope } = spot
  const keepsBuiltins = name === 'command' || name === 'builtin'
  const replaces = has(parsed, ['-I', '-i', '-J'])
  const moved = wrapper.boundary && (!stays.has(name) || has(parsed, ['-i'])) ? 'any' : spot.where
  const inner = inside(scope, 'wrapper', {
    unwrappedFrom: command.index,
    behindBoundary: scope.behindBoundary || wrapper.boundary,
    openEnded: scope.openEnded || (wrapper.openEnded && !replaces),
    decides: scope.decides && wrapper.transparent && !undecided.has(name),
    builtins: keepsBuiltins && scope.builtins,
    functions: new Map(),
  })
  return { scope: inner, where: directoryOption(parsed, moved) }
}

/** `env -C dir`, `sudo -D dir`. */
function directoryOption(parsed: ParsedArguments, where: Where): Where {
  const option = parsed.options.find(({ effect }) => effect === 'directory')
  if (option === undefined) return where
  return option.value?.kind === 'literal' ? changed(where, option.value.text) : 'any'
}

/** A text for a shell: read like a script when it is known. */
function readText(
  { reader }: Spot,
  command: Command,
  text: Word | undefined,
  inner: { scope: Scope; where: Where },
): void {
  if (text?.kind !== 'literal') {
    refuse(reader, 'the text that is handed to a shell is not known', command.place)
    return
  }
  reader.verbs.text(
    reader,
    text.text,
    { ...inner.scope, builtins: true, dialect: 'posix', place: command.place },
    inner.where,
  )
}

function joined(words: readonly Word[]): Word | undefined {
  const [first] = words
  if (first === undefined || words.some((word) => word.kind === 'dynamic')) return undefined
  return {
    kind: 'literal',
    text: words.map((word) => (word.kind === 'literal' ? word.text : '')).join(' '),
    place: first.place,
  }
}

/** `env -S 'program argument'`: the text is split and read in place of the option. */
function splitText(
  spot: Spot,
  command: Command,
  args: readonly Word[],
  index: number,
  split: { value?: Word; valueIndex?: number },
  wrapping: Wrapping,
): Flow {
  const { value, valueIndex } = split
  if (value?.kind !== 'literal' || /["'\\$#]/.test(value.text)) {
    refuse(spot.reader, 'how `env -S` splits its text cannot be told', command.place)
    return staying('any')
  }
  const words = value.text.split(/\s+/).filter((word) => word !== '')
  const made = words.map((text): Word => ({ kind: 'literal', text, place: value.place }))
  const rest = [...args.slice(0, index), ...made, ...args.slice((valueIndex ?? index) + 1)]
  return deeper(spot.reader, command.place, staying('any'), () => readWrapped(spot, command, rest, wrapping))
}

/** `xargs -I{}`: every word that holds the mark is made at run time. */
function filled(words: readonly Word[], parsed: ParsedArguments): readonly Word[] {
  const option = parsed.options.find(({ option: known }) =>
    known.names.some((name) => name === '-I' || name === '-i' || name === '-J'),
  )
  if (option === undefined) return words
  const mark = option.value === undefined ? '{}' : option.value.kind === 'literal' ? option.value.text : ''
  return words.map((word) => (word.kind === 'literal' && word.text.includes(mark) ? marked(word, mark) : word))
}

/** `npx tool@1.2` runs `tool`. */
function versionless(name: string, words: readonly Word[]): readonly Word[] {
  const [first, ...rest] = words
  if (!/^(npx|bunx|pnpx|npm|pnpm|yarn|bun)$/.test(name) || first?.kind !== 'literal') return words
  return [{ ...first, text: first.text.replace(/^(@?[^@]+)@.*$/, '$1') }, ...rest]
}
