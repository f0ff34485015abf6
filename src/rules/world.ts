// The real world as the judge sees it: links, programs on the trusted path, protected places, repositories. Made once a session.
import { baseName, isWithin, resolvePath } from '../base/path.ts'
import type { Host } from '../host/host.ts'
import { places } from '../host/places.ts'
import type { World } from './decision.ts'
import { holdsProtectedPath, isProtectedPath, type ProtectedPlaces, protectedNames } from './protected.ts'
import { repositoryHazard } from './repository.ts'

interface WorldOptions {
  /** Real path of the workspace. */
  readonly workspace: string
  /** Absolute directories in which programs are looked for. */
  readonly trustedPath: readonly string[]
  /** Absolute paths of the policy and its includes. */
  readonly policyFiles: readonly string[]
}

export function worldOf(host: Host, options: WorldOptions): World {
  const { files } = host
  const { home, configuration, state, cache } = places(host)
  const { workspace } = options
  const binary = host.runtime.name === 'binary' ? host.runtime.executable : undefined
  const realPath = (path: string) => realPathSoFar(host, path)
  const guarded: ProtectedPlaces = {
    home,
    workspace,
    policyFiles: options.policyFiles,
    directories: [configuration, state, cache].flatMap((path) => [path, realPath(path)]),
    ...(binary === undefined ? {} : { binary }),
  }
  const namesOf = (path: string) => namesAlongLinks(host, path)
  return {
    workspace,
    home,
    realPath,
    isDirectory: (path) => isDirectory(host, path),
    findProgram: (name) =>
      options.trustedPath.map((directory) => `${directory}/${name}`).find((path) => isProgram(host, path)),
    isWritable: (path) => isAgentPlace(host, path, workspace),
    isProtected: (path) => isProtectedPath(path, guarded),
    holdsProtected: (path) => holdsProtectedPath(path, guarded),
    protectedNames: protectedNames(guarded),
    namesOf,
    isReeve: (path) => realPath(path) === binary || namesOf(path).some((name) => /^reeve(\.mjs|\.exe)?$/i.test(name)),
    repositoryHazard: (directory) => repositoryHazard(files, directory, workspace, home),
  }
}

/** The absolute entries of PATH that the agent cannot write: outside the workspace and the shared temporary directories. */
export function trustedPath(host: Host, workspace: string): readonly string[] {
  const entries = (host.environment.PATH ?? '/usr/local/bin:/usr/bin:/bin').split(':')
  const usable = entries.filter((entry) => {
    const real = realPathSoFar(host, entry)
    return entry.startsWith('/') && !isAgentPlace(host, entry, workspace) && !isAgentPlace(host, real, workspace)
  })
  return [...new Set(usable.map((entry) => resolvePath('/', entry)))]
}

function isAgentPlace(host: Host, path: string, workspace: string): boolean {
  const temporary = host.environment.TMPDIR
  const shared = ['/tmp', '/var/tmp', '/dev/shm', ...(temporary?.startsWith('/') ? [resolvePath('/', temporary)] : [])]
  return [workspace, ...shared].some((place) => isWithin(path, place))
}

/** Follows every link as far as the path exists; what does not exist yet is joined to what does. */
function realPathSoFar(host: Host, path: string, depth = 0): string {
  try {
    return host.files.realPath(path)
  } catch {
    const parent = resolvePath(path, '..')
    if (parent === path || depth > 255) return path
    return danglingTarget(host, path, depth) ?? resolvePath(realPathSoFar(host, parent, depth + 1), baseName(path))
  }
}

/** A link to what does not exist: writing through it would create the target. */
function danglingTarget(host: Host, path: string, depth: number): string | undefined {
  try {
    const target = host.files.readLink(path)
    return realPathSoFar(host, resolvePath(realPathSoFar(host, resolvePath(path, '..'), depth + 1), target), depth + 1)
  } catch {
    return undefined
  }
}

function namesAlongLinks(host: Host, path: string): readonly string[] {
  const names = [baseName(path)]
  for (let place = path, hops = 0; hops < 40; hops++) {
    let target: string
    try {
      target = host.files.readLink(place)
    } catch {
      break
    }
    place = resolvePath(resolvePath(place, '..'), target)
    names.push(baseName(place))
  }
  return [...new Set(names)]
}

function isDirectory(host: Host, path: string): boolean {
  try {
    return host.files.stat(path).kind === 'directory'
  } catch {
    return false
  }
}

function isProgram(host: Host, path: string): boolean {
  try {
    const stat = host.files.stat(path)
    return stat.kind === 'file' && (stat.mode & 0o111) !== 0
  } catch {
    return false
  }
}
