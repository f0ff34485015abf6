// Lists a directory, or the paths that a pattern matches.

import { compileGlob, isGlob, matchGlob } from '../base/glob.ts'
import { relativePath } from '../base/path.ts'
import type { Session } from '../session/session.ts'
import type { FileAnswer, Listing, ListRequest } from './door.ts'
import { reach } from './reach.ts'
import { listSorted, walkWorkspace } from './walk.ts'

const defaultLimit = 1000

export async function guardedList(session: Session, request: ListRequest): Promise<FileAnswer<Listing>> {
  const reached = await reach(session, 'read', { ...request, path: request.path ?? '.' })
  if (reached.kind === 'refused') return reached
  const hidden: string[] = []
  const unread = (path: string) => hidden.push(path)
  const limit = request.limit ?? defaultLimit
  if (request.pattern === undefined) {
    const prefix = reached.shown === '.' ? '' : `${reached.shown}/`
    const entries = listSorted(session, reached.real, unread).map(({ name, kind }) => ({
      path: `${prefix}${name}`,
      kind,
    }))
    if (hidden.length > 0)
      return { kind: 'failed', reason: `${reached.shown} cannot be listed`, help: 'is it a directory?' }
    return { kind: 'done', entries: entries.slice(0, limit), cut: entries.length > limit, hidden: [] }
  }
  const glob = compileGlob(request.pattern.replace(/^(?:\.\/)+/, ''), 'path')
  if (!isGlob(glob)) return { kind: 'failed', reason: `the pattern cannot be read: ${glob.reason}` }
  const start = relativePath(reached.real, session.workspace.path)
  if (start === undefined) return { kind: 'failed', reason: 'a pattern looks inside the workspace only' }
  const entries: { path: string; kind: Listing['entries'][number]['kind'] }[] = []
  for (const walked of walkWorkspace(session, start === '.' ? '' : start, unread)) {
    if (!matchGlob(glob, walked.path)) continue
    if (entries.length === limit) return { kind: 'done', entries, cut: true, hidden }
    entries.push(walked)
  }
  return { kind: 'done', entries, cut: false, hidden }
}
