// An entry's body: UTF-8 JSON with its keys in a fixed order, integers only, at most 65,535 bytes (a C2SP entry bundle holds no
// more). It is hashed and exported exactly as stored.
import { asObject, decodeJson, encodeJson, type Json } from '../base/json.ts'
import type { Entry, EntryData, EntryDraft } from './entry.ts'

export const bodyLimitBytes = 65_535

const encoder = new TextEncoder()

export function encodeBody(draft: EntryDraft, seq: number, at: number): Uint8Array {
  const { session, blobs: _blobs, kind, ...data } = draft
  const head = { seq, kind, at, ...(session === undefined ? {} : { session }) }
  for (let longest = 16_384; ; longest = Math.floor(longest / 2)) {
    const body = encoder.encode(encodeJson({ ...head, ...(shorten(data as unknown as Json, longest) as object) }))
    if (body.length <= bodyLimitBytes) return body
    if (longest < 64) throw new RangeError(`an entry of kind ${kind} has more parts than an entry can hold`)
  }
}

/** Undefined for bytes that are no entry with this number. */
export function decodeBody(body: Uint8Array, seq: number): Entry | undefined {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return undefined
  }
  const decoded = decodeJson(text)
  const object = decoded.ok ? asObject(decoded.value) : undefined
  if (!object || object.seq !== seq || typeof object.kind !== 'string' || typeof object.at !== 'number')
    return undefined
  const { seq: _seq, at, session, ...data } = object
  const common = { seq, kind: object.kind as EntryData['kind'], at: at as number, data: data as unknown as EntryData }
  return typeof session === 'string' ? { ...common, session } : common
}

/** The bytes are those that Reeve writes for what they say: no key twice, no space, no other way to write a number or a letter. */
export function isCanonicalBody(body: unknown): boolean {
  if (!(body instanceof Uint8Array)) return false
  const text = new TextDecoder().decode(body)
  const decoded = decodeJson(text)
  try {
    return decoded.ok && encodeJson(decoded.value) === text
  } catch {
    return false // a number that is no integer
  }
}

/** Cuts every text that is longer, and says so in its place: an entry too large would otherwise lose its evidence whole. */
function shorten(value: Json, longest: number): Json {
  if (typeof value === 'string')
    return value.length <= longest
      ? value
      : `${value.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}… (${value.length} characters in all)`
  if (Array.isArray(value)) return value.map((member) => shorten(member, longest))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, member === undefined ? member : shorten(member, longest)]),
  )
}
