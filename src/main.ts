// The rim: picks the subcommand, loads only what it needs, and turns every fault into one line with its mend and an exit code.
import { Fault } from './base/fault.ts'
import { version } from './base/version.ts'
import type { Subcommand } from './cli/define.ts'
import { exit, exitOf } from './cli/exit.ts'
import { faultLines } from './cli/fault-view.ts'
import { subcommands } from './cli/subcommands.ts'
import { usage } from './cli/usage.ts'
import type { Host } from './host/host.ts'
import { realHost } from './host/real.ts'
import { confineVerb, relayVerb } from './sandbox/verb.ts'

export async function main(args: readonly string[], host: Host): Promise<number> {
  const code = await chosen(args, host)
  const lost = host.terminal.lost?.()
  if (lost === undefined) return code
  host.terminal.err(`reeve: standard output could not be written whole: ${lost}\nhelp: is its disk full?\n`)
  return code === exit.ok ? exit.error : code
}

async function chosen(args: readonly string[], host: Host): Promise<number> {
  const [name, ...rest] = args
  if (name === '--version' || name === '-V') {
    host.terminal.out(`reeve ${version}\n`)
    return exit.ok
  }
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    host.terminal.out(usage(subcommands))
    return name === undefined ? exit.usage : exit.ok
  }
  if (name === confineVerb) return (await import('./sandbox/launcher.ts')).confineAndBecome(rest, host)
  if (name === relayVerb) return await (await import('./sandbox/relay.ts')).relay(rest, host)
  const entry = subcommands.find((candidate) => candidate.name === name)
  if (!entry) {
    host.terminal.err(`reeve: no command \`${name}\`\nhelp: \`reeve --help\` lists the commands\n`)
    return exit.usage
  }
  return await guarded(await entry.load(), rest, host)
}

async function guarded(subcommand: Subcommand, args: readonly string[], host: Host): Promise<number> {
  try {
    return await subcommand.run(args, host)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    host.terminal.err(faultLines(error))
    return exitOf(error.code)
  }
}

/** The real machine; exit 1 where there is not even a working directory. */
async function start(args: readonly string[]): Promise<number> {
  let host: Host
  try {
    host = realHost()
  } catch (error) {
    process.stderr.write(`reeve: the working directory cannot be used: ${error}\nhelp: \`cd\` to one that is there\n`)
    return exit.error
  }
  return await main(args, host)
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  process.exitCode = await start(process.argv.slice(2))
}
