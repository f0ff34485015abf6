// Coverage figures on recorded outputs of real tools and on blocks that try to mislead.
import { readdirSync, readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { readCoverage } from '../../src/figures/coverage.ts'
import { compareShare, formatShare } from '../../src/figures/figure.ts'

const outputs = 'test/cases/coverage/outputs'

const recorded: Readonly<Record<string, string>> = {
  'bun-cov.txt': '56.67%',
  'c8-both.txt': '70.00% (7/10)',
  'c8-check.txt': '70.00%',
  'c8-text.txt': '60.00%',
  'c8.txt': '70.00%',
  'coveragepy-report-m-precision.txt': '81.25% (13/16)',
  'coveragepy-report.txt': '81.25% (13/16)',
  'coveragepy-skipcov.txt': '62%',
  'coveragepy-skipcovered.txt': '75%',
  'deno-coverage-cmd.txt': '58.8%',
  'deno-coverage.txt': '66.7%',
  'deno-lcov.info': '66.66% (8/12)',
  'deno-test.txt': '66.7%',
  'gcovr5.2-failunder.txt': 'none',
  'gcovr5.2.txt': '50.00% (2/4)',
  'go-test-coverpkg.txt': '40.0%',
  'go-test-coverprofile.txt': '50.0%',
  'go-test-json.txt': '50.0%',
  'jest.txt': '100.00% (1/1)',
  'lcov-summary.txt': '50.00% (4/8)',
  'lcov.info': '50.00% (4/8)',
  'lcov1.16-list.txt': '50.0%',
  'lcov1.16-summary-branch.txt': '50.00% (2/4)',
  'lcov1.16-summary.txt': '50.00% (2/4)',
  'lcov2-list.txt': '50.0%',
  'lcov2-summary-nobranch.txt': '50.00% (2/4)',
  'node-test-cov-tap.txt': '71.43%',
  'node-test-cov.txt': '71.43%',
  'node20-test-coverage-tap.txt': '75.00%',
  'node20-test-coverage.txt': '75.00%',
  'node24-junit.xml': 'none',
  'node24-test-coverage-nontty.txt': '70.00%',
  'node24-test-coverage-threshold.txt': '70.00%',
  'nyc-lcov.info': '100.00% (1/1)',
  'nyc-summary.txt': '100.00% (1/1)',
  'nyc.txt': '100.00%',
  'pytest-cov-branch.txt': '62%',
  'simplecov.txt': '66.66% (4/6)',
  'vitest-istanbul-both.txt': '50.00% (4/8)',
  'vitest-istanbul-summary.txt': '60.00% (3/5)',
  'vitest-v8-summary-color.txt': '53.33% (8/15)',
  'vitest-v8-summary.txt': '53.33% (8/15)',
  'vitest-v8-text.txt': '53.33%',
}

test('every recorded output has an expected figure', () => {
  expect(readdirSync(outputs).sort()).toEqual(Object.keys(recorded).sort())
})

test.each(Object.entries(recorded))('%s gives %s', (file, expected) => {
  const reading = readCoverage(readFileSync(`${outputs}/${file}`, 'utf8'))
  expect(reading.kind === 'figure' ? formatShare(reading.figure.share) : reading.kind).toBe(expected)
})

describe('outputs that try to mislead', () => {
  const blocks = readFileSync('test/cases/coverage/more.txt', 'utf8').split(/^== /m).slice(1)
  test.each(blocks.map((block) => block.split('\n')[0]?.split(' | ') ?? []))(
    '%s',
    (name = '', minimum = '', verdict = '', share = '') => {
      const block = blocks.find((candidate) => candidate.startsWith(`${name} |`)) ?? ''
      const reading = readCoverage(block.slice(block.indexOf('\n') + 1))
      if (reading.kind !== 'figure') return expect(`${reading.kind}|`).toBe(`${verdict.replace(/ \|$/, '')}|`)
      expect([compareShare(reading.figure.share, minimum).kind, formatShare(reading.figure.share)]).toEqual([
        verdict,
        share,
      ])
    },
  )
})
