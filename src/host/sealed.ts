// Texts kept between runs that must not be forged: each carries a MAC under a key beside the user's keys. Whatever is wrong with
// one (no key, loose permissions, another MAC, no file) counts as absent, so that the caller works without it.
import { hmacSha256, isSameText, sha256 } from '../base/digest.ts'
import { Fault } from '../base/fault.ts'
import type { Host } from './host.ts'
import { type Places, places } from './places.ts'
import { makePrivateDirectories } from './private.ts'
import { readSmallFile, readSmallText } from './read.ts'

const keyBytes = 32
const limitBytes = 64 * 1024 * 1024

/** The text kept under a name; undefined when there is none that this user's key sealed under this name. */
export function readSealed(host: Host, name: string): string | undefined {
  const key = readKey(host, places(host))
  if (!key) return undefined
  const text = readSmallText(host.files, sealedPath(host, name), limitBytes)
  const end = text?.indexOf('\n') ?? -1
  if (text === undefined || end === -1) return undefined
  const body = text.slice(end + 1)
  return isSameText(text.slice(0, end), macOf(key, name, body)) ? body : undefined
}

/** Keeps a text under a name; silently does not where nothing can be written. */
export function writeSealed(host: Host, name: string, body: string): void {
  try {
    const key = readKey(host, places(host)) ?? makeKey(host, places(host))
    const path = sealedPath(host, name)
    makePrivateDirectories(host, path.slice(0, path.lastIndexOf('/')))
    replaceFile(host, path, `${macOf(key, name, body)}\n${body}`)
  } catch {
    // A cache that cannot be written is no fault: the work is done again next time.
  }
}

/** A digest that says nothing of a short text to whoever has not this user's key. Fault `io` where no key can be kept. */
export function keyedDigest(host: Host, name: string, text: string): string {
  try {
    return macOf(readKey(host, places(host)) ?? makeKey(host, places(host)), name, text)
  } catch (cause) {
    const help = 'check its permissions and the space on its disk'
    throw new Fault('io', 'no key can be kept in the configuration directory', { help, cause })
  }
}

function macOf(key: Uint8Array, name: string, body: string): string {
  return hmacSha256(key, `${sha256(name)}\n${body}`)
}

function sealedPath(host: Host, name: string): string {
  return `${places(host).cache}/sealed/${sha256(name)}`
}

function keyPath({ configuration }: Places): string {
  return `${configuration}/cache.key`
}

function readKey(host: Host, at: Places): Uint8Array | undefined {
  try {
    const stat = host.files.lstat(keyPath(at))
    if (stat.kind !== 'file' || (stat.mode & 0o077) !== 0 || stat.userId !== host.runtime.userId) return undefined
  } catch {
    return undefined
  }
  const key = readSmallFile(host.files, keyPath(at), keyBytes)
  return key?.length === keyBytes ? key : undefined
}

function makeKey(host: Host, at: Places): Uint8Array {
  const key = host.random(keyBytes)
  makePrivateDirectories(host, at.configuration)
  replaceFile(host, keyPath(at), key)
  return key
}

/** Written beside and renamed, so that no reader ever sees a part. */
function replaceFile(host: Host, path: string, content: Uint8Array | string): void {
  const { files } = host
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = files.constants
  const beside = `${path}.${host.runtime.pid}.${[...host.random(6)].join('')}`
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const fd = files.open(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  try {
    for (let at = 0; at < bytes.length; ) at += files.write(fd, bytes.subarray(at), null)
  } finally {
    files.close(fd)
  }
  files.rename(beside, path)
}
