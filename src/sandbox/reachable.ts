// Whether a command in a sandbox may reach a host, and at which address. The name is judged by the rules, then every address that it
// resolves to: only an address that was judged is connected to, so that a name cannot change its meaning in between. Addresses of this
// machine and of private networks are reached only by a rule that names them as addresses (`localhost` may be named).
import type { Authority } from '../rules/authority.ts'
import { addressBytes, type HostName, hostOf, matchHost } from '../rules/hosts.ts'
import { ruleOnHost } from '../rules/network.ts'

export type Reach =
  | { readonly kind: 'go'; readonly address: string; readonly port: number }
  | { readonly kind: 'stop'; readonly reason: string }

export interface Reaching {
  readonly authority: Authority
  /** Hosts that this very command was allowed to reach, by a rule or a person. */
  readonly granted: readonly string[]
  readonly resolve: (name: string) => Promise<readonly string[]>
}

export async function reachOf(reaching: Reaching, host: string, port: number): Promise<Reach> {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  const name = hostOf(`${bare.includes(':') ? `[${bare}]` : bare}:${port}`)
  if (!name || port < 1 || port > 65_535) return { kind: 'stop', reason: 'its name cannot be read for sure' }
  const isGranted = reaching.granted.some((grant) => grant === name.host || grant === `${name.host}:${port}`)
  const ruling = ruleOnHost(reaching.authority, name, isGranted)
  if (ruling.answer !== 'allow' && !(isGranted && ruling.answer === 'ask'))
    return { kind: 'stop', reason: ruling.reason }
  const isLiteral = addressBytes(name.host) !== undefined
  const addresses = isLiteral ? [name.host] : await reaching.resolve(name.host)
  if (addresses.length === 0) return { kind: 'stop', reason: 'its name has no address' }
  const reasons = addresses.map((address) => stopReason(reaching.authority, name, address))
  const at = reasons.indexOf(undefined)
  const address = addresses[at]
  return address === undefined ? { kind: 'stop', reason: reasons[0] ?? '' } : { kind: 'go', address, port }
}

function stopReason(authority: Authority, name: HostName, address: string): string | undefined {
  const bytes = addressBytes(address)
  if (!bytes) return `its address ${address} cannot be read`
  const at: HostName = { ...name, host: address }
  for (const layer of authority.layers) {
    const denied = layer.policy.network.rules.find(
      ({ answer }, index) =>
        answer !== 'allow' &&
        layer.network[index]?.some((pattern) => pattern.kind === 'network' && matchHost(pattern, at)),
    )
    if (denied) return `its address ${address} is closed by ${denied.origin.span.file}:${denied.origin.line}`
  }
  if (!isPrivate(bytes) || isOpened(authority, at) || isLocalByName(authority, name, bytes)) return undefined
  return `its address ${address} is one of this machine or of a private network, which only a rule with the address opens`
}

function isOpened(authority: Authority, at: HostName): boolean {
  return authority.layers.some(
    (layer) =>
      layer.mode !== 'tighten' &&
      layer.policy.network.rules.some(
        ({ answer }, index) =>
          answer === 'allow' &&
          layer.network[index]?.some((pattern) => pattern.kind === 'network' && matchHost(pattern, at)),
      ),
  )
}

function isLocalByName(authority: Authority, name: HostName, bytes: readonly number[]): boolean {
  const isLoopback =
    bytes.length === 4 ? bytes[0] === 127 : bytes.every((byte, index) => byte === (index === 15 ? 1 : 0))
  const isWritten = authority.layers.some((layer) =>
    layer.policy.network.rules.some(
      ({ answer }, index) =>
        answer === 'allow' &&
        layer.network[index]?.some(
          (pattern) => pattern.kind === 'name' && pattern.writtenOut && matchHost(pattern, name),
        ),
    ),
  )
  return isLoopback && name.host === 'localhost' && isWritten
}

/** Not of the public network (RFC 6890), or able to hold such an address inside (NAT64, 6to4). */
function isPrivate(bytes: readonly number[]): boolean {
  const [a = 0, b = 0, c = 0] = bytes
  if (bytes.length === 4) {
    if (a === 0 || a === 10 || a === 127 || a >= 224) return true
    if (a === 100) return b >= 64 && b < 128
    if (a === 169) return b === 254
    if (a === 172) return b >= 16 && b < 32
    if (a === 192) return b === 168 || (b === 0 && (c === 0 || c === 2))
    return a === 198 && (b === 18 || b === 19)
  }
  const first = a * 256 + b
  // Global unicast is 2000::/3; in it, 6to4 and documentation are none; NAT64 lies outside it.
  return (
    a < 0x20 || a > 0x3f || first === 0x2002 || (first === 0x2001 && (c === 0 || (c === 0x0d && bytes[3] === 0xb8)))
  )
}
