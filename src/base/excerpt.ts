// What an entry keeps of an output: at most 4 KiB, the first and the last of it, cut only after secrets were taken out.
import { plainText } from './plain.ts'
import { redact } from './redact.ts'

const limitBytes = 4096
const headBytes = 1024

/** The two ends of an output; `tail` is empty when `head` holds everything. */
export interface Ends {
  readonly head: Uint8Array
  readonly tail: Uint8Array
  /** How many bytes came in all. */
  readonly bytes: number
}

/** At most 4,096 bytes of UTF-8: the first 1 KiB, a mark, the last 3 KiB, cut at character borders. */
export function excerpt(ends: Ends, secrets: readonly string[]): string {
  const isCut = ends.bytes > ends.head.length + ends.tail.length
  const decoder = new TextDecoder()
  if (!isCut) {
    const whole = new Uint8Array(ends.head.length + ends.tail.length)
    whole.set(ends.head)
    whole.set(ends.tail, ends.head.length)
    return cut(safe(decoder.decode(whole), secrets))
  }
  // A secret that the border of what was kept cuts in two is not recognised any more: the lines at the border go.
  const head = decoder.decode(ends.head)
  const tail = decoder.decode(ends.tail)
  const first = safe(head.slice(0, head.lastIndexOf('\n') + 1), secrets)
  const last = safe(tail.slice(tail.indexOf('\n') + 1 || tail.length), secrets)
  return join(startOf(first, headBytes), last)
}

function safe(text: string, secrets: readonly string[]): string {
  return redact(plainText(text), secrets)
}

function cut(text: string): string {
  return byteLength(text) <= limitBytes ? text : join(startOf(text, headBytes), text)
}

function join(head: string, rest: string): string {
  const mark = '\n[…]\n'
  return `${head}${mark}${endOf(rest, limitBytes - byteLength(head) - byteLength(mark))}`
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}

/** The longest beginning of at most so many bytes that ends at a character's border. */
export function startOf(text: string, bytes: number): string {
  const encoded = new TextEncoder().encode(text)
  let end = Math.min(bytes, encoded.length)
  while (end > 0 && end < encoded.length && isContinuation(encoded[end])) end--
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(encoded.subarray(0, end))
}

/** The longest end of at most so many bytes that begins at a character's border. */
export function endOf(text: string, bytes: number): string {
  const encoded = new TextEncoder().encode(text)
  let start = Math.max(0, encoded.length - bytes)
  while (start < encoded.length && isContinuation(encoded[start])) start++
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(encoded.subarray(start))
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
