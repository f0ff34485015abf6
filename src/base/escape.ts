// Text shown to a person who must judge it (an approval): nothing is taken out, everything that could hide, move the cursor or
// turn the line around is written as a visible escape. `plain.ts` takes out instead, for text that is only read.

/** Controls, invisible and bidirectional characters, odd spaces, tags, lone surrogates, and the backslash's own look-alikes. */
const hiding =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: the class is a list of code points, not of characters
  /[\u0000-\u001f\u007f-\u00a0\u00ad\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\u{e0000}-\u{e0fff}]|[\u034f\ufe00-\ufe0f]/gu

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\u001b': '\\e' }

/** One line: line breaks too are written as escapes. */
export function escapeLine(text: string): string {
  return text.replaceAll(hiding, escapeCharacter)
}

/** Several lines: only line feeds and tabs stand as they are. */
export function escapeText(text: string): string {
  return text.replaceAll(hiding, (char) => (char === '\n' || char === '\t' ? char : escapeCharacter(char)))
}

function escapeCharacter(char: string): string {
  const known = short[char]
  if (known) return known
  const code = char.codePointAt(0) ?? 0
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`
}
