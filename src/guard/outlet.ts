// The way from a sandbox to the hosts that a policy opens: our proxy on a socket file, and inside, before the command, the relay that
// leads a port of its loopback there. Programs find it by the variables that they know.
import { quoteArgv } from '../base/quote.ts'
import { addressesOf } from '../host/net.ts'
import type { Decision } from '../rules/decision.ts'
import type { Confinement, Mount } from '../sandbox/confinement.ts'
import { type ProxyServer, startProxy } from '../sandbox/proxy.ts'
import { reachOf } from '../sandbox/reachable.ts'
import { removeTree, scratchName } from '../sandbox/scratch.ts'
import { ownCommand, relayPort, relayVerb } from '../sandbox/verb.ts'
import type { Session } from '../session/session.ts'

export interface Outlet {
  readonly environment: Readonly<Record<string, string>>
  /** What has to be there for the relay, beyond what is. */
  readonly mounts: (confinement: Confinement) => readonly Mount[]
  readonly open: () => Promise<void>
  /** The command's words behind those that start the relay. */
  readonly around: (command: readonly string[]) => readonly string[]
  readonly refused: () => readonly string[]
  readonly close: () => void
}

export function outletFor({ host, authority, world }: Session, { effects }: Decision): Outlet {
  const directory = scratchName(host)
  const socket = `${directory}/out`
  const own = ownCommand(host.runtime)
  const granted = effects.flatMap(({ kind, answer, host: name }) =>
    kind === 'network' && answer !== 'deny' && name !== undefined ? [name] : [],
  )
  const isThere = (path: string, { mounts }: Confinement) =>
    mounts.some((mount) => (mount.as === 'read' || mount.as === 'write') && path.startsWith(`${mount.path}/`))
  let proxy: ProxyServer | undefined
  return {
    environment: proxyVariables,
    mounts: (confinement) => [
      { path: directory, as: 'read' },
      ...[host.runtime.executable, ...(host.runtime.script ? [world.realPath(host.runtime.script)] : [])]
        .filter((path) => !isThere(path, confinement))
        // Deno rewrites an argument that is its own path.
        .map((path): Mount => ({ path: `/.${path}`, as: 'read' })),
    ],
    open: async () => {
      host.files.makeDirectory(directory, 0o700)
      proxy = await startProxy(socket, (name, port) =>
        reachOf({ authority, granted, resolve: addressesOf }, name, port),
      )
    },
    around: (command) => ['sh', '-c', startRelay(quoteArgv([...own, relayVerb, socket])), 'sh', ...command],
    refused: () => proxy?.refused() ?? [],
    close: () => {
      proxy?.close()
      removeTree(host, directory)
    },
  }
}

/** Waits for the relay, which stands beside the command and not below it. Deno would look for a newer one of itself. */
function startRelay(relay: string): string {
  const ready = '/tmp/.reeve-relay'
  return `mkfifo ${ready} && { (DENO_NO_UPDATE_CHECK=1 ${relay} >${ready} 2>/dev/null </dev/null &); read -r _ <${ready}; rm -f ${ready}; }; exec "$@"`
}

const local = 'localhost,127.0.0.1,::1'
const http = `http://127.0.0.1:${relayPort}`
const socks = `socks5h://127.0.0.1:${relayPort}`
const proxyVariables: Readonly<Record<string, string>> = {
  ...{ HTTP_PROXY: http, http_proxy: http, HTTPS_PROXY: http, https_proxy: http },
  ...{ ALL_PROXY: socks, all_proxy: socks, NO_PROXY: local, no_proxy: local },
}
