// Hosts that a project fetches packages from: the ecosystem's own, and those that its lock files name. They are asked about, never
// allowed, so a lock file that names a stranger's host gains a question and no answer.
import type { Place } from './place.ts'

export interface ProposedHost {
  readonly host: string
  /** The file that suggests it. */
  readonly from: string
}

/** Of one lock file, and of all. */
const hostLimit = 8
const allLimit = 20

/** In the order of the projects. A lock file that names only other hosts than the ecosystem's own says where all comes from. */
export function hostsOf(places: readonly Place[]): readonly ProposedHost[] {
  const found = new Map<string, string>()
  for (const { directory, project, kinds } of places)
    for (const { locks = [], marks, registries = [] } of kinds) {
      const lock = locks.find((name) => project.isFile(name))
      const from = lock ?? marks.find((name) => project.isFile(name)) ?? marks[0] ?? ''
      const named = lock === undefined || lock.endsWith('.lockb') ? [] : hostsIn(project.read(lock) ?? '')
      const isElsewhere = named.length > 0 && !named.some((host) => registries.includes(host))
      for (const host of isElsewhere ? named : [...registries, ...named])
        if (!found.has(host)) found.set(host, directory === '' ? from : `${directory}/${from}`)
    }
  return [...found].slice(0, allLimit).map(([host, from]) => ({ host, from }))
}

const scheme = 'https://'
/** What stands before the address of a registry in one lock file or another. */
const keys = ['resolved": "', 'resolved "', 'registry = "', 'registry+', 'tarball: ', 'remote: ']

/** A search from mark to mark, so that no text makes it slow. Registries that are repositories of git are no hosts of packages. */
function hostsIn(text: string): readonly string[] {
  const found = new Set<string>()
  for (
    let at = text.indexOf(scheme);
    at !== -1 && found.size < hostLimit;
    at = text.indexOf(scheme, at + scheme.length)
  ) {
    const before = text.slice(Math.max(0, at - 20), at)
    if (!keys.some((key) => before.endsWith(key))) continue
    const start = at + scheme.length
    const host = /^[a-z0-9.-]{4,100}(?=[/:"'\s])/.exec(text.slice(start, start + 101))?.[0]
    if (host !== undefined && isHostName(host) && host !== 'github.com') found.add(host)
  }
  return [...found].sort()
}

function isHostName(host: string): boolean {
  const parts = host.split('.')
  return (
    parts.length > 1 && parts.every((part) => /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(part)) && !/^[\d.]+$/.test(host)
  )
}
