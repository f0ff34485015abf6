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
  const [, name = '', hash = '', encoded = ''] = match ?? []
  const bytes = fromBase64(encoded)
  const raw = bytes?.subarray(1)
  if (bytes?.[0] !== ed25519 || raw?.length !== 32 || keyHash(name, raw).toString('hex') !== hash) return undefined
  return { name, key: createPublicKey({ key: Buffer.concat([spki, raw]), format: 'der', type: 'spki' }) }
}

export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`
}

/** Extension lines are passed over, as the standard says. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const match = /^([^\n]{1,1000})\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*$/.exec(text)
  const [, origin = '', size = '', encoded = ''] = match ?? []
  const root = fromBase64(encoded)
  if (root?.length !== 32 || !Number.isSafeInteger(Number(size))) return undefined
  return { origin, size: Number(size), root: new Uint8Array(root) }
}

/** The text, which ends in a line feed, with one signature line. */
export function signNote(text: string, name: string, privateKey: KeyObject, publicKey: KeyObject): string {
  const signature = sign(null, Buffer.from(text), privateKey)
  const line = Buffer.concat([keyHash(name, rawKey(publicKey)), signature]).toString('base64')
  return `${text}\n\u2014 ${name} ${line}\n`
}

/** The text of a note if the key signed it. Signatures of other keys are passed over; a wrong one of this key spoils the note. */
export function openNote(note: string, verifier: string): string | undefined {
  const parsed = parseVerifierKey(verifier)
  const { text, lines } = splitNote(note) ?? {}
  if (!parsed || text === undefined || lines === undefined) return undefined
  const hash = keyHash(parsed.name, rawKey(parsed.key))
  const own = lines.filter(({ name, bytes }) => name === parsed.name && bytes.subarray(0, 4).equals(hash))
  const isSigned = own.length > 0 && own.every(({ bytes }) => isSignature(bytes.subarray(4), parsed.key, text))
  return isSigned ? text : undefined
}

interface SignatureLine {
  readonly name: string
  readonly bytes: Buffer
}

/** Parts a note at its last empty line; undefined when it is malformed anywhere. */
function splitNote(note: string): { readonly text: string; readonly lines: readonly SignatureLine[] } | undefined {
  const split = note.lastIndexOf('\n\n')
  if (split === -1 || note.length > longestNote || !note.endsWith('\n') || control.test(note)) return undefined
  const lines = note
    .slice(split + 2, -1)
    .split('\n')
    .map(signatureLine)
  if (lines.length > mostSignatures || lines.includes(undefined)) return undefined
  return { text: note.slice(0, split + 1), lines: lines.filter((line) => line !== undefined) }
}

const longestNote = 1_000_000
const mostSignatures = 64
/** Everything below a space but the line feed. */
const control = /[\u0000-\u0009\u000b-\u001f]/

function signatureLine(line: string): SignatureLine | undefined {
  const [, name = '', encoded = ''] = /^\u2014 ([^+\s]{1,1000}) ([A-Za-z0-9+/=]{1,10000})$/.exec(line) ?? []
  const bytes = fromBase64(encoded)
  return name !== '' && bytes !== undefined && bytes.length >= 5 ? { name, bytes } : undefined
}

function isSignature(signature: Buffer, key: KeyObject, text: string): boolean {
  return signature.length === 64 && verify(null, Buffer.from(text), key, signature)
}

/** Undefined for a text that is not the one base64 of its bytes. */
function fromBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}

function rawKey(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'der', type: 'spki' })).subarray(-32)
}

function keyHash(name: string, raw: Uint8Array): Buffer {
  const hashed = concatBytes(new TextEncoder().encode(`${name}\n`), new Uint8Array([ed25519]), raw)
  return createHash('sha256').update(hashed).digest().subarray(0, 4)
}
