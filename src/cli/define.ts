// A subcommand from cmd-ts argument types to a function of arguments and Host that answers an exit code. cmd-ts exits by itself
// and with 1 on wrong usage, so only its value-returning form is used, and wrong usage becomes exit 2.
import { command, runSafely } from 'cmd-ts'

import type { Host } from '../host/host.ts'
import { exit } from './exit.ts'

export interface Subcommand {
  readonly run: (args: readonly string[], host: Host) => Promise<number>
}

type ArgTypes = Parameters<typeof command>[0]['args']
/** What the argument parsers yield, by name. */
type Values<Args extends ArgTypes> = {
  readonly [Name in keyof Args]: Args[Name] extends { parse: (context: never) => Promise<infer Parsed> }
    ? Extract<Parsed, { readonly _tag: 'ok' }> extends { readonly value: infer Value }
      ? Value
      : never
    : never
}

export interface Definition<Args extends ArgTypes> {
  readonly name: string
  readonly description: string
  readonly examples: readonly { readonly description: string; readonly command: string }[]
  readonly args: Args
  /** `rest` holds the words behind the first `--`, undefined when there is none. */
  readonly run: (values: Values<Args>, host: Host, rest: readonly string[] | undefined) => Promise<number>
}

export function define<Args extends ArgTypes>(definition: Definition<Args>): Subcommand {
  return {
    run: async (args, host) => {
      const split = args.indexOf('--')
      const own = split === -1 ? args : args.slice(0, split)
      const rest = split === -1 ? undefined : args.slice(split + 1)
      const parser = command({
        name: `reeve ${definition.name}`,
        description: definition.description,
        examples: [...definition.examples],
        args: definition.args,
        handler: (values) => definition.run(values as Values<Args>, host, rest),
      })
      const result = await runSafely(parser, [...own])
      if (result._tag === 'ok') return await result.value
      const { exitCode, message, into } = result.error.config
      host.terminal[into === 'stdout' ? 'out' : 'err'](`${message}\n`)
      return exitCode === 0 ? exit.ok : exit.usage
    },
  }
}
