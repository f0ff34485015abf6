// From a path that a tool names to one that may be touched: the real path is found first and judged, and what is opened afterwards
// is compared with it, so that nothing can be swapped in between.

import { isStricter } from '../base/answer.ts'
import { Fault } from '../base/fault.ts'
import { relativePath, resolvePath } from '../base/path.ts'
import type { FileStat } from '../host/host.ts'
import { places } from '../host/places.ts'
import { decideFile } from '../rules/decide.ts'
import type { Decision } from '../rules/decision.ts'
import type { Session } from '../session/session.ts'
import type { FileRequest } from './door.ts'
import { type Refused, refuse } from './refuse.ts'
import { settle } from './settle.ts'
import { subjectOf } from './subject.ts'

export interface Reached {
  readonly kind: 'reached'
  /** With every link followed. */
  readonly real: string
  /** For people and entries: relative to the workspace where it lies inside. */
  readonly shown: string
}

export interface Failed {
  readonly kind: 'failed'
  readonly reason: string
  readonly help?: string
}

/** Judges the path as named and as it really is, asks where the policy says so, and records a refusal. */
export async function reach(
  session: Session,
  access: 'read' | 'write',
  request: FileRequest,
): Promise<Reached | Refused> {
  const { world, workspace } = session
  const named = resolvePath(workspace.path, request.path)
  const real = world.realPath(request.path.startsWith('/') ? request.path : `${workspace.path}/${request.path}`)
  const decision = judge(session, access, named, real)
  const subject = subjectOf(session, `${access} ${real}`)
  const common = {
    decision,
    subject: subject.text,
    recorded: subject.recorded,
    raw: subject.raw,
    directory: workspace.path,
  }
  const settled =
    access === 'write' && request.readOnly
      ? ({ kind: 'stop', refusal: 'read-only', reason: 'this run is read-only: nothing is written' } as const)
      : await settle(session, { ...common, answerYes: request.answerYes ?? false, ask: request.ask })
  if (settled.kind === 'stop') {
    return await refuse(session, { tool: request.tool, directory: workspace.path, decision, subject }, settled)
  }
  if (settled.approval) await session.append([{ ...settled.approval, blobs: [subject.blob] }])
  return { kind: 'reached', real, shown: relativePath(real, workspace.path) ?? real }
}

/** The answer for a path without asking anybody or recording anything: what listings and searches may show. */
export function mayRead(session: Session, path: string): boolean {
  return judge(session, 'read', path, session.world.realPath(path)).answer === 'allow'
}

function judge(session: Session, access: 'read' | 'write', named: string, real: string): Decision {
  const decision = decideFile(session.authority, access, real, session.world)
  if (named === real) return decision
  const asNamed = decideFile(session.authority, access, named, session.world)
  return isStricter(asNamed.answer, decision.answer) ? asNamed : decision
}

/** Opens what was judged: no link at its end, no waiting for a pipe, and the file that stands there now. */
export function openJudged(session: Session, real: string): { readonly fd: number; readonly stat: FileStat } | Failed {
  const { files } = session.host
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = files.constants
  let fd: number
  try {
    if (files.lstat(real).kind !== 'file') return notAFile(session, real)
    fd = files.open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    return { kind: 'failed', reason: openReason(error, real) }
  }
  const stat = files.fstat(fd)
  const problem = swapped(session, real, stat) ?? linkedToSecret(session, stat)
  if (!problem) return { fd, stat }
  files.close(fd)
  return problem
}

function notAFile(session: Session, real: string): Failed {
  const kind = session.host.files.lstat(real).kind
  const what = kind === 'directory' ? 'is a directory' : 'is no regular file'
  return {
    kind: 'failed',
    reason: `${real} ${what}`,
    help: kind === 'directory' ? 'list it instead' : 'devices, pipes and sockets are refused',
  }
}

function swapped(session: Session, real: string, opened: FileStat): Failed | undefined {
  const { files } = session.host
  const now = files.lstat(real)
  const isSame = opened.kind === 'file' && now.inode === opened.inode && now.device === opened.device
  if (isSame && session.world.realPath(real) === real) return undefined
  return { kind: 'failed', reason: `${real} was replaced while it was opened`, help: 'try again' }
}

/** A second name for a protected or secret file would let its content out under an innocent path. */
function linkedToSecret(session: Session, stat: FileStat): Failed | undefined {
  if (stat.linkCount < 2) return undefined
  const isSecret = secretFiles(session).some((path) => {
    try {
      const other = session.host.files.stat(path)
      return other.inode === stat.inode && other.device === stat.device
    } catch {
      return false
    }
  })
  return isSecret ? { kind: 'failed', reason: 'it is another name of a protected file' } : undefined
}

function secretFiles(session: Session): readonly string[] {
  const { host } = session
  const { home, configuration, state } = places(host)
  const below = (directory: string) => {
    try {
      return host.files.list(directory).map(({ name }) => `${directory}/${name}`)
    } catch {
      return []
    }
  }
  const own = [configuration, `${configuration}/keys`, state, `${state}/${session.workspace.id}`, session.ledger.path]
  return [...own, ...own.flatMap(below), ...below(`${home}/.ssh`), ...below(`${home}/.aws`), ...below(`${home}/.gnupg`)]
}

export function openReason(error: unknown, path: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return `${path} does not exist`
  if (code === 'EACCES' || code === 'EPERM') return `permission denied for ${path}`
  if (code === 'ELOOP') return `${path} became a link while it was opened`
  if (error instanceof Fault) throw error
  return `${path} cannot be opened: ${typeof code === 'string' ? code : String(error)}`
}
