// Criteria that a person gives to a run, by flags or by a file.
import { describe, expect, test } from 'vitest'

import { pairCriteria, parseProofFile } from '../../src/cli/run-criteria.ts'

describe('criteria given by flags', () => {
  test('are required and are paired with their commands by position', () => {
    expect(pairCriteria(['tests pass', 'a person read it'], ['npm test'])).toEqual([
      { text: 'tests pass', verify: 'npm test', required: true, scope: [] },
      { text: 'a person read it', required: true, scope: [] },
    ])
  })

  test('more commands than criteria are wrong usage', () => {
    expect(() => pairCriteria(['a'], ['x', 'y'])).toThrow('2 of `--verify` for 1 of `--criterion`')
  })

  test('an empty command is wrong usage, and not a criterion that needs no proof', () => {
    expect(() => pairCriteria(['a'], [' '])).toThrow('not empty')
  })
})

describe('a proof file', () => {
  test('gives criteria, which are required unless it says otherwise', () => {
    const content = JSON.stringify({
      criteria: [
        { text: 'tests pass', verify: 'npm test', scope: ['src/**'] },
        { text: 'nice', required: false, scope: 'docs/**' },
      ],
    })
    expect(parseProofFile(content, 'p.json')).toEqual([
      { text: 'tests pass', verify: 'npm test', required: true, scope: ['src/**'] },
      { text: 'nice', required: false, scope: ['docs/**'] },
    ])
  })

  test.each([
    ['no JSON', '{', 'expected {"criteria"'],
    ['another member', '{"criteria":[],"waive":true}', 'expected {"criteria"'],
    ['a misspelt member', '{"criteria":[{"text":"a","verfy":"x"}]}', '`verfy` is no member'],
    ['no text', '{"criteria":[{"verify":"x"}]}', '`text` is missing'],
    ['an empty text', '{"criteria":[{"text":" "}]}', 'needs a text'],
    ['a command that is no text', '{"criteria":[{"text":"a","verify":["x"]}]}', '`verify` is a command'],
    ['a scope that is no list', '{"criteria":[{"text":"a","scope":[1]}]}', '`scope` is a list'],
    ['required that is no truth value', '{"criteria":[{"text":"a","required":"no"}]}', 'true or false'],
  ])('with %s is refused, and the place is named', (_what, content, message) => {
    expect(() => parseProofFile(content, 'p.json')).toThrow(message)
    expect(() => parseProofFile(content, 'p.json')).toThrow(/^p\.json/)
  })
})
