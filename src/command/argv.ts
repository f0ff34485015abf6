// An argument vector needs no shell: its words are what they are. Wrappers and inline scripts in it are read like any other.
import { quoteArgv, quoteWord } from '../base/quote.ts'
import type { Reading, Word } from './command.ts'
import { hiddenCharacter } from './precheck.ts'
import { type Reader, refuse, type Scope } from './reader.ts'

/** Reads an argument vector; places are those of the vector quoted for a shell. */
export function readArgv(argv: readonly string[], directory: string, reader: Reader): void {
  const words: Word[] = []
  let at = 0
  for (const text of argv) {
    const end = at + quoteWord(text).length
    words.push({ kind: 'literal', text, place: { start: at, end } })
    const hidden = hiddenCharacter(text)
    if (hidden !== undefined)
      refuse(reader, `it holds the invisible or control character ${hidden}`, { start: at, end })
    at = end + 1
  }
  const source = quoteArgv(argv)
  const place = { start: 0, end: source.length }
  if ((argv[0] ?? '') === '') refuse(reader, 'no program is named', place)
  reader.verbs.words({ reader, scope: scopeOf(source), where: [directory] }, words, {
    assignments: [],
    redirections: [],
    place,
  })
}

export function argvReading(argv: readonly string[], { commands, loose, refusal }: Reader): Reading {
  const source = quoteArgv(argv)
  if (refusal !== undefined) return { kind: 'unreadable', source, ...refusal, commands, loose }
  return { kind: 'readable', source, commands, loose, argv }
}

function scopeOf(source: string): Scope {
  return {
    source,
    within: [],
    behindBoundary: false,
    openEnded: false,
    decides: true,
    builtins: false,
    dialect: 'bash',
    functions: new Map(),
    afterFailure: false,
  }
}
