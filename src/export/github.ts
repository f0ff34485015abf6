// For GitHub Actions: the step summary (Markdown) and annotations (workflow commands). GitHub drops a whole summary over 1 MiB.
import { escapeLine } from '../base/escape.ts'
import type { CriterionRecord, ProofDocument } from './document.ts'
import { markdownCode, markdownText } from './escape.ts'

const limitBytes = 1_000_000

export function githubSummary(document: ProofDocument): string {
  const head = [
    `### Reeve: ${document.verdict.kind}`,
    '',
    `${document.summary.verified} of ${document.summary.total} criteria verified, ${document.summary.requiredUnmet} required unmet, exit ${document.summary.exitCode}.`,
    '',
    '| criterion | required | status | why |',
    '| --- | --- | --- | --- |',
  ]
  const rows = document.criteria.map(
    (criterion) =>
      `| ${markdownCode(criterion.id)} | ${criterion.required ? 'yes' : 'no'} | ${sign(criterion)} ${criterion.status.replace('_', ' ')} | ${markdownText(criterion.explanation)} |`,
  )
  const kept: string[] = []
  let bytes = head.join('\n').length
  for (const row of rows) {
    bytes += new TextEncoder().encode(row).length + 1
    if (bytes > limitBytes) break
    kept.push(row)
  }
  const cut = rows.length - kept.length
  return `${[...head, ...kept, ...(cut > 0 ? ['', `${cut} more criteria are in the proof document.`] : [])].join('\n')}\n`
}

/** One annotation for each criterion that is not met: an error where it is required, else a warning. */
export function githubAnnotations(document: ProofDocument): string {
  return document.criteria
    .filter((criterion) => criterion.status !== 'verified' && criterion.status !== 'not_applicable')
    .map((criterion) => {
      const level = criterion.required ? 'error' : 'warning'
      return `::${level} title=${property(`${criterion.id}: ${criterion.status}`)}::${data(`${criterion.explanation}${criterion.remedy ? `\n${criterion.remedy}` : ''}`)}\n`
    })
    .join('')
}

function sign(criterion: CriterionRecord): string {
  return { verified: '✅', failed: '❌', not_checked: '◻️', manual_review: '👁️', not_applicable: '➖' }[criterion.status]
}

function data(text: string): string {
  return text
    .split('\n')
    .map(escapeLine)
    .join('\n')
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
