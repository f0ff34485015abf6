// The vectors that others publish: RFC 6962 roots, hashes and 196 good and damaged proofs (transparency-dev/merkle, Apache-2.0:
// testonly/constants.go, rfc6962/rfc6962_test.go, testdata), Tessera's test log and its key, the note of C2SP, RFC 8032 §7.1.
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { hex } from '../../src/base/bytes.ts'
import { isConsistent, isIncluded, leafHash, nodeHash, treeRoot } from '../../src/ledger/merkle.ts'
import {
  checkpointText,
  openNote,
  parseCheckpoint,
  parseVerifierKey,
  signNote,
  verifierKey,
} from '../../src/ledger/note.ts'

const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

const text = (value: string): Uint8Array => new TextEncoder().encode(value)
const base64 = (value: string | null): Uint8Array => new Uint8Array(Buffer.from(value ?? '', 'base64'))
const vectors = (kind: string): Record<string, unknown>[] =>
  readFileSync(new URL(`../cases/ledger/${kind}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test('the roots of the first eight trees are the official ones', () => {
  const leaves = inputs.map((input) => leafHash(new Uint8Array(Buffer.from(input, 'hex'))))
  expect(roots.map((_root, size) => hex(treeRoot(leaves.slice(0, size))))).toEqual(roots)
})

test('leaves and nodes hash as the official hasher does', () => {
  expect(hex(leafHash(text('L123456')))).toBe('395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56')
  expect(hex(nodeHash(text('N123'), text('N456')))).toBe(
    'aa217fe888e47007fa15edab33c2b492a722cb106c64667fc2b044444de66bbb',
  )
})

test('the root of Tessera’s test log of fifteen entries is the official one', () => {
  const words = 'one two three four five six seven eit nain ten ileven twelf threeten fourten fivten'.split(' ')
  expect(Buffer.from(treeRoot(words.map((word) => leafHash(text(word))))).toString('base64')).toBe(
    'rKbDipCvhuX1GZ7g5BBe8sA6BbJ7ja/1nk427v383cs=',
  )
})

test('every official inclusion proof and every damaged one is judged rightly', () => {
  const wrong = vectors('inclusion').filter(({ root, treeSize, leafIdx, leafHash: leaf, proof, wantErr }) => {
    const path = ((proof as string[] | null) ?? []).map(base64)
    const found = isIncluded(
      base64(root as string),
      treeSize as number,
      leafIdx as number,
      base64(leaf as string),
      path,
    )
    return found === wantErr
  })
  expect(wrong.map(({ name }) => name)).toEqual([])
  expect(vectors('inclusion').length).toBe(98)
})

test('every official consistency proof and every damaged one is judged rightly', () => {
  const wrong = vectors('consistency').filter(({ root1, size1, root2, size2, proof, wantErr }) => {
    const path = ((proof as string[] | null) ?? []).map(base64)
    const found = isConsistent(base64(root1 as string), size1 as number, base64(root2 as string), size2 as number, path)
    return found === wantErr
  })
  expect(wrong.map(({ name }) => name)).toEqual([])
  expect(vectors('consistency').length).toBe(98)
})

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
