// Criteria that ask for a figure, proven by real commands on real files: coverage, test counts, report files and datasets.
import { chmodSync, readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'

import { sha256 } from '../../src/base/digest.ts'
import { makePlace, type Place, statusOf } from './reeve.ts'

vi.setConfig({ testTimeout: 120_000 })

const named = ['--policy', '../policy.reeve'] as const
const table = (percent: string) =>
  `File      | % Stmts | % Branch | % Funcs | % Lines |\n----------|---------|----------|---------|---------|\nAll files |     100 |      100 |     100 |   ${percent} |\n`
const lcov = (hit: number, missed: number) =>
  `SF:src/a.js\n${Array.from({ length: hit + missed }, (_line, index) => `DA:${index + 1},${index < hit ? 1 : 0}\n`).join('')}end_of_record\n`
const junit = (passed: number, failed = 0) =>
  `<testsuites><testsuite name="s">${'<testcase name="t"/>'.repeat(passed)}${'<testcase name="f"><failure/></testcase>'.repeat(failed)}</testsuite></testsuites>`

function place(criteria: string, files: Readonly<Record<string, string>>, gate = 'coverage on'): Place {
  const made = makePlace({ 'src/a.js': 'a\n', ...files })
  made.write(
    '../policy.reeve',
    `policy "p" version 1\nexec { allow "cp **", "touch **", "sh **" }\n${criteria}\ngate { ${gate} }\n`,
  )
  return made
}

async function proven(here: Place, id: string) {
  await here.reeve('prove', id, ...named)
  const answer = await here.reeve('status', '--json', ...named)
  const found = JSON.parse(answer.out).criteria.find((each: { readonly id: string }) => each.id === id)
  return `${found.status} ${found.reason}: ${found.explanation}`
}

async function evidenceOf(here: Place) {
  return JSON.parse((await here.reeve('export', ...named)).out).evidence.at(-1)
}

describe('coverage', () => {
  const printed = (minimum: string) =>
    `criterion cover "Covered" { verify coverage "cat out.txt" at least ${minimum}% scope "src/**" }`

  test('the printed share is compared exactly, the minimum itself is enough', async () => {
    const here = place(printed('80'), { 'out.txt': table('80') })
    expect(await proven(here, 'cover')).toContain('verified passed')
    expect(await evidenceOf(here)).toMatchObject({ actual: '80.00%', expected: 'coverage >= 80%', result: 'passed' })
    here.write('out.txt', table('79.99'))
    here.write('src/a.js', 'b\n')
    expect(await proven(here, 'cover')).toContain('failed failed: `cat out.txt`: 79.99% of the lines are covered')
  })

  test('until it is switched on it is neither run nor judged', async () => {
    const here = place(printed('80'), { 'out.txt': table('80') }, 'coverage off')
    const proved = await here.reeve('prove', 'cover', ...named)
    expect(proved.err).toContain('skipped cover: coverage is not judged here')
    expect(await statusOf(here, 'cover', ...named)).toMatchObject({ status: 'not_checked', reason: 'switched-off' })
    await here.reeve('exec', ...named, '--', 'cat', 'out.txt')
    expect(JSON.parse((await here.reeve('export', ...named)).out).evidence).toEqual([])
  })

  test('no figure, and totals that contradict each other, prove nothing', async () => {
    expect(await proven(place(printed('80'), { 'out.txt': 'fine\n' }), 'cover')).toContain(
      'failed failed: `cat out.txt`: no global coverage figure was printed',
    )
    const forged = place(printed('80'), { 'out.txt': `${table('100')}\n${table('12')}` })
    expect(await proven(forged, 'cover')).toContain('several totals were printed: 100.00%, 12.00%')
  })

  test('output that is not kept whole proves no figure, whatever its ends say', async () => {
    const filler = `${'x'.repeat(99)}\n`.repeat(2000)
    const long = `${filler}${table('12')}${filler}${table('95')}`
    const criteria = `limits { output 64KiB }\n${printed('80')}`
    expect(await proven(place(criteria, { 'out.txt': long }), 'cover')).toContain('output too large to read a figure')
  })

  test('a report counts only when this very run wrote it, also where the scans do not look', async () => {
    const criteria = `criterion cover "Covered" {
  verify coverage "sh make.sh" at least 80% report "coverage/lcov.info"
  scope "src/**"
}`
    const files = { 'coverage/lcov.info': lcov(10, 0), 'new.info': lcov(8, 2), 'make.sh': 'true\n' }
    const here = place(criteria, files, 'coverage on observe except "coverage/**"')
    expect(await proven(here, 'cover')).toContain(
      'this run wrote no report `coverage/lcov.info`; the one that is there is older',
    )
    here.write('make.sh', 'cp new.info coverage/lcov.info\n')
    here.write('src/a.js', 'b\n')
    expect(await proven(here, 'cover')).toContain(
      'verified passed: `sh make.sh`: 80.00% (8/10) of the lines are covered',
    )
    expect(await evidenceOf(here)).toMatchObject({
      actual: '80.00% (8/10)',
      reports: [{ path: 'coverage/lcov.info', digest: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    })
    here.write('new.info', lcov(7, 3))
    here.write('src/a.js', 'c\n')
    expect(await proven(here, 'cover')).toContain('failed failed: `sh make.sh`: 70.00% (7/10)')
  })

  test('a report that only has another mode is as old as it was', async () => {
    const criteria = `criterion cover "Covered" {
  verify coverage "chmod 600 lcov.info" at least 80% report "lcov.info"
  scope "src/**"
}`
    const here = place(criteria, { 'lcov.info': lcov(10, 0) })
    expect(await proven(here, 'cover')).toContain('this run wrote no report')
  })

  test('the figure of a command that failed is not looked at', async () => {
    const criteria = 'criterion cover "Covered" { verify coverage "sh bad.sh" at least 80% scope "src/**" }'
    const here = place(criteria, { 'out.txt': table('99'), 'bad.sh': 'cat out.txt\nexit 3\n' })
    expect(await proven(here, 'cover')).toContain('failed failed: `sh bad.sh`: exited 3')
  })
})

describe('counts of tests', () => {
  const output = (tests: number) => `Ran ${tests} tests in 0.001s\n\nOK\n`

  test('a run that tested nothing passes with its name, and fails where tests are counted', async () => {
    const criteria = `criterion ran "Ran" { verify command "cat out.txt" scope "src/**" }
criterion many "Many" { verify command "cat many.txt" tests >= 2 scope "src/**" }`
    const here = place(criteria, { 'out.txt': output(0), 'many.txt': output(0) })
    expect(await proven(here, 'ran')).toBe('verified passed: `cat out.txt`: exited 0, vacuous: unittest ran no test')
    expect(await proven(here, 'many')).toBe('failed failed: `cat many.txt`: ran 0 tests')
    here.write('many.txt', output(2))
    here.write('src/a.js', 'b\n')
    expect(await proven(here, 'many')).toBe('verified passed: `cat many.txt`: ran 2 tests')
    here.write('many.txt', 'all good\n')
    here.write('src/a.js', 'c\n')
    expect(await proven(here, 'many')).toContain('no count of tests was found in its output')
  })
})

describe('report files', () => {
  const after = 'criterion report "Reports" { verify junit "out/*.xml" tests >= 2 after "sh make.sh" scope "src/**" }'

  test('the files that the command wrote are counted together, older ones are left out', async () => {
    const here = place(after, {
      'a.xml': junit(1),
      'out/old.xml': junit(0, 9),
      'make.sh': 'cp a.xml out/1.xml\ncp a.xml out/2.xml\n',
    })
    expect(await proven(here, 'report')).toBe('verified passed: `sh make.sh`: 2 tests in 2 reports')
    expect(await evidenceOf(here)).toMatchObject({
      actual: 'tests 2, passed 2, failures 0, errors 0, skipped 0',
      expected: 'tests >= 2, failures = 0, errors = 0',
    })
    here.write('out/1.xml', junit(0, 1))
    expect(await statusOf(here, 'report', ...named)).toMatchObject({ status: 'verified' })
    here.write('src/a.js', 'b\n')
    expect(await statusOf(here, 'report', ...named)).toMatchObject({ reason: 'stale', paths: ['src/a.js'] })
  })

  test('a failure fails although the command ended well, and no test at all never verifies', async () => {
    const here = place(after, { 'a.xml': junit(3, 1), 'out/x': '', 'make.sh': 'cp a.xml out/1.xml\n' })
    expect(await proven(here, 'report')).toBe('failed failed: `sh make.sh`: failures are 1 in out/1.xml')
    const empty = place(after, { 'a.xml': junit(0), 'out/x': '', 'make.sh': 'cp a.xml out/1.xml\n' })
    expect(await proven(empty, 'report')).toBe('failed failed: `sh make.sh`: out/1.xml: the report holds no test')
    const nothing = place(after, { 'out/x': '', 'make.sh': 'true\n' })
    expect(await proven(nothing, 'report')).toBe('failed failed: `sh make.sh`: no report `out/*.xml` was written')
  })

  test('without a command, a report counts only when a command of the session wrote it after the last change', async () => {
    const here = place('criterion report "Reports" { verify tap "out.tap" tests >= 2 scope "src/**" }', {
      'out.tap': '1..2\nok 1\nok 2\n',
      'new.tap': '1..3\nok 1\nok 2\nok 3\n',
    })
    expect(await proven(here, 'report')).toContain('out.tap was not written by a command of this session')
    await here.reeve('exec', ...named, '--', 'cp', 'new.tap', 'out.tap')
    expect(await proven(here, 'report')).toContain('verified')
    here.write('out.tap', '1..4\nok 1\nok 2\nok 3\nok 4\n')
    expect(await statusOf(here, 'report', ...named)).toMatchObject({ status: 'not_checked', reason: 'stale' })
    expect(await proven(here, 'report')).toContain('was not written by a command of this session')
    await here.reeve('exec', ...named, '--', 'cp', 'new.tap', 'out.tap')
    here.write('src/a.js', 'b\n')
    expect(await proven(here, 'report')).toContain('out.tap is older than src/a.js, which it covers')
  })

  test('a command that writes its report and changes what it covers settles nothing', async () => {
    const here = place('criterion report "Reports" { verify tap "out.tap" scope "src/**" }', {
      'new.tap': '1..1\nok 1\n',
      'make.sh': 'cp new.tap out.tap\necho more >> src/a.js\n',
    })
    await here.reeve('exec', ...named, '--', 'sh', 'make.sh')
    expect(await proven(here, 'report')).toContain('not_checked unsettled')
  })
})

describe('a real runner', () => {
  const files = {
    'src/twice.mjs': 'export function twice(n) {\n  if (n > 9) {\n    return 0\n  }\n  return 2 * n\n}\n',
    'test/twice.test.mjs':
      "import test from 'node:test'\nimport { twice } from '../src/twice.mjs'\ntest('one', () => void twice(1))\ntest('two', () => {})\n",
    'package.json': '{}\n',
  }
  const node = 'node --test --test-reporter=tap'

  test('node’s own tests, coverage and JUnit report are read as what they are', async () => {
    const here = place(
      `criterion many "Two" { verify command "${node} test/twice.test.mjs" tests >= 2 scope "src/**" }
criterion three "Three" { verify command "${node} test/twice.test.mjs" tests >= 3 scope "src/**" }
criterion cover "Covered" { verify coverage "${node} --experimental-test-coverage test/twice.test.mjs" at least 50% scope "src/**" }
criterion junit "JUnit" {
  verify junit "out.xml" tests = 2 after "node --test --test-reporter=junit --test-reporter-destination=out.xml test/twice.test.mjs"
  scope "src/**"
}`,
      files,
    )
    expect(await proven(here, 'many')).toContain('verified passed')
    expect(await proven(here, 'three')).toContain('failed failed')
    expect(await proven(here, 'cover')).toMatch(/^verified passed: .*% of the lines are covered \(/)
    expect(await proven(here, 'junit')).toContain('2 tests in out.xml')
  })
})

describe('datasets', () => {
  const criteria = `dataset invoices "data/invoices.csv"
criterion total required "They add up" { verify data invoices sum amount = 60 }`

  test('the sum is exact, and only the dataset’s own file makes the evidence stale', async () => {
    const here = place(criteria, { 'data/invoices.csv': 'id,amount\n1,59.90\n2,0.10\n' })
    expect(await proven(here, 'total')).toBe('verified passed: `data/invoices.csv`: expected sum amount = 60, found 60')
    expect(await evidenceOf(here)).toMatchObject({ actual: '60', expected: 'sum amount = 60', kind: 'read' })
    here.write('src/a.js', 'b\n')
    expect(await statusOf(here, 'total', ...named)).toMatchObject({ status: 'verified' })
    here.write('data/invoices.csv', 'id,amount\n1,60\n')
    expect(await statusOf(here, 'total', ...named)).toMatchObject({ reason: 'stale', paths: ['data/invoices.csv'] })
    here.write('data/invoices.csv', 'id,amount\n1,59,90\n')
    expect(await proven(here, 'total')).toContain('failed failed')
    here.remove('data/invoices.csv')
    expect(await proven(here, 'total')).toContain('the dataset’s file does not exist')
  })

  test('a change elsewhere is not covered by a dataset', async () => {
    const here = place(criteria, { 'data/invoices.csv': 'id,amount\n1,60\n' })
    await here.reeve('prove', ...named)
    here.write('src/a.js', 'b\n')
    const gate = JSON.parse((await here.reeve('gate', '--json', ...named)).out)
    expect(gate).toMatchObject({ reason: 'uncovered', uncovered: ['src/a.js'] })
  })
})

describe('plugins', () => {
  const hash = sha256('seen')

  /** A program in the workspace that answers with `answer`, pinned by its digest. */
  function plugged(script: string, digest = sha256(script)): Place {
    const criteria = `plugin look "tools/look.sh" sha256 "${digest}"
criterion looked "Looked at" { verify plugin look scope "src/**" }`
    const here = place(criteria, { 'tools/look.sh': script })
    chmodSync(`${here.workspace}/tools/look.sh`, 0o755)
    return here
  }
  const saying = (answer: string) => `#!/bin/sh\ncat > question.json\nprintf '%s' '${answer}'\n`

  test('a yes that is bound to a hash verifies, and the plugin is told what it looks at', async () => {
    const here = plugged(saying(`{"ok":true,"outputHash":"${hash}","excerpt":"all fine"}`))
    expect(await proven(here, 'looked')).toBe('verified passed: `tools/look.sh`: the plugin says yes: all fine')
    const question = JSON.parse(readFileSync(`${here.workspace}/question.json`, 'utf8'))
    expect(question).toEqual({
      criterion: 'looked',
      workspace: here.workspace,
      scopeDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    here.write('src/a.js', 'b\n')
    expect(await statusOf(here, 'looked', ...named)).toMatchObject({ reason: 'stale' })
    const no = plugged(saying(`{"ok":false,"outputHash":"${hash}"}`))
    expect(await proven(no, 'looked')).toBe('failed failed: `tools/look.sh`: the plugin says no')
  })

  test('a word without a hash, or of a call that was never made, is for a person', async () => {
    for (const answer of [
      '{"ok":true}',
      '{"ok":true,"outputHash":"abc"}',
      `{"ok":true,"outputHash":"${hash}","callId":"x"}`,
    ]) {
      expect(await proven(plugged(saying(answer)), 'looked')).toContain(
        'manual_review plugin-answer: the plugin says yes',
      )
    }
    const here = plugged(saying('{"ok":true}'))
    await here.reeve('prove', 'looked', ...named)
    await here.reeve('attest', 'looked', '--because', 'I looked too', ...named)
    expect(await statusOf(here, 'looked', ...named)).toMatchObject({ status: 'verified' })
  })

  test('a plugin that fails or says nothing leaves the criterion as it was', async () => {
    for (const script of ['#!/bin/sh\nexit 1\n', saying('yes'), saying('[]')]) {
      const here = plugged(script)
      expect((await here.reeve('prove', 'looked', ...named)).err).toContain('skipped looked: the plugin')
      expect(await statusOf(here, 'looked', ...named)).toMatchObject({ status: 'not_checked', reason: 'no-evidence' })
    }
  })

  test('another program than the one the policy names is not run, and nobody runs it by hand for the criterion', async () => {
    const answer = saying(`{"ok":true,"outputHash":"${hash}"}`)
    const swapped = plugged(answer, sha256('another'))
    expect((await swapped.reeve('prove', 'looked', ...named)).err).toContain('has another sha256')
    const here = plugged(answer.replace('cat > question.json\n', ''))
    await here.reeve('exec', '--yes', ...named, '--', 'tools/look.sh')
    expect(await statusOf(here, 'looked', ...named)).toMatchObject({ reason: 'no-evidence' })
  })
})
