// What is there at all in the sandbox: the system's programs and libraries, and what the rules allow to be read or written.
import { isWithin, resolvePath } from '../base/path.ts'
import type { Host } from '../host/host.ts'
import type { Authority } from '../rules/authority.ts'
import type { World } from '../rules/decision.ts'
import type { Confinement, Mount } from './confinement.ts'
import { openedPlaces } from './patterns.ts'

export interface Inputs {
  readonly host: Host
  readonly authority: Authority
  readonly world: World
  readonly trustedPath: readonly string[]
  /** Absolute paths of programs and scripts that have to be there. */
  readonly programs: readonly string[]
  /** Working directory of the command. */
  readonly directory: string
  /** Reeve's own directories and the ledger: never there. */
  readonly secret: readonly string[]
  /** Absolute paths that this very command was allowed to read or write, by a rule or a person. */
  readonly granted: readonly { readonly kind: 'read' | 'write'; readonly path: string }[]
  /** Paths below the workspace as last seen, relative to it; directories first. */
  readonly seen: { readonly directories: readonly string[]; readonly files: readonly string[] }
  readonly network: Confinement['network']
  readonly scratchBytes?: number
}

export interface Openings {
  readonly mounts: readonly Mount[]
  /** Places of which the rules open only some. */
  readonly wide: Readonly<Record<'read' | 'write', readonly string[]>>
  readonly gaps: readonly string[]
}

/** What every program needs, where it is there. */
const systemPlaces =
  `/bin /etc /gnu /lib /lib32 /lib64 /libx32 /nix /opt /sbin /usr /sys/devices/system/cpu /run/current-system
  /run/opengl-driver`.split(/\s+/)

const scratchPlaces = ['/tmp', '/var/tmp', '/run']

export function openings(inputs: Inputs): Openings {
  const { host, world } = inputs
  const byRules = openedByRules(inputs)
  const isAllRead = inputs.authority.policy.fileAccess.default === 'allow'
  const places: Mount[] = isAllRead
    ? [{ path: '/', as: 'read' }]
    : [...systemPlaces.flatMap((path) => systemMount(host, path)), { path: realHome(inputs), as: 'scratch' }]
  const scratch = scratchPlaces.map((path): Mount => ({ path: world.realPath(path), as: 'scratch' }))
  const needed = [...inputs.trustedPath.flatMap((path) => toolPlaces(inputs, path)), ...inputs.programs]
  const programs = needed.flatMap((path) => readMounts(inputs, path))
  const cwd: Mount = { path: inputs.directory, as: 'directory' }
  const workspace: Mount = { path: world.workspace, as: 'read' }
  const isWhole = isAllRead || byRules.mounts.some(({ path }) => path === world.workspace)
  return {
    ...byRules,
    mounts: joined([cwd, ...places, ...scratch, ...programs, workspace, ...byRules.mounts]),
    gaps: isWhole ? byRules.gaps : [...byRules.gaps, 'the workspace can be read, but for what a rule closes'],
  }
}

function openedByRules(inputs: Inputs): Openings {
  const { host, authority, world } = inputs
  const mounts: Mount[] = []
  const wide = { read: new Set<string>(), write: new Set<string>() }
  const gaps: string[] = []
  const open = (access: 'read' | 'write', named: string, text: string) => {
    const path = world.realPath(named)
    if (inputs.secret.some((place) => isWithin(path, place))) return
    if (exists(host, path)) mounts.push({ path, as: access })
    else if (access === 'write' && !mounts.some((mount) => mount.as === 'write' && isWithin(path, mount.path)))
      gaps.push(`${text}: ${path} is not there yet, and cannot be made from inside`)
  }
  for (const layer of authority.layers.filter(({ mode }) => mode !== 'tighten')) {
    layer.policy.fileAccess.rules.forEach((rule, index) => {
      if (rule.answer !== 'allow') return
      for (const { path, whole } of (layer.files[index]?.patterns ?? []).flatMap((each) => openedPlaces(each, world))) {
        open(rule.access, path, rule.origin.text)
        if (!whole) wide[rule.access].add(world.realPath(path))
      }
    })
  }
  for (const { kind, path } of inputs.granted) open(kind, path, `${kind} ${path}`)
  return { mounts, wide: { read: [...wide.read], write: [...wide.write] }, gaps }
}

/** A directory on the trusted path, and where its tools keep what belongs to them: `X` for `X/bin`, but nothing as wide as a home
 *  directory or its first level, where credentials lie beside programs. */
function toolPlaces({ host, world }: Inputs, path: string): readonly string[] {
  const parent = resolvePath(path, '..')
  const depth = parent.split('/').length - 1
  const isPrivate = isWithin(parent, world.home) && depth < world.home.split('/').length + 1
  const isWide = parent === '/' || isPrivate || parent === resolvePath(world.home, '.local')
  return /\/s?bin$/.test(path) && !isWide && exists(host, parent) ? [parent] : [path]
}

function readMounts({ host, world }: Inputs, path: string): readonly Mount[] {
  const real = world.realPath(path)
  if (!exists(host, real)) return []
  const mounts: Mount[] = [{ path: real, as: 'read' }]
  if (real !== path) mounts.push({ path, as: 'read', source: real })
  return mounts
}

function systemMount(host: Host, path: string): readonly Mount[] {
  try {
    if (host.files.lstat(path).kind === 'symlink') return [{ path, as: 'link', source: host.files.readLink(path) }]
    return [{ path, as: 'read' }]
  } catch {
    return []
  }
}

function realHome({ world }: Inputs): string {
  return world.realPath(world.home)
}

/** What is readable anyway is not mounted again; where two speak of one place, the later and wider one counts. */
function joined(mounts: readonly Mount[]): readonly Mount[] {
  const rank = { directory: 0, scratch: 1, read: 2, link: 3, write: 4, 'hidden-file': 5, 'hidden-directory': 5 }
  const byPath = new Map<string, Mount>()
  for (const mount of mounts) {
    const known = byPath.get(mount.path)
    if (!known || rank[mount.as] >= rank[known.as]) byPath.set(mount.path, mount)
  }
  return [...byPath.values()].filter((mount) => !isCovered(mount, [...byPath.values()]))
}

/** The nearest place above shows it as well: read-only in a readable or writable one, or a directory in any that is real. */
function isCovered(mount: Mount, all: readonly Mount[]): boolean {
  if (mount.as !== 'read' && mount.as !== 'directory' && mount.as !== 'write') return false
  const above = all.filter((other) => other !== mount && mount.path !== other.path && isWithin(mount.path, other.path))
  const nearest = above.sort((left, right) => right.path.length - left.path.length)[0]
  if (!nearest) return false
  if (mount.as === 'write') return nearest.as === 'write'
  return nearest.as === 'write' || nearest.as === 'read' || nearest.as === 'link'
}

export function exists(host: Host, path: string): boolean {
  try {
    host.files.lstat(path)
    return true
  } catch {
    return false
  }
}
