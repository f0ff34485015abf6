// Landlock, the part of Linux that lets a process give up rights for itself and all it starts; no package and no namespace is needed.
// It grants places and cannot take back what lies in them. Numbers and layouts: linux/landlock.h; by ABI, what is known grows.
import type { Libc } from '../host/libc.ts'
import type { Confinement } from './confinement.ts'

export interface Grants {
  readonly read: readonly string[]
  readonly write: readonly string[]
  /** TCP stays as it is. */
  readonly network: 'none' | 'host'
}

const [createRuleset, addRule, restrictSelf] = [444n, 445n, 446n]
const setNoNewPrivileges = 38n
/** O_PATH | O_CLOEXEC. */
const pathOnly = 0o12000000n

const execute = 1n << 0n
const writeFile = 1n << 1n
const readFile = 1n << 2n
const readDirectory = 1n << 3n
const truncate = 1n << 14n
const controlDevice = 1n << 15n

/** 0 where the kernel has none. */
export function landlockAbi(libc: Libc): number {
  return Math.max(0, Number(libc.syscall(createRuleset, 0n, 0n, 1n)))
}

/** Everything about files that this ABI knows: moving across directories since 2, truncating since 3, devices since 5. */
function fileRights(abi: number): bigint {
  return (1n << (abi >= 5 ? 16n : abi >= 3 ? 15n : abi >= 2 ? 14n : 13n)) - 1n
}

/** Confines this thread for good; the program that it becomes, and all below, inherit it. Throws with the step that failed. */
export function applyLandlock(libc: Libc, grants: Grants): void {
  const abi = landlockAbi(libc)
  if (abi < 1) throw new Error('the kernel has no Landlock')
  const all = fileRights(abi)
  const tcp = abi >= 4 && grants.network === 'none' ? 3n : 0n
  // Signals and abstract sockets of others since 6.
  const scopes = abi >= 6 ? 3n : 0n
  const attributes = new BigUint64Array([all, tcp, scopes].slice(0, abi >= 6 ? 3 : abi >= 4 ? 2 : 1))
  const ruleset = libc.syscall(createRuleset, libc.addressOf(attributes), BigInt(attributes.byteLength), 0n)
  if (ruleset < 0n) throw new Error('the rules could not be made')
  for (const path of grants.read) grant(libc, ruleset, path, (execute | readFile | readDirectory) & all)
  for (const path of grants.write) grant(libc, ruleset, path, all)
  if (libc.prctl(setNoNewPrivileges, 1n, 0n, 0n, 0n) !== 0n) throw new Error('privileges could not be given up')
  if (libc.syscall(restrictSelf, ruleset, 0n, 0n) !== 0n) throw new Error('the rules could not be applied')
}

function grant(libc: Libc, ruleset: bigint, path: string, rights: bigint): void {
  const text = new TextEncoder().encode(`${path}\0`)
  const place = libc.open(libc.addressOf(text), pathOnly, 0n)
  if (place < 0n) throw new Error(`${path} could not be opened`)
  // A directory takes all rights; for a file those of directories are an error.
  const forFile = rights & (execute | writeFile | readFile | truncate | controlDevice)
  if (!tryGrant(libc, ruleset, place, rights) && !tryGrant(libc, ruleset, place, forFile))
    throw new Error(`${path} could not be granted`)
}

function tryGrant(libc: Libc, ruleset: bigint, place: bigint, rights: bigint): boolean {
  const rule = new DataView(new ArrayBuffer(12))
  rule.setBigUint64(0, rights, true)
  rule.setInt32(8, Number(place), true)
  return libc.syscall(addRule, ruleset, 1n, libc.addressOf(new Uint8Array(rule.buffer)), 0n) === 0n
}

const devices = ['null', 'zero', 'full', 'random', 'urandom', 'tty', 'ptmx', 'pts', 'shm'].map((name) => `/dev/${name}`)

/** What Landlock can hold of a confinement. `scratch` stands for all of its scratch places. */
export function grantsOf({ mounts, network }: Confinement, scratch: string): Grants {
  const paths = (as: 'read' | 'write') =>
    mounts.flatMap((mount) => (mount.as === as ? [mount.source ?? mount.path] : []))
  const links = mounts.flatMap(({ as, path }) => (as === 'link' ? [path] : []))
  return {
    read: [...links, ...paths('read'), '/proc'],
    write: [...paths('write'), ...devices, scratch],
    network: network === 'none' ? 'none' : 'host',
  }
}

/** What it cannot. */
export function landlockGaps({ mounts }: Confinement, abi: number): readonly string[] {
  const closed = mounts.flatMap(({ as, path }) => {
    const above = mounts.some(
      (other) => other.as === 'write' && other.path !== path && path.startsWith(`${other.path}/`),
    )
    if (as === 'hidden-file' || as === 'hidden-directory') return [`${path} can be read`]
    return as === 'read' && above ? [`${path} can be written`] : []
  })
  return [
    'sockets of files, UDP and processes that leave the group are not held',
    ...(abi >= 4 ? [] : ['TCP is not held']),
    ...closed,
  ]
}
