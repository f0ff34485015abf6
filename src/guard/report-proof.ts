// Evidence from reports that name no command which writes them: only those count that an executed command of this session has
// written and left with exit 0, and only for the files as they were when it ended. What an editor, a tool of ours or nobody we know
// has written is no report of a run.
import { sha256 } from '../base/digest.ts'
import type { EndData, Proof, ReportRecord } from '../ledger/entry.ts'
import { compare } from '../observe/compare.ts'
import type { Snapshot } from '../observe/snapshot.ts'
import { pathMatcher } from '../observe/tree.ts'
import type { Criterion, Verifier } from '../policy/policy.ts'
import { criterionScope, scopePatterns } from '../session/freshness.ts'
import { filesAfter } from '../session/past.ts'
import type { Session } from '../session/session.ts'
import { type Judged, type Named, proveByReading, type Reading } from './read-proof.ts'
import { listReports, readReportText } from './reports.ts'

type ReportVerifier = Extract<Verifier, { readonly kind: 'report' }>

/** Checks a report criterion without `after` now and records the read; undefined for every other criterion. */
export async function proveReport(session: Session, criterion: Criterion, named: Named): Promise<Proof | undefined> {
  const { verifier } = criterion
  if (verifier.kind !== 'report' || verifier.after) return undefined
  return await proveByReading(session, criterion, named, (snapshot) => read(session, criterion, verifier, snapshot))
}

/** What the reports are now, as one digest; `absent` when there are none. */
export function reportsNow(
  session: Session,
  pattern: string,
): { readonly digest: Reading['digest']; readonly bytes: number } {
  const listed = listReports(session, pattern)
  if (listed.kind === 'unlisted' || listed.files.size === 0) return { digest: 'absent', bytes: 0 }
  const texts = [...listed.files.keys()].map((path) => readReportText(session, path))
  const records = texts.flatMap((text): readonly ReportRecord[] => (text.kind === 'text' ? [text.record] : []))
  const bytes = [...listed.files.values()].reduce((sum, { size }) => sum + size, 0)
  return { digest: sha256(records.map(({ path, digest }) => `${path}\0${digest}\n`).join('')), bytes }
}

async function read(
  session: Session,
  criterion: Criterion,
  verifier: ReportVerifier,
  snapshot: Snapshot,
): Promise<Reading> {
  const { countsFinding, expectedCounts } = await import('./figure-finding.ts')
  const common = { path: verifier.path, ...reportsNow(session, verifier.path) }
  const no = (reason: string): Reading => ({
    ...common,
    judged: { passed: false, reason, expected: expectedCounts(verifier) },
  })
  const listed = listReports(session, verifier.path)
  if (listed.kind === 'unlisted') return no(listed.reason)
  const paths = [...listed.files.keys()]
  if (paths.length === 0) return no(`there is no report \`${verifier.path}\``)
  const unsettled: string[] = []
  for (const path of paths) {
    const writer = writerOf(session, snapshot, path)
    if (typeof writer === 'string') return no(`${path} ${writer}`)
    const since = changedSince(session, criterion, snapshot, writer)
    if (since !== undefined) return no(`${path} is older than ${since}, which it covers`)
    unsettled.push(...alongside(session, criterion, snapshot, writer))
  }
  const judged: Judged = countsFinding(session, verifier, paths)
  return { ...common, judged, unsettled: [...new Set(unsettled)].slice(0, 20) }
}

interface Writer {
  readonly call: string
  readonly seq: number
}

/** The command that wrote the file as it is now, or why it was none that counts. */
function writerOf(session: Session, snapshot: Snapshot, path: string): Writer | string {
  const now = snapshot.files.get(path)
  if (!now || now.stat) return 'is not observed, so it cannot be known who wrote it; name the command with `after`'
  let writer: string | undefined
  const ends = new Map<string, { readonly seq: number; readonly data: EndData }>()
  for (const { seq, session: owner, data } of session.history()) {
    if (owner !== session.id) continue
    if (data.kind === 'end') ends.set(data.call, { seq, data })
    if (data.kind === 'edit' && data.path === path) writer = undefined
    if (data.kind === 'observation' && data.changes.some((change) => change.path === path)) writer = data.call
  }
  const end = writer === undefined ? undefined : ends.get(writer)
  if (writer === undefined || !end) return 'was not written by a command of this session'
  if (end.data.outcome !== 'exited' || end.data.exitCode !== 0)
    return 'was written by a command that did not end with exit 0'
  return { call: writer, seq: end.seq }
}

/** A file of the scope that differs now from what it was when the writer had ended. */
function changedSince(session: Session, criterion: Criterion, snapshot: Snapshot, writer: Writer): string | undefined {
  const isInScope = inScope(criterion, snapshot)
  return compare(filesAfter(session, writer), snapshot)
    .map(({ path }) => path)
    .find(isInScope)
}

/** What the writer changed besides: its report may be of the files before or after that. */
function alongside(session: Session, criterion: Criterion, snapshot: Snapshot, writer: Writer): readonly string[] {
  const isInScope = inScope(criterion, snapshot)
  return session.history().flatMap(({ session: owner, data }) => {
    if (owner !== session.id || data.kind !== 'observation' || data.call !== writer.call) return []
    return data.changes.map(({ path }) => path).filter(isInScope)
  })
}

/** Of paths that exist now or did: in the scope, and no report. */
function inScope(criterion: Criterion, snapshot: Snapshot): (path: string) => boolean {
  const patterns = scopePatterns(criterion)
  const reached = new Set(criterionScope(snapshot, criterion).files)
  const matches = patterns.length === 0 ? () => true : pathMatcher(patterns)
  const isReport = criterion.verifier.kind === 'report' ? pathMatcher([criterion.verifier.path]) : () => false
  return (path) => !isReport(path) && !path.startsWith('.git/') && (matches(path) || reached.has(path))
}
