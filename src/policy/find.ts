// Where a policy is looked for when none is named: `policy.reeve` in the directory, then in its parents up to the repository's
// root. Outside a repository only the directory itself is looked at: a file in /tmp must not speak for everything below.
import type { Host } from '../host/host.ts'

export const policyFileName = 'policy.reeve'

/** Path of the nearest one, whatever kind of file it is, so that a strange one is refused aloud; undefined when there is none. */
export function findPolicy(host: Host, directory: string): string | undefined {
  const root = repositoryRoot(host, directory) ?? directory
  for (let at = directory; ; at = parentOf(at)) {
    const path = `${at === '/' ? '' : at}/${policyFileName}`
    if (exists(host, path)) return path
    if (at === root || at === '/') return undefined
  }
}

/** The nearest directory that holds `.git`. */
function repositoryRoot(host: Host, directory: string): string | undefined {
  for (let at = directory; ; at = parentOf(at)) {
    if (exists(host, `${at === '/' ? '' : at}/.git`)) return at
    if (at === '/') return undefined
  }
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/'
}

function exists(host: Host, path: string): boolean {
  try {
    host.files.lstat(path)
    return true
  } catch (error) {
    // What cannot be looked at may be there: the loader says why it cannot be read.
    const { code } = error as { readonly code?: unknown }
    return code !== 'ENOENT' && code !== 'ENOTDIR'
  }
}
