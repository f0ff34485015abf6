// `reeve fmt`, as somebody at the command line meets it.
import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { main } from '../../src/main.ts'
import { makeWorld, type WorldOptions } from '../policy/world.ts'

const messy = 'policy "p" version 1\nexec {   allow "a" }   # why\n'
const tidy = 'policy "p" version 1\n\nexec { allow "a" } # why\n'

function open(options: WorldOptions) {
  const world = makeWorld(options)
  const read = (name: string) => readFileSync(join(world.directory, name), 'utf8')
  return { ...world, read, run: (...args: readonly string[]) => main(['fmt', ...args], world.host) }
}

describe('reeve fmt', () => {
  test('rewrites the policy that is found, and one that has its form not at all', async () => {
    const { run, read, err, directory } = open({ files: { 'policy.reeve': messy } })
    expect(await run()).toBe(0)
    expect(read('policy.reeve')).toBe(tidy)
    expect(err()).toBe('formatted policy.reeve\n')
    const before = statSync(join(directory, 'policy.reeve'), { bigint: true })
    expect(await run('policy.reeve')).toBe(0)
    expect(statSync(join(directory, 'policy.reeve'), { bigint: true }).ino).toBe(before.ino)
  })

  test('keeps the mode of the file, follows a link to it, and leaves nothing beside it', async () => {
    const { run, read, directory } = open({ files: { 'team/policy.reeve': messy } })
    chmodSync(join(directory, 'team/policy.reeve'), 0o640)
    symlinkSync('team/policy.reeve', join(directory, 'policy.reeve'))
    expect(await run('policy.reeve')).toBe(0)
    expect(read('team/policy.reeve')).toBe(tidy)
    expect(statSync(join(directory, 'team/policy.reeve')).mode & 0o777).toBe(0o640)
    expect(readdirSync(join(directory, 'team'))).toEqual(['policy.reeve'])
  })

  test('never rewrites a broken text: it says what is wrong and exits with 3, and goes on with the others', async () => {
    const broken = 'policy "p" version 1\nexce {   allow "a" }\n'
    const { run, read, err } = open({ files: { 'a.reeve': broken, 'b.reeve': messy } })
    expect(await run('a.reeve', 'b.reeve')).toBe(3)
    expect(read('a.reeve')).toBe(broken)
    expect(read('b.reeve')).toBe(tidy)
    expect(err()).toContain('a.reeve:2:1: error RV111: unknown word `exce`')
    expect(err()).toContain('a.reeve was left as it is')
  })

  test('--check writes nothing, lists the files that would change, and exits with 1 when there are any', async () => {
    const { run, read, out } = open({ files: { 'a.reeve': messy, 'b.reeve': tidy } })
    expect(await run('--check', 'b.reeve')).toBe(0)
    expect(out()).toBe('')
    expect(await run('--check', 'a.reeve', 'b.reeve')).toBe(1)
    expect(out()).toBe('a.reeve\n')
    expect(read('a.reeve')).toBe(messy)
  })

  test('--diff writes nothing and prints what would change', async () => {
    const { run, read, out } = open({ files: { 'a.reeve': messy } })
    expect(await run('--diff', 'a.reeve')).toBe(0)
    expect(out()).toBe(
      '--- a.reeve\n+++ a.reeve formatted\n@@ -1,2 +1,3 @@\n policy "p" version 1\n-exec {   allow "a" }   # why\n+\n+exec { allow "a" } # why\n',
    )
    expect(read('a.reeve')).toBe(messy)
    expect(await run('--diff', '--check', 'a.reeve')).toBe(1)
  })

  test('reads standard input for - and writes the text to standard output', async () => {
    const { host, out, err } = open({})
    const fed = (text: string) => ({
      ...host,
      terminal: { ...host.terminal, readAll: async () => new TextEncoder().encode(text) },
    })
    expect(await main(['fmt', '-'], fed(messy))).toBe(0)
    expect(out()).toBe(tidy)
    expect(await main(['fmt', '-'], fed('policy'))).toBe(3)
    expect(out()).toBe(tidy)
    expect(err()).toContain('<stdin>')
    expect(await main(['fmt', '--check', '-'], fed(messy))).toBe(1)
  })

  test('rewrites no file from inside a guarded command, and still says what would change', async () => {
    const { run, read, err } = open({ files: { 'policy.reeve': messy }, environment: { REEVE_GUARDED: 'x' } })
    expect(await run()).toBe(4)
    expect(read('policy.reeve')).toBe(messy)
    expect(err()).toContain('from inside a guarded command')
    expect(await run('--check')).toBe(1)
  })

  test('says what cannot be read', async () => {
    const { run, err } = open({})
    expect(await run('gone.reeve')).toBe(3)
    expect(err()).toContain('there is no such file')
  })
})
