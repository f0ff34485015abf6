// Signed notes against the published vectors, and against notes that were altered.
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import {
  checkpointText,
  openNote,
  parseCheckpoint,
  parseVerifierKey,
  signNote,
  verifierKey,
} from '../../src/ledger/note.ts'

/** The example of C2SP's signed-note. */
const vector = {
  key: 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  text: 'This is an example message.\n',
  line: '— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=',
}
const note = `${vector.text}\n${vector.line}\n`
const tessera = 'example.com/log/testdata+33d7b496+AeHTu4Q3hEIMHNqc6fASMsq3rKNx280NI+oO5xCFkkSx'

/** Test 1 of RFC 8032 §7.1. */
const rfc8032 = {
  secret: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
  public: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  signature:
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
}

function keyPair(): { readonly privateKey: KeyObject; readonly publicKey: KeyObject } {
  const der = Buffer.from(`302e020100300506032b657004220420${rfc8032.secret}`, 'hex')
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

describe('published vectors', () => {
  test('signatures are those of RFC 8032', () => {
    const { privateKey, publicKey } = keyPair()
    const raw = Buffer.from(publicKey.export({ format: 'der', type: 'spki' })).subarray(-32)
    expect(raw.toString('hex')).toBe(rfc8032.public)
    expect(Buffer.from(sign(null, Buffer.alloc(0), privateKey)).toString('hex')).toBe(rfc8032.signature)
  })

  test('the example note of the standard opens under its key', () => {
    expect(openNote(note, vector.key)).toBe(vector.text)
  })

  test.each([vector.key, tessera])('the verifier key %s is read and written as it stands', (text) => {
    const parsed = parseVerifierKey(text)
    expect(parsed && verifierKey(parsed.name, parsed.key)).toBe(text)
  })

  test('a key of the tile log of Tessera, with a plus sign in its base64, does not open the note of another', () => {
    expect(openNote(note, tessera)).toBeUndefined()
  })
})

describe('a note', () => {
  const other = signNote('x\n', 'example.com/other', keyPair().privateKey, keyPair().publicKey).split('\n')[2] ?? ''

  test('passes over lines of unknown keys, before and after', () => {
    expect(openNote(`${vector.text}\n${other}\n${vector.line}\n`, vector.key)).toBe(vector.text)
    expect(openNote(`${vector.text}\n${vector.line}\n${other}\n`, vector.key)).toBe(vector.text)
  })

  test('opens with its text whole when the text has empty lines', () => {
    const { privateKey, publicKey } = keyPair()
    const text = 'one\n\ntwo\n\n\nthree\n'
    expect(openNote(signNote(text, 'n', privateKey, publicKey), verifierKey('n', publicKey))).toBe(text)
  })

  test('is refused with a wrong signature of the known key beside a right one', () => {
    const { privateKey, publicKey } = keyPair()
    const [right, wrong] = ['text\n', 'another\n'].map((text) => signNote(text, 'n', privateKey, publicKey))
    const line = (wrong ?? '').split('\n')[2]
    expect(openNote(`${right}${line}\n`, verifierKey('n', publicKey))).toBeUndefined()
  })

  test.each(
    Object.entries({
      'another text': note.replace('example message', 'example messagE'),
      'a signature with one character changed': note.replace('aQM=', 'aQQ='),
      'base64 that is not the one of its bytes': note.replace('aQM=', 'aQN='),
      'another name': note.replace('— example.com/foo', '— example.com/fop'),
      'another hash of the key': note.replace('Uw2QOk', 'Uw2QOj'),
      'no empty line': note.replace('\n\n', '\n'),
      'no last line feed': note.slice(0, -1),
      'a carriage return': note.replace('message.\n', 'message.\r\n'),
      'a NUL': note.replace('message', 'mess\0age'),
      'a hyphen for the dash': note.replace('—', '-'),
      'two spaces': note.replace('— ', '—  '),
      'a truncated signature': note.replace('yaQM=', ''),
      'no signature': `${vector.text}\n`,
      'nothing at all': '',
      'a junk line': `${note}junk\n`,
      'too many lines': `${vector.text}\n${`${other}\n`.repeat(100)}${vector.line}\n`,
    }),
  )('with %s does not open', (_what, text) => {
    expect(text).not.toBe(note)
    expect(openNote(text, vector.key)).toBeUndefined()
  })

  test.each(
    Object.entries({
      'another hash': vector.key.replace('530d903a', '530d903b'),
      'another name': vector.key.replace('foo', 'bar'),
      'another type': vector.key.replace('+Aeky', '+Aukx'),
      'a short key': `${vector.key.slice(0, -4)}`,
      'no name': vector.key.replace('example.com/foo', ''),
      'a space in its name': vector.key.replace('example.com/foo', 'example com'),
      nothing: '',
    }),
  )('opens under no verifier key with %s', (_what, key) => {
    expect(parseVerifierKey(key)).toBeUndefined()
    expect(openNote(note, key)).toBeUndefined()
  })
})

describe('a checkpoint', () => {
  const root = new Uint8Array(32).fill(7)
  const text = checkpointText({ origin: 'reeve.ledger/1', size: 12, root })

  test('is three lines: origin, size, root', () => {
    expect(text).toBe(`reeve.ledger/1\n12\n${Buffer.from(root).toString('base64')}\n`)
    expect(parseCheckpoint(text)).toEqual({ origin: 'reeve.ledger/1', size: 12, root })
  })

  test('may have extension lines, which are passed over', () => {
    expect(parseCheckpoint(`${text}more\n`)?.size).toBe(12)
  })

  test.each([
    text.replace('12', '012'),
    text.replace('12', '-1'),
    text.replace('12', '1e1'),
    text.replace('12', '9007199254740993'),
    text.replace('12', '12 '),
    text.replace('reeve.ledger/1', ''),
    text.replace('=', ''),
    text.replace('Bwc=', 'Bwd='),
    text.slice(0, -1),
    `${text}\n`,
    `\n${text}`,
    text.replace('12\n', ''),
    '',
  ])('that is malformed is none: %j', (wrong) => {
    expect(wrong).not.toBe(text)
    expect(parseCheckpoint(wrong)).toBeUndefined()
  })
})
