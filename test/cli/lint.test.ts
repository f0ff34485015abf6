// `reeve lint`, the forms of `reeve check`, and the page of a diagnostic, as somebody at the command line meets them.
import { describe, expect, test } from 'vitest'

import { main } from '../../src/main.ts'
import { makeWorld, type WorldOptions } from '../policy/world.ts'

const open = 'policy "p" version 1\nexec { allow "git log **" }\n'
const wide = 'policy "p" version 1\nexec { allow "bash **" misses "sh x" }\n'
const scoped = (scope: string) =>
  `policy "p" version 1\ncriterion a "A" { verify command "make test"  scope ${scope} }\n`

async function run(args: readonly string[], options: WorldOptions) {
  const world = makeWorld(options)
  const exitCode = await main(args, world.host)
  return { exitCode, out: world.out(), err: world.err() }
}

describe('reeve lint', () => {
  test('says what check alone does not, and exits with 0 unless it is strict', async () => {
    const files = { 'policy.reeve': open }
    expect((await run(['check'], { files })).out).toMatch(/^ok: /)
    const { exitCode, out } = await run(['lint'], { files })
    expect(exitCode).toBe(0)
    expect(out).toContain('policy.reeve:2:14: warning RV510')
    expect((await run(['lint', '--strict'], { files })).exitCode).toBe(3)
    expect((await run(['check', '--strict'], { files })).exitCode).toBe(3)
  })

  test('holds the scopes of the policy that is found against the files here', async () => {
    const files = { 'policy.reeve': scoped('"scr/**", "src/**"'), 'src/a.ts': '' }
    expect((await run(['lint'], { files })).out).toContain('RV507: in the scope of `a` no file matches `scr/**`')
    const { out } = await run(['lint'], { files: { 'policy.reeve': scoped('"scr/**"'), 'src/a.ts': '' } })
    expect(out).toContain('RV507: the scope of `a` matches no file, so it can never be verified')
  })

  test('holds the scopes of a named file against the workspace that is named, and against none otherwise', async () => {
    const files = { 'ci/policy.reeve': scoped('"a.ts"'), 'app/a.ts': '', 'other/b.ts': '' }
    expect((await run(['lint', 'ci/policy.reeve'], { files })).out).not.toContain('RV507')
    expect((await run(['lint', 'ci/policy.reeve', '--workspace', 'app'], { files })).out).not.toContain('RV507')
    expect((await run(['lint', 'ci/policy.reeve', '--workspace', 'other'], { files })).out).toContain('RV507')
  })

  test('takes no file for one that the gate does not observe', async () => {
    const policy = `${scoped('"out/**"')}gate { observe except "out/**" }\n`
    expect((await run(['lint'], { files: { 'policy.reeve': policy, 'out/a': '' } })).out).toContain('RV507')
  })

  test('is silent where a comment says why, also about a scope that was held against nothing', async () => {
    const files = {
      'policy.reeve': `${scoped('"later/**"').trimEnd()} # reeve: allow RV507 because it comes with 2.0\n`,
    }
    expect((await run(['lint'], { files })).out).toMatch(/^ok: /)
    expect((await run(['check'], { files })).out).toMatch(/^ok: /)
  })

  test('says what a broken policy is broken by, and exits with 3', async () => {
    const { exitCode, out } = await run(['lint'], { files: { 'policy.reeve': 'policy "p" version 1\nexce { }\n' } })
    expect(exitCode).toBe(3)
    expect(out).toContain('error RV111')
  })
})

describe('a SARIF log', () => {
  test('names each code once, with its title, and each finding with its place', async () => {
    const files = { 'ci/my policy.reeve': wide }
    for (const command of ['check', 'lint']) {
      const { exitCode, out } = await run([command, 'ci/my policy.reeve', '--sarif'], { files })
      expect(exitCode).toBe(0)
      const { version, runs } = JSON.parse(out)
      expect(version).toBe('2.1.0')
      expect(runs).toHaveLength(1)
      expect(runs[0].columnKind).toBe('unicodeCodePoints')
      expect(runs[0].tool.driver.rules).toEqual([
        {
          id: 'RV503',
          shortDescription: { text: 'an allow of everything a program can run' },
          help: { text: 'reeve explain RV503' },
          defaultConfiguration: { level: 'warning' },
        },
      ])
      const [result] = runs[0].results
      expect(result).toMatchObject({ ruleId: 'RV503', ruleIndex: 0, level: 'warning' })
      expect(result.locations).toEqual([
        {
          physicalLocation: {
            artifactLocation: { uri: 'ci/my%20policy.reeve' },
            region: { startLine: 2, startColumn: 14, endLine: 2, endColumn: 23 },
          },
        },
      ])
    }
  })

  test('points at the other place of a finding that has two', async () => {
    const policy = 'policy "p" version 1\nexec {\n  deny "a **"\n  allow "a b"\n}\n'
    const { out } = await run(['lint', '--sarif'], { files: { 'policy.reeve': policy } })
    const [result] = JSON.parse(out).runs[0].results
    expect(result.ruleId).toBe('RV513')
    expect(result.relatedLocations[0].physicalLocation.region.startLine).toBe(3)
  })
})

describe('reeve check', () => {
  test('--digest prints the digest and nothing else, and none of a policy that is broken', async () => {
    const files = { 'policy.reeve': wide, 'broken.reeve': 'policy' }
    const { exitCode, out } = await run(['check', '--digest'], { files })
    expect(exitCode).toBe(0)
    expect(out).toMatch(/^sha256:[0-9a-f]{64}\n$/)
    const broken = await run(['check', '--digest', 'broken.reeve'], { files })
    expect(broken.exitCode).toBe(3)
    expect(broken.out).toBe('')
    expect(broken.err).toContain('error RV110')
  })

  test('--listing prints what the rules were compiled to, with numbers and places', async () => {
    const policy = [
      'policy "p" version 1',
      'exec {',
      '  allow "{npm,pnpm} run *" in "app/**"',
      '  deny "git push ** {-f,--force} **" except \'git push -f scratch\', "rm \'a b\'"',
      '  ask "./tool **", "* --version"',
      '}',
      'files { allow read "src/", "~/x" }',
      'network { allow "*.example.org:443", "10.0.0.0/8" }',
      '',
    ].join('\n')
    const { exitCode, out } = await run(['check', '--listing'], { files: { 'policy.reeve': policy } })
    expect(exitCode).toBe(0)
    expect(out.split('\n').map((line) => line.trimEnd())).toEqual([
      'exec default ask',
      '    0 allow npm run * in ./app/**  # policy.reeve:3',
      '    1 allow pnpm run * in ./app/**  # policy.reeve:3',
      "    2 deny  git push ** opt({-f,--force}) ** except git push opt(-f) scratch or rm 'a\\ b'  # policy.reeve:4",
      '    3 ask   ./tool **  # policy.reeve:5',
      '    4 ask   * opt(--version)  # policy.reeve:5',
      'files default deny',
      '    5 allow read  ./src/**  # policy.reeve:7',
      '    6 allow read  ~/x  # policy.reeve:7',
      'network default deny',
      '    7 allow *.example.org:443  # policy.reeve:8',
      '    8 allow 10.0.0.0/8  # policy.reeve:8',
      'index',
      '      git: rule 1',
      '      npm: rule 0',
      '      pnpm: rule 0',
      '      any: rule 2',
      '',
    ])
  })

  test('answers in one form', async () => {
    const { exitCode, err } = await run(['check', '--json', '--digest'], { files: { 'policy.reeve': wide } })
    expect(exitCode).toBe(2)
    expect(err).toContain('take one of --json, --sarif, --digest and --listing')
  })
})

describe('reeve explain', () => {
  test('tells what a diagnostic means, with a wrong text and its mend, without a policy', async () => {
    const { exitCode, out } = await run(['explain', 'rv503'], {})
    expect(exitCode).toBe(0)
    expect(out).toMatch(/^RV503: an allow of everything a program can run\n\n/)
    expect(out).toContain('\nwrong:\n  policy "p" version 1\n  exec { allow "bash **" misses "sh x" }\n\nright:\n')
    expect(out).not.toContain('```')
  })

  test('knows the nearest code, and that a command stands behind --', async () => {
    const { exitCode, err } = await run(['explain', 'RV999'], {})
    expect(exitCode).toBe(2)
    expect(err).toContain('there is no diagnostic `RV999`')
    expect((await run(['explain', 'git'], {})).err).toContain('behind `--`')
  })
})
