// Digests are those of FIPS 180-4 and RFC 4231, whichever hasher the runtime brings, so a ledger means the same everywhere.
import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'

import { hmacSha256, isSameText, parseDigest, sha256, startDigest } from '../../src/base/digest.ts'

const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
const texts = ['', 'abc', 'é\u0000ß', '\ud800 alone', 'x'.repeat(200_000)]

describe('a digest', () => {
  test('is the one of the standard', () => {
    expect(sha256('abc')).toBe(abc)
    expect(sha256(new TextEncoder().encode('abc'))).toBe(abc)
  })

  test.each(texts)('of %j is the one that node:crypto computes', (text) => {
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
  })

  test('of pieces is the one of the whole', () => {
    const digest = startDigest()
    for (const piece of ['a', new Uint8Array([98]), '', 'c']) digest.add(piece)
    expect(digest.end()).toBe(abc)
  })

  test('is read with or without its name, in either case, and nothing else is', () => {
    expect(parseDigest(`sha256:${abc.toUpperCase()}`)).toBe(abc)
    expect(parseDigest(abc.slice(1))).toBeUndefined()
    expect(parseDigest(`sha512:${abc}`)).toBeUndefined()
  })
})

describe('a MAC', () => {
  test('is the one of the standard', () => {
    expect(hmacSha256(new Uint8Array(20).fill(0x0b), 'Hi There')).toBe(
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    )
  })

  test.each(texts)('of %j is the one that node:crypto computes', (text) => {
    const key = new Uint8Array(32).map((_zero, index) => index * 7)
    expect(hmacSha256(key, text)).toBe(createHmac('sha256', key).update(text).digest('hex'))
  })

  test('is compared whole', () => {
    expect(isSameText(abc, abc)).toBe(true)
    expect(isSameText(abc, `${abc.slice(0, -1)}e`)).toBe(false)
    expect(isSameText(abc, abc.slice(1))).toBe(false)
  })
})
