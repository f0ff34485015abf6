// Signed notes and checkpoints (C2SP signed-note and tlog-checkpoint): the text that commits to a tree, with Ed25519 signatures.
import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

import { concatBytes } from '../base/bytes.ts'

const ed25519 = 0x01
/** DER prefix of an Ed25519 public key (RFC 8410). */
const spki = Buffer.from('302a300506032b6570032100', 'hex')

export interface Checkpoint {
  readonly origin: string
  readonly size: number
  readonly root: Uint8Array
}

/** A verifier key as text: `name+hash+key`. */
export function verifierKey(name: string, publicKey: KeyObject): string {
  const raw = rawKey(publicKey)
  return `${name}+${keyHash(name, raw).toString('hex')}+${Buffer.concat([Buffer.from([ed25519]), raw]).toString('base64')}`
}

/** Undefined for a text that is no Ed25519 verifier key, or whose hash does not match. */
export function parseVerifierKey(text: string): { readonly name: string; readonly key: KeyObject } | undefined {
  const match = /^([^+\s]{1,1000})\+([0-9a-f]{8})\+([A-Za-z0-9+/=]{1,200})$/.exec(text)
  if (!match) return undefined
  const [, name = '', hash = '', encoded = ''] = match
  const bytes = Buffer.from(encoded, 'base64')
  const raw = bytes.subarray(1)
  if (bytes[0] !== ed25519 || raw.length !== 32 || keyHash(name, raw).toString('hex') !== hash) return undefined
  return { name, key: createPublicKey({ key: Buffer.concat([spki, raw]), format: 'der', type: 'spki' }) }
}

export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`
}

export function parseCheckpoint(text: string): Checkpoint | undefined {
  const match = /^([^\n]{1,1000})\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*$/.exec(text)
  if (!match) return undefined
  const [, origin = '', size = '', root = ''] = match
  return { origin, size: Number(size), root: new Uint8Array(Buffer.from(root, 'base64')) }
}

/** The text, which ends in a line feed, with one signature line. */
export function signNote(text: string, name: string, privateKey: KeyObject, publicKey: KeyObject): string {
  const signature = sign(null, Buffer.from(text), privateKey)
  const line = Buffer.concat([keyHash(name, rawKey(publicKey)), signature]).toString('base64')
  return `${text}\n\u2014 ${name} ${line}\n`
}

/** The text of a note if the key signed it; unknown signature lines are ignored, as the standard says. */
export function openNote(note: string, verifier: string): string | undefined {
  const parsed = parseVerifierKey(verifier)
  const split = note.lastIndexOf('\n\n')
  if (!parsed || split === -1 || note.length > 1_000_000) return undefined
  const text = note.slice(0, split + 1)
  const hash = keyHash(parsed.name, rawKey(parsed.key))
  const signed = note
    .slice(split + 2)
    .split('\n')
    .some((line) => isSignedBy(line, parsed.name, hash, parsed.key, text))
  return signed ? text : undefined
}

function isSignedBy(line: string, name: string, hash: Buffer, key: KeyObject, text: string): boolean {
  const match = /^\u2014 (\S{1,1000}) ([A-Za-z0-9+/=]{1,200})$/.exec(line)
  if (!match || match[1] !== name) return false
  const bytes = Buffer.from(match[2] ?? '', 'base64')
  if (bytes.length !== 68 || !bytes.subarray(0, 4).equals(hash)) return false
  return verify(null, Buffer.from(text), key, bytes.subarray(4))
}

function rawKey(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'der', type: 'spki' })).subarray(-32)
}

function keyHash(name: string, raw: Uint8Array): Buffer {
  const hashed = concatBytes(new TextEncoder().encode(`${name}\n`), new Uint8Array([ed25519]), raw)
  return createHash('sha256').update(hashed).digest().subarray(0, 4)
}
