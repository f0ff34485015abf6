// `reeve explain` as its users see it: what it prints, what it answers to programs, how it exits.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { subcommand } from '../../src/cli/explain.ts'
import { realHost } from '../../src/host/real.ts'

const policyText = `policy "team" version 1

exec {
  default ask
  allow "git {status,diff} **"
  deny  "git push {-f,--force} **"  because "history is shared"  instead "git push --force-with-lease"
}
files { default ask  allow read "**"  allow write "src/**" }
`

let root = ''

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'reeve-explain-')))
  mkdirSync(join(root, 'w/.git'), { recursive: true })
  writeFileSync(join(root, 'team.reeve'), policyText)
})
afterEach(() => rmSync(root, { recursive: true }))

async function explain(args: readonly string[], input: readonly string[] = []) {
  let out = ''
  let err = ''
  const real = realHost()
  const host = {
    ...real,
    environment: { HOME: root, PATH: '/usr/bin:/bin' },
    workingDirectory: join(root, 'w'),
    terminal: {
      ...real.terminal,
      out: (text: string | Uint8Array) => {
        out += String(text)
      },
      err: (text: string | Uint8Array) => {
        err += String(text)
      },
      lines: async function* () {
        yield* input
      },
    },
  }
  const code = await subcommand.run(['--policy', join(root, 'team.reeve'), ...args], host)
  return { code, out, err }
}

describe('reeve explain', () => {
  it('exits 0 for allow, 5 for ask and 4 for deny', async () => {
    expect((await explain(['--', 'git', 'status', '-s'])).code).toBe(0)
    expect((await explain(['--', 'git', 'push'])).code).toBe(5)
    expect((await explain(['--', 'git', 'push', '-f'])).code).toBe(4)
  })

  it('shows each command found, what it was unwrapped from, the rules with file and line, and the better way', async () => {
    const { out } = await explain(['--shell', "cd sub && bash -c 'git push -f' > src/log"])
    expect(out).toContain('deny  exec git push -f  (inside bash -c)')
    expect(out).toContain('team.reeve:6  deny "git push {-f,--force} **"')
    expect(out).toContain('allow write sub/src/log'.replace('allow', 'ask  '))
    expect(out).toMatch(/^deny: .*history is shared$/m)
    expect(out).toContain('instead: git push --force-with-lease')
  })

  it('gives one object with --json, of exactly this shape', async () => {
    const { out } = await explain(['--json', '--shell', 'git status; git push -f > src/a'])
    expect(JSON.parse(out)).toEqual({
      decision: 'deny',
      readable: true,
      reason: 'exec `git push -f`: history is shared',
      instead: 'git push --force-with-lease',
      effects: [
        {
          kind: 'exec',
          argv: ['git', 'status'],
          decision: 'allow',
          rule: { file: expect.stringMatching(/team\.reeve$/), line: 5, text: expect.any(String) },
        },
        {
          kind: 'exec',
          argv: ['git', 'push', '-f'],
          decision: 'deny',
          rule: {
            file: expect.stringMatching(/team\.reeve$/),
            line: 6,
            text: expect.any(String),
            because: 'history is shared',
          },
        },
        {
          kind: 'write',
          path: 'src/a',
          decision: 'allow',
          rule: { file: expect.stringMatching(/team\.reeve$/), line: 8, text: expect.any(String) },
        },
      ],
    })
  })

  it('answers lines in order, and goes on after a line that asks nothing', async () => {
    const { out, code } = await explain(
      ['--jsonl'],
      [
        '{"shell":"git status"}',
        '{"argv":["git","push"],"cwd":"sub"}',
        'nonsense',
        '{"argv":[]}',
        '{"argv":[1]}',
        '[]',
        '{"shell":"x","argv":["y"]}',
        '',
        '{"shell":"git diff $(git status)"}',
      ],
    )
    const answers = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(answers.map(({ decision, readable }) => [decision, readable])).toEqual([
      ['allow', true],
      ['ask', true],
      ...Array.from({ length: 5 }, () => ['deny', false]),
      ['ask', true],
    ])
    for (const { reason } of answers) expect(reason).toMatch(/\S/)
    expect(code).toBe(4)
  })

  it('answers nothing to no lines', async () => {
    expect(await explain(['--jsonl'])).toEqual({ code: 0, out: '', err: '' })
  })

  it('takes the policy only with the digest that was given', async () => {
    const wrong = explain(['--policy-digest', `sha256:${'0'.repeat(64)}`, '--', 'git', 'status'])
    await expect(wrong).rejects.toThrow(/not the expected/)
  })

  it('starts from the kept policy when the texts are the same, and from the texts when they are not', async () => {
    expect((await explain(['--', 'git', 'status'])).code).toBe(0)
    expect((await explain(['--', 'git', 'status'])).code).toBe(0)
    writeFileSync(join(root, 'team.reeve'), policyText.replace('allow "git', 'deny "git'))
    expect((await explain(['--', 'git', 'status'])).code).toBe(4)
  })

  it('refuses a policy with mistakes, showing them', async () => {
    writeFileSync(join(root, 'team.reeve'), 'policy "team" version 1\nexec { alow "x" }\n')
    await expect(explain(['--', 'git', 'status'])).rejects.toMatchObject({
      code: 'policy',
      message: expect.stringContaining('alow'),
    })
  })

  it('wants exactly one request', async () => {
    for (const args of [[], ['--'], ['--shell', 'x', '--', 'y'], ['--jsonl', '--shell', 'x']]) {
      await expect(explain(args)).rejects.toMatchObject({ code: 'usage' })
    }
  })
})
