// One walk over the workspace: every path with its kind, mode and content digest. Links are entries of their own and are never
// followed; what cannot be read is named and makes the observation incomplete; nothing is left out silently.
//
// Not looked into: the repository's own `.git` but for its hooks, configuration and attributes; places under `observe except`,
// which get a digest of their stat; and Reeve's own directories, should they lie inside.
import { type Digest, sha256 } from '../base/digest.ts'
import type { FileStat, Host } from '../host/host.ts'
import { readSmallText } from '../host/read.ts'
import type { DigestCache } from './content.ts'
import { digestFile } from './content.ts'
import type { DirectoryStamp, Observed, Snapshot } from './snapshot.ts'
import { comparePaths, pathMatcher } from './tree.ts'

export interface ScanOptions {
  /** Patterns of `observe except`; a directory that matches is one entry, whatever it holds. */
  readonly except: readonly string[]
  /** Absolute paths of policy files. */
  readonly policyFiles: readonly string[]
  /** Absolute paths that are not observed at all: Reeve's own directories. */
  readonly skip: readonly string[]
  readonly cache: DigestCache
}

interface Walk extends ScanOptions {
  readonly host: Host
  readonly workspace: string
  readonly isExcepted: (path: string) => boolean
  readonly files: Map<string, Observed>
  readonly directories: Map<string, DirectoryStamp>
  readonly incomplete: string[]
}

const empty: Digest = sha256('')

/** `workspace` is a real path. Throws only when the workspace itself cannot be listed. */
export function scan(host: Host, workspace: string, options: ScanOptions): Snapshot {
  const walk: Walk = {
    ...options,
    host,
    workspace,
    isExcepted: pathMatcher(options.except),
    files: new Map(),
    directories: new Map(['..', ''].map((path) => [path, stampOf(host.files.lstat(`${workspace}/${path}`))])),
    incomplete: [],
  }
  const pending: string[] = ['']
  const names = host.files.list(workspace)
  for (let directory = pending.pop(); directory !== undefined; directory = pending.pop()) {
    const entries = directory === '' ? names : listDirectory(walk, directory)
    const listed = new Set<string>()
    for (const { name } of entries ?? []) {
      const path = directory === '' ? name : `${directory}/${name}`
      // Bytes that are no UTF-8 are listed as U+FFFD, under which another file may really lie.
      if (listed.has(name)) walk.incomplete.push(`${path}: another name beside it is no UTF-8`)
      listed.add(name)
      if (!walk.skip.includes(`${workspace}/${path}`)) visit(walk, path, pending)
    }
    if (entries?.length === 0 && directory !== '') addDirectory(walk, directory, false)
  }
  const files = [...walk.files].sort(([left], [right]) => comparePaths(left, right))
  const { directories, incomplete } = walk
  const layered = isLayered(host, host.files.lstat(workspace).device)
  return { files: new Map(files), directories, layered, incomplete: incomplete.sort(comparePaths) }
}

/** As Linux tells; false where the system does not. */
function isLayered(host: Host, device: bigint): boolean {
  const major = ((device >> 8n) & 0xfffn) | ((device >> 32n) & ~0xfffn)
  const minor = (device & 0xffn) | ((device >> 12n) & ~0xffn)
  const mounts = readSmallText(host.files, '/proc/self/mountinfo', 1_048_576)?.split('\n') ?? []
  return mounts.some((line) => line.split(' ')[2] === `${major}:${minor}` && / - (?:fuse\.)?overlay\S* /.test(line))
}

/** Undefined when it cannot be read, which is then noted, or is gone. */
function listDirectory(walk: Walk, directory: string) {
  try {
    return walk.host.files.list(`${walk.workspace}/${directory}`)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    walk.incomplete.push(`${directory}/: ${readable(error)}`)
    addDirectory(walk, directory, true)
    return undefined
  }
}

function visit(walk: Walk, path: string, pending: string[]): void {
  if (isGitInternal(path)) return
  const stat = statEntry(walk, path)
  if (!stat) return
  if (walk.isExcepted(path)) walk.files.set(path, statOnly(stat))
  else if (stat.kind === 'directory') {
    walk.directories.set(path, stampOf(stat))
    pending.push(path)
  } else walk.files.set(path, observe(walk, path, stat))
}

/** Of the repository's own `.git` only the files that steer what git runs are observed. */
function isGitInternal(path: string): boolean {
  return path.startsWith('.git/') && !/^\.git\/(?:config|config\.worktree|(?:hooks|info)(?:\/.*)?)$/s.test(path)
}

function statEntry(walk: Walk, path: string): FileStat | undefined {
  try {
    return walk.host.files.lstat(`${walk.workspace}/${path}`)
  } catch (error) {
    if (errorCode(error) === 'ENOENT' && !isListed(walk, path)) return undefined
    walk.incomplete.push(`${path}: ${errorCode(error) === 'ENOENT' ? 'its name is no UTF-8' : readable(error)}`)
    return undefined
  }
}

/** A name that was listed and cannot be found is either gone by now, or was not decoded as it stands on the disk. */
function isListed(walk: Walk, path: string): boolean {
  const cut = path.lastIndexOf('/')
  try {
    const names = walk.host.files.list(cut === -1 ? walk.workspace : `${walk.workspace}/${path.slice(0, cut)}`)
    return names.some(({ name }) => name === path.slice(cut + 1))
  } catch {
    return false
  }
}

function observe(walk: Walk, path: string, stat: FileStat): Observed {
  const absolute = `${walk.workspace}/${path}`
  const common = { ...described(walk, path, stat), size: stat.size }
  if (stat.kind === 'other') return { ...common, digest: empty }
  try {
    if (stat.kind === 'file') return { ...common, digest: digestFile(walk.host, absolute, stat, walk.cache) }
    const target = walk.host.files.readLink(absolute)
    return { ...common, digest: sha256(target), target }
  } catch (error) {
    walk.incomplete.push(`${path}: ${readable(error)}`)
    return statOnly(stat)
  }
}

function described(walk: Walk, path: string, stat: FileStat): Omit<Observed, 'size' | 'digest'> {
  const common = {
    kind: stat.kind,
    mode: stat.mode,
    stat: false,
    stamp: { ctimeNs: stat.ctimeNs, inode: stat.inode },
  }
  if (walk.policyFiles.includes(`${walk.workspace}/${path}`)) return { ...common, apart: 'policy' }
  return path.startsWith('.git/') ? { ...common, apart: 'git' } : common
}

function stampOf({ inode, mtimeNs, ctimeNs }: FileStat): DirectoryStamp {
  return { inode, mtimeNs, ctimeNs }
}

function addDirectory(walk: Walk, path: string, isUnread: boolean): void {
  const stat = statEntry(walk, path)
  if (!stat) return
  walk.files.set(path, isUnread ? statOnly(stat) : { ...described(walk, path, stat), size: 0, digest: empty })
}

/** Present, but its content was not looked at: the digest is of what the file system says about it. */
function statOnly(stat: FileStat): Observed {
  const { kind, mode, size, inode, mtimeNs, ctimeNs } = stat
  const digest = sha256(`${kind}\0${mode.toString(8)}\0${size}\0${inode}\0${mtimeNs}\0${ctimeNs}`)
  return { kind, mode, size, digest, stat: true }
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'it became a link while it was read',
  ENAMETOOLONG: 'its path is too long',
  EIO: 'the device failed',
}

function readable(error: unknown): string {
  const code = errorCode(error)
  return (code && reasons[code]) ?? code ?? (error instanceof Error ? error.message : 'it cannot be read')
}
