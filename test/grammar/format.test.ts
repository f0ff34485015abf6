// The one form of a text: cases before and after, and random trials that it is stable and never changes what a policy means.
// The seed is printed with a failure; REEVE_FULL=1 runs many more.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { formatText } from '../../grammar/format.ts'
import { parse, scan } from '../../grammar/parse.ts'
import { policyFromText } from '../../src/policy/load.ts'

const root = join(import.meta.dirname, '../..')
const directory = join(root, 'test/cases/format')
const count = process.env.REEVE_FULL === '1' ? 20_000 : 200

const formatted = (text: string): string => {
  const result = formatText({ file: 'policy.reeve', text })
  if (result.kind === 'broken') throw new Error(result.diagnostics.map(({ message }) => message).join('\n'))
  return result.text
}

for (const file of readdirSync(directory)) {
  const cases = readFileSync(join(directory, file), 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const [head = '', ...rest] = part.split('\n')
      const [before = '', after = ''] = rest.join('\n').split(/^---\n/m)
      return { title: head.trim(), before, after: `${after.trimEnd()}\n` }
    })
  describe(file, () => {
    test.each(cases)('$title', ({ before, after }) => {
      expect(formatted(before)).toBe(after)
      expect(formatted(after)).toBe(after)
    })
  })
}

const policies = readdirSync(join(root, 'policies'))
  .filter((name) => name.endsWith('.reeve'))
  .map((name) => readFileSync(join(root, 'policies', name), 'utf8'))
const examples = [...readFileSync(join(root, 'grammar/README.md'), 'utf8').matchAll(/^```reeve\n([\s\S]*?)^```$/gm)]
const texts = [...policies, ...examples.map(([, text = '']) => text)]

/** Mulberry32. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** The same words with other white space and more comments between them, now and then with commas at the ends of lists. */
function respaced(text: string, random: (below: number) => number): string {
  const { tokens, comments } = scan({ file: 'x', text })
  const words = [...tokens, ...comments].sort((one, other) => one.startOffset - other.startOffset)
  const gaps = [' ', ' ', '  ', '\n', '\n\n', '\n\n\n', '\t', '\r\n', ' # c\n', '\n# d\n', '\n\n  # e\n\n', ' #\n']
  return words
    .map(({ image }) => image.trimEnd() + (image.startsWith('#') ? '\n' : '') + (gaps[random(gaps.length)] ?? ' '))
    .join('')
}

/** What a policy says, apart from where it says it. */
function meaning(text: string): unknown {
  const loaded = policyFromText(text, 'policy.reeve')
  if (loaded.kind === 'broken') return loaded.diagnostics.map(({ code, message }) => `${code} ${message}`)
  return JSON.parse(
    JSON.stringify(loaded.policy, (key, value) =>
      ['span', 'origin', 'digest', 'files'].includes(key) ? undefined : value,
    ),
  )
}

test('the form of any text is stable, holds all its words and comments, and means the same', () => {
  const seed = Number(process.env.REEVE_SEED ?? 20_261_202)
  const random = randomFrom(seed)
  for (let turn = 0; turn < count; turn++) {
    const original = texts[random(texts.length)] ?? ''
    const text = respaced(original, random)
    const where = `seed ${seed}, turn ${turn}:\n${text}`
    const once = formatted(text)
    expect(formatted(once), where).toBe(once)
    expect(meaning(once), where).toEqual(meaning(original))
    const comments = (given: string) =>
      scan({ file: 'x', text: given })
        .comments.map(({ image }) => image.trimEnd())
        .sort()
    expect(comments(once), where).toEqual(comments(text))
    expect(once, where).not.toMatch(/[ \t]\n|\n\n\n|\r|^\n|\n\n$/)
  }
}, 600_000)

test('a text with a mistake of syntax has no form', () => {
  for (const text of [
    '',
    'policy "p"',
    'policy "p" version 1\nexce { }',
    'policy "p" version 1\nexec { allow "a" "b" }',
  ]) {
    expect(formatText({ file: 'x', text }).kind).toBe('broken')
    expect(parse({ file: 'x', text }).diagnostics).not.toEqual([])
  }
})

test('a text whose meaning is wrong has a form all the same', () => {
  expect(formatted('policy "p" version 1\nexec { allow $gone }\n')).toBe(
    'policy "p" version 1\n\nexec { allow $gone }\n',
  )
})

test('the work grows with the text, not with its square', () => {
  const policy = (rules: number) =>
    `policy "p" version 1\nexec { ${Array.from({ length: rules }, (_, at) => `allow "a${at}", "b" because "c"`).join(' ')} }`
  const lines = formatted(policy(5000)).split('\n').length
  expect(lines).toBe(5005)
  const list = `policy "p" version 1\nlet a = ${Array.from({ length: 90_000 }, (_, at) => `"${at}"`).join(',')}`
  expect(formatted(list).split('\n').length).toBeGreaterThan(5000)
})

test('every shipped policy is in its form', () => {
  for (const text of policies) expect(text).toBe(formatted(text))
})

test('every example of the documents is in its form, but the one that shows what words may look like', () => {
  for (const path of ['README.md', 'grammar/README.md', 'grammar/diagnostics.md'])
    for (const [, text = ''] of readFileSync(join(root, path), 'utf8').matchAll(/^```reeve\n([\s\S]*?)^```$/gm))
      if (!text.startsWith('policy "words"')) expect(formatted(text), path).toBe(text)
})
