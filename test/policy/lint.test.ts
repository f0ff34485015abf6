// Every warning as it is shown. The text cases hold a policy and, behind `---`, exactly what `reeve lint` says about it; with
// REEVE_UPDATE=1 what is said now is written back, and read before it is committed.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { shippedPolicies } from '../../policies/embedded.ts'
import { renderDiagnostics } from '../../src/base/render.ts'
import { policyFromText } from '../../src/policy/load.ts'
import { silence } from '../../src/policy/silence.ts'
import { checkExamples } from '../../src/rules/examples.ts'
import { lintRules } from '../../src/rules/lint.ts'
import { lintWritablePrograms } from '../../src/rules/lint-programs.ts'

const directory = join(import.meta.dirname, '../cases/lint')

function printed(text: string): string {
  const loaded = policyFromText(text, 'policy.reeve')
  if (loaded.kind === 'broken') return renderDiagnostics(loaded.diagnostics, loaded.sources, { color: false })
  const found = [
    ...checkExamples(loaded.policy),
    ...loaded.warnings,
    ...lintRules(loaded.policy),
    ...lintWritablePrograms(loaded.policy),
  ]
  const told = [...silence(found, loaded.sources, ['RV507'])].sort((one, other) => one.span.start - other.span.start)
  return renderDiagnostics(told, loaded.sources, { color: false })
}

for (const file of readdirSync(directory)) {
  const cases = readFileSync(join(directory, file), 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const [head = '', ...rest] = part.split('\n')
      const [text = '', expected = ''] = rest.join('\n').split(/^---\n/m)
      return { title: head.trim(), text: `${text.trimEnd()}\n`, expected: expected.trimEnd() }
    })
  if (process.env.REEVE_UPDATE === '1') {
    const parts = cases.map(({ title, text }) => `=== ${title}\n${text}---\n${printed(text).trimEnd()}`.trimEnd())
    writeFileSync(join(directory, file), `${parts.join('\n\n')}\n`)
  }
  describe(file, () => {
    test.each(cases)('$title', ({ text, expected }) => {
      expect(printed(text).trimEnd()).toBe(expected)
    })
  })
}

test.each(Object.entries(shippedPolicies))('nothing is to be said of the shipped policy %s', (_name, text) => {
  expect(printed(text)).toBe('')
})

test('thousands of rules of one program are held against each other in little time', () => {
  const rules = Array.from({ length: 4000 }, (_, at) => `  ${at % 2 ? 'allow' : 'deny'} "git ${at} *{a,b} **"\n`).join(
    '',
  )
  const loaded = policyFromText(`policy "p" version 1\nexec {\n${rules}}\n`, 'policy.reeve')
  if (loaded.kind === 'broken') throw new Error('the policy is one')
  expect(lintRules(loaded.policy).filter(({ code }) => code !== 'RV510')).toEqual([])
}, 20_000)
