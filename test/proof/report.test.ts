// Verification reports: a claim is nothing, a command that ran on exactly this work is.
import { describe, expect, test, vi } from 'vitest'

import { parseCommands, parseReport, reportSchema } from '../../src/proof/report-file.ts'
import { summarize, summaryText } from '../../src/proof/report-summary.ts'
import { makePlace, type Place } from './reeve.ts'

vi.setConfig({ testTimeout: 60_000 })

const named = ['--policy', '../policy.reeve'] as const

function place(more = ''): Place {
  const here = makePlace({ 'word.txt': 'good\n' })
  here.write(
    '../policy.reeve',
    `policy "reports" version 1\nsandbox off\nexec { default allow }\nfiles { allow read "**", "/**"  allow write "**" }\n${more}\n`,
  )
  return here
}

interface Check {
  readonly id: string
  readonly command?: string
  readonly status?: string
  readonly required?: boolean
  readonly residual_risk?: string
}

async function add(here: Place, checks: readonly Check[], more: Readonly<Record<string, unknown>> = {}) {
  const report = {
    schema: reportSchema,
    author: 'host',
    subject: 'the word',
    checks: checks.map((check) => ({ required: true, ...check })),
    ...more,
  }
  here.write('../report.json', JSON.stringify(report))
  return await here.reeve('report', 'add', '../report.json', '--json', ...named)
}

async function gate(here: Place): Promise<string> {
  const { verdict, reason } = JSON.parse((await here.reeve('gate', '--json', ...named)).out)
  return `${verdict} ${reason}`
}

const good = { id: 'good', command: 'grep -q good word.txt', status: 'passed' } as const
const grep = ['exec', ...named, '--', 'grep', '-q', 'good', 'word.txt'] as const
const change = ['exec', ...named, '--', 'touch', 'made'] as const

describe('a report', () => {
  test('proves the work when each required command ran on it and ended as it should', async () => {
    const here = place()
    await here.reeve(...change)
    expect(await gate(here)).toBe('incomplete unbound')
    const claimed = await add(here, [good])
    expect(claimed.code).toBe(11)
    expect(JSON.parse(claimed.out).reports[0]).toMatchObject({ status: 'needs_review' })
    expect(await gate(here)).toBe('incomplete unbound')
    await here.reeve(...grep)
    expect(await gate(here)).toBe('verified verified')
    here.write('other.txt', 'by an editor\n')
    expect(await gate(here)).toBe('incomplete unbound')
  })

  test('made by running its commands is bound at once, and lost with the next change', async () => {
    const here = place()
    await here.reeve(...change)
    here.write('../commands.json', JSON.stringify({ subject: 'word', commands: [{ ...good, status: undefined }] }))
    expect((await here.reeve('report', 'run', '../commands.json', ...named)).code).toBe(0)
    expect(await gate(here)).toBe('incomplete unbound') // no check of it is required
    here.write(
      '../commands.json',
      JSON.stringify({ subject: 'word', commands: [{ id: 'good', command: 'grep -q good word.txt', required: true }] }),
    )
    expect((await here.reeve('report', 'run', '../commands.json', ...named)).code).toBe(0)
    expect(await gate(here)).toBe('verified verified')
    await here.reeve('exec', ...named, '--', 'touch', 'again')
    expect(await gate(here)).toBe('incomplete unbound')
  })

  test.each([
    ['a part of a line', ['--shell', 'grep -q good word.txt || true']],
    ['a pipe', ['--shell', 'grep -q good word.txt | tail']],
    ['quoted text', ['--', 'echo', 'grep -q good word.txt']],
    ['more words', ['--', 'grep', '-q', 'good', 'word.txt', '--']],
    ['an assigned environment', ['--shell', 'X=1 grep -q good word.txt']],
    ['a wrapper', ['--', 'env', 'grep', '-q', 'good', 'word.txt']],
  ])('is not shown by its command as %s', async (_what, words) => {
    const here = place()
    await here.reeve(...change)
    await add(here, [good])
    await here.reeve('exec', ...named, ...words)
    expect(await gate(here)).toBe('incomplete unbound')
  })

  test('that failed on this work stands in the way until the work changes, whatever passes later', async () => {
    const here = place('criterion word required "The word" { verify command "grep -q good word.txt" }')
    here.write('word.txt', 'bad\n')
    await here.reeve(...change)
    await here.reeve('prove', ...named)
    await add(here, [good, { id: 'flaky', command: 'test -e ../flag', required: false }])
    await here.reeve('exec', ...named, '--', 'test', '-e', '../flag')
    here.write('../flag', '')
    await here.reeve('exec', ...named, '--', 'test', '-e', '../flag')
    here.write('word.txt', 'good\n')
    await here.reeve('prove', ...named)
    expect(await gate(here)).toBe('verified verified') // the failures were on other work
    await add(here, [{ id: 'seen', status: 'failed', required: false }])
    expect(await gate(here)).toBe('incomplete failed-report')
    here.write('word.txt', 'good again\n')
    await here.reeve('prove', ...named)
    expect(await gate(here)).toBe('verified verified')
  })

  test('on this work that failed and then passed has failed', async () => {
    const here = place()
    await here.reeve(...change)
    await add(here, [{ id: 'flag', command: 'grep -q x ../flag', status: 'passed' }])
    const flag = ['exec', ...named, '--', 'grep', '-q', 'x', '../flag'] as const
    await here.reeve(...flag)
    here.write('../flag', 'x')
    await here.reeve(...flag)
    expect(await gate(here)).toBe('incomplete failed-report')
  })

  test('of nothing but that a file exists proves nothing', async () => {
    const here = place()
    await here.reeve(...change)
    await add(here, [{ id: 'exists', command: 'test -f made', status: 'passed' }])
    await here.reeve('exec', ...named, '--', 'test', '-f', 'made')
    expect(await gate(here)).toBe('incomplete unbound')
  })

  test('with a residual risk needs a review, and a later one of the same check replaces it', async () => {
    const here = place()
    await here.reeve(...change)
    await here.reeve(...grep)
    await add(here, [good], { residual_risks: ['only one file was looked at'] })
    expect(await gate(here)).toBe('incomplete unbound')
    const { out, code } = await add(here, [good])
    expect(JSON.parse(out).reports.map(({ checks }: { readonly checks: readonly unknown[] }) => checks.length)).toEqual(
      [0, 1],
    )
    expect(await gate(here)).toBe('verified verified')
    expect(code).toBe(11) // the risk of the first report is still told
  })

  test('is a person’s to hand in', async () => {
    const here = place()
    here.write('../report.json', '{}')
    expect((await here.reeve('report', 'add', '../report.json', ...named)).code).toBe(2)
    const { err, code } = await here.reeve('exec', ...named, '--', 'reeve', 'report', 'run', 'x')
    expect([code, err]).toEqual([4, expect.stringContaining('is for a person')])
  })
})

describe('a file of a report', () => {
  const report = { schema: reportSchema, author: 'host', subject: 's', checks: [{ id: 'a', command: 'true' }] }
  test.each([
    ['no JSON', '{', 'it is no JSON'],
    ['no object', '[]', 'expected an object'],
    ['another schema', { ...report, schema: 'v2' }, '`schema` is not'],
    ['no author', { ...report, author: undefined }, 'it names no author'],
    ['an editor', { ...report, author: 'editor' }, '`author` may not report'],
    ['an unknown member', { ...report, waived: true }, '`waived` is not known'],
    ['no list', { ...report, checks: {} }, 'expected a list'],
    ['shell text', { ...report, checks: [{ id: 'a', command: 'a || b' }] }, 'is no plain command'],
    ['a dynamic word', { ...report, checks: [{ id: 'a', command: 'a $x' }] }, 'is no plain command'],
    ['an id twice', { ...report, checks: [{ id: 'a' }, { id: 'a' }] }, 'stands twice'],
    ['an unknown status', { ...report, checks: [{ id: 'a', status: 'green' }] }, '`status` is passed'],
    ['a wrong exit code', { ...report, checks: [{ id: 'a', expect_exit: -1 }] }, '`expect_exit`'],
    ['no text', { ...report, subject: ' ' }, '`subject` is a text'],
  ])('with %s is refused with the place', (_what, content, reason) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    expect(() => parseReport(text, 'report.json')).toThrow(reason)
    expect(() => parseReport(text, 'report.json')).toThrow('report.json')
  })

  test('of commands needs a command each', () => {
    expect(() => parseCommands('{"subject":"s","commands":[{"id":"a"}]}', 'c.json')).toThrow(
      'c.json, command 1: `command`',
    )
  })
})

describe('the summary', () => {
  const check = { kind: 'command', description: 'd', required: true, claimed: 'passed', exit: 0, reason: 'r' } as const
  const report = (subject: string, status: 'passed' | 'failed' | 'needs_review', risk?: string) =>
    ({
      seq: 1,
      author: 'host',
      subject,
      status,
      risks: [],
      checks: [{ ...check, id: subject, status, ...(risk ? { risk } : {}) }],
    }) as const

  test('counts what is open and what failed, by subject', () => {
    const summary = summarize([report('b', 'failed'), report('a', 'needs_review'), report('c', 'passed', 'slow')])
    expect(summary).toEqual({
      status: 'failed',
      reportCount: 3,
      requiredCheckCount: 3,
      pendingRequiredCheckCount: 1,
      failedCheckCount: 1,
      residualRiskCount: 1,
      pendingSubjects: ['a', 'c'],
      failedSubjects: ['b'],
    })
    expect(summaryText(summary)).toBe(
      'verification failed across b: 1 failed check, 1 pending required check, 1 residual risk, 3 reports with 3 required checks',
    )
  })

  test('of none says so', () => {
    expect(summaryText(summarize([]))).toBe('there are no verification reports')
    expect(summaryText(summarize([report('a', 'passed')]))).toBe('verification passed: 1 report with 1 required check')
  })
})
