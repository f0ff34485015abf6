// Searches the workspace for a literal text, line by line. Literal on purpose: it costs time linear in what is read, whatever the
// text is. Files that the policy does not let the agent read are left out and named.
import { compileGlob, isGlob, matchGlob } from '../base/glob.ts'
import type { Session } from '../session/session.ts'
import type { FileAnswer, SearchRequest, SearchResult } from './door.ts'
import { mayRead, openJudged, reach } from './reach.ts'
import { walkWorkspace } from './walk.ts'

const defaultLimit = 200
const fileBytes = 16_777_216
const lineLength = 400

export async function guardedSearch(session: Session, request: SearchRequest): Promise<FileAnswer<SearchResult>> {
  const reached = await reach(session, 'read', { ...request, path: '.' })
  if (reached.kind === 'refused') return reached
  if (request.text === '' || request.text.includes('\n')) {
    return { kind: 'failed', reason: 'the text must be a part of one line', help: 'search for one line of it' }
  }
  const glob = compileGlob((request.pattern ?? '**').replace(/^(?:\.\/)+/, ''), 'path')
  if (!isGlob(glob)) return { kind: 'failed', reason: `the pattern cannot be read: ${glob.reason}` }
  const hidden: string[] = []
  const matches: SearchResult['matches'][number][] = []
  const limit = request.limit ?? defaultLimit
  let searchedFiles = 0
  for (const { path, kind } of walkWorkspace(session, '', (place) => hidden.push(place))) {
    if (kind !== 'file' || !matchGlob(glob, path)) continue
    const text = textOf(session, path)
    if (text === 'hidden') hidden.push(path)
    if (text === 'hidden' || text === 'binary') continue
    searchedFiles++
    if (!addMatches(matches, path, text.content, request.text, limit)) {
      return { kind: 'done', matches, cut: true, searchedFiles, hidden }
    }
  }
  return { kind: 'done', matches, cut: false, searchedFiles, hidden }
}

/** False when there are more than the limit. */
function addMatches(
  matches: SearchResult['matches'][number][],
  path: string,
  content: string,
  text: string,
  limit: number,
): boolean {
  if (!content.includes(text)) return true
  for (const [index, line] of content.split('\n').entries()) {
    const at = line.indexOf(text)
    if (at === -1) continue
    if (matches.length === limit) return false
    const start = line.length <= lineLength ? 0 : Math.max(0, at - 100)
    matches.push({ path, line: index + 1, text: line.slice(start, start + lineLength).replace(/\r$/, '') })
  }
  return true
}

/** `hidden` when the policy or the system does not let it be read, or when it is too large. */
function textOf(session: Session, path: string): { readonly content: string } | 'hidden' | 'binary' {
  const absolute = `${session.workspace.path}/${path}`
  if (!mayRead(session, absolute)) return 'hidden'
  const opened = openJudged(session, absolute)
  if ('kind' in opened) return 'hidden'
  try {
    if (opened.stat.size > fileBytes) return 'hidden'
    const bytes = new Uint8Array(opened.stat.size)
    let length = 0
    for (let read = 1; read > 0 && length < bytes.length; length += read) {
      read = session.host.files.read(opened.fd, bytes.subarray(length), null)
    }
    const whole = bytes.subarray(0, length)
    return whole.subarray(0, 8192).includes(0) ? 'binary' : { content: new TextDecoder().decode(whole) }
  } finally {
    session.host.files.close(opened.fd)
  }
}
