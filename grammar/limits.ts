// What is refused before anything is read as policy: texts too large, and characters that show a reader something else than what
// stands there (controls, invisible characters, direction marks; CVE-2021-42574).
import type { Diagnostic } from '../src/base/diagnostic.ts'
import type { Source } from '../src/base/span.ts'

/** UTF-8 bytes of one policy text. */
export const textLimitBytes = 1024 * 1024
/** Blocks inside blocks. */
export const nestingLimit = 64

const hidden =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\u{e0000}-\u{e0fff}]|\u034f|[\u180b-\u180d\u180f]|[\ufe00-\ufe0f]|\r(?!\n)/u

/** The one diagnostic of a text that is too large; also for a file that was never read. */
export function tooLarge(file: string): Diagnostic {
  return {
    code: 'RV101',
    severity: 'error',
    message: 'the text is larger than 1 MiB',
    span: { file, start: 0, end: 0 },
    help: 'split it with `use "./other.reeve"`; no policy that a person can review is that long',
    notes: [],
  }
}

/** Why a text is not even looked at, or undefined. */
export function refusal(source: Source): Diagnostic | undefined {
  const { file, text } = source
  if (text.length > textLimitBytes || byteLength(text) > textLimitBytes) return tooLarge(file)
  const found = hidden.exec(text)
  if (!found) return undefined
  const code = (text.codePointAt(found.index) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const isBinary = found[0] === '\0'
  if (found.index === 0 && found[0] === '\ufeff') return byteOrderMark(file)
  return {
    code: 'RV103',
    severity: 'error',
    message: isBinary
      ? 'the text holds a NUL byte, so it is no text'
      : `the text holds the invisible character U+${code}`,
    span: { file, start: found.index, end: found.index + found[0].length },
    help: isBinary
      ? 'name a policy file: UTF-8 text that begins with `policy "name" version 1`'
      : `take it out, or write it inside a string in double quotes as \`\\u{${code}}\``,
    notes: [],
  }
}

function byteOrderMark(file: string): Diagnostic {
  return {
    code: 'RV103',
    severity: 'error',
    message: 'the text begins with a byte order mark',
    span: { file, start: 0, end: 1 },
    help: 'save the file as UTF-8 without a byte order mark (BOM)',
    notes: [],
  }
}

const languages: readonly (readonly [string, RegExp])[] = [
  ['TOML', /^(?:\[[\w.-]+\]\s*$|[\w-]+[ \t]*=[ \t]*["\w[])/],
  ['JSON', /^[{[]/],
  ['YAML', /^(?:---|[\w-]+[ \t]*:(?:\s|$))/],
]

/** A whole text in another language is one mistake, not one for each of its lines. */
export function foreignLanguage({ file, text }: Source): Diagnostic | undefined {
  const [, before = '', first = ''] = /^((?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]*)([^\n]*)/.exec(text) ?? []
  const language = languages.find(([, shape]) => shape.test(first))?.[0]
  if (language === undefined) return undefined
  return {
    code: 'RV116',
    severity: 'error',
    message: `the text looks like ${language}, and a policy has a language of its own`,
    span: { file, start: before.length, end: before.length + first.trimEnd().length },
    help: 'begin with `policy "name" version 1`; a block is written `exec { allow "git status", "git diff" }`',
    notes: [],
  }
}

function byteLength(text: string): number {
  return text.length * 3 <= textLimitBytes ? text.length : new TextEncoder().encode(text).length
}
