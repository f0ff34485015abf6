// The bytes of an entry: their order, their limit, and that what comes back is what went in.
import { describe, expect, test } from 'vitest'

import { bodyLimitBytes, decodeBody, encodeBody } from '../../src/ledger/body.ts'
import type { EntryDraft } from '../../src/ledger/entry.ts'

const message = (text: string): EntryDraft => ({ kind: 'message', role: 'task', text, session: 's-1' })
const textOf = (body: Uint8Array): string => new TextDecoder().decode(body)
const read = (text: string) => decodeBody(new TextEncoder().encode(text), 3)

/** Texts that have confused one parser or another. */
const hostile = [
  '',
  '\0',
  '"\\',
  '\u2028\u2029',
  '\u202e desrever',
  '\x1b[2J',
  '\r\n',
  '\ufeff',
  '\ud800',
  'a\udfff',
  '👩‍👩‍👧',
  '__proto__',
  '{"kind":"gate"}',
  "'; DROP TABLE entry; --",
  '\n\n— name AAAA\n',
]

describe('a body', () => {
  test('begins with seq, kind, at and session, and keeps the order of the rest', () => {
    const draft: EntryDraft = { role: 'task', session: 's-1', text: 'x', kind: 'message' }
    expect(textOf(encodeBody(draft, 3, 9))).toBe(
      '{"seq":3,"kind":"message","at":9,"session":"s-1","role":"task","text":"x"}',
    )
  })

  test('leaves out the blobs, and what is absent', () => {
    const draft: EntryDraft = { kind: 'session', action: 'close', id: 'i', blobs: [] }
    expect(textOf(encodeBody(draft, 0, 1))).toBe('{"seq":0,"kind":"session","at":1,"action":"close","id":"i"}')
  })

  test.each(hostile)('keeps the text %j', (text) => {
    const entry = decodeBody(encodeBody(message(text), 3, 9), 3)
    expect(entry).toEqual({
      seq: 3,
      kind: 'message',
      at: 9,
      session: 's-1',
      data: { kind: 'message', role: 'task', text },
    })
  })

  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    'holds no number that is no integer: %d',
    (number) => {
      const draft = { kind: 'edit', tool: 't', call: 'c', path: 'p', before: 'absent', after: 'deleted', mode: number }
      expect(() => encodeBody(draft as EntryDraft, 0, 1)).toThrow(/integer/)
      expect(() => encodeBody(message('x'), 0, number)).toThrow(/integer/)
    },
  )

  test('has room for 65,535 bytes, and one character more cuts the text and says so', () => {
    const empty = encodeBody(message(''), 3, 9).length
    const fits = Array.from({ length: 4 }, () => 'x'.repeat(16_000))
    const draft: EntryDraft = { kind: 'goal', action: 'set', text: '', unmet: fits, session: 's-1' }
    const rest = bodyLimitBytes - encodeBody(draft, 3, 9).length
    expect(empty).toBeLessThan(bodyLimitBytes)
    expect(encodeBody({ ...draft, text: 'y'.repeat(rest) }, 3, 9).length).toBe(65_535)
    const cut = encodeBody({ ...draft, text: 'y'.repeat(rest + 1) }, 3, 9)
    expect(cut.length).toBeLessThanOrEqual(65_535)
    expect(textOf(cut)).toContain('… (16000 characters in all)')
  })

  test.each(['x', 'ä', '€', '💥', '\ud800', '\0', '"'])(
    'of a million %j stays in its limit and is read back',
    (letter) => {
      const text = letter.repeat(1_000_000)
      const body = encodeBody(message(text), 3, 9)
      expect(body.length).toBeLessThanOrEqual(bodyLimitBytes)
      const data = decodeBody(body, 3)?.data
      const kept = data?.kind === 'message' ? data.text : ''
      const [start = ''] = kept.split('…')
      expect(text.startsWith(start)).toBe(true)
      expect(start.length).toBeGreaterThan(1000)
      expect(kept).toMatch(new RegExp(`… \\(${text.length} characters in all\\)$`))
      expect(new TextDecoder().decode(new TextEncoder().encode(start))).toBe(
        letter === '\ud800' ? '\ufffd'.repeat(start.length) : start,
      )
    },
  )

  test('is never cut within a character', () => {
    const data = decodeBody(encodeBody(message(`a${'💥'.repeat(100_000)}`), 3, 9), 3)?.data
    expect(data?.kind === 'message' && data.text).toMatch(/^a(?:💥)+… \(200001 characters in all\)$/u)
  })

  test('with more parts than an entry can hold is refused', () => {
    const unmet = Array.from({ length: 40_000 }, (_, index) => `c-${index}`)
    expect(() => encodeBody({ kind: 'goal', action: 'set', text: '', unmet }, 0, 1)).toThrow(/more parts/)
  })

  test('with names that are too long is refused', () => {
    const draft = { ...message('x'), ['k'.repeat(70_000)]: 1 }
    expect(() => encodeBody(draft as EntryDraft, 0, 1)).toThrow(/more parts/)
  })
})

describe('bytes that are no entry', () => {
  test.each([
    '',
    'null',
    '[]',
    '{}',
    '{"seq":4,"kind":"message","at":9}',
    '{"seq":"3","kind":"message","at":9}',
    '{"seq":3,"kind":1,"at":9}',
    '{"seq":3,"kind":"message","at":"9"}',
    '{"seq":3,"kind":"message"}',
    '{"seq":3,"kind":"message","at":9} x',
    '{"seq":3,"kind":"message","at":9,}',
  ])('are not read: %s', (text) => {
    expect(read(text)).toBeUndefined()
  })

  test('are not read when they are no UTF-8', () => {
    const body = encodeBody(message('abc'), 3, 9).slice()
    body[body.length - 4] = 0xff
    expect(decodeBody(body, 3)).toBeUndefined()
  })
})
