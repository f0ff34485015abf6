// The one way out of a sandbox: a proxy on a socket file that speaks HTTP (CONNECT and plain requests) and SOCKS 5, and asks for each
// host. Whoever is refused is told why, and the refusal is kept for the evidence.
import { type Connection, connect, join, listen } from '../host/net.ts'
import type { Reach } from './reachable.ts'

export interface ProxyServer {
  /** `host:port: reason`, each once. */
  readonly refused: () => readonly string[]
  readonly close: () => void
}

/** Who is asked: a host as named by the command, and a port. */
export type Ask = (host: string, port: number) => Promise<Reach>

const headBytes = 16_384
const connectMs = 30_000
const refusedLimit = 100

export async function startProxy(path: string, ask: Ask): Promise<ProxyServer> {
  const refused = new Set<string>()
  const reach = async (host: string, port: number): Promise<Connection | string> => {
    const answer = await ask(host, port)
    if (answer.kind === 'go') return await connect(answer, connectMs).catch(() => 'nobody answers there')
    if (refused.size < refusedLimit) refused.add(`${host}:${port}: ${answer.reason}`)
    return `refused: ${answer.reason}`
  }
  const close = await listen({ path }, (connection) => {
    serve(connection, reach).catch(() => connection.destroy())
  })
  return { refused: () => [...refused], close }
}

type Reacher = (host: string, port: number) => Promise<Connection | string>

async function serve(client: Connection, reach: Reacher): Promise<void> {
  const incoming = new Incoming(client)
  const first = await incoming.take((bytes) => (bytes.length > 0 ? 0 : undefined))
  if (first === undefined) return
  if (incoming.bytes[0] === 5) await serveSocks(client, incoming, reach)
  else await serveHttp(client, incoming, reach)
}

/** What has come and was not taken yet. */
class Incoming {
  bytes: Uint8Array = new Uint8Array()
  readonly #client: Connection
  #wake: () => void = () => undefined
  #isOver = false
  readonly #hear = (piece: Uint8Array) => {
    const joined = new Uint8Array(this.bytes.length + piece.length)
    joined.set(this.bytes)
    joined.set(piece, this.bytes.length)
    this.bytes = joined
    this.#wake()
  }

  constructor(client: Connection) {
    this.#client = client
    client.on('data', this.#hear)
    for (const event of ['end', 'close', 'error'])
      client.on(event, () => {
        this.#isOver = true
        this.#wake()
      })
  }

  /** Waits until `lengthOf` knows how many bytes belong together, and takes them; undefined when they never come. */
  async take(lengthOf: (bytes: Uint8Array) => number | undefined): Promise<Uint8Array | undefined> {
    for (;;) {
      const length = lengthOf(this.bytes)
      if (length !== undefined && this.bytes.length >= length) {
        const taken = this.bytes.slice(0, length)
        this.bytes = this.bytes.slice(length)
        return taken
      }
      if (this.#isOver || this.bytes.length > headBytes) return undefined
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  /** From here on the bytes go elsewhere; answers those that have come already. */
  release(): Uint8Array {
    this.#client.off('data', this.#hear)
    this.#client.pause()
    return this.bytes
  }
}

async function serveHttp(client: Connection, incoming: Incoming, reach: Reacher): Promise<void> {
  const head = await incoming.take(headLength)
  const request = head && parseRequest(new TextDecoder('latin1').decode(head))
  if (!request) {
    client.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    return
  }
  const rest = incoming.release()
  const upstream = await reach(request.host, request.port)
  if (typeof upstream === 'string') {
    const text = `reeve: ${request.host}:${request.port} ${upstream}\n`.replace(/[^\x20-\x7e\n]/g, '?')
    client.end(`HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: ${text.length}\r\n\r\n${text}`)
    return
  }
  if (request.forward === undefined) client.write('HTTP/1.1 200 Connection established\r\n\r\n')
  else upstream.write(request.forward, 'latin1')
  if (rest.length > 0) upstream.write(rest)
  join(client, upstream)
}

function headLength(bytes: Uint8Array): number | undefined {
  for (let at = 3; at < bytes.length; at++)
    if (bytes[at] === 10 && bytes[at - 1] === 13 && bytes[at - 2] === 10 && bytes[at - 3] === 13) return at + 1
  return undefined
}

export interface HttpRequest {
  readonly host: string
  readonly port: number
  /** The head as the server gets it; absent for CONNECT. */
  readonly forward?: string
}

export function parseRequest(head: string): HttpRequest | undefined {
  const [line = '', ...headers] = head.slice(0, -4).split('\r\n')
  const [method = '', target = '', version = '', ...more] = line.split(' ')
  if (more.length > 0 || !/^HTTP\/1\.[01]$/.test(version) || !/^[A-Z]{1,20}$/.test(method)) return undefined
  const authority = method === 'CONNECT' ? target : /^http:\/\/([^/?#]*)/i.exec(target)?.[1]
  const place = authority === undefined ? undefined : splitAuthority(authority, method === 'CONNECT' ? undefined : 80)
  if (!place || method === 'CONNECT') return place
  const path = target.replace(/^http:\/\/[^/?#]*/i, '')
  // The server sees the host that was judged, and the connection serves this one request.
  const kept = headers.filter((header) => !/^(?:host|connection|proxy-[^:]*|keep-alive)\s*:/i.test(header))
  const own = [`Host: ${authority}`, 'Connection: close']
  const shown = path.startsWith('/') ? path : `/${path}`
  return { ...place, forward: [`${method} ${shown} ${version}`, ...own, ...kept, '', ''].join('\r\n') }
}

function splitAuthority(text: string, usualPort: number | undefined): HttpRequest | undefined {
  const [, host, port] = /^(\[[0-9a-fA-F:.]+\]|[^:@[\]\s]+)(?::(\d{1,5}))?$/.exec(text) ?? []
  const number = port === undefined ? usualPort : Number(port)
  return host === undefined || number === undefined ? undefined : { host, port: number }
}

async function serveSocks(client: Connection, incoming: Incoming, reach: Reacher): Promise<void> {
  const greeting = await incoming.take((bytes) => (bytes.length < 2 ? undefined : 2 + (bytes[1] ?? 0)))
  if (!greeting?.subarray(2).includes(0)) {
    client.end(new Uint8Array([5, 0xff]))
    return
  }
  client.write(new Uint8Array([5, 0]))
  const request = await incoming.take(socksLength)
  const place = request && parseSocks(request)
  if (!place) {
    client.end(socksAnswer(7))
    return
  }
  const rest = incoming.release()
  const upstream = await reach(place.host, place.port)
  if (typeof upstream === 'string') {
    client.end(socksAnswer(2))
    return
  }
  client.write(socksAnswer(0))
  if (rest.length > 0) upstream.write(rest)
  join(client, upstream)
}

/** Of a request (RFC 1928): version, command, 0, kind of address, address, port. */
function socksLength(bytes: Uint8Array): number | undefined {
  if (bytes.length < 5) return undefined
  const address = { 1: 4, 3: 1 + (bytes[4] ?? 0), 4: 16 }[bytes[3] ?? 0]
  return address === undefined ? 4 : 4 + address + 2
}

export function parseSocks(bytes: Uint8Array): HttpRequest | undefined {
  const [version, command, , kind] = bytes
  if (version !== 5 || command !== 1 || bytes.length < 7) return undefined
  const port = (bytes.at(-2) ?? 0) * 256 + (bytes.at(-1) ?? 0)
  const address = bytes.subarray(4, -2)
  if (kind === 1) return { host: [...address].join('.'), port }
  if (kind === 3) return { host: new TextDecoder().decode(address.subarray(1)), port }
  if (kind !== 4) return undefined
  const groups = Array.from({ length: 8 }, (_, at) =>
    ((address[at * 2] ?? 0) * 256 + (address[at * 2 + 1] ?? 0)).toString(16),
  )
  return { host: groups.join(':'), port }
}

function socksAnswer(code: number): Uint8Array {
  return new Uint8Array([5, code, 0, 1, 0, 0, 0, 0, 0, 0])
}
