// One stream as it comes: hashed whole under a salt, with head and tail kept. Nothing is killed for talking too much.

import { concatBytes } from '../base/bytes.ts'
import { type Digest, sha256, startDigest } from '../base/digest.ts'
import type { BlobDraft, StreamRecord } from '../ledger/entry.ts'
import type { Captured } from './outcome.ts'

export class Capture {
  readonly #salt: Uint8Array
  readonly #digest = startDigest()
  readonly #ends: EndsKeeper
  #bytes = 0

  /** `keptBytes` is what is kept in all: a quarter from the start, the rest from the end. */
  constructor(salt: Uint8Array, keptBytes: number) {
    this.#salt = salt
    this.#digest.add(salt)
    this.#ends = new EndsKeeper(keptBytes)
  }

  add(bytes: Uint8Array): void {
    this.#digest.add(bytes)
    this.#bytes += bytes.length
    this.#ends.add(bytes)
  }

  end(): Captured {
    return { bytes: this.#bytes, commitment: this.#digest.end(), salt: this.#salt, ...this.#ends.end() }
  }
}

/** Keeps the first and the last bytes of what passes. */
export class EndsKeeper {
  readonly #headLimit: number
  readonly #tailLimit: number
  readonly #head: Uint8Array[] = []
  readonly #tail: Uint8Array[] = []
  #headBytes = 0
  #tailBytes = 0
  #cut = false

  constructor(keptBytes: number) {
    this.#headLimit = Math.floor(keptBytes / 4)
    this.#tailLimit = keptBytes - this.#headLimit
  }

  add(bytes: Uint8Array): void {
    const room = Math.min(this.#headLimit - this.#headBytes, bytes.length)
    if (room > 0) this.#head.push(bytes.slice(0, room))
    this.#headBytes += room
    if (room < bytes.length) this.#addTail(bytes.slice(room))
  }

  #addTail(bytes: Uint8Array): void {
    this.#tail.push(bytes)
    this.#tailBytes += bytes.length
    for (let first = this.#tail[0]; first && this.#tailBytes > this.#tailLimit; first = this.#tail[0]) {
      const excess = this.#tailBytes - this.#tailLimit
      this.#cut = true
      if (first.length > excess) this.#tail[0] = first.subarray(excess)
      else this.#tail.shift()
      this.#tailBytes -= Math.min(first.length, excess)
    }
  }

  /** `tail` is empty when the head holds everything. */
  end(): { readonly head: Uint8Array; readonly tail: Uint8Array } {
    const head = concatBytes(...this.#head)
    const tail = concatBytes(...this.#tail)
    return this.#cut ? { head, tail } : { head: concatBytes(head, tail), tail: new Uint8Array() }
  }
}

/** What the entry says of a stream, and the blob that holds what was kept of it. */
export function streamRecord(captured: Captured): { readonly record: StreamRecord; readonly blob: BlobDraft } {
  const { bytes, commitment, salt, head, tail } = captured
  const gone = captured.gone ? { gone: true as const } : {}
  const data = concatBytes(head, tail)
  const media = 'application/octet-stream'
  if (data.length === bytes) return { record: { bytes, commitment, ...gone }, blob: { commitment, salt, data, media } }
  const kept: Digest = sha256(concatBytes(salt, data))
  return { record: { bytes, commitment, kept, ...gone }, blob: { commitment: kept, salt, data, media } }
}
