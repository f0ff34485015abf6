// The report files of a criterion: found by ourselves, also where `observe except` keeps the scans out, and known again by their
// inode, size and modification time, so that an old report never passes for what a command has just written.

import type { FileStat } from '../host/host.ts'
import type { ReportRecord } from '../ledger/entry.ts'
import { pathMatcher } from '../observe/tree.ts'
import type { Session } from '../session/session.ts'
import { listSorted } from './walk.ts'
import { readWhole } from './whole.ts'

export type ReportFiles = ReadonlyMap<string, FileStat>

export type Listed =
  | { readonly kind: 'listed'; readonly files: ReportFiles }
  | { readonly kind: 'unlisted'; readonly reason: string }

const mostFiles = 1000
const mostBytes = 67_108_864

/** Regular files that the pattern names, in order; links are not followed, `.git` is not entered. */
export function listReports(session: Session, pattern: string): Listed {
  const files = new Map<string, FileStat>()
  const root = literalDirectory(pattern)
  const absolute = root === '' ? session.workspace.path : `${session.workspace.path}/${root}`
  if (session.world.realPath(absolute) !== absolute) return { kind: 'unlisted', reason: `${root} leads through a link` }
  const deepest = pattern.includes('**') ? Number.POSITIVE_INFINITY : pattern.split('/').length
  const matches = pathMatcher([pattern])
  const pending = exists(session, absolute) ? [root] : []
  let unread: string | undefined
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    for (const { name, kind } of listSorted(session, place, (path) => (unread ??= path))) {
      const path = place === '' ? name : `${place}/${name}`
      if (kind === 'directory' && name !== '.git' && path.split('/').length < deepest) pending.push(path)
      if (kind !== 'file' || !matches(path)) continue
      const stat = statOf(session, path)
      if (stat) files.set(path, stat)
      if (files.size > mostFiles) return { kind: 'unlisted', reason: `more than ${mostFiles} files are reports` }
    }
  }
  return unread === undefined ? { kind: 'listed', files } : { kind: 'unlisted', reason: `${unread} cannot be listed` }
}

/** Created, replaced or written; a change of mode or name alone is none. */
export function isRewritten(before: FileStat | undefined, now: FileStat): boolean {
  if (!before || before.inode !== now.inode || before.device !== now.device) return true
  return before.size !== now.size || before.mtimeNs !== now.mtimeNs
}

export type ReportText =
  | { readonly kind: 'text'; readonly text: string; readonly record: ReportRecord }
  | { readonly kind: 'none'; readonly reason: string }

export function readReportText(session: Session, path: string): ReportText {
  const whole = readWhole(session, path, { keptBytes: mostBytes, noLink: true })
  if (whole.kind === 'absent') return { kind: 'none', reason: `${path} does not exist` }
  if (whole.kind === 'unreadable') return { kind: 'none', reason: whole.reason }
  if (!whole.data) return { kind: 'none', reason: `${path} is too large for a report (64 MiB)` }
  return { kind: 'text', text: new TextDecoder().decode(whole.data), record: { path, digest: whole.digest } }
}

/** The names before the first one with a pattern character. */
function literalDirectory(pattern: string): string {
  const names = pattern.split('/')
  const first = names.findIndex((name) => /[*?[\]{}\\]/.test(name))
  return names.slice(0, first === -1 ? -1 : first).join('/')
}

function exists(session: Session, path: string): boolean {
  try {
    return session.host.files.lstat(path).kind === 'directory'
  } catch {
    return false
  }
}

function statOf(session: Session, path: string): FileStat | undefined {
  try {
    const stat = session.host.files.lstat(`${session.workspace.path}/${path}`)
    return stat.kind === 'file' ? stat : undefined
  } catch {
    return undefined
  }
}
