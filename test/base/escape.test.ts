// What a person is asked to approve is shown with everything that could hide written out.
import { expect, test } from 'vitest'

import { escapeLine, escapeText } from '../../src/base/escape.ts'

test('a command that would hide a part of itself is shown with visible escapes on one line', () => {
  expect(escapeLine('ls\rrm -rf /\u001b[2K\n\u202Egnp.exe\u200b')).toBe(
    'ls\\rrm -rf /\\e[2K\\n\\u{202e}gnp.exe\\u{200b}',
  )
})

test('a space that is none is shown as an escape', () => {
  expect(escapeLine('rm\u00a0x\u3000y')).toBe('rm\\xa0x\\u{3000}y')
})

test('ordinary text in any script stays as it is', () => {
  expect(escapeLine('git commit -m "größe 漢字 😀"')).toBe('git commit -m "größe 漢字 😀"')
})

test('several lines keep their line feeds', () => {
  expect(escapeText('a\n\tb\u0007')).toBe('a\n\tb\\x07')
})
