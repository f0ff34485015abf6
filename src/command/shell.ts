// From a shell text to the parser's tree, or the reason why there is none. The parser is not trusted to survive every text.
import { type ParsedScript, parse } from 'unbash'

import type { Place } from './command.ts'
import { precheck } from './precheck.ts'

export type Parsed =
  | { readonly kind: 'script'; readonly script: ParsedScript }
  | { readonly kind: 'unreadable'; readonly reason: string; readonly place: Place }

/** Parses a text that passed the checks of its raw characters. The tree may still hold errors, which the walker refuses. */
export function parseShell(text: string): Parsed {
  const problem = precheck(text)
  if (problem !== undefined) return { kind: 'unreadable', ...problem }
  try {
    return { kind: 'script', script: parse(text) }
  } catch {
    return { kind: 'unreadable', reason: 'the shell text could not be parsed', place: { start: 0, end: text.length } }
  }
}
