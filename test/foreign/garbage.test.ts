// Rules of random characters: an import is a policy or a fault with its place, and a stop that is there never lets everything through.
import { expect, test } from 'vitest'

import { formatText } from '../../grammar/format.ts'
import { Fault } from '../../src/base/fault.ts'
import type { HostName } from '../../src/foreign/foreign.ts'
import { importFrom } from '../../src/foreign/read.ts'
import { policyFromText } from '../../src/policy/load.ts'
import { pick, type Random, randomFrom, rounds } from '../oracle/random.ts'

const seed = 20_270_302
const pieces = [
  ...[
    'git',
    'a',
    ' ',
    ' ',
    '*',
    '**',
    '?',
    '{',
    '}',
    ',',
    '[',
    ']',
    '!',
    '-',
    '--',
    '=',
    '/',
    '//',
    '~',
    '~/',
    '.',
    '..',
    ':',
    ':*',
    '$',
    '$HOME',
    '`',
  ],
  ...[
    '"',
    "'",
    '\\',
    '#',
    '|',
    '&&',
    ';',
    '>',
    '<',
    '(',
    ')',
    '\n',
    '\r',
    '\t',
    '\0',
    '\u202e',
    '\u200b',
    'é',
    '😀',
    '\ud800',
    '%',
    '@',
    '+',
    '^',
    '\u00a0',
  ],
]

function text(random: Random): string {
  return Array.from({ length: random(9) }, () => pick(random, pieces)).join('')
}

const files: Readonly<Record<HostName, (random: Random) => { readonly path: string; readonly text: string }>> = {
  claude: (random) => {
    const rule = () =>
      `${pick(random, ['Bash', 'Bash', 'Read', 'Edit', 'WebFetch', 'Write', '*', text(random)])}(${pick(random, ['', 'domain:'])}${text(random)})`
    const list = () => Array.from({ length: random(4) }, rule)
    return {
      path: '/w/.claude/settings.json',
      text: JSON.stringify({
        permissions: { allow: list(), ask: list(), deny: list(), additionalDirectories: [text(random)] },
      }),
    }
  },
  codex: (random) => {
    const word = () => JSON.stringify(text(random))
    const rule = () =>
      `prefix_rule(pattern=[${word()}, [${word()}, ${word()}]], decision=${pick(random, ['"allow"', '"prompt"', '"forbidden"', word()])}, justification=${word()})\n`
    return {
      path: '/w/.codex/rules/a.rules',
      text: `${rule()}${rule()}${pick(random, ['', text(random), `network_rule(host=${word()}, protocol="https", decision="allow")`])}`,
    }
  },
  gemini: (random) => {
    const rule = () =>
      `[[rule]]\ntoolName = "run_shell_command"\n${pick(random, ['commandPrefix', 'commandRegex', 'argsPattern'])} = ${JSON.stringify(text(random).replaceAll('\0', ''))}\ndecision = "${pick(random, ['allow', 'deny', 'ask_user'])}"\npriority = ${random(3)}\n`
    return { path: '/w/.gemini/policies/a.toml', text: `${rule()}${rule()}` }
  },
  opencode: (random) => {
    const answer = () => pick(random, ['allow', 'ask', 'deny', 'deny', ''])
    const part = () => Object.fromEntries(Array.from({ length: random(4) }, () => [text(random), answer()]))
    return {
      path: '/w/opencode.json',
      text: JSON.stringify({
        permission: {
          bash: part(),
          edit: part(),
          read: part(),
          webfetch: part(),
          external_directory: part(),
          [text(random)]: answer(),
        },
      }),
    }
  },
}

test.each(Object.keys(files) as readonly HostName[])(
  '%s',
  (host) => {
    const random = randomFrom(seed)
    let imported = 0
    for (let round = 0; round < rounds(400, 20_000); round++) {
      const file = files[host](random)
      const label = `seed ${seed} round ${round}: ${file.text}`
      try {
        const made = importFrom(host, [{ ...file, shown: text(random) }], { workspace: '/w', home: '/home/u' })
        imported++
        expect(policyFromText(made.text, 'p').kind, label).toBe('policy')
        expect(formatText({ file: 'p', text: made.text }), label).toEqual({ kind: 'formatted', text: made.text })
      } catch (error) {
        if (!(error instanceof Fault)) throw new Error(label, { cause: error })
      }
    }
    expect(imported).toBeGreaterThan(50)
  },
  300_000,
)
