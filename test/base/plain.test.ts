// Text from elsewhere shown to people: what it must lose, and what it must keep.
import { expect, test } from 'vitest'

import { plainLine, plainText } from '../../src/base/plain.ts'

test.each([
  ['colours', '\u001b[31mred\u001b[0m', 'red'],
  ['a title that is set', '\u001b]0;owned\u0007text', 'text'],
  ['a hidden link', '\u001b]8;;http://evil\u001b\\text\u001b]8;;\u001b\\', 'text'],
  ['a sequence that never ends', 'a\u001b]0;owned', 'a'],
  ['a lone escape', 'a\u001b', 'a'],
  ['an eight-bit sequence starter', 'a\u009b31mb', 'a31mb'],
  ['carriage returns that overwrite a line', 'refused\rallowed', 'refusedallowed'],
  ['Windows line ends', 'a\r\nb', 'a\nb'],
  ['backspaces', 'no\b\byes', 'noyes'],
  ['text that is turned around', 'a\u202eb\u2066c', 'abc'],
  ['invisible letters', 'a\u200bb\u{e0041}c', 'abc'],
])('%s cannot deceive a reader', (_what, text, shown) => {
  expect(plainText(text)).toBe(shown)
})

test('letters, tabs and line feeds of every script stay', () => {
  expect(plainText('größe\t→ 世界\n')).toBe('größe\t→ 世界\n')
})

test('one line is one line, and is cut', () => {
  expect(plainLine('a\n  b\tc')).toBe('a b c')
  expect(plainLine('abcdef', 4)).toBe('abc…')
})
