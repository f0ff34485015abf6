// All reports of a session in one line and in counts.
import type { CheckWord, JudgedReport } from './report.ts'

export interface ReportSummary {
  readonly status: CheckWord
  readonly reportCount: number
  readonly requiredCheckCount: number
  readonly pendingRequiredCheckCount: number
  readonly failedCheckCount: number
  readonly residualRiskCount: number
  /** Sorted, each once. */
  readonly pendingSubjects: readonly string[]
  readonly failedSubjects: readonly string[]
}

export function summarize(reports: readonly JudgedReport[]): ReportSummary {
  const checks = reports.flatMap((report) => report.checks.map((check) => ({ ...check, subject: report.subject })))
  const required = checks.filter((check) => check.required)
  const pending = required.filter(({ status }) => status === 'needs_review' || status === 'skipped')
  const failed = checks.filter(({ status }) => status === 'failed')
  const risky = checks.filter(({ risk }) => risk !== undefined)
  const risks = risky.length + reports.reduce((sum, report) => sum + report.risks.length, 0)
  const open = reports.filter(({ status }) => status === 'needs_review')
  const subjects = (list: readonly { readonly subject: string }[]) =>
    [...new Set(list.map(({ subject }) => subject))].sort()
  return {
    status:
      failed.length > 0
        ? 'failed'
        : pending.length > 0 || risks > 0 || open.length > 0
          ? 'needs_review'
          : checks.length === 0
            ? 'skipped'
            : 'passed',
    reportCount: reports.length,
    requiredCheckCount: required.length,
    pendingRequiredCheckCount: pending.length,
    failedCheckCount: failed.length,
    residualRiskCount: risks,
    pendingSubjects: subjects([...open, ...pending, ...risky]),
    failedSubjects: subjects(failed),
  }
}

const words: Readonly<Record<CheckWord, string>> = {
  passed: 'verification passed',
  failed: 'verification failed',
  needs_review: 'verification needs review',
  skipped: 'verification was skipped: there are no checks',
}

/** One line for people. */
export function summaryText(summary: ReportSummary): string {
  const { status, reportCount, requiredCheckCount, pendingRequiredCheckCount, failedCheckCount, residualRiskCount } =
    summary
  if (reportCount === 0) return 'there are no verification reports'
  const about = status === 'failed' ? summary.failedSubjects : summary.pendingSubjects
  const shown = `${about.slice(0, 5).join(', ')}${about.length > 5 ? ', …' : ''}`
  const counts = [
    ...(failedCheckCount > 0 ? [many(failedCheckCount, 'failed check')] : []),
    ...(pendingRequiredCheckCount > 0 ? [many(pendingRequiredCheckCount, 'pending required check')] : []),
    ...(residualRiskCount > 0 ? [many(residualRiskCount, 'residual risk')] : []),
    `${many(reportCount, 'report')} with ${many(requiredCheckCount, 'required check')}`,
  ]
  const subjects = about.length > 0 && status !== 'passed' ? ` across ${shown}` : ''
  return `${words[status]}${subjects}: ${counts.join(', ')}`
}

function many(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
