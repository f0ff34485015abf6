// Where a policy is looked for when none is named: `policy.reeve` in the directory, then in its parents up to the repository's
// root. Outside a repository only the directory itself is looked at: a file in /tmp must not speak for everything below.
import type { Host } from '../host/host.ts'
import { mayExist } from '../host/read.ts'

export const policyFileName = 'policy.reeve'

/** Path of the nearest one, whatever kind of file it is, so that a strange one is refused aloud; undefined when there is none. */
export function findPolicy(host: Host, directory: string): string | undefined {
  const root = repositoryRoot(host, directory) ?? directory
  for (let at = directory; ; at = parentOf(at)) {
    const path = `${at === '/' ? '' : at}/${policyFileName}`
    if (mayExist(host.files, path)) return path
    if (at === root || at === '/') return undefined
  }
}

/** The nearest directory that holds `.git`. */
function repositoryRoot(host: Host, directory: string): string | undefined {
  for (let at = directory; ; at = parentOf(at)) {
    if (mayExist(host.files, `${at === '/' ? '' : at}/.git`)) return at
    if (at === '/') return undefined
  }
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/'
}
