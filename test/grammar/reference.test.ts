// The reference speaks the truth: every example is read, every diagnostic has its line, the grammar itself has no fault.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { validateGrammar } from '../../grammar/parse.ts'
import { renderDiagnostics } from '../../src/base/render.ts'
import { policyFromText } from '../../src/policy/load.ts'
import { checkExamples } from '../../src/rules/examples.ts'

const root = join(import.meta.dirname, '../..')
const reference = readFileSync(join(root, 'grammar/README.md'), 'utf8')
const examples = [...reference.matchAll(/^```reeve( broken)?\n([\s\S]*?)^```$/gm)].map(([, mark, text = '']) => ({
  isBroken: mark !== undefined,
  text,
  title: text.split('\n', 1)[0] ?? '',
}))

describe('an example of the reference', () => {
  test('there are many of them, and one is broken', () => {
    expect(examples.length).toBeGreaterThanOrEqual(9)
    expect(examples.filter(({ isBroken }) => isBroken)).toHaveLength(1)
  })

  test.each(examples)('is a policy unless it is marked as broken: $title', ({ isBroken, text }) => {
    const loaded = policyFromText(text, 'example.reeve')
    const found = loaded.kind === 'policy' ? checkExamples(loaded.policy) : loaded.diagnostics
    const errors = renderDiagnostics(
      found.filter(({ severity }) => severity === 'error'),
      loaded.sources,
      { color: false },
    )
    if (isBroken) expect(errors).not.toBe('')
    else expect(errors).toBe('')
  })
})

const habits = [...reference.matchAll(/^\| `(.+?)` \| `(.+?)` \| .* \|$/gm)]
  .map(([, wrong = '', right = '']) => ({ wrong: wrong.replaceAll('&#124;', '|'), right }))
  .filter(({ wrong }) =>
    /^(?:exec|files|network|environment|limits|sandbox|agent|let|criterion|gate|exit|waive)\b/.test(wrong),
  )

test('many habits are named', () => {
  expect(habits.length).toBeGreaterThanOrEqual(20)
})

test.each(habits)(
  'what is written by habit is an error, and what stands beside it is none: $wrong',
  ({ wrong, right }) => {
    expect(policyFromText(`policy "p" version 1\n${wrong}\n`, 'p').kind).toBe('broken')
    expect(policyFromText(`policy "p" version 1\n${right}\n`, 'p').kind).toBe('policy')
  },
)

test('every code of the sources is explained in the reference, and no other', () => {
  const folders = ['grammar', 'src/policy', 'src/rules', 'src/cli']
  const sources = folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  )
  const used = new Set(sources.flatMap((source) => [...source.matchAll(/'(RV\d{3})'/g)].map(([, code]) => code)))
  const explained = new Set([...reference.matchAll(/^\| (RV\d{3}) \|/gm)].map(([, code]) => code))
  expect([...explained].sort()).toEqual([...used].sort())
})

test('the grammar has no ambiguity, no unreachable token and no other fault that Chevrotain can find', () => {
  expect(() => validateGrammar()).not.toThrow()
})
