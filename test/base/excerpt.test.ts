// Excerpts stay within 4 KiB, are cut at character borders, and never cut a secret out of its pattern.
import { expect, test } from 'vitest'

import { endOf, excerpt, startOf } from '../../src/base/excerpt.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const whole = (text: string) => ({ head: bytes(text), tail: new Uint8Array(), bytes: bytes(text).length })

test('a short output is kept whole, without terminal sequences', () => {
  expect(excerpt(whole('\u001b[31mred\u001b[0m\r\nline\n'), [])).toBe('red\nline\n')
})

test('a long output keeps its first 1 KiB and its last 3 KiB in at most 4,096 bytes', () => {
  const text = `first\n${'é€😀\n'.repeat(4000)}last`
  const kept = excerpt(whole(text), [])
  expect(bytes(kept).length).toBeLessThanOrEqual(4096)
  expect(bytes(kept).length).toBeGreaterThan(4080)
  expect(kept.startsWith('first\n')).toBe(true)
  expect(kept.endsWith('last')).toBe(true)
  expect(kept).not.toContain('\ufffd')
})

test('a secret that lies across the place of the cut is masked before the cut', () => {
  const secret = `gh${'p_'}${'a'.repeat(36)}`
  for (let before = 980; before < 1030; before++) {
    const kept = excerpt(whole(`${'x'.repeat(before)} ${secret} ${'y '.repeat(3000)}`), [])
    expect(kept).not.toMatch(/a{3}/)
  }
})

test('where not all was kept, the lines at the border go, since half a secret is not recognised', () => {
  const kept = excerpt({ head: bytes('one\npassword'), tail: bytes('=hunter2\ntwo'), bytes: 9999 }, [])
  expect(kept).toBe('one\n\n[…]\ntwo')
})

test('cuts fall between characters', () => {
  expect(startOf('a€', 3)).toBe('a')
  expect(endOf('€a', 3)).toBe('a')
  expect(startOf('a€', 4)).toBe('a€')
})
