// The criteria as CSV (RFC 4180): one line a criterion. A cell that a spreadsheet would run as a formula begins with an apostrophe.
import { escapeLine } from '../base/escape.ts'
import type { ProofDocument } from './document.ts'

const columns = [
  'id',
  'required',
  'status',
  'reason',
  'stale',
  'text',
  'verifier',
  'evidence',
  'command',
  'exit_code',
  'ended_at',
  'explanation',
] as const

export function csv(document: ProofDocument): string {
  const rows = document.criteria.map((criterion) => {
    const evidence = document.evidence.find((each) => each.id === criterion.evidenceId)
    return [
      criterion.id,
      String(criterion.required),
      criterion.status,
      criterion.reason,
      String(criterion.stale),
      criterion.text,
      criterion.verifier.text,
      criterion.evidenceId ?? '',
      evidence?.subject ?? '',
      evidence?.exitCode === undefined || evidence.exitCode === null ? '' : String(evidence.exitCode),
      evidence?.endedAt ?? '',
      criterion.explanation,
    ]
  })
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: string): string {
  const line = escapeLine(value)
  const safe = /^[=+\-@\t\r|%]/.test(line) ? `'${line}` : line
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
