// A commit as baseline: contents out of git's own objects.
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { sha256 } from '../../src/base/digest.ts'
import { realHost } from '../../src/host/real.ts'
import { compare } from '../../src/observe/compare.ts'
import { emptyCache } from '../../src/observe/content.ts'
import { scan } from '../../src/observe/scan.ts'
import { snapshotSince } from '../../src/session/since.ts'

let workspace: string
const host = realHost()
const git = ['/usr/bin/git', '/usr/local/bin/git'].find((path) => fs.existsSync(path)) ?? ''

beforeEach(() => {
  workspace = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'reeve-since-')))
  run('init', '-q')
})
afterEach(() => {
  fs.rmSync(workspace, { recursive: true, force: true })
})

function run(...args: readonly string[]): void {
  const identity = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a' }
  const ran = spawnSync(git, args, { cwd: workspace, env: { ...process.env, ...identity }, encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(ran.stderr)
}
function put(path: string, content: string | Uint8Array, mode = 0o644): void {
  fs.mkdirSync(join(workspace, path, '..'), { recursive: true })
  fs.writeFileSync(join(workspace, path), content, { mode })
}
const look = () => scan(host, workspace, { except: [], policyFiles: [], skip: [], cache: emptyCache() })
const since = (commit: string) => snapshotSince({ host, git, workspace }, commit, look())

test('the baseline is the commit: what changed, came and went since is found, and only that', async () => {
  put('same', 'same')
  put('changed', 'one\n')
  put('gone/deep', 'x')
  put('program', '#!/bin/sh\n', 0o755)
  put(
    'binary',
    new Uint8Array(100_000).map((_, index) => index),
  )
  put('empty', '')
  fs.symlinkSync('same', join(workspace, 'link'))
  run('add', '-A')
  run('commit', '-qm', 'first')
  put('changed', 'two\n')
  fs.rmSync(join(workspace, 'gone'), { recursive: true })
  put('new', 'new')
  const baseline = await since('HEAD')
  expect(compare(baseline, look()).map(({ path }) => path)).toEqual(['changed', 'gone/deep', 'new'])
  expect(baseline.files.get('changed')?.digest).toBe(sha256('one\n'))
})

test('a file that the index calls unchanged is still compared', async () => {
  put('hidden', 'one')
  run('add', '-A')
  run('commit', '-qm', 'first')
  run('update-index', '--assume-unchanged', 'hidden')
  put('hidden', 'two')
  expect(compare(await since('HEAD'), look()).map(({ path }) => path)).toEqual(['hidden'])
})

test('a commit that is not there is told with the mend', async () => {
  await expect(since('nowhere')).rejects.toThrow('the commit `nowhere` cannot be the baseline')
  await expect(since('--help')).rejects.toThrow('cannot be the baseline')
})
