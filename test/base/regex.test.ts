// Patterns of a policy on hostile text.
import { expect, test } from 'vitest'

import { compileRegex } from '../../src/base/regex.ts'

function find(source: string, flags: string, text: string): boolean {
  const compiled = compileRegex(source, flags)
  if (compiled.kind !== 'regex') throw new Error(compiled.reason)
  return compiled.test(text)
}

test('a pattern is found anywhere, with anchors at lines only under `m`', () => {
  expect(find('^## 2\\.0', 'm', '# Notes\n## 2.0\n')).toBe(true)
  expect(find('^## 2\\.0', '', '# Notes\n## 2.0\n')).toBe(false)
  expect(find('notes$', 'im', '# NOTES\nend')).toBe(true)
  expect(find('a.b', 's', 'a\nb')).toBe(true)
  expect(find('a.b', '', 'a\nb')).toBe(false)
})

test('a pattern that makes others backtrack for ever answers on a long hostile line', () => {
  expect(find('(a+)+$', '', `${'a'.repeat(200_000)}b`)).toBe(false)
  expect(find('(a|aa)+c', '', 'a'.repeat(200_000))).toBe(false)
})

test('what cannot be run in bounded time is named', () => {
  expect(compileRegex('(?=a)b', '')).toMatchObject({ kind: 'mistake', reason: expect.stringContaining('bounded time') })
  expect(compileRegex('(a)\\1', '')).toMatchObject({ kind: 'mistake' })
  expect(compileRegex('(', '')).toMatchObject({ kind: 'mistake' })
  expect(compileRegex('a', 'g')).toMatchObject({ kind: 'mistake', reason: expect.stringContaining('`g`') })
})
