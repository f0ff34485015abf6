// Scans of real directories: what is observed, what is not, and what makes an observation incomplete.
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { sha256 } from '../../src/base/digest.ts'
import { realHost } from '../../src/host/real.ts'
import { compare, movedDirectories, touched } from '../../src/observe/compare.ts'
import { emptyCache } from '../../src/observe/content.ts'
import { scopeOf } from '../../src/observe/link.ts'
import { type ScanOptions, scan } from '../../src/observe/scan.ts'
import type { Snapshot } from '../../src/observe/snapshot.ts'
import { comparePaths, digestOf, scopeFiles, treeDigest } from '../../src/observe/tree.ts'

let workspace: string
beforeEach(() => {
  workspace = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'reeve-scan-')))
})
afterEach(() => {
  fs.rmSync(workspace, { recursive: true, force: true })
})

const host = realHost()
const cache = emptyCache()
function look(options: Partial<ScanOptions> = {}): Snapshot {
  return scan(host, workspace, { except: [], policyFiles: [], skip: [], cache, ...options })
}
function put(path: string, content: string | Uint8Array = path): void {
  const absolute = join(workspace, path)
  fs.mkdirSync(join(absolute, '..'), { recursive: true })
  fs.writeFileSync(absolute, content)
}
const paths = (snapshot: Snapshot) => [...snapshot.files.keys()]

describe('a snapshot', () => {
  test('holds every file, dot files and ignored files too, in order of the UTF-8 bytes of their paths', () => {
    for (const path of ['b', '.gitignore', 'a/z', 'a.txt', 'ignored/x', '\u{1F600}', '\uFF21']) put(path)
    expect(paths(look())).toEqual(['.gitignore', 'a.txt', 'a/z', 'b', 'ignored/x', '\uFF21', '\u{1F600}'])
  })

  test('has the digest of the whole content, however large', () => {
    const content = new Uint8Array(3_000_001).fill(7)
    put('large', content)
    put('none', '')
    expect(look().files.get('large')?.digest).toBe(sha256(content))
    expect(look().files.get('none')?.digest).toBe(sha256(''))
  })

  test('lists a link as an entry of its own and never follows it', () => {
    fs.symlinkSync('/etc', join(workspace, 'out'))
    fs.symlinkSync('loop', join(workspace, 'loop'))
    expect(paths(look())).toEqual(['loop', 'out'])
    expect(look().files.get('out')).toMatchObject({ kind: 'symlink', digest: sha256('/etc'), target: '/etc' })
    expect(look().incomplete).toEqual([])
  })

  test('lists pipes and sockets without waiting for them', () => {
    spawnSync('mkfifo', [join(workspace, 'pipe')])
    expect(look().files.get('pipe')).toMatchObject({ kind: 'other', digest: sha256('') })
  })

  test('is incomplete where a name that is no UTF-8 stands beside the name that it is shown as', () => {
    put('\uFFFD')
    expect(look().incomplete).toEqual([])
    fs.writeFileSync(Buffer.concat([Buffer.from(`${workspace}/`), Buffer.from([0xff])]), 'hidden')
    expect(look().incomplete).toEqual(['\uFFFD: another name beside it is no UTF-8'])
  })

  test('lists a directory only when it is empty', () => {
    fs.mkdirSync(join(workspace, 'empty'))
    put('full/x')
    expect(paths(look())).toEqual(['empty', 'full/x'])
  })

  test('sees of the repository’s `.git` only what steers git, and a nested `.git` whole', () => {
    for (const path of ['.git/config', '.git/hooks/pre-commit', '.git/info/attributes', '.git/objects/aa', '.git/HEAD'])
      put(path)
    put('vendor/.git/hidden.js')
    expect(paths(look())).toEqual([
      '.git/config',
      '.git/hooks/pre-commit',
      '.git/info/attributes',
      'vendor/.git/hidden.js',
    ])
    expect(scopeFiles(look(), [])).toEqual(['vendor/.git/hidden.js'])
    expect(scopeFiles(look(), ['.git/hooks/**'])).toEqual(['.git/hooks/pre-commit'])
  })

  test('leaves out the directories of Reeve itself', () => {
    put('state/reeve/ledger.db')
    put('state/other')
    expect(paths(look({ skip: [join(workspace, 'state/reeve')] }))).toEqual(['state/other'])
  })

  test('holds an excepted directory as one entry that no scope contains', () => {
    put('node_modules/a/index.js')
    put('src/a.js')
    const before = look({ except: ['node_modules/**'] })
    expect(paths(before)).toEqual(['node_modules', 'src/a.js'])
    expect(before.files.get('node_modules')?.stat).toBe(true)
    expect(scopeFiles(before, ['**'])).toEqual(['src/a.js'])
    put('node_modules/b/index.js')
    const after = look({ except: ['node_modules/**'] })
    expect(compare(before, after)).toEqual([])
    expect(after.files.get('node_modules')?.digest).not.toBe(before.files.get('node_modules')?.digest)
  })

  test('keeps policy files outside the default scope, the tree digest and the changes', () => {
    put('policy.reeve', 'one')
    put('a')
    const policyFiles = [join(workspace, 'policy.reeve')]
    const before = look({ policyFiles })
    put('policy.reeve', 'two')
    const after = look({ policyFiles })
    expect(scopeFiles(after, [])).toEqual(['a'])
    expect(treeDigest(after)).toBe(treeDigest(before))
    expect(compare(before, after)).toEqual([])
    expect(digestOf(after, ['policy.reeve'])).not.toBe(digestOf(before, ['policy.reeve']))
  })
})

describe('a change', () => {
  test('of content, mode, kind, presence or absence is found, and undoing it restores the digest', () => {
    for (const path of ['content', 'mode', 'kind', 'gone']) put(path)
    const before = look()
    put('content', 'other')
    fs.chmodSync(join(workspace, 'mode'), 0o755)
    fs.rmSync(join(workspace, 'kind'))
    fs.symlinkSync('content', join(workspace, 'kind'))
    fs.rmSync(join(workspace, 'gone'))
    put('new')
    const after = look()
    expect(compare(before, after).map(({ path }) => path)).toEqual(['content', 'gone', 'kind', 'mode', 'new'])
    fs.rmSync(join(workspace, 'kind'))
    for (const path of ['content', 'kind', 'gone']) put(path)
    fs.chmodSync(join(workspace, 'mode'), 0o644)
    fs.rmSync(join(workspace, 'new'))
    expect(compare(before, look())).toEqual([])
    expect(treeDigest(look())).toBe(treeDigest(before))
  })

  test('of the same size with a restored modification time is found', () => {
    put('a', 'one')
    const before = look()
    const { atime, mtime } = fs.statSync(join(workspace, 'a'))
    put('a', 'two')
    fs.utimesSync(join(workspace, 'a'), atime, mtime)
    expect(compare(before, look()).map(({ path }) => path)).toEqual(['a'])
  })

  test('that was undone is still told by what was touched', () => {
    put('a', 'one')
    put('b', 'one')
    const before = look()
    put('a', 'two')
    put('a', 'one')
    const after = look()
    expect(compare(before, after)).toEqual([])
    expect(touched(before, after)).toEqual(['a'])
  })
})

describe('an observation is incomplete and names the place', () => {
  test('where a directory or a file cannot be read', () => {
    put('open/a')
    put('closed/b')
    put('secret')
    fs.chmodSync(join(workspace, 'closed'), 0o000)
    fs.chmodSync(join(workspace, 'secret'), 0o000)
    fs.chmodSync(workspace, 0o755)
    const seen = asNobody(workspace)
    fs.chmodSync(join(workspace, 'closed'), 0o755)
    expect(seen.incomplete).toEqual(['closed/: permission denied', 'secret: permission denied'])
    expect(seen.paths).toEqual(['closed', 'open/a', 'secret'])
  })

  test('where a name is no UTF-8', () => {
    fs.writeFileSync(Buffer.concat([Buffer.from(`${workspace}/`), Buffer.from([0x66, 0xff])]), 'x')
    expect(look().incomplete).toEqual(['f\ufffd: its name is no UTF-8'])
  })
})

/** Root reads everything, so the scan runs as a user who may not. */
function asNobody(directory: string): { readonly incomplete: readonly string[]; readonly paths: readonly string[] } {
  const script = `
    const { scan } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/observe/scan.ts'))})
    const { emptyCache } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/observe/content.ts'))})
    const { realHost } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/host/real.ts'))})
    if (process.getuid() === 0) process.setuid(65534)
    const seen = scan(realHost(), ${JSON.stringify(directory)}, { except: [], policyFiles: [], skip: [], cache: emptyCache() })
    console.log(JSON.stringify({ incomplete: seen.incomplete, paths: [...seen.files.keys()] }))`
  const ran = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(ran.stderr)
  return JSON.parse(ran.stdout)
}

describe('a scope', () => {
  test('is named by path patterns; a pattern that is no glob stands for its own text', () => {
    for (const path of ['src/a.ts', 'src/b/c.ts', 'test/a.ts', '[x']) put(path)
    expect(scopeFiles(look(), ['src/**'])).toEqual(['src/a.ts', 'src/b/c.ts'])
    expect(scopeFiles(look(), ['./src/*.ts', 'test/*'])).toEqual(['src/a.ts', 'test/a.ts'])
    expect(scopeFiles(look(), ['[x'])).toEqual(['[x'])
    expect(scopeFiles(look(), ['none/**'])).toEqual([])
  })

  test('contains what its links lead to, and names the links that lead out of sight', () => {
    for (const path of ['lib/a.ts', 'lib/deep/b.ts', 'other']) put(path)
    fs.mkdirSync(join(workspace, 'src'))
    fs.symlinkSync('../lib', join(workspace, 'src/lib'))
    fs.symlinkSync('../lib/deep/../a.ts', join(workspace, 'src/a.ts'))
    fs.symlinkSync('/etc/passwd', join(workspace, 'src/out'))
    fs.symlinkSync('missing', join(workspace, 'src/dangling'))
    fs.symlinkSync('../../up', join(workspace, 'src/above'))
    const scope = scopeOf(look(), ['src/**'])
    expect(scope.unobserved).toEqual(['src/above', 'src/dangling', 'src/out'])
    expect(scope.files).toEqual([
      'lib/a.ts',
      'lib/deep/b.ts',
      'src/a.ts',
      'src/above',
      'src/dangling',
      'src/lib',
      'src/out',
    ])
  })

  test('has the digest that its page gives, so that others can compute it', () => {
    put('b', 'two')
    put('a', 'one')
    fs.chmodSync(join(workspace, 'a'), 0o644)
    fs.chmodSync(join(workspace, 'b'), 0o755)
    const text = `a\0file\x00644\0${sha256('one')}\nb\0file\x00755\0${sha256('two')}\n`
    expect(treeDigest(look())).toBe(sha256(text))
  })
})

describe('a directory', () => {
  test('is moved when it stood somewhere else for a while, and entered when names came and went', async () => {
    put('src/a')
    const before = look()
    // File systems keep times in ticks.
    await host.clock.sleep(20)
    fs.renameSync(join(workspace, 'src'), join(workspace, 'away'))
    fs.renameSync(join(workspace, 'away'), join(workspace, 'src'))
    const after = look()
    expect(compare(before, after)).toEqual([])
    expect(movedDirectories(before, after)).toEqual([
      { path: '', how: 'entered' },
      { path: 'src', how: 'moved' },
    ])
  })

  test('on an overlay is not moved by a write below it, only together with names in the one above it', () => {
    const stamp = (mtimeNs: bigint, ctimeNs: bigint) => ({ inode: 1n, mtimeNs, ctimeNs })
    const seen = (above: bigint, ctimeNs: bigint): Snapshot => ({
      files: new Map(),
      incomplete: [],
      layered: true,
      directories: new Map([
        ['..', stamp(above, above)],
        ['', stamp(1n, ctimeNs)],
      ]),
    })
    expect(movedDirectories(seen(1n, 1n), seen(1n, 2n))).toEqual([{ path: '', how: 'entered' }])
    expect(movedDirectories(seen(1n, 1n), seen(3n, 2n))).toEqual([{ path: '', how: 'moved' }])
  })
})

test('paths are ordered as their UTF-8 bytes are', () => {
  const texts = [
    'a',
    'a/b',
    'a.b',
    'A',
    '',
    '\u007f',
    '\u0080',
    '\uffff',
    '\u{10000}',
    '\u{1F600}x',
    '\ud7ff',
    '\ue000',
  ]
  const bytes = (text: string) => Buffer.from(text)
  for (const left of texts) {
    for (const right of texts) {
      expect(Math.sign(comparePaths(left, right))).toBe(Math.sign(Buffer.compare(bytes(left), bytes(right))))
    }
  }
})
