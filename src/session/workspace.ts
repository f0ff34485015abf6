// Which directory is the workspace, and whether it still is that directory.
//
// It is the nearest directory, from where the command was given up to the root of its repository, that holds a `policy.reeve`;
// else that root; outside a repository the directory itself. The search stays among directories of one owner and does not climb to
// the home directory or `/`, so that neither a stranger's `/tmp/.git` nor dotfiles in git turn a whole machine into one workspace.
import { sha256 } from '../base/digest.ts'
import { Fault } from '../base/fault.ts'
import { resolvePath } from '../base/path.ts'
import type { FileStat, Host } from '../host/host.ts'
import { places } from '../host/places.ts'
import { policyFileName } from '../policy/find.ts'
import type { Workspace } from './session.ts'

/** `directory` is absolute. Fault `workspace` when it is no directory that can be entered. */
export function findWorkspace(host: Host, directory: string): Workspace {
  const start = realDirectory(host, directory)
  const path = climb(host, start.path, start.stat)
  const { device, inode } = path === start.path ? start.stat : host.files.stat(path)
  return { path, id: sha256(path).slice(0, 32), device, inode }
}

/** Fault `workspace` when the path now names another directory than at opening, or none (decision 1). */
export function checkWorkspace(host: Host, workspace: Workspace): void {
  const now = statOrUndefined(host, workspace.path)
  if (now?.kind === 'directory' && now.device === workspace.device && now.inode === workspace.inode) return
  throw new Fault(
    'workspace',
    `the workspace ${workspace.path} ${now ? 'is another directory than at opening' : 'is gone'}`,
    {
      help: 'nothing more is run or recorded here; start again in the directory that you mean',
    },
  )
}

/** Keeps the directory open, so that its inode cannot be given to another one meanwhile, until the answered function is called. */
export function holdWorkspace(host: Host, workspace: Workspace): () => void {
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = host.files.constants
  try {
    const handle = host.files.open(workspace.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    checkWorkspace(host, workspace)
    return () => host.files.close(handle)
  } catch (cause) {
    if (cause instanceof Fault) throw cause
    throw new Fault('workspace', `the workspace ${workspace.path} cannot be read`, { help: 'who may read it?', cause })
  }
}

function realDirectory(host: Host, directory: string): { readonly path: string; readonly stat: FileStat } {
  try {
    const path = host.files.realPath(directory)
    const stat = host.files.stat(path)
    if (stat.kind === 'directory') return { path, stat }
  } catch (cause) {
    throw new Fault('workspace', `the directory ${directory} cannot be entered`, { help: 'does it exist?', cause })
  }
  throw new Fault('workspace', `${directory} is no directory`, { help: 'name a directory with `--cwd DIR`' })
}

function climb(host: Host, start: string, owner: FileStat): string {
  const root = repositoryRoot(host, start, owner)
  if (root === undefined) return start
  for (let place = start; place !== root; place = resolvePath(place, '..')) {
    if (holds(host, place, policyFileName)) return place
  }
  return root
}

function repositoryRoot(host: Host, start: string, owner: FileStat): string | undefined {
  const { home } = places(host)
  const realHome = statOrUndefined(host, home) ? host.files.realPath(home) : home
  for (let place = start; ; ) {
    if (holds(host, place, '.git')) return place
    const parent = resolvePath(place, '..')
    if (parent === '/' || parent === realHome || parent === place) return undefined
    if (statOrUndefined(host, parent)?.userId !== owner.userId) return undefined
    place = parent
  }
}

function holds(host: Host, directory: string, name: string): boolean {
  try {
    host.files.lstat(`${directory}/${name}`)
    return true
  } catch {
    return false
  }
}

function statOrUndefined(host: Host, path: string): FileStat | undefined {
  try {
    return host.files.stat(path)
  } catch {
    return undefined
  }
}
