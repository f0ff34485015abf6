// An entry's body: UTF-8 JSON with its keys in a fixed order, integers only, at most 65,535 bytes (a C2SP entry bundle holds no
// more). It is hashed and exported exactly as stored.
import { Fault } from '../base/fault.ts'
import { asObject, decodeJson, encodeJson, type Json } from '../base/json.ts'
import type { Entry, EntryData, EntryDraft, EntryKind } from './entry.ts'
import { ordered } from './order.ts'

export const bodyLimitBytes = 65_535

const encoder = new TextEncoder()

/** Long texts that are only shown are cut, and say so; the whole of a command or an output is in its blob. Fault `run` when an entry
 *  is too large all the same: what a status rests on, or a person signed, is never cut. */
export function encodeBody(draft: EntryDraft, seq: number, at: number): Uint8Array {
  const { session, blobs: _blobs, kind, ...data } = draft
  const head = { seq, kind, at, ...(session === undefined ? {} : { session }) }
  const members = ordered(kind, data as unknown as { readonly [key: string]: Json })
  const whole = encoder.encode(encodeJson({ ...head, ...members }))
  if (whole.length <= bodyLimitBytes) return whole
  const mayCut = !kept.has(kind) && !('person' in data)
  for (let longest = 16_384; longest >= 64 && mayCut; longest = Math.floor(longest / 2)) {
    const body = encoder.encode(encodeJson({ ...head, ...(shortened(members, longest) as object) }))
    if (body.length <= bodyLimitBytes) return body
  }
  throw new Fault('run', `an entry of kind \`${kind}\` has more parts than an entry can hold`, {
    help: `it has ${whole.length} bytes, of at most ${bodyLimitBytes}: make its texts or lists shorter`,
  })
}

/** Kinds in which every word counts. */
const kept: ReadonlySet<EntryKind> = new Set(['genesis', 'session', 'policy'])

/** Members that people read and nothing is computed from. */
const shown: ReadonlySet<string> = new Set([
  ...['command', 'argv', 'reason', 'failure', 'excerpt', 'text', 'unmet', 'actual', 'expected', 'wanted'],
])

function shortened(value: Json | undefined, longest: number, name = ''): Json | undefined {
  if (typeof value === 'string') return shown.has(name) ? shortText(value, longest) : value
  if (Array.isArray(value)) return value.map((member) => shortened(member as Json, longest, name) as Json)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shortened(member, longest, key)]))
}

/** Never cuts a character that takes two units. */
function shortText(text: string, longest: number): string {
  if (text.length <= longest) return text
  const end = /[\ud800-\udbff]/.test(text[longest - 1] ?? '') ? longest - 1 : longest
  return `${text.slice(0, end)}… (${text.length} characters in all)`
}

/** Undefined for bytes that are no entry with this number. */
export function decodeBody(body: Uint8Array, seq: number): Entry | undefined {
  const object = objectOf(body)
  if (!object || object.seq !== seq || typeof object.kind !== 'string' || typeof object.at !== 'number')
    return undefined
  const { seq: _seq, at, session, ...data } = object
  const common = { seq, kind: object.kind as EntryData['kind'], at: at as number, data: data as unknown as EntryData }
  return typeof session === 'string' ? { ...common, session } : common
}

/** The bytes are those that Reeve writes for what they say: no key twice, no space, no other way to write a number or a letter. */
export function isCanonicalBody(body: unknown): boolean {
  if (!(body instanceof Uint8Array)) return false
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
  const decoded = decodeJson(text)
  try {
    return decoded.ok && encodeJson(decoded.value) === text
  } catch {
    return false // a number that is no integer
  }
}

function objectOf(body: Uint8Array): { readonly [key: string]: Json | undefined } | undefined {
  try {
    const decoded = decodeJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body))
    return decoded.ok ? asObject(decoded.value) : undefined
  } catch {
    return undefined
  }
}
