// SHA-256 digests as branded lower-case hex, so that a digest is never mixed up with other text. Where the runtime is Bun its own
// hasher is used: to load node:crypto costs a start as much as all else that `explain` does.
import type * as nodeCrypto from 'node:crypto'
import { createRequire } from 'node:module'

/** 64 lower-case hex digits. */
export type Digest = string & { readonly brand: 'Digest' }

/** SHA-256 of bytes, or of the UTF-8 bytes of a text. */
export function sha256(data: Uint8Array | string): Digest {
  return startHash().update(data).digest('hex') as Digest
}

/** SHA-256 of bytes that come piece by piece. */
export function startDigest(): { readonly add: (data: Uint8Array | string) => void; readonly end: () => Digest } {
  const hash = startHash()
  return { add: (data) => void hash.update(data), end: () => hash.digest('hex') as Digest }
}

/** HMAC-SHA-256 (RFC 2104) of the UTF-8 bytes of a text. */
export function hmacSha256(key: Uint8Array, text: string): Digest {
  return startHash(key).update(text).digest('hex') as Digest
}

interface Hash {
  readonly update: (data: Uint8Array | string) => Hash
  readonly digest: (encoding: 'hex') => string
}

interface BunGlobal {
  readonly CryptoHasher: new (algorithm: 'sha256', key?: Uint8Array) => Hash
}

const bun = (globalThis as { readonly Bun?: BunGlobal }).Bun
const builtin = createRequire(import.meta.url)

/** With a key, a MAC. */
function startHash(key?: Uint8Array): Hash {
  if (bun) return key ? new bun.CryptoHasher('sha256', key) : new bun.CryptoHasher('sha256')
  const { createHash, createHmac } = builtin('node:crypto') as typeof nodeCrypto
  return key ? createHmac('sha256', key) : createHash('sha256')
}

/** Compares in time that does not depend on where two texts differ. */
export function isSameText(left: string, right: string): boolean {
  let difference = left.length ^ right.length
  for (let index = 0; index < left.length; index++) difference |= left.charCodeAt(index) ^ right.charCodeAt(index)
  return difference === 0
}

/** A digest from outside: `sha256:` is optional, hex case is ignored; undefined when it is none. */
export function parseDigest(text: string): Digest | undefined {
  const hex = text.replace(/^sha256:/i, '').toLowerCase()
  return /^[0-9a-f]{64}$/.test(hex) ? (hex as Digest) : undefined
}
