// The effect digest has the peer's form: these vectors were made by the peer itself.
import { expect, test } from 'vitest'

import { type Digest, sha256 } from '../../src/base/digest.ts'
import { type EffectRecord, effectDigest } from '../../src/observe/effect.ts'

const write = (path: string, content: string, tool = 'write'): EffectRecord => ({ tool, path, digest: sha256(content) })

test('one written file has the effect digest of the published vector', () => {
  expect(effectDigest([write('src/lib.rs', 'fn main() {}')])).toBe(
    '4ac1e1e01cf85bef33137948acaebef17b31db9bc158fb0b45a3295a8a765772',
  )
})

test('every write of a path counts, in order', () => {
  const both = [write('a.txt', 'one'), write('a.txt', 'two')]
  expect(effectDigest(both)).toBe('8132bdfb6eb60a2ffe8f6d4c77898074639b1b15eccfb218c4fb665a095446bf')
  expect(effectDigest([...both].reverse())).not.toBe(effectDigest(both))
})

test('a path without a content digest hashes as the peer hashes it', () => {
  expect(effectDigest([{ tool: 'workspace', path: 'guest.txt', digest: '' as Digest }])).toBe(
    'a29b04da9ba019d1a6a3c5e11befba68aa02358b74109c77a255bd752c891181',
  )
})

test('no write has no effect digest', () => {
  expect(effectDigest([])).toBeUndefined()
  expect(effectDigest([write('.git/config', 'x'), write('.git', 'x')])).toBeUndefined()
})

test('records are ordered by the UTF-8 bytes of path, then of tool, whatever order they came in', () => {
  const records = [
    write('\u{1F600}', 'x'),
    write('\uFF21', 'x'),
    write('b', 'x', 'shell'),
    write('b', 'x', 'edit'),
    write('B', 'x'),
  ]
  const lines = ['write|B', 'edit|b', 'shell|b', 'write|\uFF21', 'write|\u{1F600}'].map(
    (line) => `${line}|${sha256('x')}`,
  )
  expect(effectDigest(records)).toBe(sha256(lines.join('\n')))
})

test('a path cannot forge a second line', () => {
  const forged = write('a|0\nwrite|b%', 'x')
  expect(effectDigest([forged])).toBe(sha256(`write|a%7C0%0Awrite%7Cb%25|${sha256('x')}`))
})

test('a deletion is a write of its own', () => {
  expect(effectDigest([{ tool: 'shell', path: 'a', digest: 'deleted' }])).toBe(sha256('shell|a|deleted'))
})
