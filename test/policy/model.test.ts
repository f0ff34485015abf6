// What a policy is once it is loaded: plain data with everything in it that the text says, and careful where the text is silent.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { renderDiagnostics } from '../../src/base/render.ts'
import { carefulPolicy } from '../../src/policy/careful.ts'
import { policyFromText } from '../../src/policy/load.ts'
import type { Criterion, Policy } from '../../src/policy/policy.ts'
import { staticArgv } from '../../src/policy/verifiers.ts'
import { checkExamples } from '../../src/rules/examples.ts'

const head = 'policy "p" version 1\n'

function policyOf(text: string): Policy {
  const loaded = policyFromText(text, 'policy.reeve')
  if (loaded.kind === 'broken') throw new Error(renderDiagnostics(loaded.diagnostics, loaded.sources, { color: false }))
  return loaded.policy
}

function criterion(clauses: string, before = ''): Criterion {
  const [found] = policyOf(`${head}${before}\ncriterion c "C" { ${clauses} }\n`).criteria
  if (!found) throw new Error('no criterion')
  return found
}

const reference = readFileSync(join(import.meta.dirname, '../../grammar/README.md'), 'utf8')
const whole = /^```reeve\n([\s\S]*?)^```$/m.exec(reference)?.[1] ?? ''

test('a policy survives JSON unchanged', () => {
  const policy = policyOf(whole)
  expect(policy.criteria.length).toBeGreaterThan(3)
  expect(JSON.parse(JSON.stringify(policy))).toEqual(policy)
  expect(JSON.stringify(policy)).not.toContain('undefined')
})

describe('the first example of the reference', () => {
  const policy = policyOf(whole)

  test('has its rules with words, exceptions, directories, reasons and examples', () => {
    const rule = policy.exec.rules.find(({ origin }) => origin.text.startsWith('allow "rm -rf'))
    expect(rule).toMatchObject({
      answer: 'allow',
      directories: ['build/**'],
      matches: [{ command: 'rm -rf out', directory: 'build/x' }],
      misses: [{ command: 'rm -rf x /', directory: 'build' }],
      origin: { line: 13 },
    })
    expect(rule?.patterns[0]?.words).toEqual([
      { kind: 'glob', text: 'rm' },
      { kind: 'glob', text: '-rf' },
      { kind: 'rest' },
    ])
    expect(rule?.except[0]?.words[3]).toEqual({ kind: 'glob', text: '{/**,~**,.,./,..,../**}' })
    const push = policy.exec.rules.find(({ instead }) => instead !== undefined)
    expect(push).toMatchObject({ because: 'history is shared', instead: 'git push --force-with-lease' })
  })

  test('has everything else that it says', () => {
    expect(policy.fileAccess.default).toBe('deny')
    expect(policy.fileAccess.rules[1]).toMatchObject({
      answer: 'allow',
      access: 'write',
      patterns: ['src/**', 'test/**', 'package.json', 'docs/**'],
    })
    expect(policy.network.rules[0]?.hosts).toEqual(['registry.internal:443'])
    expect(policy.environment).toEqual({
      keep: ['PATH', 'HOME', 'LANG'],
      set: [{ name: 'CI', value: 'true' }],
      assign: ['NODE_ENV', 'TZ'],
    })
    expect(policy.limits).toEqual({
      timeMs: 600_000,
      outputBytes: 8_388_608,
      memoryBytes: 4_294_967_296,
      processes: 128,
    })
    expect(policy.agent).toEqual({
      model: { provider: 'openai', name: 'qwen3-coder', url: 'http://127.0.0.1:8080/v1' },
      turns: 40,
      tokens: 500_000,
    })
    expect(policy.gate.observeExcept).toEqual(['node_modules/**', 'dist/**'])
    expect(policy.expectations.map(({ answer }) => answer)).toEqual(['allow', 'ask', 'deny', 'deny'])
    expect(policy.criteria.map(({ id, required }) => [id, required])).toEqual([
      ['tests', true],
      ['notes', true],
      ['total', true],
      ['junit', false],
    ])
  })
})

describe('a silent policy', () => {
  const policy = policyOf(head)

  test('asks about commands, keeps secrets unread, reaches nothing', () => {
    expect(policy.exec).toEqual({ default: 'ask', rules: [] })
    expect(policy.network).toEqual({ default: 'deny', rules: [] })
    expect(policy.fileAccess.default).toBe('deny')
    const secret = policy.fileAccess.rules.filter(({ answer }) => answer === 'deny')
    expect(secret.map(({ access }) => access)).toEqual(['read', 'write'])
    expect(secret[0]?.patterns).toContain('**/.env')
    expect(policy.exit).toEqual({ verified: 0, failed: 10, unproven: 11, error: 1 })
    expect(policy.gate).toMatchObject({ evidence: 'executed', attempts: 3, coverage: false, presence: 'none' })
    expect(policy.sandbox).toBe('prefer')
  })

  test('has only its own rules once it has a block for files', () => {
    expect(policyOf(`${head}files { allow read "src/**" }`).fileAccess).toMatchObject({
      default: 'deny',
      rules: [{ answer: 'allow' }],
    })
  })
})

describe('the definition of a criterion', () => {
  const base = criterion('verify command "make test" scope "src/**" pin "Makefile"').definition

  test('is not changed by its text, its place or its being required', () => {
    const [other] = policyOf(
      `${head}\n\ncriterion x required "Y" {\n pin "Makefile"\n scope "src/**"\n verify command "make test" }`,
    ).criteria
    expect(other?.definition).toBe(base)
  })

  test.each([
    'verify command "make check" scope "src/**" pin "Makefile"',
    'verify command "make test" exit 1 scope "src/**" pin "Makefile"',
    'verify command "make test" scope "lib/**" pin "Makefile"',
    'verify command "make test" scope "src/**" pin "Makefile", "x"',
    'verify command "make test" scope "src/**" pin none because "x"',
    'verify command "make test" scope "src/**"',
  ])('is another one for %s', (clauses) => {
    expect(criterion(clauses).definition).not.toBe(base)
  })

  test('follows what the dataset and the plugin are, not only how they are called', () => {
    const data = 'verify data d rows = 1'
    expect(criterion(data, 'dataset d "a.csv"').definition).not.toBe(criterion(data, 'dataset d "b.csv"').definition)
    const plugin = 'verify plugin d'
    expect(criterion(plugin, 'plugin d "a"').definition).not.toBe(criterion(plugin, 'plugin d "b"').definition)
  })
})

describe('a command that proves something', () => {
  test.each([
    ['npm test', ['npm', 'test']],
    ['grep \'a b\' "c d" e\\ f', ['grep', 'a b', 'c d', 'e f']],
    ['echo "a*b"', ['echo', 'a*b']],
    ["printf '%s\\n' '$HOME'", ['printf', '%s\\n', '$HOME']],
  ])('is an argument vector where a shell would only split it: %s', (text, argv) => {
    expect(staticArgv(text)).toEqual(argv)
  })

  test.each([
    'npm test | tail',
    'cd x && make',
    'ls *.ts',
    'A=1 make',
    'echo $HOME',
    'echo "$HOME"',
    'ls ~',
    'make # all',
    "echo 'x",
  ])('is a shell text where a shell would do more: %s', (text) => {
    expect(staticArgv(text)).toBeUndefined()
  })
})

test('paths have one spelling', () => {
  const policy = policyOf(
    `${head}files { allow read "./src/", "docs", "/etc/" }\ncriterion c "C" { verify file "./a//b/./c" }`,
  )
  expect(policy.fileAccess.rules[0]?.patterns).toEqual(['src/**', 'docs', '/etc/**'])
  expect(policy.criteria[0]?.verifier).toEqual({ kind: 'file', path: 'a/b/c', absent: false })
})

test('what is quoted in a pattern is literal', () => {
  const [rule] = policyOf(`${head}exec { deny 'git commit -m "a *" {} **' }`).exec.rules
  expect(rule?.patterns[0]?.words.slice(3)).toEqual([
    { kind: 'glob', text: 'a\\ \\*' },
    { kind: 'glob', text: '\\{\\}' },
    { kind: 'rest' },
  ])
})

describe('a shipped policy', () => {
  const names = ['careful', 'git', 'node']

  test.each(names)('%s has no mistake and no warning, and every example holds', (name) => {
    const loaded = policyFromText(readFileSync(join(import.meta.dirname, `../../policies/${name}.reeve`), 'utf8'), name)
    if (loaded.kind === 'broken') throw new Error(JSON.stringify(loaded.diagnostics))
    expect(loaded.warnings).toEqual([])
    expect(checkExamples(loaded.policy)).toEqual([])
  })

  test.each(names)('%s gives each rule a reason, what it matches and what it misses', (name) => {
    const { exec } = policyOf(`${head}use "${name}"`)
    expect(exec.rules.length).toBeGreaterThan(4)
    for (const rule of exec.rules) {
      expect(rule.because, rule.origin.text).toBeDefined()
      expect(rule.matches, rule.origin.text).not.toEqual([])
      expect(rule.misses, rule.origin.text).not.toEqual([])
    }
  })

  test('careful is what holds without a policy', () => {
    expect(carefulPolicy().name).toBe('careful')
    expect(carefulPolicy().exec.default).toBe('ask')
    expect(carefulPolicy().exec.rules.length).toBeGreaterThan(4)
  })
})
