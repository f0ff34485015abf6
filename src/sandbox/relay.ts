// `reeve __relay SOCKET`: inside a sandbox, where there is no network but a loopback of its own, passes what comes on one port to the
// socket file of the proxy outside. It knows no rules and needs none: the other end has them.
import type { Host } from '../host/host.ts'
import { connect, join, listen } from '../host/net.ts'
import { relayPort, relayVerb } from './verb.ts'

/** Says one line when connections are taken; ends with the sandbox. */
export async function relay(args: readonly string[], host: Host): Promise<number> {
  const [path, ...more] = args
  if (!path?.startsWith('/') || more.length > 0) {
    host.terminal.err(`reeve: \`${relayVerb}\` is called by the guard alone\nhelp: \`reeve exec -- CMD\`\n`)
    return 2
  }
  await listen({ port: relayPort }, (inside) => {
    inside.pause()
    connect({ path }, 5000).then(
      (outside) => join(inside, outside),
      () => inside.destroy(),
    )
  })
  host.terminal.out('ready\n')
  return await new Promise<number>(() => undefined)
}
