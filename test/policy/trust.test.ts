// Trust is the pair of a policy's digest and a workspace's real path; its record is the user's alone.
import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { sha256 } from '../../src/base/digest.ts'
import { findPolicy } from '../../src/policy/find.ts'
import { distrust, isTrusted, trust } from '../../src/policy/trust.ts'
import { makeWorld } from './world.ts'

const digest = sha256('policy')

describe('a trusted policy', () => {
  test('is trusted with its digest in its workspace and nowhere else', () => {
    const { host } = makeWorld()
    expect(isTrusted(host, digest, '/w')).toBe(false)
    trust(host, digest, '/w')
    expect(isTrusted(host, digest, '/w')).toBe(true)
    expect(isTrusted(host, sha256('other'), '/w')).toBe(false)
    expect(isTrusted(host, digest, '/w/sub')).toBe(false)
    trust(host, sha256('other'), '/w')
    expect(isTrusted(host, digest, '/w')).toBe(true)
  })

  test('can be taken back', () => {
    const { host } = makeWorld()
    trust(host, digest, '/w')
    expect(distrust(host, digest, '/w')).toBe(true)
    expect(distrust(host, digest, '/w')).toBe(false)
    expect(isTrusted(host, digest, '/w')).toBe(false)
  })

  test('is recorded in a file of mode 0600 in a directory of mode 0700, with nothing left beside it', () => {
    const { host, directory } = makeWorld()
    trust(host, digest, '/w')
    trust(host, digest, '/w')
    const folder = join(directory, 'home/.config/reeve/trust')
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    const names = readdirSync(folder)
    expect(names).toHaveLength(1)
    expect(statSync(join(folder, names[0] ?? '')).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(join(folder, names[0] ?? ''), 'utf8'))).toMatchObject({ digest, workspace: '/w' })
  })

  test('is not trusted when others may write the record or its directory', () => {
    const { host, directory } = makeWorld()
    trust(host, digest, '/w')
    const folder = join(directory, 'home/.config/reeve/trust')
    chmodSync(folder, 0o770)
    expect(isTrusted(host, digest, '/w')).toBe(false)
    chmodSync(folder, 0o700)
    const [name = ''] = readdirSync(folder)
    chmodSync(join(folder, name), 0o602)
    expect(isTrusted(host, digest, '/w')).toBe(false)
  })

  test('is not trusted by a record of another pair, by a link, or by a broken record', () => {
    const { host, directory } = makeWorld()
    trust(host, digest, '/w')
    const folder = join(directory, 'home/.config/reeve/trust')
    const [name = ''] = readdirSync(folder)
    const other = join(folder, `${sha256(`${digest}\n/x`)}.json`)
    writeFileSync(other, readFileSync(join(folder, name)), { mode: 0o600 })
    expect(isTrusted(host, digest, '/x')).toBe(false)
    symlinkSync(join(folder, name), join(folder, `${sha256(`${digest}\n/y`)}.json`))
    expect(isTrusted(host, digest, '/y')).toBe(false)
    writeFileSync(join(folder, name), '{')
    expect(isTrusted(host, digest, '/w')).toBe(false)
  })
})

describe('discovery', () => {
  const files = {
    'repo/.git/HEAD': 'x',
    'repo/policy.reeve': 'x',
    'repo/a/b/c.txt': 'x',
    'policy.reeve': 'x',
    'loose/x': 'x',
  }

  test('climbs to the root of the repository and no further', () => {
    const { host, directory } = makeWorld({ files })
    expect(findPolicy(host, join(directory, 'repo/a/b'))).toBe(join(directory, 'repo/policy.reeve'))
    const { host: bare, directory: other } = makeWorld({ files: { 'repo/.git/HEAD': 'x', 'policy.reeve': 'x' } })
    expect(findPolicy(bare, join(other, 'repo'))).toBeUndefined()
  })

  test('outside a repository looks at the directory alone', () => {
    const { host, directory } = makeWorld({ files })
    expect(findPolicy(host, join(directory, 'loose'))).toBeUndefined()
    expect(findPolicy(host, directory)).toBe(join(directory, 'policy.reeve'))
  })

  test('finds a link that leads nowhere, so that it is refused aloud', () => {
    const { host, directory } = makeWorld()
    symlinkSync('/nowhere', join(directory, 'policy.reeve'))
    expect(findPolicy(host, directory)).toBe(join(directory, 'policy.reeve'))
  })
})
