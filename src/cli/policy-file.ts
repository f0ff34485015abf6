// What the commands about a policy share: which file is meant, what is wrong with it, and how its files are called from here.
import type { Diagnostic } from '../base/diagnostic.ts'
import { Fault } from '../base/fault.ts'
import { relativePath } from '../base/path.ts'
import type { Host } from '../host/host.ts'
import { findPolicy, policyFileName } from '../policy/find.ts'
import type { Loaded, LoadedSource } from '../policy/loaded.ts'
import type { Policy } from '../policy/policy.ts'
import { absolutePath } from './session-args.ts'

/** Absolute path of the named policy, or of the one that is found. Fault `policy` when there is none. */
export function policyToRead(host: Host, named: string | undefined, cwd: string | undefined): string {
  const directory = absolutePath(host, cwd ?? '.')
  const path = named === undefined ? findPolicy(host, directory) : absolutePath(host, named)
  if (path !== undefined) return path
  throw new Fault('policy', `there is no \`${policyFileName}\` in ${directory} or above it in its repository`, {
    help: '`reeve init` writes a first one from what the project has; another one is named by its path',
  })
}

interface ReadPolicy {
  readonly loaded: Loaded
  /** Everything that was found, the policy's own examples included; in the order of the text. */
  readonly diagnostics: readonly Diagnostic[]
}

interface Wanted {
  /** Also what only a habit of care demands. */
  readonly habits: boolean
  /** Real path of a workspace that scopes are held against; absent: none. */
  readonly workspace?: string
}

/** Examples and lint included. */
export async function readPolicy(host: Host, path: string, wanted: Wanted = { habits: false }): Promise<ReadPolicy> {
  const { loadPolicy } = await import('../policy/load.ts')
  const loaded = loadPolicy(host, path)
  if (loaded.kind === 'broken') return { loaded, diagnostics: loaded.diagnostics }
  const { checkExamples } = await import('../rules/examples.ts')
  const { habits, lintRules } = await import('../rules/lint.ts')
  const { lintWritablePrograms } = await import('../rules/lint-programs.ts')
  const { silence } = await import('../policy/silence.ts')
  const scopes = wanted.workspace === undefined ? [] : await scopesIn(host, loaded.policy, wanted.workspace)
  const found = [
    ...checkExamples(loaded.policy),
    ...loaded.warnings,
    ...lintRules(loaded.policy),
    ...lintWritablePrograms(loaded.policy),
    ...scopes,
  ]
  const unknown = wanted.workspace === undefined ? ['RV507'] : []
  const told = silence(found, loaded.sources, unknown).filter(({ code }) => wanted.habits || !habits.has(code))
  const files = loaded.sources.map(({ file }) => file)
  const rank = ({ span }: Diagnostic) => files.indexOf(span.file)
  return {
    loaded,
    diagnostics: [...told].sort((one, other) => rank(one) - rank(other) || one.span.start - other.span.start),
  }
}

async function scopesIn(host: Host, policy: Policy, workspace: string): Promise<readonly Diagnostic[]> {
  const { lintScopes } = await import('./lint-scopes.ts')
  return lintScopes(host, policy, workspace)
}

/** Files by their paths from the working directory; what lies elsewhere by its absolute path. */
export function namesHere(host: Host, sources: readonly LoadedSource[]): (file: string) => string {
  return (file) => {
    const path = sources.find((source) => source.file === file)?.path
    return path === undefined ? file : (relativePath(path, host.workingDirectory) ?? path)
  }
}
