// The environment of a guarded command: made new from the policy, never inherited. Names that load code into a shell, a loader or
// our own runtime are never kept, whatever the policy says.
import { baseName } from '../base/path.ts'
import type { Reading } from '../command/command.ts'
import { guardMarker } from '../host/ancestry.ts'
import type { Session } from '../session/session.ts'

/** `token` names this call to whoever looks for what it left running. */
export function commandEnvironment(
  session: Session,
  reading: Reading,
  token: string,
): Readonly<Record<string, string>> {
  const { keep, set } = session.authority.policy.environment
  const own = session.host.environment
  const isKept = nameMatcher(keep)
  const kept = Object.entries(own).filter(([name]) => isKept(name) && !isLoader(name))
  const assigned = set.filter(({ name }) => !isRuntime(name)).map(({ name, value }) => [name, value] as const)
  const outer = own[guardMarker]
  return {
    ...Object.fromEntries([...kept, ...assigned]),
    PATH: session.trustedPath.join(':'),
    [guardMarker]: outer === undefined ? token : `${outer}:${token}`,
    ...(runsGit(reading) ? tamedGit : {}),
  }
}

/** Names, and prefixes that end in `*`. */
function nameMatcher(patterns: readonly string[]): (name: string) => boolean {
  const exact = new Set(patterns)
  const prefixes = patterns.filter((pattern) => pattern.endsWith('*')).map((pattern) => pattern.slice(0, -1))
  return (name) => exact.has(name) || prefixes.some((prefix) => name.startsWith(prefix))
}

const shellNames = new Set(
  `BASH_ENV ENV SHELLOPTS BASHOPTS BASH_XTRACEFD PS4 PROMPT_COMMAND IFS CDPATH GLOBIGNORE FIGNORE POSIXLY_CORRECT PATH`.split(
    /\s+/,
  ),
)

/** What makes a shell, the loader or git run something, and what belongs to Reeve. */
function isLoader(name: string): boolean {
  return shellNames.has(name) || /^(?:BASH_FUNC_|LD_|DYLD_|GIT_|GLIBC_|REEVE_)/.test(name) || isRuntime(name)
}

/** These act inside a Bun binary before any of its own code. */
function isRuntime(name: string): boolean {
  return name.startsWith('BUN_') || name === guardMarker
}

function runsGit(reading: Reading): boolean {
  return reading.commands.some(({ program }) => program.kind === 'literal' && baseName(program.text) === 'git')
}

/** What a repository's own configuration would make git run is switched off. */
const tamedGit: Readonly<Record<string, string>> = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: 'core.fsmonitor',
  GIT_CONFIG_VALUE_0: 'false',
  GIT_CONFIG_KEY_1: 'core.hooksPath',
  GIT_CONFIG_VALUE_1: '/dev/null',
  GIT_PAGER: 'cat',
  GIT_EDITOR: ':',
  GIT_SEQUENCE_EDITOR: ':',
  GIT_TERMINAL_PROMPT: '0',
}
