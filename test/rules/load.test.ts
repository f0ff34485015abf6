// Which policies have a say: named, found and trusted, found and not trusted, none; with an operator's base; from the cache.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { hmacSha256, sha256 } from '../../src/base/digest.ts'
import { version } from '../../src/base/version.ts'
import type { Host } from '../../src/host/host.ts'
import { realHost } from '../../src/host/real.ts'
import { trust } from '../../src/policy/trust.ts'
import { loadAuthority } from '../../src/rules/load.ts'
import { answer } from './judge.ts'

const policyText =
  'policy "x" version 1\nexec { default ask  allow "frob **"  deny "git status" }\nfiles { default ask  allow read "**" }\n'

let root = ''
let workspace = ''
let host: Host
let said = ''

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'reeve-load-')))
  workspace = join(root, 'w')
  mkdirSync(join(workspace, '.git'), { recursive: true })
  said = ''
  const real = realHost()
  const terminal = {
    ...real.terminal,
    isErrTerminal: false,
    err: (text: string | Uint8Array) => {
      said += String(text)
    },
  }
  host = { ...real, environment: { HOME: root }, terminal }
})
afterEach(() => rmSync(root, { recursive: true }))

const load = (more: { policyFile?: string; policyDigest?: string; base?: string } = {}) =>
  loadAuthority(host, { workspace, directory: workspace, ...more })

function write(path: string, text: string): string {
  const file = join(root, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text)
  return file
}

describe('the authority of a workspace', () => {
  it('is the careful default where no policy is named or found', async () => {
    const { authority, trust: standing, policyFile } = await load()
    expect([standing, policyFile, answer(authority, 'frob x')]).toEqual(['none', undefined, 'ask'])
  })

  it('is a found policy’s asks and denies over the careful default, until a person trusts it', async () => {
    write('w/policy.reeve', policyText)
    const before = await load()
    expect([before.trust, answer(before.authority, 'frob x'), answer(before.authority, 'git status')]).toEqual([
      'untrusted',
      'ask',
      'deny',
    ])
    expect(before.authority.ignored).toContain('allow rules')
    trust(host, before.authority.layers.at(-1)?.policy.digest ?? sha256(''), workspace)
    const after = await load()
    expect([after.trust, answer(after.authority, 'frob x')]).toEqual(['trusted', 'allow'])
    write('w/policy.reeve', `${policyText}# changed\n`)
    expect((await load()).trust).toBe('untrusted')
  })

  it('is a named policy in full; one inside the workspace draws a warning where nobody looks', async () => {
    const inside = write('w/team.reeve', policyText)
    const outside = write('team.reeve', policyText)
    const named = await load({ policyFile: outside })
    expect([named.trust, answer(named.authority, 'frob x'), said]).toEqual(['named', 'allow', ''])
    await load({ policyFile: inside })
    expect(said).toMatch(/lies inside the workspace/)
  })

  it('is refused when the digest is another one', async () => {
    const policyFile = write('team.reeve', policyText)
    const { authority } = await load({ policyFile })
    const exact = await load({ policyFile, policyDigest: `sha256:${authority.policy.digest}` })
    expect(exact.trust).toBe('named')
    await expect(load({ policyFile, policyDigest: sha256('other') })).rejects.toMatchObject({ code: 'policy' })
    await expect(load({ policyFile, policyDigest: 'abc' })).rejects.toMatchObject({ code: 'usage' })
  })

  it('is tightened by the operator’s base policy, from its usual place or by name', async () => {
    const policyFile = write('team.reeve', policyText)
    write(
      '.config/reeve/base.reeve',
      'policy "b" version 1\nexec { default deny  deny "frob -x" }\nlimits { time 1m }\nsandbox require\n',
    )
    const { authority } = await load({ policyFile })
    expect([answer(authority, 'frob'), answer(authority, 'frob -x'), answer(authority, 'other')]).toEqual([
      'allow',
      'deny',
      'deny',
    ])
    expect(authority.policy.limits.timeMs).toBe(60_000)
    expect(authority.policy.sandbox).toBe('require')
    const other = write('other.reeve', 'policy "b" version 1\nexec { deny "frob **" }\n')
    expect(answer((await load({ policyFile, base: other })).authority, 'frob')).toBe('deny')
    await expect(load({ policyFile, base: join(root, 'missing.reeve') })).rejects.toMatchObject({ code: 'policy' })
  })

  it('never is a policy with an error or a failed example', async () => {
    const broken = write('broken.reeve', 'policy "x" version 1\nexec { alow "x" }\n')
    await expect(load({ policyFile: broken })).rejects.toMatchObject({ code: 'policy' })
    const wrong = write('wrong.reeve', `${policyText}expect { allow "git status" }\n`)
    await expect(load({ policyFile: wrong })).rejects.toThrow(/RV392/)
  })
})

describe('the kept policy', () => {
  const sealed = () => join(root, '.cache/reeve/sealed', readdirSync(join(root, '.cache/reeve/sealed'))[0] ?? '')

  it('is used while the texts are the same, and not after', async () => {
    const policyFile = write('team.reeve', policyText)
    await load({ policyFile })
    const kept = readFileSync(sealed(), 'utf8')
    const body = kept.slice(kept.indexOf('\n') + 1).replaceAll('frob', 'grob')
    const key = readFileSync(join(root, '.config/reeve/cache.key'))
    const name = sha256(nameOf(policyFile))
    writeFileSync(sealed(), `${hmacSha256(key, `${name}\n${body}`)}\n${body}`)
    // Sealed with the right key, so it counts: the texts were not parsed again.
    expect(answer((await load({ policyFile })).authority, 'grob')).toBe('allow')
    write('team.reeve', `${policyText}\n`)
    expect(answer((await load({ policyFile })).authority, 'grob')).toBe('ask')
  })

  it('is ignored when it was forged', async () => {
    const policyFile = write('team.reeve', policyText)
    await load({ policyFile })
    writeFileSync(sealed(), readFileSync(sealed(), 'utf8').replaceAll('frob', 'grob'))
    const { authority } = await load({ policyFile })
    expect([answer(authority, 'grob'), answer(authority, 'frob')]).toEqual(['ask', 'allow'])
  })

  const nameOf = (path: string) => {
    const { mtimeNs, size } = host.files.stat(join(import.meta.dirname, '../../src/rules/load.ts'))
    return `policy ${version} 1 ${mtimeNs} ${size} ${path}`
  }
})
