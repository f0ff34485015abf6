// What the commands about a policy share: which file is meant, what is wrong with it, and how its files are called from here.
import type { Diagnostic } from '../base/diagnostic.ts'
import { Fault } from '../base/fault.ts'
import { relativePath } from '../base/path.ts'
import type { Host } from '../host/host.ts'
import { findPolicy, policyFileName } from '../policy/find.ts'
import type { Loaded, LoadedSource } from '../policy/loaded.ts'
import { absolutePath } from './session-args.ts'

/** Absolute path of the named policy, or of the one that is found. Fault `policy` when there is none. */
export function policyToRead(host: Host, named: string | undefined, cwd: string | undefined): string {
  const directory = absolutePath(host, cwd ?? '.')
  const path = named === undefined ? findPolicy(host, directory) : absolutePath(host, named)
  if (path !== undefined) return path
  throw new Fault('policy', `there is no \`${policyFileName}\` in ${directory} or above it in its repository`, {
    help: 'name a file, or write a first one: `policy "name" version 1`',
  })
}

interface ReadPolicy {
  readonly loaded: Loaded
  /** Everything that was found, the policy's own examples included; in the order of the text. */
  readonly diagnostics: readonly Diagnostic[]
}

export async function readPolicy(host: Host, path: string): Promise<ReadPolicy> {
  const { loadPolicy } = await import('../policy/load.ts')
  const loaded = loadPolicy(host, path)
  if (loaded.kind === 'broken') return { loaded, diagnostics: loaded.diagnostics }
  const { checkExamples } = await import('../rules/examples.ts')
  return { loaded, diagnostics: [...checkExamples(loaded.policy), ...loaded.warnings] }
}

/** Files by their paths from the working directory; what lies elsewhere by its absolute path. */
export function namesHere(host: Host, sources: readonly LoadedSource[]): (file: string) => string {
  return (file) => {
    const path = sources.find((source) => source.file === file)?.path
    return path === undefined ? file : (relativePath(path, host.workingDirectory) ?? path)
  }
}
