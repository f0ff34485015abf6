// The value of a string token. `'…'` is raw; `"…"` knows \n \t \r \\ \" and \u{HEX}, and any other escape is a mistake, since
// guessing would change what a pattern matches.
import type { IToken } from 'chevrotain'

import { BareText, EscapedText, RawText, TripleText } from './tokens.ts'

interface ReadText {
  readonly value: string
  readonly mistakes: readonly EscapeMistake[]
}

interface EscapeMistake {
  /** Offset in the token. */
  readonly at: number
  readonly length: number
  readonly message: string
  readonly help: string
}

const simple: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', '"': '"' }
const escapes = /\\(?:u\{([^}"\s]*)\}?|([\s\S]))/g

export function readText(token: IToken): ReadText {
  const { image, tokenType } = token
  if (tokenType === BareText) return { value: image, mistakes: [] }
  if (tokenType === TripleText)
    return {
      value:
        image
          .slice(3)
          .replaceAll(/\s+|"""|'''/g, ' ')
          .trim() || '-',
      mistakes: [],
    }
  if (tokenType === RawText) return { value: image.slice(1, -1), mistakes: [] }
  if (tokenType !== EscapedText) return { value: image.replace(/^["'“”„‟‘’]|["'“”„‟‘’]$/g, ''), mistakes: [] }
  const mistakes: EscapeMistake[] = []
  const value = image
    .slice(1, -1)
    .replaceAll(escapes, (whole, hex: string | undefined, char: string | undefined, index: number) => {
      const resolved = hex === undefined ? simple[char ?? ''] : codePoint(hex)
      if (resolved === undefined) mistakes.push(escapeMistake(whole, index + 1))
      return resolved ?? whole
    })
  return { value, mistakes }
}

function codePoint(hex: string): string | undefined {
  if (!/^[0-9a-fA-F]{1,6}$/.test(hex)) return undefined
  const code = Number.parseInt(hex, 16)
  const isScalar = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isScalar ? String.fromCodePoint(code) : undefined
}

function escapeMistake(whole: string, at: number): EscapeMistake {
  const length = whole.length
  if (whole.startsWith('\\u{'))
    return { at, length, message: `\`${whole}\` names no character`, help: 'write its code in hex, e.g. `\\u{e9}`' }
  return {
    at,
    length,
    message: `unknown escape \`${whole}\``,
    help: `known are \\n \\t \\r \\\\ \\" and \\u{HEX}; for a backslash write \`\\${whole}\`, or use a raw string '…'`,
  }
}
