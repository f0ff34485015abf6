// Random damage to good policies: the loader never fails, and a text with an error never becomes a policy. The seed is printed
// with a failure; REEVE_FULL=1 runs many more.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { parse } from '../../grammar/parse.ts'
import { renderDiagnostics } from '../../src/base/render.ts'
import { policyFromText } from '../../src/policy/load.ts'
import { caseFiles, readCases } from './cases.ts'

const root = join(import.meta.dirname, '../..')
const policies = readdirSync(join(root, 'policies'))
  .filter((name) => name.endsWith('.reeve'))
  .map((name) => readFileSync(join(root, 'policies', name), 'utf8'))
const examples = [
  ...readFileSync(join(root, 'grammar/README.md'), 'utf8').matchAll(/^```reeve\n([\s\S]*?)^```$/gm),
].map(([, text = '']) => text)
const texts = [...policies, ...examples, ...caseFiles.flatMap(readCases).map(({ text }) => text)]
const pieces = [
  ...[
    '"',
    "'",
    '{',
    '}',
    ',',
    '#',
    '/',
    '\\',
    '$',
    '=',
    '>=',
    '\n',
    ' ',
    '-1',
    '5%',
    '10m',
    '2027-02-30',
    '$x',
    '"**"',
    '"a | b"',
  ],
  ...[
    'policy',
    'exec',
    'allow',
    'deny',
    'criterion',
    'verify',
    'command',
    'because',
    'in',
    'use',
    'let',
    'default',
    'alow',
    '\0',
    '\u202e',
  ],
]
const count = process.env.REEVE_FULL === '1' ? 20_000 : 1_500

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

function damaged(text: string, random: (below: number) => number): string {
  let result = text
  for (let turns = 1 + random(4); turns > 0; turns--) {
    const at = random(result.length + 1)
    const length = random(12)
    const piece = pieces[random(pieces.length)] ?? ''
    const moved = result.slice(at, at + random(40))
    const to = random(result.length + 1)
    const ways = [
      () => result.slice(0, at) + result.slice(at + length),
      () => result.slice(0, at) + piece + result.slice(at),
      () => result.slice(0, at) + piece + result.slice(at + length),
      () => result.slice(0, to) + moved + result.slice(to),
      () => result.slice(0, at),
      () => result.slice(0, at) + String.fromCharCode(random(0x3000)) + result.slice(at + 1),
    ]
    result = ways[random(ways.length)]?.() ?? result
  }
  return result
}

test('no damage makes the loader fail, and no text with an error becomes a policy', () => {
  const seed = Number(process.env.REEVE_SEED ?? 20_261_201)
  const random = randomFrom(seed)
  let broken = 0
  for (let turn = 0; turn < count; turn++) {
    const text = damaged(texts[random(texts.length)] ?? '', random)
    const where = `seed ${seed}, turn ${turn}:\n${text}`
    const loaded = policyFromText(text, 'policy.reeve')
    const syntax = parse({ file: 'policy.reeve', text }).diagnostics
    const found = loaded.kind === 'broken' ? loaded.diagnostics : loaded.warnings
    const isWrong = [...syntax, ...found].some(({ severity }) => severity === 'error')
    expect(loaded.kind, where).toBe(isWrong ? 'broken' : 'policy')
    for (const { span, message } of found) {
      expect(
        span.start >= 0 && span.start <= span.end && (span.file !== 'policy.reeve' || span.end <= text.length),
        `${message}\n${where}`,
      ).toBe(true)
      expect(message, where).not.toMatch(/\bundefined\b|\[object|RECORDING/)
    }
    expect(renderDiagnostics(found, loaded.sources, { color: false }), where).not.toMatch(
      /[\u0000-\u0009\u000b-\u001f\u202e]/,
    )
    if (loaded.kind === 'broken') broken++
  }
  expect(broken).toBeGreaterThan(count / 2)
}, 600_000)

test('random bytes are refused', () => {
  const random = randomFrom(7)
  for (let turn = 0; turn < 50; turn++) {
    const bytes = Uint8Array.from({ length: 2000 }, () => random(256))
    expect(policyFromText(new TextDecoder().decode(bytes), 'x').kind).toBe('broken')
    const ascii = String.fromCharCode(...Uint8Array.from({ length: 2000 }, () => 32 + random(95)))
    expect(policyFromText(ascii, 'x').kind).toBe('broken')
  }
})
