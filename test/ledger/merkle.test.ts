// The Merkle tree against official vectors (transparency-dev/merkle, Apache-2.0: testonly/constants.go, rfc6962/rfc6962_test.go,
// testdata/{inclusion,consistency}; Tessera's test log) and against the definition of RFC 6962 written out plainly.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { hex } from '../../src/base/bytes.ts'
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
  treeRoot,
} from '../../src/ledger/merkle.ts'

const full = process.env.REEVE_FULL === '1'

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

/** MTH of RFC 6962 §2.1, as it stands there. */
function meaning(data: readonly Uint8Array[]): Hash {
  const [first] = data
  if (!first) return new Uint8Array(createHash('sha256').digest())
  if (data.length === 1)
    return new Uint8Array(
      createHash('sha256')
        .update(new Uint8Array([0]))
        .update(first)
        .digest(),
    )
  let split = 1
  while (split * 2 < data.length) split *= 2
  const [left, right] = [meaning(data.slice(0, split)), meaning(data.slice(split))]
  return new Uint8Array(
    createHash('sha256')
      .update(new Uint8Array([1]))
      .update(left)
      .update(right)
      .digest(),
  )
}

test('a tree that grows has at each size the root that the RFC defines', () => {
  const data = Array.from({ length: full ? 600 : 130 }, (_, index) => text(`entry ${index}`))
  let edge = emptyEdge
  for (const [index, each] of data.entries()) {
    edge = extendEdge(edge, leafHash(each))
    expect(hex(edgeRoot(edge))).toBe(hex(meaning(data.slice(0, index + 1))))
  }
})

test('each proof that is made holds, and holds for nothing else', () => {
  const leaves = Array.from({ length: full ? 70 : 20 }, (_, index) => leafHash(text(`entry ${index}`)))
  for (let size = 1; size <= leaves.length; size++) {
    const tree = leaves.slice(0, size)
    const root = treeRoot(tree)
    for (let index = 0; index < size; index++) {
      const proof = inclusionProof(tree, index)
      const leaf = tree[index] as Hash
      expect(isIncluded(root, size, index, leaf, proof)).toBe(true)
      expect(isIncluded(root, size, index, tree[(index + 1) % size] as Hash, proof)).toBe(size === 1)
      expect(isIncluded(root, size, index, leaf, [...proof, leaf])).toBe(false)
      expect(isIncluded(root, size, index, leaf, proof.slice(1))).toBe(size === 1)
      const older = treeRoot(tree.slice(0, index + 1))
      const growth = consistencyProof(tree, index + 1)
      expect(isConsistent(older, index + 1, root, size, growth)).toBe(true)
      expect(isConsistent(root, index + 1, root, size, growth)).toBe(index + 1 === size)
      expect(isConsistent(older, index + 1, root, size, [...growth, leaf])).toBe(false)
    }
  }
})
