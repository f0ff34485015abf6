// What somebody wrote without quotes where a text is expected, and numbers that do not end where the token does: where such a
// run begins and ends in the source. Found in the source, since it holds characters that are no part of the language.

import { nearest } from '../src/base/nearest.ts'

export interface Run {
  readonly start: number
  readonly end: number
}

const lead = /[ \t:=[(]*/y
const word = /[^\s"'{},;#\]]+/y
const quoted = /[ \t]*(?:"[^"\r\n]*"|'[^'\r\n]*')/y
const blanks = /[ \t]+/y

/** The run of unquoted words behind `from` on its line; undefined when there is none. It ends before a comma, a brace and a comment,
 *  and before a word of `stops` that has its own text behind it; `isOne`: it is one word. */
export function bareRun(
  text: string,
  from: number,
  { stops, isOne }: { readonly stops: ReadonlySet<string>; readonly isOne: boolean },
): Run | undefined {
  const start = from + lengthAt(lead, text, from)
  const first = matchAt(word, text, start)
  if (first === undefined || /^[$“”„‟‘’<]/.test(first) || stops.has(first)) return undefined
  if (isOne) return { start, end: start + (/^[^=]+/.exec(first)?.[0].length ?? first.length) }
  let end = start + first.length
  for (let at = end; ; ) {
    const gap = lengthAt(blanks, text, at)
    const next = matchAt(word, text, at + gap)
    if (next === undefined) break
    if (gap > 0 && isEnd(next, text.slice(at + gap + next.length, at + gap + next.length + 8), stops))
      return { start, end }
    at += gap + next.length
    end = at
  }
  // One word before a string is a misspelt keyword; several are a command that quotes an argument.
  const isSingle = end === start + first.length
  const more = lengthAt(quoted, text, end)
  if (more > 0) return isSingle ? undefined : { start, end: end + more }
  return { start, end }
}

const options = ['because', 'instead', 'except', 'matches', 'misses']

/** A keyword, also a misspelt one, with its own text behind it. */
function isEnd(next: string, behind: string, stops: ReadonlySet<string>): boolean {
  if (!/^[ \t]*["'$\d]/.test(behind)) return false
  return stops.has(next) || nearest(next, options) !== undefined
}

/** `<<EOT … EOT` behind `from`. */
export function hereRun(text: string, from: number): Run | undefined {
  const [whole, gap = '', mark] =
    /^([ \t:=]*)<<[-~]?\s?["']?(\w+)["']?[^\n]*(?:\n|$)/.exec(text.slice(from, from + 200)) ?? []
  if (whole === undefined || mark === undefined) return undefined
  const body = from + whole.length
  const close = new RegExp(`^[ \\t]*${mark}[ \\t]*\\r?$`, 'm').exec(text.slice(body))
  const start = from + gap.length
  return { start, end: close ? body + close.index + close[0].trimEnd().length : start + whole.trim().length }
}

const glued = /[^\s,{}#"'$;\])]*/y
const groups = /(?:,\d+)+(?:\.\d+)?(?!\w)/y
const unit =
  /[ \t]+(?:%|(?:ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?|percent|[KMGT]i?B?|bytes?|B)(?![\w-]))/iy

/** Where what was meant as one number ends: `10 minutes`, `80 %`, `500,000`, `2027/01/31`. */
export function numberEnd(text: string, start: number, image: string): number {
  let end = start + image.length
  end += lengthAt(glued, text, end)
  if (!/^\d[\d_.]*$/.test(text.slice(start, end))) return end
  end += lengthAt(groups, text, end)
  return end + lengthAt(unit, text, end)
}

/** Where what was meant as one name ends: `unit.tests`. */
export function nameEnd(text: string, end: number): number {
  return end + lengthAt(/[^\s,{}#"'$;=<>:]*/y, text, end)
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  return matchAt(pattern, text, at)?.length ?? 0
}
