// Keys and other private files: made once, for one user, and refused when they could be anybody's.
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { existingLogKey, loadKeys } from '../../src/ledger/keys.ts'
import { startChild } from './spawn.ts'
import { newWorld } from './world.ts'

const directoryOf = (home: string): string => join(home, '.config/reeve/keys')

test('ten first processes at once agree on the same two keys', { timeout: 120_000 }, async () => {
  const { home } = newWorld()
  const children = Array.from({ length: 10 }, () => startChild(home, {}, 'keys'))
  const answers = await Promise.all(children.map(async (child) => (await child.ended).join(' ')))
  expect(new Set(answers).size).toBe(1)
  expect(answers[0]).toMatch(/^[0-9a-f]{88} [0-9a-f]{88}$/)
  expect(readdirSync(directoryOf(home)).sort()).toEqual(['attestation.pem', 'log.pem'])
})

describe('a key', () => {
  test('is for this user only, and the log key is another than the attestation key', () => {
    const { host, home } = newWorld()
    const { log, attestation } = loadKeys(host)
    expect(log.publicKey.equals(attestation.publicKey)).toBe(false)
    expect(statSync(log.path).mode & 0o777).toBe(0o600)
    expect(statSync(attestation.path).mode & 0o777).toBe(0o600)
    expect(statSync(directoryOf(home)).mode & 0o777).toBe(0o700)
    expect(loadKeys(host).log.publicKey.equals(log.publicKey)).toBe(true)
    expect(existingLogKey(host)?.publicKey.equals(log.publicKey)).toBe(true)
  })

  test('is not made by whoever only reads', () => {
    const { host, home } = newWorld()
    expect(existingLogKey(host)).toBeUndefined()
    expect(readdirSync(home)).toEqual(['work'])
  })

  test.each([0o640, 0o604, 0o660, 0o666, 0o620])(
    'that others could read or change (%o) is refused with the mend',
    (mode) => {
      const { host } = newWorld()
      const { path } = loadKeys(host).log
      chmodSync(path, mode)
      const refusal = expect.objectContaining({ code: 'keys', help: expect.stringContaining(`chmod 600 ${path}`) })
      expect(() => loadKeys(host)).toThrow(refusal)
      expect(() => existingLogKey(host)).toThrow(refusal)
      chmodSync(path, 0o600)
      expect(loadKeys(host).log.path).toBe(path)
    },
  )

  test('that is a link, a directory or a pipe is refused and left alone', () => {
    const { host, home } = newWorld()
    const { path } = loadKeys(host).log
    renameSync(path, join(home, 'elsewhere.pem'))
    symlinkSync(join(home, 'elsewhere.pem'), path)
    expect(() => loadKeys(host)).toThrow(expect.objectContaining({ code: 'keys', help: expect.stringMatching(/link/) }))
    rmSync(path)
    symlinkSync('/nowhere/at/all', path)
    expect(() => loadKeys(host)).toThrow(expect.objectContaining({ code: 'keys' }))
    rmSync(path)
    mkdirSync(path)
    expect(() => loadKeys(host)).toThrow(expect.objectContaining({ code: 'keys' }))
  })

  test.each(['', 'no key', '-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n', '\0'.repeat(4096)])(
    'that cannot be read is refused and never replaced: %j',
    (text) => {
      const { host } = newWorld()
      const { path } = loadKeys(host).log
      writeFileSync(path, text)
      expect(() => loadKeys(host)).toThrow(
        expect.objectContaining({ code: 'keys', help: expect.stringMatching(/put it back/) }),
      )
      expect(readFileSync(path, 'utf8')).toBe(text)
    },
  )

  test('of another kind is refused', async () => {
    const { generateKeyPairSync } = await import('node:crypto')
    const { host } = newWorld()
    const { path } = loadKeys(host).log
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    writeFileSync(path, String(privateKey.export({ format: 'pem', type: 'pkcs8' })))
    expect(() => loadKeys(host)).toThrow(expect.objectContaining({ code: 'keys' }))
  })

  test('is not kept in a directory that others may write', () => {
    const { host, home } = newWorld()
    loadKeys(host)
    chmodSync(directoryOf(home), 0o770)
    expect(() => loadKeys(host)).toThrow(expect.objectContaining({ help: expect.stringMatching(/chmod 700/) }))
  })

  test('is refused when another user owns it', () => {
    const { host } = newWorld()
    loadKeys(host)
    const other = { ...host, runtime: { ...host.runtime, userId: host.runtime.userId + 1 } }
    expect(() => loadKeys(other)).toThrow(expect.objectContaining({ name: 'Fault' }))
    expect(() => existingLogKey(other)).toThrow(expect.objectContaining({ code: 'keys' }))
  })
})
