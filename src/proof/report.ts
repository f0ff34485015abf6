// Verification reports as they stand now: whatever one claims, a check has passed only when its very command ran here, after the last
// write, and ended as it should. What failed on this state stays failed on it.
import type { ReportCheck, ReportData } from '../ledger/act.ts'
import type { EndData, Entry, StartData } from '../ledger/entry.ts'
import { writesOf } from './effect.ts'

export type CheckWord = ReportCheck['claimed']

export interface JudgedCheck extends ReportCheck {
  readonly status: CheckWord
  /** Why, for people. */
  readonly reason: string
  /** End entry of the call that it rests on. */
  readonly evidence?: number
}

export interface JudgedReport {
  readonly seq: number
  readonly author: ReportData['author']
  readonly subject: string
  readonly status: CheckWord
  readonly checks: readonly JudgedCheck[]
  readonly risks: readonly string[]
}

interface Run {
  readonly start: StartData
  readonly end: EndData
  readonly seq: number
}

/** Oldest first. A check that a later report names again stands in that one alone. */
export function judgeReports(entries: readonly Entry[], session: string, workspace: string): readonly JudgedReport[] {
  const { lastSeq } = writesOf(entries, session)
  const runs = runsSince(entries, session, lastSeq)
  const reports = entries.flatMap(({ seq, session: owner, data }) =>
    owner === session && data.kind === 'report' ? [{ seq, data }] : [],
  )
  const newest = new Map(reports.flatMap(({ seq, data }) => data.checks.map(({ id }) => [id, seq] as const)))
  return reports.map(({ seq, data: { author, subject, checks, risks } }) => {
    const judged = checks
      .filter(({ id }) => newest.get(id) === seq)
      .map((check) => judgeCheck(check, runs, { workspace, isOfNow: seq > lastSeq }))
    return { seq, author, subject, risks, checks: judged, status: reportStatus(judged, risks) }
  })
}

/** The newest report that proves the work as it is, by more than that files exist. */
export function boundReport(reports: readonly JudgedReport[]): JudgedReport | undefined {
  return reports.findLast(({ status, checks }) => {
    const required = checks.filter((check) => check.required)
    return status === 'passed' && required.some((check) => !isExistence(check))
  })
}

/** What failed on the work as it is: it stands in the way until that changes. */
export function vetoes(reports: readonly JudgedReport[]): readonly JudgedCheck[] {
  return reports.flatMap(({ checks }) => checks.filter(({ status }) => status === 'failed'))
}

function runsSince(entries: readonly Entry[], session: string, lastSeq: number): readonly Run[] {
  const starts = new Map<number, StartData>()
  const runs: Run[] = []
  for (const { seq, session: owner, data } of entries) {
    if (owner !== session || seq <= lastSeq) continue
    if (data.kind === 'start') starts.set(seq, data)
    const start = data.kind === 'end' ? starts.get(data.start) : undefined
    if (start && data.kind === 'end' && data.capture === 'executed') runs.push({ start, end: data, seq })
  }
  return runs
}

function judgeCheck(
  check: ReportCheck,
  runs: readonly Run[],
  { workspace, isOfNow }: { readonly workspace: string; readonly isOfNow: boolean },
): JudgedCheck {
  const own = check.argv === undefined ? [] : runs.filter(({ start }) => isRunOf(start, check.argv ?? [], workspace))
  const deciding = own.findLast(({ end }) => !isGood(end, check)) ?? own.at(-1)
  if (deciding) {
    const { end, seq } = deciding
    const how = end.outcome === 'exited' ? `exited ${end.exitCode}` : end.outcome
    return { ...check, status: isGood(end, check) ? 'passed' : 'failed', reason: how, evidence: seq }
  }
  if (check.claimed === 'failed' && isOfNow) return { ...check, status: 'failed', reason: 'its author says so' }
  if (check.claimed === 'skipped') return { ...check, status: 'skipped', reason: 'its author says so' }
  const reason = check.argv ? 'its command has not run on the work as it is now' : 'no command shows it'
  return { ...check, status: 'needs_review', reason }
}

/** Two commands with masked words look alike and need not be the same. */
function isRunOf({ argv, directory, assigned }: StartData, wanted: readonly string[], workspace: string): boolean {
  return (
    argv !== undefined &&
    argv.length === wanted.length &&
    argv.every((word, index) => word === wanted[index] && !word.includes('[redacted')) &&
    directory === workspace &&
    assigned.length === 0
  )
}

function isGood({ outcome, exitCode }: EndData, { exit }: ReportCheck): boolean {
  return outcome === 'exited' && exitCode === exit
}

function reportStatus(checks: readonly JudgedCheck[], risks: readonly string[]): CheckWord {
  if (checks.some(({ status }) => status === 'failed')) return 'failed'
  const isOpen = checks.some(({ required, status }) => required && status !== 'passed')
  if (isOpen || risks.length > 0) return 'needs_review'
  return checks.length === 0 ? 'skipped' : 'passed'
}

/** That a file is there says nothing of what it holds. */
function isExistence({ argv }: ReportCheck): boolean {
  return argv?.[0] === 'test' || argv?.[0] === '['
}
