// Figures of a criterion, from output or from report files: coverage against a minimum, test counts against what is asked for. No
// figure, several figures, and one that proves nothing are failures with their reason, never guesses.
import { escapeGlob } from '../base/glob.ts'
import { readCoverage } from '../figures/coverage.ts'
import { readCoverageFile } from '../figures/coverage-file.ts'
import { compareShare, formatShare } from '../figures/figure.ts'
import { readReport } from '../figures/report-file.ts'
import type { CoverageReading } from '../figures/settle.ts'
import type { TestCounts } from '../figures/tests.ts'
import type { Comparison, CountCheck, Verifier } from '../policy/policy.ts'
import type { Session } from '../session/session.ts'
import { type Judged, tooLarge } from './read-proof.ts'
import { isRewritten, type Listed, listReports, readReportText } from './reports.ts'

type CoverageVerifier = Extract<Verifier, { readonly kind: 'coverage' }>
type ReportVerifier = Extract<Verifier, { readonly kind: 'report' }>

export interface CoverageParts {
  readonly verifier: CoverageVerifier
  /** The report as it was before the command. */
  readonly listed: Listed | undefined
  /** Undefined when not all of it was kept. */
  readonly output: string | undefined
}

export function coverageFinding(session: Session, { verifier, listed, output }: CoverageParts): Judged {
  const expected = `coverage >= ${verifier.minimum.text}%`
  const no = (reason: string): Judged => ({ passed: false, reason, expected })
  if (verifier.report === undefined)
    return output === undefined ? no(tooLarge) : judgeCoverage(verifier, readCoverage(output))
  const written = writtenSince(session, escapeGlob(verifier.report), listed)
  if (typeof written === 'string') return no(written)
  const report = readReportText(session, verifier.report)
  if (report.kind === 'none') return no(report.reason)
  return { ...judgeCoverage(verifier, readCoverageFile(report.text).reading), reports: [report.record] }
}

function judgeCoverage({ minimum }: CoverageVerifier, reading: CoverageReading): Judged {
  const expected = `coverage >= ${minimum.text}%`
  if (reading.kind !== 'figure') return { passed: false, reason: reading.reason, expected }
  const { share, source, metric, notes } = reading.figure
  const actual = formatShare(share)
  const compared = compareShare(share, minimum.text)
  if (compared.kind === 'unprovable') return { passed: false, reason: compared.reason, actual, expected }
  const told = [`${actual} of the ${metric} are covered (${source})`, ...notes].join('; ')
  return { passed: compared.kind === 'met', reason: told, actual, expected }
}

/** Counts of the reports that the command created or rewrote; what it left as it was says nothing of this run. */
export function reportFinding(session: Session, verifier: ReportVerifier, listed: Listed | undefined): Judged {
  const expected = expectedCounts(verifier)
  const written = writtenSince(session, verifier.path, listed)
  return typeof written === 'string'
    ? { passed: false, reason: written, expected }
    : countsFinding(session, verifier, written)
}

/** The counts of exactly these files. */
export function countsFinding(session: Session, verifier: ReportVerifier, paths: readonly string[]): Judged {
  const expected = expectedCounts(verifier)
  const total = { tests: 0, passed: 0, failures: 0, errors: 0, skipped: 0 }
  const reports = []
  for (const path of paths) {
    const report = readReportText(session, path)
    if (report.kind === 'none') return { passed: false, reason: report.reason, expected }
    if (reports.length < 20) reports.push(report.record)
    const reading = readReport(verifier.format, report.text)
    if (reading.kind === 'none') return { passed: false, reason: `${path}: ${reading.reason}`, expected, reports }
    for (const name of countNames) total[name] += reading.counts[name]
  }
  const missed = checksOf(verifier).find((check) => !isMet(check, total))
  const actual = countNames.map((name) => `${name} ${total[name]}`).join(', ')
  const files = paths.length === 1 ? paths[0] : `${paths.length} reports`
  const reason = missed ? `${missed.count} are ${total[missed.count]} in ${files}` : `${total.tests} tests in ${files}`
  return { passed: missed === undefined, reason, actual, expected, reports }
}

const countNames = ['tests', 'passed', 'failures', 'errors', 'skipped'] as const

/** Without a word about them, failures and errors must be 0, and there must be a test (decision 27). */
function checksOf({ counts }: ReportVerifier): readonly CountCheck[] {
  const isSaid = (name: CountCheck['count']): boolean => counts.some(({ count }) => count === name)
  const implied = (['failures', 'errors'] as const)
    .filter((name) => !isSaid(name))
    .map((count): CountCheck => ({ count, comparison: '=', value: 0 }))
  return [{ count: 'tests', comparison: '>=', value: 1 }, ...counts, ...implied]
}

export function expectedCounts(verifier: ReportVerifier): string {
  const [, ...said] = checksOf(verifier)
  return said.map(({ count, comparison, value }) => `${count} ${comparison} ${value}`).join(', ')
}

function isMet({ count, comparison, value }: CountCheck, total: TestCounts): boolean {
  const actual = total[count]
  const met: Readonly<Record<Comparison, boolean>> = {
    '=': actual === value,
    '>=': actual >= value,
    '<=': actual <= value,
    '>': actual > value,
    '<': actual < value,
  }
  return met[comparison]
}

/** Paths that were created or rewritten since `before` was listed; else why there are none. */
function writtenSince(session: Session, pattern: string, before: Listed | undefined): readonly string[] | string {
  const now = listReports(session, pattern)
  if (now.kind === 'unlisted') return now.reason
  if (before?.kind !== 'listed') return before?.reason ?? 'the reports were not looked at before the command ran'
  const written = [...now.files].filter(([path, stat]) => isRewritten(before.files.get(path), stat))
  if (written.length > 0) return written.map(([path]) => path)
  if (now.files.size === 0) return `no report \`${pattern}\` was written`
  return `this run wrote no report \`${pattern}\`; ${now.files.size === 1 ? 'the one that is there is' : `the ${now.files.size} that are there are`} older`
}
