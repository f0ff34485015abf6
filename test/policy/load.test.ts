// Loading a policy from files: what is taken in, in which order, and what is refused before it is read.
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { sha256 } from '../../src/base/digest.ts'
import { renderDiagnostics } from '../../src/base/render.ts'
import type { Host } from '../../src/host/host.ts'
import { loadPolicy, policyFromText } from '../../src/policy/load.ts'
import type { Policy } from '../../src/policy/policy.ts'
import { makeWorld } from './world.ts'

const head = 'policy "p" version 1\n'

function policyOf(host: Host, path: string): Policy {
  const loaded = loadPolicy(host, path)
  if (loaded.kind === 'broken') throw new Error(renderDiagnostics(loaded.diagnostics, loaded.sources, { color: false }))
  return loaded.policy
}

function mistakes(host: Host, path: string): string {
  const loaded = loadPolicy(host, path)
  expect(loaded.kind).toBe('broken')
  return loaded.kind === 'broken' ? renderDiagnostics(loaded.diagnostics, loaded.sources, { color: false }) : ''
}

describe('a policy with includes', () => {
  const files = {
    'policy.reeve': `${head}use "./rules/team.reeve"\nuse "git"\nexec { default ask  deny "curl **" }\nsandbox off\nlimits { time 10m }\n`,
    'rules/team.reeve': `${head}use "base.reeve"\nexec { default deny }\nsandbox require\nlimits { time 20m }\n`,
    'rules/base.reeve': `${head}use "git"\nexec { ask "make *" }\n`,
  }

  test('records every file once with its digest, in the order in which it was met', () => {
    const { host, directory } = makeWorld({ files })
    const policy = policyOf(host, join(directory, 'policy.reeve'))
    expect(policy.files.map(({ file }) => file)).toEqual([
      'policy.reeve',
      'rules/team.reeve',
      'rules/base.reeve',
      '<policy:git>',
    ])
    expect(policy.files[0]?.digest).toBe(sha256(files['policy.reeve']))
    expect(policy.digest).toBe(sha256(policy.files.map(({ digest }) => `${digest}\n`).join('')))
  })

  test('keeps the file and line of every rule, and takes the strictest of each value', () => {
    const { host, directory } = makeWorld({ files })
    const policy = policyOf(host, join(directory, 'policy.reeve'))
    expect(policy.exec.default).toBe('deny')
    expect(policy.sandbox).toBe('require')
    expect(policy.limits.timeMs).toBe(600_000)
    const make = policy.exec.rules.find(({ answer, origin }) => answer === 'ask' && origin.text.includes('make'))
    expect(make?.origin).toMatchObject({ span: { file: 'rules/base.reeve' }, line: 3, text: 'ask "make *"' })
  })

  test('changes its digest with any of its files', () => {
    const { host, directory } = makeWorld({ files })
    const path = join(directory, 'policy.reeve')
    const before = policyOf(host, path).digest
    writeFileSync(join(directory, 'rules/base.reeve'), `${files['rules/base.reeve']}# more\n`)
    expect(policyOf(host, path).digest).not.toBe(before)
  })

  test('is refused when it leads back to itself, and shows the way', () => {
    const { host, directory } = makeWorld({
      files: {
        'policy.reeve': `${head}use "a.reeve"\n`,
        'a.reeve': `${head}use "./b.reeve"\n`,
        'b.reeve': `${head}use "a.reeve"\n`,
      },
    })
    expect(mistakes(host, join(directory, 'policy.reeve'))).toBe(
      'b.reeve:2:5: error RV403: `a.reeve` uses itself\n  2 | use "a.reeve"\n    |     ^^^^^^^^^\nhelp: take one `use` of the circle out\nnote: `a.reeve` uses `b.reeve` uses `a.reeve`\n',
    )
  })

  test('is refused when a file is missing, and shows who uses it', () => {
    const { host, directory } = makeWorld({
      files: { 'policy.reeve': `${head}use "a.reeve"\n`, 'a.reeve': `${head}use "gone.reeve"\n` },
    })
    const text = mistakes(host, join(directory, 'policy.reeve'))
    expect(text).toContain('a.reeve:2:5: error RV401')
    expect(text).toContain('note: used by `a.reeve`, which is used by `policy.reeve`')
  })

  test('is refused when two files give different values and neither is stricter', () => {
    const { host, directory } = makeWorld({
      files: {
        'policy.reeve': `${head}use "a.reeve"\nexit { failed 12 }\nenvironment { set "TZ" = "UTC" }\n`,
        'a.reeve': `${head}exit { failed 13 }\nenvironment { set "TZ" = "CET" }\n`,
      },
    })
    const text = mistakes(host, join(directory, 'policy.reeve'))
    expect(text.match(/RV406/g)).toHaveLength(2)
    expect(text).toContain('note: policy.reeve:3:8: the other value')
  })

  test('tells the mistakes of all its files in one go', () => {
    const { host, directory } = makeWorld({
      files: { 'policy.reeve': `${head}use "a.reeve"\nsandbox of\n`, 'a.reeve': `${head}exce { }\n` },
    })
    const text = mistakes(host, join(directory, 'policy.reeve'))
    expect(text).toContain('policy.reeve:3:9: error RV111')
    expect(text).toContain('a.reeve:2:1: error RV111')
  })

  test('is bounded in files and depth', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`p${index}.reeve`, `${head}use "p${index + 1}.reeve"\n`]),
    )
    const { host, directory } = makeWorld({ files: chain })
    expect(mistakes(host, join(directory, 'p0.reeve'))).toContain('RV405')
  })
})

describe('a policy file that is none', () => {
  const once = (host: Host, path: string, code: string) => {
    const loaded = loadPolicy(host, path)
    if (loaded.kind !== 'broken') throw new Error('it became a policy')
    expect(loaded.diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code])
  }

  test('of more than 1 MiB is one diagnostic', () => {
    const { host, directory } = makeWorld({ files: { 'policy.reeve': `${head}${'# x\n'.repeat(524_288)}` } })
    once(host, join(directory, 'policy.reeve'), 'RV101')
    expect(policyFromText(head + '\u00e9'.repeat(600_000), 'x').kind).toBe('broken')
  })

  test('of 2 MiB is refused without being read', () => {
    const { host, directory } = makeWorld({ files: { 'policy.reeve': new Uint8Array(2 * 1024 * 1024) } })
    const files = { ...host.files, read: () => expect.unreachable('it was read') }
    once({ ...host, files }, join(directory, 'policy.reeve'), 'RV101')
  })

  test('of invalid UTF-8 is one diagnostic', () => {
    const { host, directory } = makeWorld({ files: { 'policy.reeve': new Uint8Array([0x70, 0xff, 0xfe]) } })
    once(host, join(directory, 'policy.reeve'), 'RV102')
  })

  test('that is missing, a directory, a device or a pipe is refused and never blocks', () => {
    const { host, directory } = makeWorld()
    mkdirSync(join(directory, 'd.reeve'))
    symlinkSync('/dev/zero', join(directory, 'zero.reeve'))
    execFileSync('mkfifo', [join(directory, 'pipe.reeve')])
    once(host, join(directory, 'gone.reeve'), 'RV401')
    once(host, join(directory, 'd.reeve'), 'RV402')
    once(host, join(directory, 'zero.reeve'), 'RV402')
    once(host, join(directory, 'pipe.reeve'), 'RV402')
    once(host, '/dev/null', 'RV402')
  })

  test('that is a link to a file of another kind shows nothing of that file', () => {
    const { host, directory } = makeWorld({
      files: { 'policy.reeve': `${head}use "./x.reeve"\n`, secret: 'TOP-SECRET\n' },
    })
    symlinkSync(join(directory, 'secret'), join(directory, 'x.reeve'))
    const text = mistakes(host, join(directory, 'policy.reeve'))
    expect(text).toContain('RV407')
    expect(text).not.toContain('TOP-SECRET')
  })

  test('may be reached through a link to a policy file', () => {
    const { host, directory } = makeWorld({ files: { 'shared/team.reeve': `${head}sandbox require\n` } })
    symlinkSync(join(directory, 'shared/team.reeve'), join(directory, 'policy.reeve'))
    expect(policyOf(host, join(directory, 'policy.reeve')).sandbox).toBe('require')
  })

  test('of ten thousand open braces is one diagnostic', () => {
    const { host, directory } = makeWorld({ files: { 'policy.reeve': `${head}exec ${'{'.repeat(10_000)}` } })
    once(host, join(directory, 'policy.reeve'), 'RV104')
  })

  test('shows at most a hundred mistakes and how many more there are', () => {
    const loaded = policyFromText(`${head}${'@ sandbox\n'.repeat(500)}`, 'x')
    if (loaded.kind !== 'broken') throw new Error('it became a policy')
    expect(loaded.diagnostics).toHaveLength(101)
    expect(loaded.diagnostics.at(-1)).toMatchObject({ code: 'RV119', severity: 'error' })
  })
})
