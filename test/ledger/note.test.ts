// Signed notes and checkpoints against the example of C2SP signed-note, the keys of Tessera's test log and RFC 8032 §7.1.
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'

import { expect, test } from 'vitest'

import {
  checkpointText,
  openNote,
  parseCheckpoint,
  parseVerifierKey,
  signNote,
  verifierKey,
} from '../../src/ledger/note.ts'

const example = {
  key: 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  text: 'This is an example message.\n',
  line: '— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=',
}
const note = `${example.text}\n${example.line}\n`

/** An Ed25519 private key from its seed (RFC 8410). */
function fromSeed(seed: Buffer) {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

test('the first vector of RFC 8032 is signed and verified', () => {
  const { privateKey, publicKey } = fromSeed(
    Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex'),
  )
  const signature = sign(null, new Uint8Array(), privateKey)
  expect(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')).toBe(
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  )
  expect(signature.toString('hex')).toBe(
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  )
  expect(verify(null, new Uint8Array(), publicKey, signature)).toBe(true)
})

test('the example of the standard opens, and nothing that differs from it does', () => {
  expect(openNote(note, example.key)).toBe(example.text)
  for (let at = 0; at < note.length; at++) {
    const damaged = `${note.slice(0, at)}${note[at] === 'x' ? 'y' : 'x'}${note.slice(at + 1)}`
    expect(openNote(damaged, example.key), `letter ${at}`).toBeUndefined()
  }
})

test('signatures of others beside a good one are passed over', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const other = signNote(example.text, 'other.example', privateKey, publicKey).split('\n').slice(-2).join('\n')
  expect(openNote(`${example.text}\n${other}${example.line}\n`, example.key)).toBe(example.text)
  expect(openNote(`${example.text}\n${other}`, example.key)).toBeUndefined()
})

test('a known key with a bad signature is refused, also beside a good one', () => {
  const bad = `${example.line.slice(0, -6)}AAAA==`
  expect(openNote(`${example.text}\n${bad}\n${example.line}\n`, example.key)).toBeUndefined()
})

test('a note ends its text with a line feed, holds no control character, and splits at its last empty line', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const key = verifierKey('k', publicKey)
  expect(openNote(signNote('one\n\ntwo\n', 'k', privateKey, publicKey), key)).toBe('one\n\ntwo\n')
  expect(openNote(signNote('one\u0007\n', 'k', privateKey, publicKey), key)).toBeUndefined()
  expect(openNote(signNote('one\r\n', 'k', privateKey, publicKey), key)).toBeUndefined()
  expect(openNote(example.line, example.key)).toBeUndefined()
  expect(openNote('', example.key)).toBeUndefined()
})

test('a verifier key whose base64 holds a plus is read, and one with another hash or kind is not', () => {
  const tessera = 'example.com/log/testdata+33d7b496+AeHTu4Q3hEIMHNqc6fASMsq3rKNx280NI+oO5xCFkkSx'
  const parsed = parseVerifierKey(tessera)
  expect(parsed?.name).toBe('example.com/log/testdata')
  if (parsed) expect(verifierKey(parsed.name, parsed.key)).toBe(tessera)
  expect(parseVerifierKey(tessera.replace('33d7b496', '33d7b497'))).toBeUndefined()
  expect(parseVerifierKey(tessera.replace('+Ae', '+Be'))).toBeUndefined()
  expect(parseVerifierKey('example.com/foo')).toBeUndefined()
})

test('what Tessera’s test key signs opens with its verifier key', () => {
  const seed = Buffer.from('AeymY/SZAX0jZcJ8enZ5FY1Dz+wTML2yWSkK+9DSF3eg', 'base64').subarray(1)
  const { privateKey, publicKey } = fromSeed(seed)
  const name = 'example.com/log/testdata'
  const root = new Uint8Array(Buffer.from('rKbDipCvhuX1GZ7g5BBe8sA6BbJ7ja/1nk427v383cs=', 'base64'))
  const text = checkpointText({ origin: name, size: 15, root })
  expect(text).toBe('example.com/log/testdata\n15\nrKbDipCvhuX1GZ7g5BBe8sA6BbJ7ja/1nk427v383cs=\n')
  const opened = openNote(
    signNote(text, name, privateKey, publicKey),
    `${name}+33d7b496+AeHTu4Q3hEIMHNqc6fASMsq3rKNx280NI+oO5xCFkkSx`,
  )
  expect(opened).toBe(text)
  expect(parseCheckpoint(opened ?? '')).toEqual({ origin: name, size: 15, root })
})

test.each([
  ['no size', 'o\n\nrKbDipCvhuX1GZ7g5BBe8sA6BbJ7ja/1nk427v383cs=\n'],
  ['a size with a leading zero', 'o\n015\nrKbDipCvhuX1GZ7g5BBe8sA6BbJ7ja/1nk427v383cs=\n'],
  ['a negative size', 'o\n-1\nrKbDipCvhuX1GZ7g5BBe8sA6BbJ7ja/1nk427v383cs=\n'],
  ['a size beyond exact integers', 'o\n9999999999999999\nrKbDipCvhuX1GZ7g5BBe8sA6BbJ7ja/1nk427v383cs=\n'],
  ['a root of another length', 'o\n15\nrKbDipCvhuX1GZ7g5BBe8sA6BbJ7ja/1nk427v3\n'],
  ['a root with loose bits', 'o\n15\nrKbDipCvhuX1GZ7g5BBe8sA6BbJ7ja/1nk427v383ct=\n'],
  ['no origin', '\n15\nrKbDipCvhuX1GZ7g5BBe8sA6BbJ7ja/1nk427v383cs=\n'],
  ['no last line feed', 'o\n15\nrKbDipCvhuX1GZ7g5BBe8sA6BbJ7ja/1nk427v383cs='],
])('a checkpoint with %s is none', (_what, text) => {
  expect(parseCheckpoint(text)).toBeUndefined()
})
