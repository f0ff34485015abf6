// Evidence, criteria and acts as records of the proof document.
import type { Digest } from '../base/digest.ts'
import { isoInstant } from '../base/instant.ts'
import { quoteArgv } from '../base/quote.ts'
import type { Person } from '../ledger/act.ts'
import type { Entry } from '../ledger/entry.ts'
import { commandOf } from '../policy/commands.ts'
import type { CommandVerifier, Criterion, DataCheck, Verifier } from '../policy/policy.ts'
import type { Evidence } from '../proof/evidence.ts'
import type { CriterionStatus } from '../proof/status.ts'
import type { Verdict } from '../proof/verdict.ts'
import type {
  ActRecord,
  CriterionRecord,
  EvidenceRecord,
  SummaryRecord,
  VerdictRecord,
  VerifierRecord,
} from './document.ts'

export function criterionRecords(
  statuses: readonly CriterionStatus[],
  evidence: readonly Evidence[],
): readonly CriterionRecord[] {
  const ids = evidenceIds(evidence)
  return statuses.map((status, index) => {
    const { criterion } = status
    const rests = evidence.findIndex(({ seq, criterion: id }) => seq === status.evidence && id === criterion.id)
    const act = status.evidence === undefined ? null : `a${status.evidence}`
    return {
      id: criterion.id,
      n: index + 1,
      text: criterion.text,
      required: criterion.required,
      source: status.source,
      version: versionOf(criterion, evidence),
      definition: criterion.definition,
      verifier: verifierRecord(criterion.verifier),
      scope: criterion.scope,
      pins: criterion.pins.kind === 'paths' ? criterion.pins.paths : [],
      status: status.status,
      reason: status.reason,
      explanation: status.explanation,
      stale: status.stale,
      flaky: status.flaky,
      paths: status.paths,
      evidenceId: ids[rests] ?? act,
      remedy: status.remedy ?? null,
    }
  })
}

export function evidenceRecords(
  evidence: readonly Evidence[],
  criteria: readonly Criterion[],
): readonly EvidenceRecord[] {
  const ids = evidenceIds(evidence)
  const current = new Map<string, Digest>(criteria.map(({ id, definition }) => [id, definition]))
  return evidence.map((piece, index) => evidenceRecord(piece, ids[index] as string, current))
}

/** Every signed act of a person that counts for the session. */
export function actRecords(entries: readonly Entry[], session: string): readonly ActRecord[] {
  return entries.flatMap((entry) => {
    const { data } = entry
    // A changed check that a person accepted stays accepted in later sessions.
    const isLasting = data.kind === 'attestation' && data.pins !== undefined
    if (entry.session !== undefined && entry.session !== session && !isLasting) return []
    if (data.kind === 'attestation') return [actRecord(entry, 'attest', data.criterion, data.because, data.person)]
    if (data.kind === 'criterion') {
      return [actRecord(entry, `criteria ${data.action}`, data.criterion, data.because, data.person)]
    }
    if (data.kind === 'goal' && data.person)
      return [actRecord(entry, `goal ${data.action}`, undefined, data.because, data.person)]
    if (data.kind === 'waiver') return [actRecord(entry, 'waive', undefined, data.because, data.person)]
    if (data.kind === 'report') return [actRecord(entry, 'report', undefined, data.subject, data.person)]
    if (data.kind === 'approval' && data.person)
      return [actRecord(entry, `approve ${data.answer}`, undefined, data.command, data.person)]
    if (data.kind === 'accept') return [actRecord(entry, `accept ${data.what}`, undefined, data.because, data.person)]
    return []
  })
}

export function verdictRecord(verdict: Verdict): VerdictRecord {
  const { waiver } = verdict
  return {
    kind: verdict.kind,
    reason: verdict.reason,
    message: verdict.message,
    effectDigest: verdict.effect ?? null,
    netDigest: verdict.net ?? null,
    unmet: verdict.unmet.map(({ criterion }) => criterion.id),
    uncovered: verdict.uncovered,
    unknown: verdict.unknown,
    waiver: waiver ? { because: waiver.because, by: waiver.by, until: waiver.until ?? null } : null,
    exitCode: verdict.exitCode,
  }
}

export function summaryRecord({ statuses, unmet, kind, exitCode }: Verdict): SummaryRecord {
  const count = (word: CriterionStatus['status']) => statuses.filter(({ status }) => status === word).length
  return {
    total: statuses.length,
    required: statuses.filter(({ criterion }) => criterion.required).length,
    verified: count('verified'),
    failed: count('failed'),
    not_checked: count('not_checked'),
    manual_review: count('manual_review'),
    not_applicable: count('not_applicable'),
    requiredUnmet: unmet.length,
    outcome: kind,
    exitCode,
  }
}

function evidenceIds(evidence: readonly Evidence[]): readonly string[] {
  const seen = new Map<number, number>()
  return evidence.map(({ seq }) => {
    const nth = (seen.get(seq) ?? 0) + 1
    seen.set(seq, nth)
    return nth === 1 ? `e${seq}` : `e${seq}.${nth}`
  })
}

function versionOf({ id, definition }: Criterion, evidence: readonly Evidence[]): number {
  const older = evidence.filter((piece) => piece.criterion === id && piece.definition !== definition)
  return new Set(older.map((piece) => piece.definition)).size + 1
}

function verifierRecord(verifier: Verifier): VerifierRecord {
  const command = commandOf(verifier)
  return {
    kind: verifier.kind,
    text: verifierText(verifier),
    command: command ? (command.argv ? quoteArgv(command.argv) : command.text) : null,
    directory: command?.directory ?? null,
    path: 'path' in verifier ? verifier.path : null,
    exitCode: command?.exitCode ?? null,
  }
}

/** One line that says what the verifier asks for. */
function verifierText(verifier: Verifier): string {
  switch (verifier.kind) {
    case 'command':
      return `command ${commandText(verifier)}`
    case 'file':
      return `file ${verifier.path}${verifier.absent ? ' absent' : ''}${verifier.sha256 ? ` sha256 ${verifier.sha256}` : ''}${verifier.pattern ? ` matches /${verifier.pattern.source}/${verifier.pattern.flags}` : ''}`
    case 'manual':
      return 'manual'
    case 'none':
      return 'none'
    case 'data':
      return `data ${verifier.dataset}${verifier.table === undefined ? '' : ` table ${verifier.table}`} ${checkText(verifier.check)}`
    case 'coverage':
      return `coverage ${commandText(verifier.command)} at least ${verifier.minimum.text}%${verifier.report === undefined ? '' : `, report ${verifier.report}`}`
    case 'report':
      return [
        `${verifier.format} ${verifier.path}`,
        ...verifier.counts.map(({ count, comparison, value }) => `${count} ${comparison} ${value}`),
        ...(verifier.after ? [`after ${commandText(verifier.after)}`] : []),
      ].join(' ')
    case 'plugin':
      return `plugin ${verifier.plugin}`
  }
}

function commandText({ text, exitCode, directory, minimumTests }: CommandVerifier): string {
  return [
    text,
    ...(exitCode === 0 ? [] : [`exit ${exitCode}`]),
    ...(directory === undefined ? [] : [`in ${directory}`]),
    ...(minimumTests === undefined ? [] : [`tests >= ${minimumTests}`]),
  ].join(', ')
}

/** In the words of the language. */
function checkText(check: DataCheck): string {
  if (check.kind === 'rows') return `rows ${check.comparison} ${check.value}`
  if (check.kind === 'equals') return `${check.column} equals ${check.value}`
  if (!('comparison' in check)) return `${check.kind} ${check.column}`
  return `${check.kind} ${check.column} ${check.comparison} ${check.value}`
}

function evidenceRecord(piece: Evidence, id: string, current: ReadonlyMap<string, Digest>): EvidenceRecord {
  const { source } = piece
  const start = source.kind === 'command' ? source.start : undefined
  const end = source.kind === 'command' ? source.end : undefined
  const read = source.kind === 'read' ? source.read : undefined
  return {
    id,
    seq: piece.seq,
    criterionId: piece.criterion,
    definition: piece.definition,
    isCurrent: current.get(piece.criterion) === piece.definition,
    kind: source.kind,
    call: piece.call,
    tool: piece.tool,
    subject: piece.subject,
    directory: start?.directory ?? null,
    program: start?.program ? { path: start.program.path, digest: start.program.digest } : null,
    startedAt: isoInstant(piece.startedAt),
    endedAt: piece.endedAt === undefined ? null : isoInstant(piece.endedAt),
    durationMs: end?.durationMs ?? null,
    outcome: end?.outcome ?? (read ? 'read' : 'unknown'),
    exitCode: end?.exitCode ?? null,
    signal: end?.signal ?? null,
    result: piece.result,
    reason: piece.reason,
    actual: piece.actual ?? null,
    expected: piece.expected ?? null,
    stdout: end ? { bytes: end.stdout.bytes, commitment: end.stdout.commitment } : null,
    stderr: end ? { bytes: end.stderr.bytes, commitment: end.stderr.commitment } : null,
    content: read ? { bytes: read.bytes, digest: read.digest } : null,
    excerpt: end?.excerpt ?? null,
    freshFor: { before: piece.before, after: piece.after },
    reports: piece.reports.map(({ path, digest }) => ({ path, digest })),
    unsettled: piece.unsettled,
    capture: piece.capture,
    sandbox: start?.sandbox ?? null,
  }
}

function actRecord(
  { seq, at }: Entry,
  act: string,
  criterionId: string | undefined,
  because: string | undefined,
  person: Person,
): ActRecord {
  return {
    id: `a${seq}`,
    seq,
    at: isoInstant(at),
    act,
    criterionId: criterionId ?? null,
    because: because ?? null,
    user: person.user,
    presence: person.presence,
    signature: person.signature,
  }
}
