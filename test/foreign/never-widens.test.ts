// Random permission files against random commands: whatever an imported policy allows, the other host allows; and of what the host allows,
// most is still allowed.
import { describe, expect, test } from 'vitest'

import type { Answer } from '../../src/base/answer.ts'
import type { HostName } from '../../src/foreign/foreign.ts'
import { importFrom } from '../../src/foreign/read.ts'
import { policyFromText } from '../../src/policy/load.ts'
import type { Authority } from '../../src/rules/authority.ts'
import { compileProgram } from '../../src/rules/compile.ts'
import { pick, type Random, randomFrom, rounds } from '../oracle/random.ts'
import { answer } from '../rules/judge.ts'
import { claudeAnswer, codexAnswer, geminiAnswer, opencodeAnswer, type PeerRule } from './peers.ts'

const seed = 20_270_301
const programs = ['git', 'npm', 'make', 'frob', 'frobnicate', 'ls', 'timeout', 'env']
const more = [
  'status',
  'push',
  'run',
  'test',
  'tests',
  'main',
  '-f',
  '--force',
  '-x',
  'a.b',
  'deploy',
  '10',
  '--version',
  '-c',
  'origin',
]

function command(random: Random): readonly string[] {
  const words = [pick(random, programs), ...Array.from({ length: random(4) }, () => pick(random, more))]
  // A wrapper starts another command.
  return ['timeout', 'env'].includes(words[0] ?? '')
    ? [words[0] ?? '', ...(words[0] === 'timeout' ? ['10'] : []), 'git', 'status']
    : words
}

/** A command with words cut or made into wildcards. */
function textPattern(random: Random, wildcards: readonly string[]): string {
  const words = command(random).slice(0, 1 + random(4))
  const changed = words.map((word, index) => {
    const turn = random(10)
    if (turn === 0) return pick(random, wildcards)
    if (turn === 1 && index > 0) return `${word.slice(0, 2)}*`
    if (turn === 2 && index > 0) return `*${word.slice(-2)}`
    return word
  })
  return `${changed.join(' ')}${pick(random, ['', ' *', ' *', ' *', '*'])}`
}

interface Peer {
  readonly host: HostName
  readonly pattern: (random: Random) => string
  readonly file: (rules: readonly PeerRule[]) => { readonly path: string; readonly text: string }
  readonly answer: (rules: readonly PeerRule[], words: readonly string[]) => Answer
}

const codexDecisions = { allow: 'allow', ask: 'prompt', deny: 'forbidden' } as const
const geminiDecisions = { allow: 'allow', ask: 'ask_user', deny: 'deny' } as const

const peers: readonly Peer[] = [
  {
    host: 'claude',
    pattern: (random) => (random(6) === 0 ? `${command(random).slice(0, 2).join(' ')}:*` : textPattern(random, ['*'])),
    file: (rules) => {
      const list = (wanted: Answer) =>
        rules.filter((rule) => rule.answer === wanted).map(({ pattern }) => `Bash(${pattern})`)
      return {
        path: '/w/.claude/settings.json',
        text: JSON.stringify({ permissions: { allow: list('allow'), ask: list('ask'), deny: list('deny') } }),
      }
    },
    answer: claudeAnswer,
  },
  {
    host: 'opencode',
    pattern: (random) => textPattern(random, ['*', '?', 'a?b']),
    file: (rules) => ({
      path: '/w/opencode.json',
      text: JSON.stringify({
        permissions: rules.map((rule) => ({ action: 'shell', resource: rule.pattern, effect: rule.answer })),
      }),
    }),
    answer: opencodeAnswer,
  },
  {
    host: 'codex',
    pattern: (random) =>
      command(random)
        .slice(0, 1 + random(3))
        .map((word) => (random(4) === 0 ? `{${word},${pick(random, [...more, 'sub'])}}` : word))
        .join(' '),
    file: (rules) => ({
      path: '/w/.codex/rules/default.rules',
      text: rules
        .map(({ pattern, answer: own }) => {
          const tokens = pattern
            .split(' ')
            .map((token) => (token.startsWith('{') ? token.slice(1, -1).split(',') : token))
          return `prefix_rule(pattern=${JSON.stringify(tokens)}, decision="${codexDecisions[own]}")\n`
        })
        .join(''),
    }),
    answer: codexAnswer,
  },
  {
    host: 'gemini',
    pattern: (random) =>
      command(random)
        .slice(0, 1 + random(3))
        .join(' '),
    file: (rules) => ({
      path: '/w/.gemini/policies/a.toml',
      text: rules
        .map(
          (rule) =>
            `[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = ${JSON.stringify(rule.pattern)}\ndecision = "${geminiDecisions[rule.answer]}"\npriority = ${rule.priority ?? 0}\n`,
        )
        .join(''),
    }),
    answer: geminiAnswer,
  },
]

function imported(peer: Peer, rules: readonly PeerRule[]): { readonly authority: Authority; readonly text: string } {
  const file = peer.file(rules)
  const { text } = importFrom(peer.host, [{ ...file, shown: 'file' }], { workspace: '/w', home: '/home/u' })
  const loaded = policyFromText(text, 'policy.reeve')
  if (loaded.kind === 'broken') throw new Error(text)
  return { authority: { policy: loaded.policy, layers: [compileProgram(loaded.policy, 'full')], ignored: [] }, text }
}

describe.each(peers)('$host', (peer) => {
  test('an imported policy never allows what the host would ask about or refuse, and keeps most of what it allows', {
    timeout: 600_000,
  }, () => {
    const random = randomFrom(seed)
    let [allowedThere, allowedHere, denied] = [0, 0, 0]
    for (let round = 0; round < rounds(150, 5_000); round++) {
      const rules = Array.from(
        { length: 1 + random(5) },
        (): PeerRule => ({
          answer: pick(random, ['allow', 'allow', 'allow', 'ask', 'deny'] as const),
          pattern: peer.pattern(random),
          priority: random(5) * 10,
        }),
      )
      const { authority, text } = imported(peer, rules)
      for (let index = 0; index < 30; index++) {
        const near =
          rules[random(rules.length)]?.pattern
            .replaceAll(/[*?{}:]/g, '')
            .split(/[ ,]+/)
            .filter((word) => word !== '') ?? []
        const words = random(2) === 0 && near.length > 0 ? [...near, ...command(random).slice(2)] : command(random)
        // `test` touches nothing but the shell, and needs no rule.
        if (words[0] === 'timeout' && words[2] === 'test') continue
        const there = peer.answer(rules, words)
        const here = answer(authority, words)
        const label = `seed ${seed} round ${round}: ${JSON.stringify({ rules, words })}\n${text}`
        if (here === 'allow')
          expect(
            spellings(words).map((same) => peer.answer(rules, same)),
            label,
          ).toContain('allow')
        // What a deny says stays refused, but for what could only be said as a question.
        if (there === 'deny') denied++
        if (there === 'deny' && words[1] !== '--version' && !text.includes('could not be carried over'))
          expect(here, label).toBe('deny')
        if (there === 'allow' && !isReaching(words)) {
          allowedThere++
          if (here === 'allow') allowedHere++
        }
      }
    }
    const share = allowedHere / allowedThere
    process.stdout.write(
      `${peer.host}: ${allowedHere} of ${allowedThere} allowed commands stay allowed (${(share * 100).toFixed(1)} %)\n`,
    )
    expect(denied).toBeGreaterThan(20)
    expect(share).toBeGreaterThan(0.97)
  })
})

/** One command to us: a harmless option before the subcommand changes nothing of it. */
function spellings([program = '', ...rest]: readonly string[]): readonly (readonly string[])[] {
  const from = rest.findIndex((word) => word !== '--version')
  return [
    [program, ...rest],
    [program, ...rest.slice(from === -1 ? rest.length : from)],
  ]
}

/** What our wildcards never cover, or what is judged by more than its words: options that reach out, wrappers, and subcommands that
 *  there are not, which could be aliases. */
function isReaching([program = '', subcommand = '', ...rest]: readonly string[]): boolean {
  if (program === 'timeout' || program === 'env') return true
  if (program === 'git' && !['status', 'push'].includes(subcommand)) return true
  if (program === 'npm' && !['run', 'test'].includes(subcommand)) return true
  return [subcommand, ...rest].some((word) => ['-c', '-x', '-f'].includes(word))
}
