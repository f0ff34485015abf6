// The state of one reading: what was found so far, what the text assigns, and the first reason why it cannot be read. A
// reason does not stop the reading, because deny rules apply to whatever else is found.
import type { ParsedScript, Word as WordNode } from 'unbash'

import type { Assignment, Command, Loose, Place, Redirection, Word } from './command.ts'
import type { Flow, Where } from './where.ts'
import { toDirectory } from './where.ts'

/** Kind of shell that reads a text. `posix`: any `sh`, so only what every `sh` reads alike; `plain`: not bash at all. */
export type Dialect = 'bash' | 'posix' | 'plain'

export interface Reader {
  readonly home: string
  /** False on the second pass, when the text assigns a variable that was taken for a constant. */
  readonly constants: boolean
  readonly commands: Command[]
  readonly loose: Loose[]
  refusal: { readonly reason: string; readonly place: Place } | undefined
  /** Variables that the text sets; `integer`: only ever to an integer, so that arithmetic on it is safe. */
  readonly names: Map<string, 'integer' | 'any'>
  readonly exported: Set<string>
  /** Variables that arithmetic evaluates. */
  readonly calculated: { readonly name: string; readonly place: Place }[]
  /** How many commands so far may have changed the directory. */
  moves: number
  /** Places from which `break` and `continue` jumped. */
  jumped: Where
  /** Something may end the text early with success, so that nothing decides its exit. */
  mayEnd: boolean
  /** A file was read into the shell: its variables are unknown. */
  sourced: boolean
  /** The text is one simple command without anything around it. */
  single: boolean
  /** Variables whose values were filled in as constants; `IFS` where one was split. */
  readonly constantsUsed: Set<string>
  depth: number
  readonly verbs: Verbs
}

/** The readers that call each other in a ring; `read.ts` ties them, so that the files need not. */
export interface Verbs {
  /** A text that a command hands to a shell. */
  readonly text: (reader: Reader, text: string, scope: Scope, where: Where) => Flow
  readonly script: (reader: Reader, script: ParsedScript, scope: Scope, where: Where) => Flow
  readonly word: (spot: Spot, node: WordNode, use: WordUse) => readonly Word[]
  /** A command whose words are known; the effects of built-ins and wrappers are read too. */
  readonly words: (spot: Spot, words: readonly Word[], extras: Extras) => Flow
}

/** A point of the text. */
export interface Spot {
  readonly reader: Reader
  readonly scope: Scope
  readonly where: Where
}

/** Where a word stands: as arguments (brace lists count), as a value or a redirection's target, or as a pattern. */
export type WordUse = 'argument' | 'single' | 'assignment' | 'pattern'

/** What belongs to a command besides its words. */
export interface Extras {
  readonly assignments: readonly Assignment[]
  readonly redirections: readonly Redirection[]
  readonly place: Place
  /** What its standard input is, where the text gives it. */
  readonly feed?: Feed
}

/** What surrounds the part that is being read. */
export interface Scope {
  readonly source: string
  /** Every place inside is this one: the text is not a part of the request's own text. */
  readonly place?: Place
  readonly within: readonly string[]
  readonly unwrappedFrom?: number
  readonly behindBoundary: boolean
  readonly openEnded: boolean
  readonly decides: boolean
  /** False in an argument vector and behind programs such as `env`: `cd` there is no built-in. */
  readonly builtins: boolean
  readonly dialect: Dialect
  /** Functions that are surely defined here; true when calling one may change the directory. */
  readonly functions: Map<string, boolean>
  /** Right operand of `||`: the last command failed. */
  readonly afterFailure: boolean
}

/** What a here-document or here-string gives to the command's standard input. */
export type Feed = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'unknown' }

export const limits = { textBytes: 16_384, depth: 50, wrappers: 16, commands: 1000, braceWords: 256 } as const

export function newReader(home: string, constants: boolean, verbs: Verbs): Reader {
  return {
    home,
    constants,
    verbs,
    commands: [],
    loose: [],
    refusal: undefined,
    names: new Map(),
    exported: new Set(),
    calculated: [],
    moves: 0,
    jumped: [],
    mayEnd: false,
    sourced: false,
    single: false,
    constantsUsed: new Set(),
    depth: 0,
  }
}

/** Notes why the text is unreadable; the first reason stays. */
export function refuse(reader: Reader, reason: string, place: Place): void {
  reader.refusal ??= { reason, place }
}

/** Runs `read` one level deeper; too deep is refused and not read. */
export function deeper<T>(reader: Reader, place: Place, otherwise: T, read: () => T): T {
  if (reader.depth >= limits.depth) {
    refuse(reader, `it is nested more than ${limits.depth} levels deep`, place)
    return otherwise
  }
  reader.depth++
  const result = read()
  reader.depth--
  return result
}

export interface Found {
  readonly program: Word
  readonly args: readonly Word[]
  readonly assignments: readonly Assignment[]
  readonly redirections: readonly Redirection[]
  readonly place: Place
  readonly transparent?: boolean
}

/** Adds a command to the list; undefined when the list is full. */
export function emit(reader: Reader, found: Found, scope: Scope, where: Where): Command | undefined {
  if (reader.commands.length >= limits.commands) {
    refuse(reader, `it holds more than ${limits.commands} commands`, found.place)
    return undefined
  }
  const { program, args, assignments, redirections, place, transparent } = found
  const command: Command = {
    program,
    args,
    assignments,
    redirections,
    place,
    index: reader.commands.length,
    directory: toDirectory(where),
    within: scope.within,
    ...(scope.unwrappedFrom === undefined ? {} : { unwrappedFrom: scope.unwrappedFrom }),
    ...(transparent === true ? { transparent } : {}),
    behindBoundary: scope.behindBoundary,
    openEnded: scope.openEnded,
    decidesExit: scope.decides,
  }
  reader.commands.push(command)
  return command
}

/** Adds redirections and assignments that belong to no command. */
export function emitLoose(
  reader: Reader,
  assignments: readonly Assignment[],
  redirections: readonly Redirection[],
  where: Where,
): void {
  if (assignments.length + redirections.length === 0) return
  if (reader.loose.length >= limits.commands) {
    refuse(
      reader,
      `it holds more than ${limits.commands} parts`,
      (assignments[0] ?? redirections[0])?.place ?? { start: 0, end: 0 },
    )
    return
  }
  reader.loose.push({ assignments, redirections, directory: toDirectory(where) })
}

/** What is inside one more construct. */
export function inside(scope: Scope, construct: string, change: Partial<Scope> = {}): Scope {
  return { ...scope, within: [...scope.within, construct], afterFailure: false, ...change }
}

export function placeOf(scope: Scope, node: { readonly pos: number; readonly end: number }): Place {
  return scope.place ?? { start: node.pos, end: node.end }
}

/** Variables by which a shell runs code or changes how it reads. */
const dangerous = /^(BASH.*|PS\d|PROMPT_COMMAND|ENV|SHELLOPTS|POSIXLY_CORRECT|FUNCNAME|DIRSTACK|COPROC)$/

/** Notes that the text sets a variable. */
export function assign(reader: Reader, name: string, kind: 'integer' | 'any', place: Place): void {
  if (dangerous.test(name)) refuse(reader, `the variable \`${name}\` can change what runs`, place)
  if (kind === 'any' || !reader.names.has(name)) reader.names.set(name, kind)
}

/** Notes a variable that is set to a value that is known only at run time: `read x`, `for x in …`. */
export function assignUnknown(
  { reader, scope, where }: Spot,
  name: string,
  kind: 'integer' | 'any',
  place: Place,
): void {
  assign(reader, name, kind, place)
  const source = scope.source.slice(place.start, place.end)
  const value: Word = { kind: 'dynamic', quoted: true, prefix: '', suffix: '', source, place }
  emitLoose(reader, [{ name, value, place, shellOnly: true }], [], where)
}

/** What one built-in of the shell does. */
export type Builtin = (spot: Spot, words: readonly Word[], extras: Extras) => Flow

/** Lists a built-in like any command. */
export function listed(spot: Spot, words: readonly Word[], extras: Extras, transparent = false): void {
  const [program, ...args] = words
  if (program !== undefined) emit(spot.reader, { program, args, ...extras, transparent }, spot.scope, spot.where)
}
