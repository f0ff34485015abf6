// The tree against the published vectors of RFC 6962, against its definition written out plainly, and against altered proofs.
import { createHash } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import {
  consistencyProof,
  edgeRoot,
  emptyEdge,
  extendEdge,
  type Hash,
  inclusionProof,
  isConsistent,
  isIncluded,
  leafHash,
  nodeHash,
  tileRoot,
  treeRoot,
} from '../../src/ledger/merkle.ts'

const hex = (hash: Hash): string => Buffer.from(hash).toString('hex')
const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'))

/** The leaves and roots of certificate-transparency-go's `merkle/testonly`. */
const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
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

describe('published vectors', () => {
  test.each(roots.map((root, size) => ({ root, size })))('the root of $size leaves is that of RFC 6962', (vector) => {
    const hashes = leaves.slice(0, vector.size).map((leaf) => leafHash(bytes(leaf)))
    expect(hex(treeRoot(hashes))).toBe(vector.root)
  })

  test('leaves and nodes are told apart by their prefix', () => {
    const text = (words: string): Uint8Array => new TextEncoder().encode(words)
    expect(hex(leafHash(text('L123456')))).toBe('395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56')
    expect(hex(leafHash(new Uint8Array()))).toBe(roots[1])
    expect(hex(nodeHash(text('N123'), text('N456')))).toBe(
      'aa217fe888e47007fa15edab33c2b492a722cb106c64667fc2b044444de66bbb',
    )
  })

  test('proofs of inclusion and consistency are those of certificate transparency', () => {
    const hashes = leaves.map((leaf) => leafHash(bytes(leaf)))
    expect(inclusionProof(hashes, 0).map(hex)).toEqual([
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ])
    expect(consistencyProof(hashes, 6).map(hex)).toEqual([
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      roots[4],
    ])
  })

  test('the test log of Tessera has its published root', () => {
    const words = 'one two three four five six seven eit nain ten ileven twelf threeten fourten fivten'.split(' ')
    const hashes = words.map((word) => leafHash(new TextEncoder().encode(word)))
    expect(Buffer.from(treeRoot(hashes)).toString('base64')).toBe('rKbDipCvhuX1GZ7g5BBe8sA6BbJ7ja/1nk427v383cs=')
  })
})

/** MTH(D[n]) of RFC 6962 §2.1, as it is written there. */
function definition(hashes: readonly Hash[]): Hash {
  if (hashes.length === 0) return new Uint8Array(createHash('sha256').digest())
  if (hashes.length === 1) return hashes[0] as Hash
  const split = 2 ** Math.floor(Math.log2(hashes.length - 1))
  return nodeHash(definition(hashes.slice(0, split)), definition(hashes.slice(split)))
}

const largest = 41
const many = Array.from({ length: largest }, (_, index) => leafHash(new Uint8Array([index])))
const rootOf = Array.from({ length: largest + 1 }, (_, size) => definition(many.slice(0, size)))

/** Every way of altering a proof that keeps no proof a proof. */
function altered(proof: readonly Hash[]): readonly (readonly Hash[])[] {
  const extra = leafHash(new TextEncoder().encode('extra'))
  const flipped = proof.map((hash, at) => proof.map((each, index) => (index === at ? flip(hash) : each)))
  const swapped = proof.slice(1).map((_, at) => {
    const copy = [...proof]
    ;[copy[at], copy[at + 1]] = [copy[at + 1] as Hash, copy[at] as Hash]
    return copy
  })
  const short = proof.map((hash, at) => proof.map((each, index) => (index === at ? hash.subarray(0, 31) : each)))
  const cut = proof.length > 0 ? [proof.slice(1), proof.slice(0, -1)] : []
  return [...flipped, ...swapped, ...short, ...cut, [...proof, extra], [extra, ...proof]]
}

function flip(hash: Hash): Hash {
  const copy = hash.slice()
  copy[31] = (copy[31] ?? 0) ^ 1
  return copy
}

describe('all sizes', () => {
  test('the growing edge has the root of the definition', () => {
    let edge = emptyEdge
    for (const [index, leaf] of many.entries()) {
      edge = extendEdge(edge, leaf)
      expect(edge.size).toBe(index + 1)
      expect(hex(edgeRoot(edge))).toBe(hex(rootOf[index + 1] as Hash))
    }
  })

  test('a leaf is included where it is, and nowhere else, and no altered proof says so', () => {
    for (let size = 1; size < largest; size++) {
      const [some, root] = [many.slice(0, size), rootOf[size] as Hash]
      for (let index = 0; index < size; index++) {
        const [leaf, proof] = [many[index] as Hash, inclusionProof(some, index)]
        expect(isIncluded(root, size, index, leaf, proof)).toBe(true)
        const wrong = [
          ...altered(proof).map((other) => isIncluded(root, size, index, leaf, other)),
          ...some.map((_, other) => other !== index && isIncluded(root, size, other, leaf, proof)),
          isIncluded(root, size, index, flip(leaf), proof),
          isIncluded(flip(root), size, index, leaf, proof),
        ]
        expect(wrong.includes(true), `size ${size}, index ${index}`).toBe(false)
      }
    }
  })

  test('a tree grew from each smaller one, and no altered proof says that it grew from another', () => {
    for (let size = 1; size < largest; size++) {
      const [some, root] = [many.slice(0, size), rootOf[size] as Hash]
      for (let old = 1; old <= size; old++) {
        const [oldRoot, proof] = [rootOf[old] as Hash, consistencyProof(some, old)]
        expect(isConsistent(oldRoot, old, root, size, proof)).toBe(true)
        const wrong = [
          ...altered(proof).map((other) => isConsistent(oldRoot, old, root, size, other)),
          isConsistent(flip(oldRoot), old, root, size, proof),
          isConsistent(oldRoot, old, flip(root), size, proof),
          old !== size && isConsistent(root, size, oldRoot, old, proof),
          old !== size && isConsistent(oldRoot, old, root, old, proof),
        ]
        expect(wrong.includes(true), `from ${old} to ${size}`).toBe(false)
      }
    }
  })

  test('sizes and places that are none prove nothing', () => {
    const [leaf, proof] = [many[0] as Hash, inclusionProof(many.slice(0, 4), 0)]
    for (const [size, index] of [
      [4, 4],
      [4, -1],
      [4, 0.5],
      [Number.NaN, 0],
      [0, 0],
      [2 ** 60, 0],
      [8, 0],
      [2, 0],
    ])
      expect(isIncluded(rootOf[4] as Hash, size as number, index as number, leaf, proof)).toBe(false)
    for (const [old, size] of [
      [0, 4],
      [5, 4],
      [1.5, 4],
      [-1, 4],
      [1, Number.POSITIVE_INFINITY],
      [Number.NaN, Number.NaN],
    ])
      expect(isConsistent(rootOf[1] as Hash, old as number, rootOf[4] as Hash, size as number, proof)).toBe(false)
    expect(isConsistent(rootOf[0] as Hash, 0, rootOf[0] as Hash, 0, [])).toBe(false)
  })
})

test('the root of a full tile is that of its 256 hashes', () => {
  const hashes = Array.from({ length: 256 }, (_, index) => leafHash(new Uint8Array([index, 1])))
  expect(hex(tileRoot(new Uint8Array(hashes.flatMap((hash) => [...hash]))))).toBe(hex(definition(hashes)))
})
