// `reeve init`, as somebody at the command line meets it.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { main } from '../../src/main.ts'
import { policyFromText } from '../../src/policy/load.ts'
import { makeWorld, type WorldOptions } from '../policy/world.ts'

const files = { 'package.json': '{"scripts":{"test":"sh t.sh"}}', 'src/a.js': '' }

function open(options: WorldOptions) {
  const world = makeWorld({ files, ...options })
  const path = join(world.directory, 'policy.reeve')
  return { ...world, path, run: (...args: readonly string[]) => main(['init', ...args], world.host) }
}

describe('reeve init', () => {
  test('a person sees the policy, says yes once, and it is written and trusted', async () => {
    const { run, host, path, out, err } = open({ answer: 'yes' })
    expect(await run()).toBe(0)
    const text = readFileSync(path, 'utf8')
    expect(err()).toContain(text)
    expect(err()).toContain('criterion tests (required): `npm test`: package.json; tests are required')
    expect(out()).toContain(`wrote ${path}: sha256:`)
    expect(out()).toContain('trusted in ')
    expect(statSync(path).mode & 0o777).toBe(0o644)
    expect(await main(['check', '--strict'], host)).toBe(0)
    expect(await main(['test'], host)).toBe(0)
    expect(await main(['explain', '--', 'npm', 'test'], host)).toBe(0)
  })

  test.each(['no', 'y', ''])('the answer `%s` writes nothing', async (answer) => {
    const { run, path, err } = open({ answer })
    expect(await run()).toBe(4)
    expect(existsSync(path)).toBe(false)
    expect(err()).toContain('nothing was written')
  })

  test('without a terminal it writes only with --yes, and trusts nothing', async () => {
    const { run, host, path, out, err } = open({})
    expect(await run()).toBe(4)
    expect(existsSync(path)).toBe(false)
    expect(err()).toContain('`reeve init --yes` writes without asking')
    expect(await run('--yes')).toBe(0)
    expect(out()).not.toContain('trusted in')
    expect(err()).toContain('until a person runs `reeve trust`')
    expect(err()).toContain('--policy-digest sha256:')
    expect(await main(['exec', '--', 'npm', 'test'], host)).toBe(4)
  })

  test('--yes at a terminal writes without a question and trusts nothing either', async () => {
    const { run, out } = open({ answer: 'no' })
    expect(await run('--yes')).toBe(0)
    expect(out()).not.toContain('trusted in')
  })

  test('--print writes the text to standard output only, with or without a policy there', async () => {
    const { run, directory, out } = open({})
    expect(await run('--print')).toBe(0)
    expect(policyFromText(out(), 'p').kind).toBe('policy')
    expect(readdirSync(directory).sort()).toEqual(['package.json', 'src'])
  })

  test('a policy, a broken one, a directory or a link in its place is never written over', async () => {
    for (const make of [
      (path: string) => symlinkSync('/nowhere', path),
      (path: string) => mkdirSync(path),
      (path: string) => symlinkSync('src/a.js', path),
    ]) {
      const { run, path, err, directory } = open({ answer: 'yes' })
      make(path)
      expect(await run()).toBe(1)
      expect(await run('--yes')).toBe(1)
      expect(err()).toContain(`there is a policy already: ${path}`)
      expect(err()).toContain('reeve init --print')
      expect(readFileSync(join(directory, 'src/a.js'), 'utf8')).toBe('')
    }
    const { run, path } = open({ files: { ...files, 'policy.reeve': 'broken' }, answer: 'yes' })
    expect(await run()).toBe(1)
    expect(readFileSync(path, 'utf8')).toBe('broken')
  })

  test('one that appears while the question stands is not written over', async () => {
    const { host, path, directory, err } = open({})
    const terminal = {
      ...host.terminal,
      question: async () => {
        writeFileSync(path, 'theirs')
        return 'yes'
      },
    }
    expect(await main(['init'], { ...host, terminal })).toBe(1)
    expect(readFileSync(path, 'utf8')).toBe('theirs')
    expect(err()).toContain('could not be written')
    expect(readdirSync(directory).filter((name) => name.includes('reeve-'))).toEqual([])
  })

  test('`--output DIR/policy.reeve` is the policy of that directory, as a workspace of its own', async () => {
    const { run, host, directory, out } = open({
      files: { ...files, '.git/HEAD': '', 'api/go.mod': 'module a', 'api/a.go': '' },
      answer: 'yes',
    })
    expect(await run('--output', 'api/policy.reeve')).toBe(0)
    expect(readFileSync(join(directory, 'api/policy.reeve'), 'utf8')).toContain('verify command "go test ./..."\n')
    expect(out()).toContain(`trusted in ${directory}/api`)
    expect(await main(['check', '--strict', '--cwd', 'api'], host)).toBe(0)
    expect(await run('--output', 'none/policy.reeve')).toBe(1)
  })

  test('--output names another file, which counts where it is named', async () => {
    const { run, directory, path, out, err } = open({ answer: 'yes' })
    expect(await run('--output', 'ci/base.reeve')).toBe(0)
    expect(existsSync(path)).toBe(false)
    expect(existsSync(join(directory, 'ci/base.reeve'))).toBe(true)
    expect(out()).not.toContain('trusted in')
    expect(err()).toContain('it counts where it is named')
    expect(await run('--yes', '--output', 'ci/base.reeve')).toBe(1)
  })

  test.each([
    [['--print', '--yes'], '`--print` writes no file'],
    [['--print', '--output', 'a.reeve'], '`--print` writes no file'],
    [['--output', 'policy.txt'], 'is no name of a policy'],
    [['--force'], '--force'],
    [['extra'], 'extra'],
  ])('%j is wrong usage', async (args, message) => {
    const { run, path, out, err } = open({ answer: 'yes' })
    expect(await run(...args)).toBe(2)
    expect(out() + err()).toContain(message)
    expect(existsSync(path)).toBe(false)
  })

  test('a guarded command gets no policy written, only shown', async () => {
    const { run, path, err } = open({ answer: 'yes', environment: { REEVE_GUARDED: 'x' } })
    expect(await run()).toBe(4)
    expect(await run('--yes')).toBe(4)
    expect(err()).toContain('from inside a guarded command')
    expect(existsSync(path)).toBe(false)
    expect(await run('--print')).toBe(0)
  })

  test('the root of the repository is the workspace, wherever below it is called', async () => {
    const { run, path, out } = open({ files: { ...files, '.git/HEAD': '', 'a/b.txt': '' }, answer: 'yes' })
    expect(await run('--cwd', 'a')).toBe(0)
    expect(out()).toContain(`wrote ${path}`)
  })

  test('a place that takes no file is told', async () => {
    const { run, err } = open({})
    expect(await run('--yes', '--output', '/proc/policy.reeve')).toBe(1)
    expect(err()).toContain('`/proc/policy.reeve` could not be written: ')
  })

  test('nothing is read behind a link that leads out, and nothing large', async () => {
    const { run, directory, out, err } = open({ files: { 'secret.txt': 'x', 'a/x.js': '' } })
    symlinkSync('/etc/passwd', join(directory, 'package.json'))
    expect(await run('--print')).toBe(0)
    expect(err()).toContain('passed over: package.json: a link leads it out of the workspace')
    expect(out()).not.toContain('npm test')
    const large = open({ files: { 'package.json': `{"scripts":{"test":"x"},"a":"${'x'.repeat(5_000_000)}"}` } })
    expect(await large.run('--print')).toBe(0)
    expect(large.err()).toContain('larger than 1 MiB')
    expect(large.out()).not.toContain('npm test')
  })
})
