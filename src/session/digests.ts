// Digests kept from one process to the next, so that a large workspace is not read again for every command. They are sealed under
// this user's key: a forged digest would make changed files look unchanged. Whatever is wrong with the kept text, the files are
// read again.
import { parseDigest } from '../base/digest.ts'
import { asObject, decodeJson, encodeJson } from '../base/json.ts'
import type { Host } from '../host/host.ts'
import { readSealed, writeSealed } from '../host/sealed.ts'
import { type CachedDigest, type DigestCache, emptyCache } from '../observe/content.ts'

/** Less work than this costs less than keeping it. */
const worthFiles = 200
const worthBytes = 4_194_304

export function loadDigests(host: Host, workspaceId: string): DigestCache {
  const text = readSealed(host, nameOf(workspaceId))
  const decoded = text === undefined ? undefined : decodeJson(text)
  const object = decoded?.ok ? asObject(decoded.value) : undefined
  return emptyCache(Object.entries(object ?? {}).flatMap(([path, value]) => decodeEntry(path, value)))
}

/** Keeps what was asked for, when enough of it had to be read. */
export function keepDigests(host: Host, workspaceId: string, cache: DigestCache): void {
  if (cache.work.files < worthFiles && cache.work.bytes < worthBytes) return
  const kept = [...cache.entries].filter(([path]) => cache.used.has(path))
  const entries = kept.map(([path, { stamp, digest }]) => [path, `${digest} ${stamp}`])
  writeSealed(host, nameOf(workspaceId), encodeJson(Object.fromEntries(entries)))
}

function nameOf(workspaceId: string): string {
  return `digests/v1 ${workspaceId}`
}

function decodeEntry(path: string, value: unknown): readonly (readonly [string, CachedDigest])[] {
  if (typeof value !== 'string') return []
  const digest = parseDigest(value.slice(0, 64))
  return digest ? [[path, { digest, stamp: value.slice(65) }]] : []
}
