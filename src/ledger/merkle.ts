// The Merkle tree of RFC 6962: leaf and node hashes, a growing right edge, inclusion and consistency proofs and their checks.
import { createHash } from 'node:crypto'

import { concatBytes } from '../base/bytes.ts'

export type Hash = Uint8Array

/** SHA-256(0x00 ‖ data). */
export function leafHash(data: Uint8Array): Hash {
  return hash(0, data)
}

/** SHA-256(0x01 ‖ left ‖ right). */
export function nodeHash(left: Hash, right: Hash): Hash {
  return hash(1, left, right)
}

function hash(prefix: number, ...pieces: readonly Uint8Array[]): Hash {
  const sum = createHash('sha256').update(new Uint8Array([prefix]))
  for (const piece of pieces) sum.update(piece)
  return new Uint8Array(sum.digest())
}

/** The right edge of a tree: one root for each set bit of its size, largest subtree first. */
export interface Edge {
  readonly size: number
  readonly roots: readonly Hash[]
}

export const emptyEdge: Edge = { size: 0, roots: [] }

export function extendEdge({ size, roots }: Edge, leaf: Hash): Edge {
  const grown = [...roots]
  let node = leaf
  for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) node = nodeHash(grown.pop() as Hash, node)
  return { size: size + 1, roots: [...grown, node] }
}

/** The tree's root; of the empty tree, SHA-256 of nothing. */
export function edgeRoot({ roots }: Edge): Hash {
  if (roots.length === 0) return new Uint8Array(createHash('sha256').digest())
  return roots.reduceRight((right, left) => nodeHash(left, right))
}

/** Root over all leaves, for checking. */
export function treeRoot(leaves: readonly Hash[]): Hash {
  return edgeRoot(leaves.reduce(extendEdge, emptyEdge))
}

/** PATH(m, D[n]) of RFC 6962 §2.1.1. */
export function inclusionProof(leaves: readonly Hash[], index: number): readonly Hash[] {
  if (leaves.length <= 1) return []
  const split = splitPoint(leaves.length)
  return index < split
    ? [...inclusionProof(leaves.slice(0, split), index), treeRoot(leaves.slice(split))]
    : [...inclusionProof(leaves.slice(split), index - split), treeRoot(leaves.slice(0, split))]
}

/** PROOF(m, D[n]) of RFC 6962 §2.1.2. */
export function consistencyProof(leaves: readonly Hash[], size: number): readonly Hash[] {
  return size === 0 || size === leaves.length ? [] : subProof(leaves, size, true)
}

function subProof(leaves: readonly Hash[], size: number, isWhole: boolean): readonly Hash[] {
  if (size === leaves.length) return isWhole ? [] : [treeRoot(leaves)]
  const split = splitPoint(leaves.length)
  return size <= split
    ? [...subProof(leaves.slice(0, split), size, isWhole), treeRoot(leaves.slice(split))]
    : [...subProof(leaves.slice(split), size - split, false), treeRoot(leaves.slice(0, split))]
}

/** The largest power of two below the size. */
function splitPoint(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

/** RFC 9162 §2.1.3.2. */
export function isIncluded(root: Hash, size: number, index: number, leaf: Hash, proof: readonly Hash[]): boolean {
  if (!isSize(size) || !isSize(index) || index >= size || leaf.length !== 32 || root.length !== 32) return false
  let [node, last, at] = [leaf, size - 1, index]
  for (const sibling of proof) {
    if (sibling.length !== 32 || last === 0) return false
    if (at % 2 === 1 || at === last) {
      node = nodeHash(sibling, node)
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)]
    } else {
      node = nodeHash(node, sibling)
    }
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && sameHash(node, root)
}

/** RFC 9162 §2.1.4.2. A proof from the empty tree proves nothing. */
export function isConsistent(
  oldRoot: Hash,
  oldSize: number,
  root: Hash,
  size: number,
  proof: readonly Hash[],
): boolean {
  if (!isSize(oldSize) || !isSize(size) || oldSize < 1 || oldSize > size) return false
  if (oldSize === size) return proof.length === 0 && sameHash(oldRoot, root)
  if ([oldRoot, root, ...proof].some((node) => node.length !== 32)) return false
  const path = isPowerOfTwo(oldSize) ? [oldRoot, ...proof] : [...proof]
  let [at, last] = [oldSize - 1, size - 1]
  while (at % 2 === 1) [at, last] = [half(at), half(last)]
  const first = path[0]
  if (!first) return false
  let [older, newer] = [first, first]
  for (const node of path.slice(1)) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      older = nodeHash(node, older)
      newer = nodeHash(node, newer)
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)]
    } else {
      newer = nodeHash(newer, node)
    }
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && sameHash(older, oldRoot) && sameHash(newer, root)
}

function isSize(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

function isPowerOfTwo(value: number): boolean {
  return Number.isInteger(Math.log2(value)) && 2 ** Math.log2(value) === value
}

function half(value: number): number {
  return Math.floor(value / 2)
}

export function sameHash(left: Hash, right: Hash): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index])
}

/** The hashes of a tile's parents: the root over a full tile of 256. */
export function tileRoot(hashes: Uint8Array): Hash {
  return treeRoot(
    Array.from({ length: hashes.length / 32 }, (_, index) => hashes.subarray(index * 32, index * 32 + 32)),
  )
}

export function appendHash(hashes: Uint8Array, next: Hash): Uint8Array {
  return concatBytes(hashes, next)
}
