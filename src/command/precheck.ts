// Looks at the raw text before any parser does: what a person cannot see, what is too long or nested too deep, and the one
// old spelling (`$[`) that the parser takes for plain text.
import type { Place } from './command.ts'
import { limits } from './reader.ts'

/** Why this text is not even parsed; undefined when nothing stands against it. */
export function precheck(text: string): { readonly reason: string; readonly place: Place } | undefined {
  if (
    text.length > limits.textBytes ||
    (!visible.test(text) && new TextEncoder().encode(text).length > limits.textBytes)
  ) {
    return { reason: `it is longer than ${limits.textBytes / 1024} KiB`, place: { start: 0, end: text.length } }
  }
  const hidden = visible.test(text) ? null : unseen.exec(text)
  if (hidden)
    return { reason: `it holds the invisible or control character ${codeOf(hidden[0])}`, place: around(hidden) }
  const old = !text.includes('[') ? null : /(?<!\\)(?:\\\\)*\$(?:\\\n)*\[/.exec(text)
  if (old) return { reason: 'the old arithmetic `$[` can hide a command', place: around(old) }
  return tooDeep(text)
}

/** Nothing but printable ASCII, tab and line feed: the usual case, and quick to tell. */
const visible = /^[\n\t\x20-\x7e]*$/

/** Controls but tab and line feed; soft hyphen, odd spaces, fillers, joiners, bidirectional controls, tags, lone surrogates.
 *  The emoji selector U+FE0F is fine after the sign that it belongs to. */
const unseen = new RegExp(
  [
    '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u00a0\\u00ad\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u2000-\\u200f\\u2028-\\u202f]',
    '[\\u205f-\\u206f\\u2800\\u3000\\u3164\\ufeff\\uffa0\\ufff0-\\ufffd\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}\\ud800-\\udfff]',
    '\\u034f|[\\u180b-\\u180f]|[\\ufe00-\\ufe0e]|(?<!\\p{Extended_Pictographic})\\ufe0f',
  ].join('|'),
  'u',
)

/** The first invisible or control character of a text, as `U+200B`; undefined when there is none. */
export function hiddenCharacter(text: string): string | undefined {
  const found = visible.test(text) ? null : unseen.exec(text)
  return found ? codeOf(found[0]) : undefined
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

function around(match: RegExpExecArray): Place {
  return { start: match.index, end: match.index + match[0].length }
}

/** Brackets that open without closing, counted roughly: quoted ones count too, which is the strict side. */
function tooDeep(text: string): { readonly reason: string; readonly place: Place } | undefined {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 40 || code === 123) depth++
    else if ((code === 41 || code === 125) && depth > 0) depth--
    if (depth > limits.depth) {
      return { reason: `it is nested more than ${limits.depth} levels deep`, place: { start: at, end: at + 1 } }
    }
  }
  return undefined
}
