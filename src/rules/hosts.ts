// Hosts of a network rule: a name or `*.name` with an optional port, or a network in CIDR form; and the host that a URL or an
// operand names.
import { assert } from '../base/assert.ts'
import { compileGlob, isGlob, matchGlob } from '../base/glob.ts'
import type { HostPattern } from './program.ts'

export interface HostName {
  readonly host: string
  /** Absent: the protocol's own port, which is not known. */
  readonly port?: string
}

export function compileHost(text: string): HostPattern {
  const { host, port } = splitPort(text.toLowerCase())
  const [address, bits] = host.split('/')
  const bytes = addressBytes(address ?? '')
  if (bytes)
    return { kind: 'network', address: bytes, bits: Number(bits ?? bytes.length * 8), ...(port ? { port } : {}) }
  const glob = compileGlob(host, 'word')
  assert(isGlob(glob), `a host pattern that was never checked: ${text}`)
  return { kind: 'name', glob, writtenOut: glob.literal !== undefined, ...(port ? { port } : {}) }
}

const usualPorts: Readonly<Record<string, string>> = {
  http: '80',
  https: '443',
  ssh: '22',
  'git+ssh': '22',
  git: '9418',
  ftp: '21',
  ws: '80',
  wss: '443',
}

/** `scheme://user@host:port/path`, `user@host:path` of ssh, or `host:port`. Undefined when the host is not surely known: what
 *  programs read differently (backslashes, percent signs, braces, letters beyond ASCII) is not. */
export function hostOf(text: string): HostName | undefined {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)
  const authority = text.slice(scheme?.[0].length ?? 0).split(/[/?#]/, 1)[0] ?? ''
  const { host, port } = splitPort(authority.slice(authority.lastIndexOf('@') + 1).toLowerCase())
  const isKnown =
    /^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$/.test(host) || (host.includes(':') && addressBytes(host) !== undefined)
  if (!isKnown || /[\\\s]/.test(authority)) return undefined
  const usual = usualPorts[scheme?.[1]?.toLowerCase() ?? '']
  const shown = port !== undefined && /^\d+$/.test(port) ? port : usual
  return { host: host.replace(/\.$/, ''), ...(shown ? { port: shown } : {}) }
}

export function matchHost(pattern: HostPattern, name: HostName | undefined): boolean {
  if (!name) return pattern.kind === 'name' && pattern.glob.text === '*' && pattern.port === undefined
  if (pattern.port !== undefined && pattern.port !== name.port) return false
  if (pattern.kind === 'name') return matchGlob(pattern.glob, name.host)
  const bytes = addressBytes(name.host)
  return bytes !== undefined && inNetwork(bytes, pattern.address, pattern.bits)
}

/** A deny of an address reaches every name, since any name may resolve to it; a port that is not known could be the denied one. */
export function couldMatchHost(pattern: HostPattern, name: HostName | undefined): boolean {
  if (!name) return true
  if (pattern.port !== undefined && name.port !== undefined && pattern.port !== name.port) return false
  if (pattern.kind === 'name') return matchGlob(pattern.glob, name.host)
  const bytes = addressBytes(name.host)
  return bytes === undefined || inNetwork(bytes, pattern.address, pattern.bits)
}

function inNetwork(bytes: readonly number[], network: readonly number[], bits: number): boolean {
  if (bytes.length !== network.length) return false
  return bytes.every((byte, index) => {
    const left = Math.min(8, Math.max(0, bits - index * 8))
    const mask = (0xff << (8 - left)) & 0xff
    return (byte & mask) === ((network[index] ?? 0) & mask)
  })
}

function splitPort(text: string): { readonly host: string; readonly port?: string } {
  const bracketed = text.match(/^\[([^\]]*)\](?::(.+))?$/)
  if (bracketed) return { host: bracketed[1] ?? '', ...(bracketed[2] ? { port: bracketed[2] } : {}) }
  const parts = text.split(':')
  if (parts.length !== 2) return { host: text }
  return { host: parts[0] ?? '', ...(parts[1] ? { port: parts[1] } : {}) }
}

/** The bytes of an IPv4 address in any of the spellings that the C library takes, or of an IPv6 address (an IPv4-mapped one
 *  counts as IPv4); undefined for a name. */
export function addressBytes(text: string): readonly number[] | undefined {
  return text.includes(':') ? sixBytes(text) : fourBytes(text)
}

function fourBytes(text: string): readonly number[] | undefined {
  const parts = text.split('.')
  if (parts.length > 4 || !parts.every((part) => /^(0x[0-9a-f]+|\d+)$/i.test(part))) return undefined
  const numbers = parts.map((part) => (/^0\d/.test(part) ? Number.parseInt(part, 8) : Number(part)))
  const last = numbers.pop() ?? 0
  if (numbers.some((number) => number > 255) || last >= 256 ** (4 - numbers.length)) return undefined
  const tail = Array.from(
    { length: 4 - numbers.length },
    (_, index) => Math.floor(last / 256 ** (3 - numbers.length - index)) & 0xff,
  )
  return [...numbers, ...tail]
}

function sixBytes(text: string): readonly number[] | undefined {
  const bare = text.split('%')[0] ?? ''
  const four = bare.match(/^(.*:)(\d+\.\d+\.\d+\.\d+)$/)
  const tail = four ? fourBytes(four[2] ?? '') : []
  if (!tail) return undefined
  const halves = (four ? (four[1] ?? '').replace(/([^:]):$/, '$1') : bare).split('::')
  if (halves.length > 2) return undefined
  const [head, end] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const groups = [...(head ?? []), ...(end ?? [])]
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined
  const missing = 16 - tail.length - groups.length * 2
  if (missing < 0 || (halves.length === 1 && missing !== 0)) return undefined
  const bytes = (list: readonly string[]) =>
    list.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff])
  const all = [...bytes(head ?? []), ...new Array<number>(missing).fill(0), ...bytes(end ?? []), ...tail]
  const isMapped = all.slice(0, 10).every((byte) => byte === 0) && all[10] === 0xff && all[11] === 0xff
  return isMapped ? all.slice(12) : all
}
