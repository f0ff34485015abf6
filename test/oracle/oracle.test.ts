// The compiled program against the plain meaning, over random policies and commands.
import { describe, expect, it } from 'vitest'

import { type Answer, isStricter } from '../../src/base/answer.ts'
import { compileProgram } from '../../src/rules/compile.ts'
import { answer } from '../rules/judge.ts'
import { openFiles, patternOfWords, policyOf } from '../rules/policies.ts'
import { answerOf, instances, type OracleRule, type OracleWord } from './oracle.ts'
import { pick, type Random, randomFrom, rounds, some } from './random.ts'

const seed = 20_270_131
const options = ['-f', '--force', '-q', '-qf', '--receive-pack', '--receive-pack=sh']
const statusOptions = ['-s', '--short', '-b', '-sb']
const removals = ['-r', '-rf', '-fr', '--recursive', '-f', '-i', '-v', '-Rv']
const operands = ['main', 'origin', 'a.o', 'x', 'tag']
const globals = [['--no-pager'], ['-P'], ['-C', 'sub'], ['-c', 'a=b']] as const

function gitWords(random: Random): readonly string[] {
  const before = some(random, globals, 2).flat()
  const subcommand = pick(random, ['push', 'push', 'status'])
  return ['git', ...before, subcommand, ...mixed(random, subcommand === 'push' ? options : statusOptions)]
}

function mixed(random: Random, choices: readonly string[]): readonly string[] {
  return Array.from({ length: random(4) }, () =>
    pick(random, random(3) === 0 ? ['--', ...operands] : [...choices, ...operands]),
  )
}

function commandWords(random: Random): readonly string[] {
  const kind = random(4)
  if (kind < 2) return gitWords(random)
  if (kind === 2) return ['rm', ...mixed(random, removals)]
  return ['frob', ...mixed(random, ['-x', '--y=z'])]
}

/** A command with some words made into wildcards, lists of alternatives, or left out. */
function patternFrom(random: Random, words: readonly string[]): readonly string[] {
  const pattern = words.flatMap((word, index) => {
    if (index === 0) return [word]
    const turn = random(12)
    if (turn === 0) return ['*']
    if (turn === 1) return ['**']
    if (turn === 2) return []
    if (turn === 3) return [`${word.slice(0, 2)}*`]
    if (turn === 4 && word.startsWith('-') && word !== '--') return [`{${word},${pick(random, options)}}`]
    if (turn === 5 && !word.startsWith('-')) return [`{${word},${pick(random, operands)}}`]
    return [word]
  })
  return random(3) === 0 ? pattern : [...pattern, '**']
}

function rulesFrom(random: Random): readonly OracleRule[] {
  return Array.from({ length: 1 + random(4) }, () => {
    const words = commandWords(random)
    const rule = {
      answer: pick(random, ['allow', 'allow', 'ask', 'deny'] as const),
      pattern: patternFrom(random, words),
    }
    return random(4) === 0 ? { ...rule, except: patternFrom(random, commandWords(random)) } : rule
  })
}

function authorityOf(rules: readonly OracleRule[], standard: Answer) {
  const policy = policyOf({ default: standard, files: [...openFiles, 'allow write /**'], networkDefault: 'allow' })
  const exec = rules.map((rule, index) => {
    const pattern = patternOfWords(rule.pattern)
    return {
      answer: rule.answer,
      patterns: [pattern],
      except: rule.except ? [patternOfWords(rule.except)] : [],
      directories: [],
      matches: [],
      misses: [],
      origin: { span: pattern.span, line: index + 1, text: pattern.text },
    }
  })
  const whole = { ...policy, exec: { ...policy.exec, rules: exec } }
  return { policy: whole, layers: [compileProgram(whole, 'full')], ignored: [] }
}

describe('the compiled program and the plain meaning', () => {
  it('agree on every command whose words are known', { timeout: 900_000 }, () => {
    const random = randomFrom(seed)
    const seen: Record<Answer, number> = { allow: 0, ask: 0, deny: 0 }
    for (let round = 0; round < rounds(10_000, 100_000); round++) {
      const rules = rulesFrom(random)
      const words = commandWords(random)
      const standard = pick(random, ['ask', 'deny'] as const)
      const expected = answerOf(rules, standard, words)
      seen[expected]++
      const label = `seed ${seed} round ${round}: ${JSON.stringify({ rules, words, standard })}`
      expect(answer(authorityOf(rules, standard), words), label).toBe(expected)
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(50)
  })

  it('with words that are not known, the answer is never milder than for any command that it could become', {
    timeout: 900_000,
  }, () => {
    const random = randomFrom(seed + 1)
    const values = ['', 'x', 'main', '--force', '-f', '-qf', '-rf', '--receive-pack=sh', '--', '-s', '-y']
    let opened = 0
    let allowed = 0
    for (let round = 0; round < rounds(300, 20_000); round++) {
      const known = commandWords(random)
      const rules = [
        ...rulesFrom(random).slice(0, 2),
        { answer: 'allow' as const, pattern: [...known.slice(0, random(3) + 1), '**'] },
      ]
      const words = known.map(
        (word, index): OracleWord => (index > 0 && random(4) === 0 ? { open: pick(random, ['one', 'many']) } : word),
      )
      if (words.filter((word) => typeof word !== 'string').length > 2) continue
      const text = words
        .map((word) => (typeof word === 'string' ? word : word.open === 'one' ? '"$x"' : '$x'))
        .join(' ')
      const found = answer(authorityOf(rules, 'ask'), text)
      if (text.includes('$')) opened++
      if (text.includes('$') && found === 'allow') allowed++
      for (const instance of instances(words, values)) {
        const expected = answerOf(rules, 'ask', instance)
        const label = `seed ${seed + 1} round ${round}: ${JSON.stringify({ rules, text, instance, expected })}`
        expect(isStricter(expected, found), label).toBe(false)
      }
    }
    expect(opened).toBeGreaterThan(100)
    expect(allowed).toBeGreaterThan(2)
  })
})
