// Report files that Reeve reads itself: coverage in each format, JUnit, TAP and CTRF.
import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { readCoverageFile } from '../../src/figures/coverage-file.ts'
import { formatShare } from '../../src/figures/figure.ts'
import { readReport } from '../../src/figures/report-file.ts'

const outputs = 'test/cases/coverage/outputs'

function share(text: string): string {
  const { reading } = readCoverageFile(text)
  return reading.kind === 'figure' ? formatShare(reading.figure.share) : reading.reason
}

describe('coverage files', () => {
  test.each([
    ['lcov with sums', readFileSync(`${outputs}/lcov.info`, 'utf8'), '50.00% (4/8)'],
    ['lcov of deno', readFileSync(`${outputs}/deno-lcov.info`, 'utf8'), '66.66% (8/12)'],
    ['lcov without sums', 'SF:a\nDA:1,1\nDA:2,0\nend_of_record\n', '50.00% (1/2)'],
    ['lcov with one file twice', 'SF:a\nDA:1,0\nDA:2,0\nend_of_record\nSF:a\nDA:1,3\nend_of_record\n', '50.00% (1/2)'],
    ['lcov that lies in its sums', 'SF:a\nDA:1,0\nLF:1\nLH:1\nend_of_record\n', '0.00% (0/1)'],
    ['cut lcov', 'SF:a\nDA:1,1\nend_of_record\nSF:b\nDA:1,0\n', 'the lcov data is cut off: a record never ends'],
    [
      'istanbul summary',
      '{"total":{"lines":{"total":8,"covered":4,"skipped":0,"pct":50}},"/a.js":{"lines":{"total":8,"covered":4}}}',
      '50.00% (4/8)',
    ],
    [
      'coverage.py',
      '{"meta":{},"files":{},"totals":{"covered_lines":4,"num_statements":6,"percent_covered":66.6}}',
      '66.66% (4/6)',
    ],
    [
      'coverage.py with branches',
      '{"files":{},"totals":{"covered_lines":4,"num_statements":6,"covered_branches":1,"num_branches":2}}',
      '62.50% (5/8)',
    ],
    [
      'llvm-cov',
      '{"data":[{"totals":{"lines":{"count":5,"covered":2}},"files":[]}],"type":"llvm.coverage.json.export"}',
      '40.00% (2/5)',
    ],
    ['a Go profile', 'mode: set\nex/p/a.go:3.10,5.2 2 1\nex/p/a.go:7.10,9.2 2 0\n', '50.00% (2/4)'],
    ['a merged Go profile', 'mode: set\nex/p/a.go:3.10,5.2 2 0\nex/p/a.go:3.10,5.2 2 1\n', '100.00% (2/2)'],
    [
      'Cobertura whose attributes disagree with its lines',
      '<?xml version="1.0"?><coverage line-rate="1" lines-covered="2" lines-valid="2"><packages><package><classes><class filename="a.py"><methods/><lines><line number="1" hits="1"/><line number="2" hits="0"/></lines></class></classes></package></packages></coverage>',
      '50.00% (1/2)',
    ],
    [
      'JaCoCo, the counter of the report',
      '<report name="x"><package name="p"><counter type="LINE" missed="9" covered="1"/></package><counter type="INSTRUCTION" missed="1" covered="1"/><counter type="LINE" missed="1" covered="3"/></report>',
      '75.00% (3/4)',
    ],
    [
      'Clover',
      '<coverage generated="1"><project><file name="a"><line num="1" type="stmt" count="1"/><line num="2" type="stmt" count="0"/></file></project></coverage>',
      '50.00% (1/2)',
    ],
    ['entities', '<!DOCTYPE a [<!ENTITY x "y">]><coverage line-rate="1"/>', 'the report declares entities'],
    ['an unknown text', 'hello', 'the report is in no format that is known'],
    [
      'an empty Cobertura',
      '<coverage line-rate="1" lines-covered="0" lines-valid="0"/>',
      'the Cobertura report measures nothing',
    ],
  ])('%s', (_name, text, expected) => {
    expect(share(text)).toBe(expected)
  })

  test('files keep their own share', () => {
    expect(readCoverageFile(readFileSync(`${outputs}/lcov.info`, 'utf8')).files).toEqual([
      { path: 'src/a.js', covered: 3n, total: 4n },
      { path: 'src/lib/b.js', covered: 1n, total: 4n },
    ])
  })
})

describe('test reports', () => {
  const counts = (format: 'junit' | 'tap' | 'ctrf', text: string): string => {
    const reading = readReport(format, text)
    if (reading.kind === 'none') return reading.reason
    const { tests, passed, failures, errors, skipped } = reading.counts
    return [tests, passed, failures, errors, skipped].join(' ')
  }
  test.each([
    ['junit without counts', 'junit', readFileSync(`${outputs}/node24-junit.xml`, 'utf8'), '1 1 0 0 0'],
    [
      'junit of every outcome',
      'junit',
      '<testsuites><testsuite><testcase/><testcase><failure/></testcase><testcase><error/></testcase><testcase><skipped/></testcase><testcase><flakyFailure/></testcase></testsuite></testsuites>',
      '5 2 1 1 1',
    ],
    [
      'junit whose suite failed beside its tests',
      'junit',
      '<testsuite tests="1" errors="1" failures="0"><testcase/></testsuite>',
      '1 1 0 1 0',
    ],
    ['junit with no test', 'junit', '<testsuites tests="9"/>', 'the report holds no test'],
    ['junit with another root', 'junit', '<html/>', 'the root element is `html`, not `testsuites`'],
    [
      'broken junit',
      'junit',
      '<testsuites><testcase>',
      'the report is no XML: Missing end tag for element testcase (line 1, column 23)',
    ],
    [
      'tap',
      'tap',
      'TAP version 13\n1..4\nok 1 - a\nnot ok 2 - b\nok 3 # SKIP no\nnot ok 4 # TODO later\n',
      '4 1 1 0 2',
    ],
    ['tap with nested points', 'tap', 'TAP version 14\n    ok 1 - inner\n    1..1\nok 1 - outer\n1..1\n', '1 1 0 0 0'],
    ['tap that ends early', 'tap', '1..3\nok 1\n', '1 1 0 1 0'],
    ['tap that bails out', 'tap', '1..3\nok 1\nBail out! no db\n', '2 0 0 1 0'],
    ['tap without a plan', 'tap', 'ok 1\n', 'the TAP report has no plan'],
    [
      'ctrf',
      'ctrf',
      '{"reportFormat":"CTRF","results":{"tool":{"name":"x"},"summary":{"tests":2,"failed":0},"tests":[{"name":"a","status":"passed"},{"name":"b","status":"failed"}]}}',
      '2 1 1 0 0',
    ],
    [
      'ctrf whose summary is worse',
      'ctrf',
      '{"results":{"summary":{"failed":1},"tests":[{"name":"a","status":"passed"}]}}',
      '1 1 1 0 0',
    ],
    ['no ctrf', 'ctrf', '{}', 'the report is no CTRF'],
  ] as const)('%s', (_name, format, text, expected) => {
    expect(counts(format, text)).toBe(expected)
  })
})
