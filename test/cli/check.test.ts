// `reeve check` and `reeve trust`, as somebody at the command line meets them.

import { describe, expect, test } from 'vitest'
import { main } from '../../src/main.ts'
import { isTrusted } from '../../src/policy/trust.ts'
import { makeWorld, type WorldOptions } from '../policy/world.ts'

const good = 'policy "p" version 1\nexec { allow "make test" }\ncriterion a "A" { verify command "make test" }\n'

async function run(args: readonly string[], options: WorldOptions) {
  const world = makeWorld(options)
  const exitCode = await main(args, world.host)
  return { ...world, exitCode, out: world.out(), err: world.err() }
}

describe('reeve check', () => {
  test('exits with 0 and says what the policy is', async () => {
    const { exitCode, out, err } = await run(['check'], { files: { 'policy.reeve': good } })
    expect(exitCode).toBe(0)
    expect(out).toMatch(/^ok: policy `p`, 1 rule, 1 criterion, 1 file\nsha256:[0-9a-f]{64}\n$/)
    expect(err).toBe('')
  })

  test('exits with 3 and shows every mistake where it stands, by the path from here', async () => {
    const text = 'policy "p" version 1\nexce { }\nsandbox on\n'
    const { exitCode, out } = await run(['check', 'ci/policy.reeve'], { files: { 'ci/policy.reeve': text } })
    expect(exitCode).toBe(3)
    expect(out).toContain(
      'ci/policy.reeve:2:1: error RV111: unknown word `exce`\n  2 | exce { }\n    | ^^^^\nhelp: did you mean `exec`?\n',
    )
    expect(out).toContain('ci/policy.reeve:3:9: error RV110')
    expect(out).toContain('2 errors')
  })

  test('judges the policy’s own examples', async () => {
    const text = 'policy "p" version 1\nexec { allow "make *" matches "make" }\nexpect { deny "make x" }\n'
    const { exitCode, out } = await run(['check'], { files: { 'policy.reeve': text } })
    expect(exitCode).toBe(3)
    expect(out).toContain('policy.reeve:2:31: error RV390')
    expect(out).toContain('policy.reeve:3:15: error RV392')
  })

  test('takes warnings for errors only when told so', async () => {
    const files = { 'policy.reeve': 'policy "p" version 1\nexec { deny "curl" }\n' }
    expect((await run(['check'], { files })).exitCode).toBe(0)
    expect((await run(['check', '--strict'], { files })).exitCode).toBe(3)
  })

  test('answers programs with one JSON object', async () => {
    const broken = await run(['check', '--json'], { files: { 'policy.reeve': 'policy "p" version 1\nexce { }\n' } })
    expect(broken.exitCode).toBe(3)
    const { ok, diagnostics } = JSON.parse(broken.out)
    expect(ok).toBe(false)
    expect(diagnostics).toEqual([
      {
        code: 'RV111',
        severity: 'error',
        message: 'unknown word `exce`',
        ...{ file: 'policy.reeve', line: 2, column: 1, endLine: 2, endColumn: 5, start: 21, end: 25 },
        help: 'did you mean `exec`?',
        notes: [],
      },
    ])
    const fine = await run(['check', '--json'], { files: { 'policy.reeve': good } })
    expect(JSON.parse(fine.out)).toMatchObject({ ok: true, name: 'p', diagnostics: [] })
  })

  test('says when there is no policy, and when a file is missing', async () => {
    const none = await run(['check'], {})
    expect([none.exitCode, none.err]).toEqual([3, expect.stringContaining('there is no `policy.reeve`')])
    const missing = await run(['check', 'x.reeve'], {})
    expect([missing.exitCode, missing.out]).toEqual([3, expect.stringContaining('there is no such file')])
  })

  test('shows what would move the cursor as escapes', async () => {
    const { out } = await run(['check'], { files: { 'policy.reeve': 'policy "p" version 1\n\u001b[2Jexec\n' } })
    expect(out).toContain('\\e[2Jexec')
    expect(out).not.toContain('\u001b')
  })
})

describe('reeve trust', () => {
  const files = { 'policy.reeve': good }
  const digestOf = async () => /sha256:([0-9a-f]{64})/.exec((await run(['check'], { files })).out)?.[1] ?? ''

  test('shows what the policy grants, and records a yes', async () => {
    const { exitCode, out, err, host, directory } = await run(['trust'], { files, answer: 'yes' })
    expect(exitCode).toBe(0)
    expect(err).toContain('  allow "make test"\n')
    expect(err).toContain('criterion a "A"')
    expect(out).toMatch(/^trusted in .*: sha256:/)
    expect(isTrusted(host, (await digestOf()) as never, directory)).toBe(true)
    expect(
      await main(['trust'], {
        ...host,
        terminal: { ...host.terminal, question: () => expect.unreachable('it asked') },
      }),
    ).toBe(0)
  })

  test.each(['no', '', 'y', 'yes please'])('records nothing for the answer "%s"', async (answer) => {
    const { exitCode, host, directory } = await run(['trust'], { files, answer })
    expect(exitCode).toBe(4)
    expect(isTrusted(host, (await digestOf()) as never, directory)).toBe(false)
  })

  test('needs a terminal, with a digest too, and names the other way', async () => {
    const digest = await digestOf()
    for (const args of [['trust'], ['trust', '--digest', `sha256:${digest}`]]) {
      const { exitCode, err, host, directory } = await run(args, { files })
      expect(exitCode).toBe(4)
      expect(err).toContain(`--policy FILE --policy-digest sha256:${digest}`)
      expect(isTrusted(host, digest as never, directory)).toBe(false)
    }
  })

  test('with a digest refuses every other policy', async () => {
    const { exitCode, err } = await run(['trust', '--digest', 'a'.repeat(64)], { files, answer: 'yes' })
    expect(exitCode).toBe(3)
    expect(err).toContain('not the one that was named')
    expect((await run(['trust', '--digest', `sha256:${await digestOf()}`], { files, answer: 'yes' })).exitCode).toBe(0)
  })

  test('is refused from inside a guarded command', async () => {
    const { exitCode, err } = await run(['trust'], { files, answer: 'yes', environment: { REEVE_GUARDED: 'x' } })
    expect(exitCode).toBe(4)
    expect(err).toContain('from inside a guarded command')
  })

  test('never trusts a broken policy', async () => {
    const { exitCode } = await run(['trust'], {
      files: { 'policy.reeve': 'policy "p" version 1\nexce {}\n' },
      answer: 'yes',
    })
    expect(exitCode).toBe(3)
  })

  test('can be taken back', async () => {
    const { host, directory } = await run(['trust'], { files, answer: 'yes' })
    expect(await main(['trust', '--remove'], host)).toBe(0)
    expect(isTrusted(host, (await digestOf()) as never, directory)).toBe(false)
  })
})
