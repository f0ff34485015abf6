// Where Reeve keeps its own files, by the XDG base directory rules. Never inside a workspace.
import type { Host } from './host.ts'

export interface Places {
  readonly home: string
  /** Keys, trust, an operator's base policy. */
  readonly configuration: string
  /** Ledgers, one directory a workspace. */
  readonly state: string
  /** Compiled policies and scan digests; all of it may be deleted. */
  readonly cache: string
}

/** A relative path is ignored, as the standard says: it would lie wherever Reeve was started, in a workspace too. */
export function places(host: Host): Places {
  const home = host.environment.HOME?.startsWith('/') ? host.environment.HOME : '/'
  const under = (variable: string, fallback: string): string => {
    const value = host.environment[variable]
    return `${value?.startsWith('/') ? value.replace(/\/+$/, '') : `${home}/${fallback}`}/reeve`
  }
  return {
    home,
    configuration: under('XDG_CONFIG_HOME', '.config'),
    state: under('XDG_STATE_HOME', '.local/state'),
    cache: under('XDG_CACHE_HOME', '.cache'),
  }
}
