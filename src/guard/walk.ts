// Walks the workspace for listings and searches: in order, never through a link, never into `.git`.

import type { FileKind } from '../host/host.ts'
import { comparePaths } from '../observe/tree.ts'
import type { Session } from '../session/session.ts'

export interface Walked {
  /** Relative to the workspace. */
  readonly path: string
  readonly kind: FileKind
}

/** Everything below `directory` (relative, empty for the workspace); `unread` is told of each place that cannot be listed. */
export function* walkWorkspace(session: Session, directory: string, unread: (path: string) => void): Generator<Walked> {
  const pending = [directory]
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    const below: string[] = []
    for (const { name, kind } of listSorted(session, place, unread)) {
      const path = place === '' ? name : `${place}/${name}`
      if (name === '.git') continue
      yield { path, kind }
      if (kind === 'directory') below.push(path)
    }
    pending.push(...below.reverse())
  }
}

export function listSorted(session: Session, place: string, unread: (path: string) => void) {
  try {
    const entries = session.host.files.list(place.startsWith('/') ? place : `${session.workspace.path}/${place}`)
    return [...entries].sort((left, right) => comparePaths(left.name, right.name))
  } catch {
    unread(place === '' ? '.' : place)
    return []
  }
}
