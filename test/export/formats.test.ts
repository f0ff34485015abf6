// SARIF, JUnit, CSV and the forms for GitHub: what each says of every status, and that no text of others can act in them.
import { parseXml, XmlElement } from '@rgrove/parse-xml'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'

import type { CriterionRecord, ProofDocument } from '../../src/export/document.ts'
import { formats } from '../../src/export/formats.ts'

const statuses = ['verified', 'failed', 'not_checked', 'manual_review', 'not_applicable'] as const

function criterion(
  id: string,
  status: (typeof statuses)[number],
  required: boolean,
  text = `About ${id}`,
): CriterionRecord {
  return {
    id,
    n: 1,
    text,
    required,
    source: 'policy',
    version: 1,
    definition: 'd'.repeat(64),
    verifier: { kind: 'command', text: `command ${text}`, command: text, directory: null, path: null, exitCode: 0 },
    scope: [],
    pins: [],
    status,
    reason: status === 'verified' ? 'passed' : 'no-evidence',
    explanation: text,
    stale: false,
    flaky: false,
    paths: [],
    evidenceId: null,
    remedy: `reeve prove ${text}`,
  }
}

function documentOf(criteria: readonly CriterionRecord[]): ProofDocument {
  const count = (status: string): number => criteria.filter((each) => each.status === status).length
  return {
    schema: 'proof/v1',
    sessionId: 's-1',
    generatedAt: '2026-12-01T00:00:00.000Z',
    summary: {
      total: criteria.length,
      required: criteria.filter((each) => each.required).length,
      verified: count('verified'),
      failed: count('failed'),
      not_checked: count('not_checked'),
      manual_review: count('manual_review'),
      not_applicable: count('not_applicable'),
      requiredUnmet: 1,
      outcome: 'incomplete',
      exitCode: 10,
    },
    criteria,
    evidence: [],
    divergences: [],
    verdict: {
      kind: 'incomplete',
      reason: 'r',
      message: 'm',
      effectDigest: null,
      netDigest: null,
      unmet: [],
      uncovered: [],
      unknown: [],
      waiver: null,
      exitCode: 10,
    },
    policy: {
      name: 'p',
      digest: 'e'.repeat(64),
      trust: 'named',
      files: [{ file: 'a policy.reeve', digest: 'f'.repeat(64) }],
      ignored: [],
    },
    acts: [],
    ledger: {
      id: 'l',
      standing: 'own',
      size: 1,
      root: 'a'.repeat(64),
      checkpoint: 'c',
    } as unknown as ProofDocument['ledger'],
  }
}

const all = documentOf(
  statuses.flatMap((status) => [criterion(`r-${status}`, status, true), criterion(`o-${status}`, status, false)]),
)

describe('every status', () => {
  test('SARIF has a kind for each, and a level only for what fails', () => {
    const log = JSON.parse(formats.sarif(all)) as {
      version: string
      runs: { results: { ruleId: string; kind: string; level: string }[] }[]
    }
    expect(log.version).toBe('2.1.0')
    expect(log.runs[0]?.results.map(({ ruleId, kind, level }) => `${ruleId} ${kind} ${level}`)).toEqual([
      'r-verified pass none',
      'o-verified pass none',
      'r-failed fail error',
      'o-failed fail warning',
      'r-not_checked open none',
      'o-not_checked open none',
      'r-manual_review review none',
      'o-manual_review review none',
      'r-not_applicable notApplicable none',
      'o-not_applicable notApplicable none',
    ])
  })

  test('JUnit fails what is required and unmet, and skips what is optional and unmet', () => {
    const suites = parseXml(formats.junit(all)).root as XmlElement
    const suite = suites.children.find((child) => child instanceof XmlElement) as XmlElement
    const cases = suite.children.filter((child): child is XmlElement => child instanceof XmlElement)
    const outcome = (each: XmlElement): string =>
      (each.children.find((child) => child instanceof XmlElement) as XmlElement | undefined)?.name ?? 'passed'
    expect(cases.map((each) => `${each.attributes.name} ${outcome(each)}`)).toEqual([
      'r-verified passed',
      'o-verified passed',
      'r-failed failure',
      'o-failed failure',
      'r-not_checked failure',
      'o-not_checked skipped',
      'r-manual_review failure',
      'o-manual_review skipped',
      'r-not_applicable skipped',
      'o-not_applicable skipped',
    ])
    expect([suites.attributes.tests, suites.attributes.failures, suites.attributes.skipped]).toEqual(['10', '4', '4'])
  })

  test('annotations tell what is unmet, as errors where it is required', () => {
    expect(
      formats
        .annotations(all)
        .trimEnd()
        .split('\n')
        .map((line) => line.replace(/::[^:]*$/, '')),
    ).toEqual([
      '::error title=r-failed%3A failed',
      '::warning title=o-failed%3A failed',
      '::error title=r-not_checked%3A not_checked',
      '::warning title=o-not_checked%3A not_checked',
      '::error title=r-manual_review%3A manual_review',
      '::warning title=o-manual_review%3A manual_review',
    ])
  })
})

const hostile = [
  '=1+1',
  '@SUM(A1)',
  '-2',
  '+3',
  '\t=4',
  '"quoted", text',
  'line\nbreak',
  '\u001b[31mred',
  ']]>',
  '<failure/>',
  '"><x y="',
  '::error::x',
  '%0A::error::x',
  '| a | b |',
  '`',
  '\u202egnp',
  '\u0000',
  '\ufffe',
  '&amp;',
]

describe('texts that try to act', () => {
  const document = documentOf(hostile.map((text, index) => criterion(`c${index}`, 'failed', true, text)))

  test('JUnit stays one test case a criterion', () => {
    const root = parseXml(formats.junit(document)).root as XmlElement
    expect(root.attributes.tests).toBe(String(hostile.length))
    expect(formats.junit(document).match(/<failure /g)?.length).toBe(hostile.length)
  })

  test('CSV keeps its rows, and no cell is a formula', () => {
    const rows = parse(formats.csv(document)) as string[][]
    expect(rows.length).toBe(hostile.length + 1)
    expect(rows.slice(1).flatMap((row) => row.filter((cell) => /^[=+\-@\t|%]/.test(cell)))).toEqual([])
  })

  test('every annotation is one workflow command', () => {
    const lines = formats.annotations(document).trimEnd().split('\n')
    expect(lines.length).toBe(hostile.length)
    expect(lines.filter((line) => !/^::error title=c\d+%3A failed::/.test(line))).toEqual([])
  })

  test('the step summary keeps a row a criterion', () => {
    const rows = formats
      .github(document)
      .split('\n')
      .filter((line) => line.startsWith('| `c'))
    expect(rows.length).toBe(hostile.length)
  })

  test('SARIF is JSON that holds every text as it is', () => {
    const log = JSON.parse(formats.sarif(document)) as { runs: { results: { message: { text: string } }[] }[] }
    expect(log.runs[0]?.results.map((result) => result.message.text)).toEqual(hostile)
    const turned = documentOf([criterion('c', 'failed', true, 'a\u202eb\u009bc')])
    expect(formats.sarif(turned)).toContain('a\\u202eb\\u009bc')
  })
})

test('a summary that would be dropped by GitHub is cut and says so', () => {
  const many = documentOf(
    Array.from({ length: 3000 }, (_, index) => criterion(`c${index}`, 'failed', true, 'x'.repeat(800))),
  )
  const summary = formats.github(many)
  expect(new TextEncoder().encode(summary).length).toBeLessThan(1_048_576)
  expect(summary).toMatch(/\d+ more criteria are in the proof document\.\n$/)
})
