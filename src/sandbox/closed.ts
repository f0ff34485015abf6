// What lies in the opened places and must stay closed: protected places and what the rules keep from being written stay read-only,
// what they keep from being read cannot be opened. Directories come first, so that one that is closed as a whole is one mount.
import { baseName, isWithin, relativePath, resolvePath } from '../base/path.ts'
import { decideFile } from '../rules/decide.ts'
import type { PathPattern } from '../rules/program.ts'
import type { Mount } from './confinement.ts'
import { exists, type Inputs, type Openings } from './opened.ts'
import { openedPlaces, quickTest } from './patterns.ts'

export interface Closings {
  readonly mounts: readonly Mount[]
  readonly gaps: readonly string[]
}

/** More mounts would make every start slow. */
const mountLimit = 300

export function closings(inputs: Inputs, openings: Openings): Closings {
  const closer = new Closer(inputs, openings)
  for (const path of inputs.secret) closer.hide(path)
  if (inputs.host.runtime.userId === 0) for (const path of systemSecrets) closer.hide(path)
  closer.hide('/tmp/.X11-unix')
  for (const path of outsidePlaces(inputs)) closer.judge(path)
  for (const path of gitPlaces(inputs)) closer.judge(path)
  const { workspace } = inputs.world
  for (const path of inputs.seen.directories) closer.judge(`${workspace}/${path}`)
  for (const path of inputs.seen.files) closer.judge(`${workspace}/${path}`)
  return { mounts: closer.mounts(), gaps: [...closer.gaps, ...unexpanded(inputs, openings)] }
}

/** Readable by root alone, when it is root that runs us. */
const systemSecrets = `/etc/gshadow /etc/gshadow- /etc/shadow /etc/shadow- /etc/sudoers /etc/sudoers.d /etc/ssl/private
  /etc/krb5.keytab`.split(/\s+/)

class Closer {
  readonly gaps: string[] = []
  readonly #inputs: Inputs
  readonly #openings: Openings
  readonly #closed = new Map<string, Mount>()
  readonly #mayStop: (path: string) => boolean
  readonly #protectedNames: ReadonlySet<string>
  #left = 0

  constructor(inputs: Inputs, openings: Openings) {
    this.#inputs = inputs
    this.#openings = openings
    this.#mayStop = stopTest(inputs)
    this.#protectedNames = new Set(inputs.world.protectedNames)
  }

  hide(path: string): void {
    const { host, world } = this.#inputs
    const real = world.realPath(path)
    // A link of somebody's making must not hide the very place where the command works.
    if (real !== path && isWithin(this.#inputs.directory, real)) return
    if (!exists(host, real) || !this.#isOpen(real)) return
    this.#close(real, host.files.lstat(real).kind === 'directory' ? 'hidden-directory' : 'hidden-file')
  }

  judge(path: string): void {
    if (!this.#isSuspect(path) || !exists(this.#inputs.host, path)) return
    if (!this.#isOpen(path) || this.#isClosedAbove(path)) return
    if (!this.#isGranted('read', path) && this.#stops('read', path)) {
      this.hide(path)
      return
    }
    if (!this.#isWritable(path)) return
    const isOwn = this.#inputs.world.isProtected(path) && !this.#isRepository(path)
    if (isOwn || (!this.#isGranted('write', path) && this.#stops('write', path))) this.#keep(path)
  }

  /** Cheap, since it is asked of every file of the workspace. */
  #isSuspect(path: string): boolean {
    return (
      this.#protectedNames.has(baseName(path).toLowerCase()) ||
      this.#mayStop(path) ||
      this.#isWide('read', path) ||
      this.#isWide('write', path)
    )
  }

  /** `.git` as a directory: commits write in it; its configuration and hooks are closed one by one. */
  #isRepository(path: string): boolean {
    return baseName(path).toLowerCase() === '.git' && this.#inputs.host.files.lstat(path).kind === 'directory'
  }

  #stops(access: 'read' | 'write', path: string): boolean {
    if (!this.#mayStop(path) && !this.#isWide(access, path)) return false
    const { authority, world, host } = this.#inputs
    const answer = decideFile(authority, access, path, world)
    if (answer.answer === 'allow') return false
    // Only a rule closes a directory as a whole, whose entries are judged by themselves, or the workspace to reading.
    const isRuled = answer.effects.some(({ from }) => from === 'rule')
    const isOpenByDefault = access === 'read' && isWithin(path, world.workspace)
    return isRuled || !(isOpenByDefault || host.files.lstat(path).kind === 'directory')
  }

  #isWide(access: 'read' | 'write', path: string): boolean {
    return this.#openings.wide[access].some((place) => place !== path && isWithin(path, place))
  }

  #keep(path: string): void {
    const { host, world } = this.#inputs
    const stat = host.files.lstat(path)
    if (stat.kind !== 'symlink') {
      this.#close(path, 'read')
      return
    }
    this.gaps.push(`${this.#shown(path)} is a link, which can be replaced from inside`)
    const real = world.realPath(path)
    if (exists(host, real) && this.#isOpen(real)) this.#close(real, 'read')
  }

  #close(path: string, as: Mount['as']): void {
    if (this.#closed.size >= mountLimit) {
      this.#left++
      return
    }
    const stat = this.#inputs.host.files.lstat(path)
    if (stat.kind === 'file' && stat.linkCount > 1)
      this.gaps.push(`${this.#shown(path)} has other names, which are judged by themselves`)
    const known = this.#closed.get(path)
    if (known?.as !== 'hidden-file' && known?.as !== 'hidden-directory') this.#closed.set(path, { path, as })
  }

  #shown(path: string): string {
    return relativePath(path, this.#inputs.world.workspace) ?? path
  }

  #isGranted(kind: 'read' | 'write', path: string): boolean {
    return this.#inputs.granted.some((grant) => grant.kind === kind && isWithin(path, grant.path))
  }

  #isClosedAbove(path: string): boolean {
    for (let place = path; place !== '/'; place = resolvePath(place, '..')) {
      const mount = this.#closed.get(place)
      if (mount && (mount.as !== 'read' || place === path)) return true
    }
    return false
  }

  #nearest(path: string): Mount | undefined {
    const above = this.#openings.mounts.filter((mount) => isWithin(path, mount.path))
    return above.sort((left, right) => right.path.length - left.path.length)[0]
  }

  #isOpen(path: string): boolean {
    const nearest = this.#nearest(path)
    return nearest?.as === 'read' || nearest?.as === 'write'
  }

  #isWritable(path: string): boolean {
    return this.#nearest(path)?.as === 'write' && !this.#isBelowKept(path)
  }

  #isBelowKept(path: string): boolean {
    for (let place = path; place !== '/'; place = resolvePath(place, '..'))
      if (this.#closed.get(place)?.as === 'read') return true
    return false
  }

  /** With every directory between a closed place and the writable root above it: such a directory could be moved away together
   *  with what is closed in it, unless it is a mount itself. */
  mounts(): readonly Mount[] {
    if (this.#left > 0) this.gaps.push(`${this.#left} more closed places than mounts that a start can afford`)
    const pinned = new Map<string, Mount>()
    for (const { path } of this.#closed.values()) {
      const root = this.#nearest(path)
      if (root?.as !== 'write') continue
      for (let place = resolvePath(path, '..'); place !== root.path && isWithin(place, root.path); ) {
        if (!this.#closed.has(place)) pinned.set(place, { path: place, as: 'write' })
        place = resolvePath(place, '..')
      }
    }
    // What lies in a directory that stays read-only must not become writable again.
    const open = [...pinned.values()].filter(({ path }) => !this.#isBelowKept(path))
    return [...open, ...this.#closed.values()]
  }
}

/** Never false for a path that a rule keeps from being read or written, or that is protected. */
function stopTest({ authority, world }: Inputs): (path: string) => boolean {
  const patterns = authority.layers.flatMap((layer) =>
    layer.policy.fileAccess.rules.flatMap((rule, index) => {
      const compiled = layer.files[index]
      return rule.answer === 'allow' ? (compiled?.except ?? []) : (compiled?.patterns ?? [])
    }),
  )
  const distinct = new Map(patterns.map((pattern) => [`${pattern.from} ${pattern.glob.text}`, pattern]))
  return quickTest([...distinct.values()], world)
}

/** What rules about places outside the workspace name. */
function outsidePlaces(inputs: Inputs): readonly string[] {
  return stopPatterns(inputs)
    .flatMap(({ pattern }) => (pattern.from === 'workspace' ? [] : openedPlaces(pattern, inputs.world)))
    .flatMap(({ path, whole }) => (whole && exists(inputs.host, path) ? [inputs.world.realPath(path)] : []))
}

/** Rules with wildcards outside the workspace, where nobody has looked at what there is. */
function unexpanded(inputs: Inputs, openings: Openings): readonly string[] {
  const real = openings.mounts.filter(({ as }) => as === 'read' || as === 'write')
  const texts = stopPatterns(inputs).flatMap(({ pattern, text }) => {
    if (pattern.from === 'workspace') return []
    const open = openedPlaces(pattern, inputs.world).filter(({ whole }) => !whole)
    const reaches = ({ path }: { path: string }) =>
      real.some((mount) => isWithin(path, mount.path) || isWithin(mount.path, path))
    return open.some(reaches) ? [`${text}: what it matches outside the workspace is not looked for`] : []
  })
  return [...new Set(texts)]
}

function stopPatterns({ authority }: Inputs): readonly { readonly pattern: PathPattern; readonly text: string }[] {
  return authority.layers.flatMap((layer) =>
    layer.policy.fileAccess.rules.flatMap(({ answer, origin }, index) =>
      answer === 'allow' ? [] : (layer.files[index]?.patterns ?? []).map((pattern) => ({ pattern, text: origin.text })),
    ),
  )
}

/** In a repository nobody looks below `.git`; modules have a configuration and hooks of their own there. */
function gitPlaces({ host, world }: Inputs): readonly string[] {
  const git = resolvePath(world.workspace, '.git')
  const found: string[] = [git]
  const pending = [git]
  for (let place = pending.pop(); place !== undefined && found.length < 200; place = pending.pop()) {
    for (const name of ['config', 'config.worktree', 'hooks', 'info/attributes', 'commondir', 'gitdir'])
      if (exists(host, `${place}/${name}`)) found.push(`${place}/${name}`)
    for (const below of ['modules', 'worktrees']) pending.push(...directoriesIn(host, `${place}/${below}`))
  }
  return found
}

function directoriesIn(host: Inputs['host'], path: string): readonly string[] {
  try {
    return host.files.list(path).flatMap(({ name, kind }) => (kind === 'directory' ? [`${path}/${name}`] : []))
  } catch {
    return []
  }
}
