// The page of every diagnostic tells the truth: the wrong text has it, the right one does not, and what is generated is fresh.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { pagesText, referenceText } from '../../policies/embed.ts'
import type { Diagnostic } from '../../src/base/diagnostic.ts'
import { renderDiagnostics } from '../../src/base/render.ts'
import { policyFromText } from '../../src/policy/load.ts'
import { silence } from '../../src/policy/silence.ts'
import { checkExamples } from '../../src/rules/examples.ts'
import { lintRules } from '../../src/rules/lint.ts'
import { lintWritablePrograms } from '../../src/rules/lint-programs.ts'

const grammar = join(import.meta.dirname, '../../grammar')
const pages = readFileSync(join(grammar, 'diagnostics.md'), 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((page) => {
    const fences = [...page.matchAll(/^```(\w+)(?: (\w+))?\n([\s\S]*?)^```$/gm)]
    return { code: page.slice(0, 5), fences: fences.map(([, language, mark, text = '']) => ({ language, mark, text })) }
  })

function found(text: string): readonly Diagnostic[] {
  const loaded = policyFromText(text, 'policy.reeve')
  if (loaded.kind === 'broken') return loaded.diagnostics
  const all = [
    ...loaded.warnings,
    ...checkExamples(loaded.policy),
    ...lintRules(loaded.policy),
    ...lintWritablePrograms(loaded.policy),
  ]
  return silence(all, loaded.sources, ['RV507', 'RV509'])
}

describe('the page of', () => {
  test.each(pages)('$code shows a mistake and its mend', ({ code, fences }) => {
    expect(fences).toHaveLength(2)
    const [wrong, right] = fences
    if (wrong?.language === 'text') {
      expect([wrong.mark, right?.mark]).toEqual(['wrong', 'right'])
      return
    }
    expect(wrong?.mark).toBe(code.startsWith('RV39') ? 'failing' : code < 'RV5' ? 'broken' : 'warned')
    expect(found(wrong?.text ?? '').map((each) => each.code)).toContain(code)
    const after = found(right?.text ?? '')
    // A mend may show what only a habit of care demands.
    const shown = after.filter((each) => !['RV510', 'RV520'].includes(each.code) || code === each.code)
    expect(renderDiagnostics(shown, [{ file: 'policy.reeve', text: right?.text ?? '' }], { color: false })).toBe('')
  })
})

test('a page without a text that can be tried is an exception', () => {
  const untried = pages.filter(({ fences }) => fences[0]?.language === 'text').map(({ code }) => code)
  expect(untried).toEqual([
    ...['RV101', 'RV102', 'RV119', 'RV207', 'RV393', 'RV401', 'RV402', 'RV403', 'RV405', 'RV406', 'RV507', 'RV509'],
  ])
})

test('the pages in the binary and the table in the reference are made from the one file', () => {
  expect(readFileSync(join(grammar, 'pages.ts'), 'utf8')).toBe(pagesText())
  expect(readFileSync(join(grammar, 'README.md'), 'utf8')).toBe(referenceText())
})
