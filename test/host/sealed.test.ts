// Sealed texts on a real disk: whatever is wrong with one counts as absent.
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Host } from '../../src/host/host.ts'
import { realHost } from '../../src/host/real.ts'
import { readSealed, writeSealed } from '../../src/host/sealed.ts'

let root = ''
let host: Host

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'reeve-sealed-')))
  host = { ...realHost(), environment: { HOME: root } }
})
afterEach(() => rmSync(root, { recursive: true }))

const sealedDirectory = () => join(root, '.cache/reeve/sealed')
const onlyFile = () => join(sealedDirectory(), readdirSync(sealedDirectory())[0] ?? '')

describe('texts kept between runs', () => {
  it('are read back under their own name, with a key that only the user reads', () => {
    writeSealed(host, 'a', 'text\nmore')
    expect(readSealed(host, 'a')).toBe('text\nmore')
    expect(readSealed(host, 'b')).toBeUndefined()
    expect(statSync(join(root, '.config/reeve/cache.key')).mode & 0o777).toBe(0o600)
  })

  it('are ignored when anything in them was changed', () => {
    writeSealed(host, 'a', 'allow nothing')
    const text = readFileSync(onlyFile(), 'utf8')
    writeFileSync(onlyFile(), text.replace('nothing', 'anything'))
    expect(readSealed(host, 'a')).toBeUndefined()
    writeFileSync(onlyFile(), text.slice(0, -1))
    expect(readSealed(host, 'a')).toBeUndefined()
    writeFileSync(onlyFile(), text)
    expect(readSealed(host, 'a')).toBe('allow nothing')
  })

  it('are ignored when they were moved to another name', () => {
    writeSealed(host, 'a', 'of a')
    const text = readFileSync(onlyFile(), 'utf8')
    rmSync(onlyFile())
    writeSealed(host, 'b', 'of b')
    writeFileSync(onlyFile(), text)
    expect(readSealed(host, 'b')).toBeUndefined()
  })

  it('are ignored when others may read the key, or it is another one', () => {
    writeSealed(host, 'a', 'text')
    const key = join(root, '.config/reeve/cache.key')
    chmodSync(key, 0o644)
    expect(readSealed(host, 'a')).toBeUndefined()
    chmodSync(key, 0o600)
    writeFileSync(key, new Uint8Array(32))
    expect(readSealed(host, 'a')).toBeUndefined()
  })

  it('are simply absent where nothing can be written', () => {
    const nowhere = { ...host, environment: { HOME: '/proc/nowhere' } }
    writeSealed(nowhere, 'a', 'text')
    expect(readSealed(nowhere, 'a')).toBeUndefined()
  })
})
