// Claims in a final text, measured on a labelled list in English and Spanish.
import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { findClaims } from '../../src/claims/find.ts'

const labelled = readFileSync('test/cases/claims/labelled.tsv', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t') as [string, string])

/** A sentence counts as found when any claim of its kind is found; a claim of another kind in it is a false alarm. */
function measure(): { readonly precision: number; readonly recall: number; readonly wrong: readonly string[] } {
  let right = 0
  let extra = 0
  let missed = 0
  const wrong: string[] = []
  for (const [label, sentence] of labelled) {
    const kinds = findClaims(sentence).map((claim) => claim.kind as string)
    const hit = kinds.includes(label)
    const others = kinds.filter((kind) => kind !== label)
    if (hit) right++
    if (label !== '-' && !hit) missed++
    if (label === '-') extra += kinds.length
    if ((label !== '-' && !hit) || (label === '-' && kinds.length > 0))
      wrong.push(`${label}\t${sentence}\t${others.join(',')}`)
  }
  return { precision: right / (right + extra), recall: right / (right + missed), wrong }
}

describe('the labelled list', () => {
  test('it has at least 200 sentences, at least a third of them without a claim', () => {
    expect(labelled.length).toBeGreaterThanOrEqual(200)
    expect(labelled.filter(([label]) => label === '-').length).toBeGreaterThanOrEqual(labelled.length / 3)
  })

  test('precision and recall stay above what was measured', () => {
    const { precision, recall, wrong } = measure()
    expect({ precision: precision >= 0.95, recall: recall >= 0.9 }, wrong.join('\n')).toEqual({
      precision: true,
      recall: true,
    })
  })
})

describe('what is no claim', () => {
  test.each([
    ['fenced code', '```\nAll tests pass.\n```'],
    ['indented code', '    All tests pass.'],
    ['a quotation', 'The log says "all tests pass".'],
    ['a quoted line', '> All tests pass.'],
    ['a question', 'All tests pass?'],
  ])('%s', (_name, text) => {
    expect(findClaims(text)).toEqual([])
  })
})

test('a claim keeps its sentence, its place and its language, one of each kind', () => {
  const text = 'I changed the parser. All tests pass, but lint does not pass. Todas las pruebas pasan.'
  expect(findClaims(text)).toEqual([
    { kind: 'tests', language: 'en', sentence: 'All tests pass, but lint does not pass.', start: 22 },
  ])
})
