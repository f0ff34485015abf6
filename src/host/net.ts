// Sockets and names of the network, for the proxy between a sandbox and the hosts that a policy opens. Loaded only when one is needed.
import * as dns from 'node:dns'
import * as net from 'node:net'

export type Connection = net.Socket

/** A socket file, or a port of this machine alone. */
export type Listening = { readonly path: string } | { readonly port: number }

/** Answers how to stop, once connections are taken. */
export function listen(where: Listening, serve: (connection: Connection) => void): Promise<() => void> {
  const open = new Set<Connection>()
  const server = net.createServer((connection) => {
    open.add(connection)
    connection.on('close', () => open.delete(connection))
    connection.on('error', () => connection.destroy())
    serve(connection)
  })
  const stop = () => {
    server.close()
    for (const connection of open) connection.destroy()
  }
  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen('path' in where ? where : { ...where, host: '127.0.0.1' }, () => resolve(stop))
  })
}

/** Rejects when nobody answers in time. */
export function connect(
  to: { readonly path: string } | { readonly address: string; readonly port: number },
  timeoutMs: number,
): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const connection = net.connect('path' in to ? to : { host: to.address, port: to.port })
    connection.setTimeout(timeoutMs, () => connection.destroy(new Error('nobody answers')))
    connection.on('error', reject)
    connection.once('connect', () => {
      connection.setTimeout(0)
      connection.on('error', () => connection.destroy())
      resolve(connection)
    })
  })
}

/** Every address of a name, as the system resolves it; empty when it has none. */
export async function addressesOf(name: string): Promise<readonly string[]> {
  try {
    return (await dns.promises.lookup(name, { all: true })).map(({ address }) => address)
  } catch {
    return []
  }
}

/** What comes on either goes to the other, until both have ended. */
export function join(left: Connection, right: Connection): void {
  left.pipe(right)
  right.pipe(left)
  left.on('close', () => right.destroy())
  right.on('close', () => left.destroy())
}
