// The one verb of this room: from what is asked to the commands it would run, or the reason why they cannot be told.
import { argvReading, readArgv } from './argv.ts'
import { isBuiltin } from './builtin-names.ts'
import type { Command, CommandRequest, Place, Reading } from './command.ts'
import { newReader, type Reader, refuse, type Scope } from './reader.ts'
import { readWords } from './run-words.ts'
import { parseShell } from './shell.ts'
import { readScript } from './walk.ts'
import { type Flow, staying, type Where } from './where.ts'
import { expandWord } from './words.ts'

/** Reads an argument vector or a shell text. `home` is the home directory that `~` and `$HOME` will have. */
export function readCommand(request: CommandRequest, context: { readonly home: string }): Reading {
  if (request.kind === 'argv') {
    const reader = start(context.home, true)
    guarded(reader, { start: 0, end: 0 }, () => readArgv(request.argv, request.directory, reader))
    return argvReading(request.argv, reader)
  }
  const first = readText(request.text, request.directory, start(context.home, true))
  const wrong = [...first.constantsUsed].some((name) => first.names.has(name) || first.sourced)
  // The text sets a variable that was taken for a constant: read it again without constants.
  return finish(request.text, wrong ? readText(request.text, request.directory, start(context.home, false)) : first)
}

function start(home: string, constants: boolean): Reader {
  return newReader(home, constants, { text: readInnerText, script: readScript, word: expandWord, words: readWords })
}

function readText(text: string, directory: string, reader: Reader): Reader {
  guarded(reader, { start: 0, end: text.length }, () => {
    const parsed = parseShell(text)
    if (parsed.kind === 'unreadable') refuse(reader, parsed.reason, parsed.place)
    else {
      const [only, ...others] = parsed.script.commands
      reader.single = others.length === 0 && only?.background !== true && only?.command.type === 'Command'
      readScript(reader, parsed.script, scopeOf(text), [directory])
    }
  })
  checkCalculated(reader)
  return reader
}

function scopeOf(source: string): Scope {
  return {
    source,
    within: [],
    behindBoundary: false,
    openEnded: false,
    decides: true,
    builtins: true,
    dialect: 'bash',
    functions: new Map(),
    afterFailure: false,
  }
}

/** The parser is lazy and recursive, so that its failures (a stack that overflows) can come at any time. */
function guarded(reader: Reader, place: Place, read: () => void): void {
  try {
    read()
  } catch (cause) {
    if (cause instanceof Error && cause.message.startsWith('reeve defect')) throw cause
    refuse(reader, 'the shell text could not be parsed', place)
  }
}

/** Characters that zsh, ksh and the others read as bash does. */
const plain = /^[\w\s./:@%,+'"&|;<>=-]*$/

/** A text inside a command: what stands against it stands against the whole. */
function readInnerText(reader: Reader, text: string, scope: Scope, where: Where): Flow {
  const place = scope.place ?? { start: 0, end: 0 }
  if (scope.dialect === 'plain' && (!plain.test(text) || /(^|\s)=/.test(text))) {
    refuse(reader, 'this shell reads its text in its own way', place)
  }
  const parsed = parseShell(text)
  if (parsed.kind === 'script') return readScript(reader, parsed.script, { ...scope, source: text }, where)
  refuse(reader, parsed.reason, place)
  return staying('any')
}

/** Arithmetic on a variable that the text sets to anything but an integer evaluates that value. */
function checkCalculated(reader: Reader): void {
  for (const { name, place } of reader.calculated) {
    if (reader.names.get(name) === 'any' || reader.sourced) {
      refuse(reader, `calculating with \`${name}\`, which the text sets itself, can run commands`, place)
    }
  }
}

function finish(source: string, reader: Reader): Reading {
  const commands = reader.mayEnd
    ? reader.commands.map((command) => ({ ...command, decidesExit: false }))
    : reader.commands
  const loose = reader.loose.map((entry) => ({
    ...entry,
    assignments: entry.assignments.map(({ shellOnly, ...assignment }) =>
      shellOnly === true && !reader.exported.has(assignment.name) ? { ...assignment, shellOnly } : assignment,
    ),
  }))
  if (reader.refusal !== undefined) return { kind: 'unreadable', source, ...reader.refusal, commands, loose }
  const argv = reader.single && loose.length === 0 ? staticArgv(commands) : undefined
  return { kind: 'readable', source, commands, loose, ...(argv === undefined ? {} : { argv }) }
}

/** The argument vector of a text that is one simple static command and needs no shell. */
function staticArgv(commands: readonly Command[]): readonly string[] | undefined {
  const [first, ...others] = commands.filter((command) => command.unwrappedFrom === undefined)
  if (first === undefined || others.length > 0) return undefined
  if (first.assignments.length + first.redirections.length > 0) return undefined
  const words = [first.program, ...first.args].map((word) => (word.kind === 'literal' ? word.text : undefined))
  const argv = words.filter((word) => word !== undefined)
  return argv.length === words.length && !isBuiltin(argv[0] ?? '') && argv[0] !== '' ? argv : undefined
}
