// `reeve test`, as somebody at the command line meets it.
import { describe, expect, test } from 'vitest'

import { main } from '../../src/main.ts'
import { makeWorld, type WorldOptions } from '../policy/world.ts'

const policy = `policy "p" version 1
exec {
  allow "make {test,lint}", "make all" matches "make test" misses "make"
  deny  "git push ** {-f,--force} **" matches "git push -f"
}
expect { ask "git push" }
`

async function run(args: readonly string[], options: WorldOptions) {
  const world = makeWorld(options)
  const exitCode = await main(['test', ...args], world.host)
  return { exitCode, out: world.out(), err: world.err() }
}

describe('reeve test', () => {
  test('judges the examples of the policy that is found, and the cases beside it', async () => {
    const files = { 'policy.reeve': policy, 'git.cases': '# git\n\ndeny  git push -f\nask\tgit push\r\n', 'x.txt': '' }
    expect(await run([], { files })).toEqual({
      exitCode: 0,
      out: 'policy.reeve: ok (2 matches, 1 miss, 1 expectation, 2 cases)\n',
      err: '',
    })
  })

  test('shows each failure where it stands, and exits with 1', async () => {
    const wrong = policy.replace('misses "make"', 'misses "make lint"').replace('ask "git push"', 'deny "git push"')
    const { exitCode, out } = await run([], {
      files: { 'policy.reeve': wrong, 'a.cases': 'allow make test && git push -f\n' },
    })
    expect(exitCode).toBe(1)
    expect(out).toContain('policy.reeve:3:67: error RV391')
    expect(out).toContain('policy.reeve:6:15: error RV392: expected deny for `git push`, but the policy answers ask')
    expect(out).toContain(
      'a.cases:1:7: error RV392: expected allow for `make test && git push -f`, but the policy answers deny',
    )
    expect(out).toMatch(/\npolicy\.reeve: 3 of 5 failed \(/)
  })

  test('takes the directory of a case from behind a tab', async () => {
    const text = 'policy "p" version 1\nexec { default deny  allow "rm -rf **" in "build/**" }\n'
    const cases = 'allow rm -rf x\tbuild\nallow rm -rf x\t\tbuild/y \ndeny rm -rf x\n'
    expect((await run([], { files: { 'policy.reeve': text, 'a.cases': cases } })).exitCode).toBe(0)
    const swapped = 'deny rm -rf x\tbuild\n'
    expect((await run([], { files: { 'policy.reeve': text, 'a.cases': swapped } })).exitCode).toBe(1)
  })

  test('says of a line that is no case what one is, and exits with 3', async () => {
    const cases = 'refuse git push\nallow\nallow a\tb\tc\nask git push\n'
    const { exitCode, out } = await run([], { files: { 'policy.reeve': policy, 'a.cases': cases } })
    expect(exitCode).toBe(3)
    expect(out).toContain('a.cases:1:1: error RV393: `refuse` is no answer')
    expect(out).toContain('a.cases:2:1: error RV393: a case is an answer and a command')
    expect(out).toContain('a.cases:3:1: error RV393')
    expect(out).toContain('policy.reeve: cannot be tried')
  })

  test('judges named cases instead of those beside the policy, for each named policy', async () => {
    const files = {
      'a.reeve': policy,
      'b.reeve': policy,
      'a.cases': 'deny make test\n',
      'ci/b.cases': 'allow make all\n',
    }
    expect((await run(['a.reeve'], { files })).exitCode).toBe(1)
    const { exitCode, out } = await run(['a.reeve', 'b.reeve', 'ci/b.cases'], { files })
    expect(exitCode).toBe(0)
    expect(out.match(/: ok \(.*1 case\)/g)).toHaveLength(2)
  })

  test('says what is wrong with a broken policy and exits with 3', async () => {
    const { exitCode, out } = await run([], { files: { 'policy.reeve': 'policy "p" version 1\nexce { }\n' } })
    expect(exitCode).toBe(3)
    expect(out).toContain('error RV111')
    expect(out).toContain('policy.reeve: cannot be tried\n')
  })

  test('--coverage says which patterns and rules no example reaches, and of shipped policies nothing', async () => {
    const text = [
      'policy "p" version 1',
      'use "git"',
      'exec {',
      '  allow "make test", "make all" matches "make test"',
      '  ask "make **"',
      '}',
      'files { allow read "src/**"  deny read "**/*.pem" }',
      'network { ask "a.example.org"  deny "b.example.org" }',
      'expect { ask "make x"  deny "curl http://b.example.org < src/x" }',
      '',
    ].join('\n')
    const { exitCode, out } = await run(['--coverage'], { files: { 'policy.reeve': text } })
    expect(exitCode).toBe(0)
    expect(out.split('\n').slice(1)).toEqual([
      'not reached: policy.reeve:4:22: allow "make all"',
      'not reached: policy.reeve:7:30: deny read "**/*.pem"',
      'not reached: policy.reeve:8:11: ask "a.example.org"',
      'coverage: 4 of 7 patterns are reached by an example',
      '',
    ])
  })

  test('a case reaches what it meets although something stricter decides', async () => {
    const text = 'policy "p" version 1\nexec { allow "make **"  deny "make x" }\n'
    const files = { 'policy.reeve': text, 'a.cases': 'deny make x\n' }
    expect((await run(['--coverage'], { files })).out).toContain('coverage: 2 of 2')
  })

  test('answers programs with one JSON object', async () => {
    const { exitCode, out } = await run(['--json', '--coverage'], {
      files: { 'policy.reeve': policy, 'a.cases': 'allow git push\n' },
    })
    expect(exitCode).toBe(1)
    const { ok, policies } = JSON.parse(out)
    expect(ok).toBe(false)
    expect(policies).toHaveLength(1)
    expect(policies[0]).toMatchObject({
      policy: 'policy.reeve',
      readable: true,
      matches: 2,
      misses: 1,
      expectations: 1,
      cases: 1,
    })
    expect(policies[0].failures[0]).toMatchObject({ code: 'RV392', file: 'a.cases', line: 1, column: 7 })
    expect(policies[0].coverage).toMatchObject({ total: 3, reached: 2, unreached: [{ text: 'make all', line: 3 }] })
  })

  test('says so when there is nothing to try', async () => {
    const { exitCode, out } = await run([], { files: { 'policy.reeve': 'policy "p" version 1\n' } })
    expect(exitCode).toBe(0)
    expect(out).toBe('policy.reeve: ok (no examples: add `expect { … }`, `matches` and `misses`)\n')
  })
})
