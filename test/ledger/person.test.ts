// Who may act as a person, and what is signed then.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { describe, expect, test } from 'vitest'

import { guardMarker } from '../../src/host/ancestry.ts'
import { loadKeys } from '../../src/ledger/keys.ts'
import { isSignedByPerson, signPerson } from '../../src/ledger/person.ts'
import { startChild } from './spawn.ts'
import { newWorld } from './world.ts'

const act = { ledger: 'l', kind: 'accept', what: 'missing', because: 'x' } as const

describe('a person', () => {
  test('signs an act with the attestation key, and no other act goes under that signature', async () => {
    const { host } = newWorld()
    const person = await signPerson(host, act)
    const { log, attestation } = loadKeys(host)
    expect(person.user).toBe('ada')
    expect(isSignedByPerson(act, person, attestation.publicKey)).toBe(true)
    expect(isSignedByPerson(act, person, log.publicKey)).toBe(false)
    for (const other of [
      { ...act, because: 'y' },
      { ...act, ledger: 'm' },
      { ...act, more: 1 },
    ])
      expect(isSignedByPerson(other, person, attestation.publicKey)).toBe(false)
    for (const other of [
      { ...person, presence: 'passphrase' as const },
      { ...person, user: 'eve' },
      { ...person, signature: '' },
      { ...person, signature: person.signature.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A')) },
    ])
      expect(isSignedByPerson(act, other, attestation.publicKey)).toBe(false)
  })

  test('is present at a terminal, or is not', async () => {
    const { host } = newWorld()
    const at = (isInTerminal: boolean, isErrTerminal: boolean) =>
      signPerson({ ...host, terminal: { ...host.terminal, isInTerminal, isErrTerminal } }, act)
    expect((await at(true, true)).presence).toBe('terminal')
    expect((await at(true, false)).presence).toBe('none')
    expect((await at(false, true)).presence).toBe('none')
  })
})

describe('a guarded command', () => {
  test('is no person', async () => {
    const { host } = newWorld()
    const guarded = { ...host, environment: { ...host.environment, [guardMarker]: 'token' } }
    await expect(signPerson(guarded, act)).rejects.toMatchObject({
      code: 'person',
      help: expect.stringMatching(/yourself/),
    })
  })

  test('is no person either when it clears its environment first', { timeout: 60_000 }, async () => {
    const { host, home } = newWorld()
    const script = fileURLToPath(new URL('child.ts', import.meta.url))
    const child = `env -i HOME='${home}' PATH=/usr/bin:/bin '${host.runtime.executable}' '${script}' sign`
    const run = (environment: Record<string, string>): string =>
      spawnSync('/bin/sh', ['-c', `${child}; true`], { env: environment, encoding: 'utf8' }).stdout
    expect(run({ PATH: '/usr/bin:/bin', [guardMarker]: 'token' })).toMatch(/failed: Fault: this is for a person to do/)
    expect(run({ PATH: '/usr/bin:/bin' })).toMatch(/^[A-Za-z0-9+/]{86}==\n$/)
    expect((await startChild(home, {}, 'sign').ended)[0]).toMatch(/^[A-Za-z0-9+/]{86}==$/)
  })
})
