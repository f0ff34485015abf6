// How Reeve calls itself around a command in a sandbox: no verbs for people, in no list of commands, refused to guarded commands.
import type { Runtime } from '../host/host.ts'

export const confineVerb = '__confine'

export const relayVerb = '__relay'
/** In a sandbox whose loopback is its own. */
export const relayPort = 3128

/** Begins the one line that is said when the command was not started. */
export const unmadePrefix = 'reeve-confine: '

/** The words that start this very Reeve anew. Nothing of the directory that it starts in may change what it does. */
export function ownCommand({ name, executable, script = '' }: Runtime): readonly string[] {
  switch (name) {
    case 'deno': {
      const flags = ['--quiet', '--no-prompt', '--no-config', '--no-lock', '--cached-only', '--allow-all']
      return [executable, 'run', ...flags, script]
    }
    case 'bun':
      return [executable, '--config=/dev/null', '--no-env-file', script]
    case 'node':
      return [executable, script]
    default:
      return [executable]
  }
}
