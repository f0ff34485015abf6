// Digests kept between processes are used only as this user sealed them, and only for files that did not change.
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { sha256 } from '../../src/base/digest.ts'
import type { Host } from '../../src/host/host.ts'
import { realHost } from '../../src/host/real.ts'
import { digestFile, emptyCache } from '../../src/observe/content.ts'
import { keepDigests, loadDigests } from '../../src/session/digests.ts'

let root: string
let host: Host
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'reeve-digests-')))
  const environment = { XDG_CONFIG_HOME: join(root, 'config'), XDG_CACHE_HOME: join(root, 'cache') }
  const later = { ...realHost().clock, nowMs: () => Date.now() + 60_000 }
  host = { ...realHost(), environment, clock: later }
})
afterEach(() => {
  fs.rmSync(root, { recursive: true, force: true })
})

function large(name: string, fill: number): string {
  fs.writeFileSync(join(root, name), new Uint8Array(5_000_000).fill(fill))
  return join(root, name)
}

test('a kept digest is used for the unchanged file, and the changed file is read again', () => {
  const path = large('a', 1)
  const first = emptyCache()
  const digest = digestFile(host, path, host.files.lstat(path), first)
  keepDigests(host, 'w', first)
  const second = loadDigests(host, 'w')
  expect(digestFile(host, path, host.files.lstat(path), second)).toBe(digest)
  expect(second.work.files).toBe(0)
  large('a', 2)
  expect(digestFile(host, path, host.files.lstat(path), second)).toBe(sha256(new Uint8Array(5_000_000).fill(2)))
  expect(loadDigests(host, 'other').entries.size).toBe(0)
})

test('a kept text that somebody changed is not used', () => {
  const path = large('a', 1)
  const first = emptyCache()
  digestFile(host, path, host.files.lstat(path), first)
  keepDigests(host, 'w', first)
  const [name] = fs.readdirSync(join(root, 'cache/reeve/sealed'))
  const sealed = join(root, 'cache/reeve/sealed', name ?? '')
  fs.writeFileSync(sealed, fs.readFileSync(sealed, 'utf8').replace(/"[0-9a-f]{8}/, '"00000000'))
  expect(loadDigests(host, 'w').entries.size).toBe(0)
})

test('a file that changed just now is not kept, since it may change again within the same tick', () => {
  const now = { ...host, clock: realHost().clock }
  const path = large('a', 1)
  const cache = emptyCache()
  digestFile(now, path, now.files.lstat(path), cache)
  expect(cache.entries.size).toBe(0)
})
