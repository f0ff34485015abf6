// What lint says of two rules is so: random policies and commands never show a rule deciding that was said never to decide, nor a
// change where a rule was taken out that was said to say nothing new. The seed is printed with a failure.
import { expect, test } from 'vitest'

import { policyFromText } from '../../src/policy/load.ts'
import type { Policy } from '../../src/policy/policy.ts'
import { compileProgram } from '../../src/rules/compile.ts'
import { coversHost, coversPath } from '../../src/rules/cover.ts'
import { decide } from '../../src/rules/decide.ts'
import { exampleWorld, readExample } from '../../src/rules/examples.ts'
import { lintRules } from '../../src/rules/lint.ts'
import { pick, type Random, randomFrom, rounds } from '../oracle/random.ts'

const programs = ['git', '{git,npm}', 'npm', 'make', '*', './tool']
const words = [
  '**',
  '**',
  '*',
  'push',
  '-f',
  '{-f,--force}',
  '--force',
  '{a,b}',
  'a',
  '?',
  'p*',
  '-C',
  '.',
  '{push,pull}',
]
const plain = ['push', 'pull', '-f', '--force', 'a', 'b', '-C', '.', 'p', '--no-pager', '-fn', '--', 'x y', '-m']

function pattern(random: Random): string {
  return [pick(random, programs), ...Array.from({ length: random(4) }, () => pick(random, words))].join(' ')
}

function rule(random: Random): string {
  const patterns = Array.from({ length: 1 + random(2) }, () => `"${pattern(random)}"`).join(', ')
  const except = random(5) === 0 ? ` except "${pattern(random)}"` : ''
  const within = random(6) === 0 ? ` in "${pick(random, ['src/**', 'src', '.'])}"` : ''
  return `${pick(random, ['allow', 'ask', 'deny'])} ${patterns}${except}${within}`
}

function policyOf(rules: readonly string[], standard: string): Policy {
  const loaded = policyFromText(
    `policy "p" version 1\nexec {\ndefault ${standard}\n${rules.join('\n')}\n}\n`,
    'p.reeve',
  )
  if (loaded.kind === 'broken') throw new Error(loaded.diagnostics.map(({ message }) => message).join('\n'))
  return loaded.policy
}

function command(random: Random): string {
  const shown = (word: string) => (word.includes(' ') ? `'${word}'` : word)
  const program = pick(random, ['git', 'npm', 'make', './tool', 'ls'])
  return [program, ...Array.from({ length: random(5) }, () => shown(pick(random, plain)))].join(' ')
}

/** The policy without the pattern at this place. */
function without(policy: Policy, start: number): Policy {
  const rules = policy.exec.rules
    .map((each) => ({ ...each, patterns: each.patterns.filter(({ span }) => span.start !== start) }))
    .filter(({ patterns }) => patterns.length > 0)
  return { ...policy, exec: { ...policy.exec, rules } }
}

test('a pattern that is said to decide nothing, or nothing new, can be taken out without any answer changing', () => {
  const seed = Number(process.env.REEVE_SEED ?? 20_261_203)
  const random = randomFrom(seed)
  let tried = 0
  for (let turn = 0; turn < rounds(200, 20_000); turn++) {
    const rules = Array.from({ length: 2 + random(4) }, () => rule(random))
    const policy = policyOf(rules, pick(random, ['ask', 'deny']))
    const found = lintRules(policy).filter(({ code }) => code === 'RV511' || code === 'RV512' || code === 'RV513')
    for (const { message, span } of found) {
      const [before, after] = [policy, without(policy, span.start)].map((each) => {
        const program = compileProgram(each, 'full')
        return { policy: program.policy, layers: [program], ignored: [] }
      })
      for (let count = 0; count < 40; count++) {
        const example = { command: command(random), directory: pick(random, ['.', 'src', 'src/x']) }
        const answers = [before, after].map(
          (authority) => authority && decide(authority, readExample(example), exampleWorld).answer,
        )
        tried++
        const where = `seed ${seed}, turn ${turn}: ${message}\n${rules.join('\n')}\n${example.command} in ${example.directory}`
        expect(answers[1], where).toBe(answers[0])
      }
    }
  }
  expect(tried).toBeGreaterThan(1000)
}, 600_000)

test('a path pattern is wider than another only when surely so', () => {
  for (const [wide, narrow] of [
    ['**', 'src/a.ts'],
    ['src/**', 'src'],
    ['src/**', 'src/*/a.ts'],
    ['**/*.pem', 'keys/a.pem'],
    ['{a,b}/*', 'a/x'],
    ['{a,b,c}', '{a,c}'],
    ['/etc/**', '/etc/passwd'],
  ] as const)
    expect(coversPath(wide, narrow), `${wide} ${narrow}`).toBe(true)
  for (const [wide, narrow] of [
    ['**', '/etc/passwd'],
    ['**', '~/x'],
    ['src/**', 'srcs/a'],
    ['src/*', 'src/a/b'],
    ['*', 'a/b'],
    ['s[r]c/**', 'src/a*'],
    ['{a,b}', '{a,c}'],
    ['src/**', 's*/a'],
  ] as const)
    expect(coversPath(wide, narrow), `${wide} ${narrow}`).toBe(false)
})

test('a host pattern is wider than another only when surely so', () => {
  for (const [wide, narrow] of [
    ['*', 'a.org'],
    ['*.a.org', 'x.A.org'],
    ['*.a.org', '*.x.a.org'],
    ['a.org', 'a.org:443'],
    ['*.a.org:443', 'x.a.org:443'],
  ] as const)
    expect(coversHost(wide, narrow), `${wide} ${narrow}`).toBe(true)
  for (const [wide, narrow] of [
    ['*.a.org', 'a.org'],
    ['*.a.org', 'xa.org'],
    ['a.org:443', 'a.org'],
    ['a.org:443', 'a.org:80'],
    ['*', '10.0.0.0/8'],
    ['10.0.0.0/8', '10.1.0.0/16'],
  ] as const)
    expect(coversHost(wide, narrow), `${wide} ${narrow}`).toBe(false)
})
