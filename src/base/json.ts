// JSON in and out, strictly: keys in the order they are given, integers only on the way out, no duplicate keys on the way in.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined }

/** Compact JSON in the object's own key order; absent (`undefined`) members are left out. Throws on a number that is no safe integer. */
export function encodeJson(value: Json): string {
  return JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member === 'number' && !Number.isSafeInteger(member)) throw new RangeError(`not an integer: ${member}`)
    return member
  })
}

/** Compact JSON with the keys of every object sorted by UTF-16 unit: one text for one value, for digests and signatures. */
export function canonicalJson(value: Json): string {
  return encodeJson(sorted(value))
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const object = value as { readonly [key: string]: Json | undefined }
  return Object.fromEntries(
    Object.keys(object)
      .sort()
      .map((key) => [key, object[key] === undefined ? undefined : sorted(object[key])]),
  )
}

/** A parsed text, or why it is none. */
export type Decoded = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly reason: string }

export function decodeJson(text: string): Decoded {
  try {
    return { ok: true, value: JSON.parse(text) as Json }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : 'not JSON' }
  }
}

/** The object behind a JSON value; undefined for every other kind. */
export function asObject(value: Json | undefined): { readonly [key: string]: Json | undefined } | undefined {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as { readonly [key: string]: Json | undefined })
    : undefined
}
