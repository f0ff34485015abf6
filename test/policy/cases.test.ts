// Every text case: the diagnostics of a text are exactly those that its file shows, and a text with an error is no policy.
import { describe, expect, test } from 'vitest'

import { renderDiagnostics } from '../../src/base/render.ts'
import { policyFromText } from '../../src/policy/load.ts'
import { caseFiles, readCases, updateCases } from './cases.ts'

function printed(text: string): string {
  const loaded = policyFromText(text, 'policy.reeve')
  const diagnostics = loaded.kind === 'broken' ? loaded.diagnostics : loaded.warnings
  return renderDiagnostics(diagnostics, loaded.sources, { color: false })
}

for (const file of caseFiles) {
  updateCases(file, printed)
  describe(file, () => {
    test.each(readCases(file))('$title', ({ text, expected }) => {
      expect(printed(text).trimEnd()).toBe(expected)
      const isBroken = / error RV\d+: /.test(expected)
      expect(policyFromText(text, 'policy.reeve').kind).toBe(isBroken ? 'broken' : 'policy')
    })
  })
}

test('at least 160 broken texts are shown', () => {
  const broken = caseFiles.flatMap(readCases).filter(({ expected }) => expected.includes(' error RV'))
  expect(broken.length).toBeGreaterThanOrEqual(160)
})
