// Test report files as counts: JUnit XML, TAP and CTRF. Elements are counted; the sums that a file states of itself can only make
// the result worse.
import { asObject, decodeJson, type Json } from '../base/json.ts'
import type { TestCounts } from './tests.ts'
import { children, descendants, parseReport, type XmlElement } from './xml.ts'

/** Counts, or why the file proves nothing. */
export type CountsReading =
  | { readonly kind: 'counts'; readonly counts: TestCounts }
  | { readonly kind: 'none'; readonly reason: string }

export function readReport(format: 'junit' | 'tap' | 'ctrf', text: string): CountsReading {
  const reading = { junit: readJunit, tap: readTap, ctrf: readCtrf }[format](text.replace(/^\ufeff/, ''))
  if (reading.kind === 'counts' && reading.counts.tests === 0)
    return { kind: 'none', reason: 'the report holds no test' }
  return reading
}

function readJunit(text: string): CountsReading {
  const root = parseReport(text.trimStart())
  if (typeof root === 'string') return { kind: 'none', reason: root }
  if (root.name !== 'testsuites' && root.name !== 'testsuite')
    return { kind: 'none', reason: `the root element is \`${root.name}\`, not \`testsuites\`` }
  const cases = descendants(root, 'testcase').map(outcomeOf)
  const count = (outcome: string): number => cases.filter((each) => each === outcome).length
  const suites = descendants(root, 'testsuite').filter((suite) => children(suite, 'testsuite').length === 0)
  const stated = (name: string): number =>
    suites.reduce((sum, suite) => sum + (Number(suite.attributes[name] ?? 0) || 0), 0)
  const failures = Math.max(count('failure'), stated('failures'))
  const errors = Math.max(count('error'), stated('errors'))
  return {
    kind: 'counts',
    counts: { tests: cases.length, passed: count('passed'), failures, errors, skipped: count('skipped') },
  }
}

function outcomeOf(testcase: XmlElement): 'passed' | 'failure' | 'error' | 'skipped' {
  const names = new Set(children(testcase).map((child) => child.name))
  if (names.has('error')) return 'error'
  if (names.has('failure')) return 'failure'
  return names.has('skipped') ? 'skipped' : 'passed'
}

/** Top-level points only: a subtest's failure fails its parent. A plan that is not met is an error. */
function readTap(text: string): CountsReading {
  const lines = text.split(/\r?\n/)
  let planned: number | undefined
  const points: string[] = []
  for (const line of lines) {
    if (/^Bail out!/i.test(line))
      return { kind: 'counts', counts: { tests: points.length + 1, passed: 0, failures: 0, errors: 1, skipped: 0 } }
    const plan = /^1\.\.(\d{1,9})(?:\s|$)/.exec(line)
    if (plan) planned = Number(plan[1])
    const point = /^(not )?ok\b([^#]{0,2000})(?:#\s*(skip|todo))?/i.exec(line)
    if (point) points.push(point[3]?.toLowerCase() ?? (point[1] ? 'failed' : 'passed'))
  }
  if (planned === undefined) return { kind: 'none', reason: 'the TAP report has no plan' }
  const count = (outcome: string): number => points.filter((each) => each === outcome).length
  const errors = planned === points.length ? 0 : 1
  const skipped = count('skip') + count('todo')
  return {
    kind: 'counts',
    counts: { tests: points.length, passed: count('passed'), failures: count('failed'), errors, skipped },
  }
}

function readCtrf(text: string): CountsReading {
  const decoded = decodeJson(text)
  const results = asObject(decoded.ok ? asObject(decoded.value)?.results : undefined)
  if (!decoded.ok || !results || !Array.isArray(results.tests)) return { kind: 'none', reason: 'the report is no CTRF' }
  const statuses = (results.tests as readonly Json[]).map((test) => String(asObject(test)?.status ?? 'other'))
  const summary = asObject(results.summary)
  const count = (status: string): number => statuses.filter((each) => each === status).length
  const stated = summary?.failed
  const failures = Math.max(count('failed'), typeof stated === 'number' && Number.isSafeInteger(stated) ? stated : 0)
  return {
    kind: 'counts',
    counts: {
      tests: statuses.length,
      passed: count('passed'),
      failures,
      errors: count('other'),
      skipped: count('skipped') + count('pending'),
    },
  }
}
