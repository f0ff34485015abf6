// Statuses and verdicts as people and programs read them. Text that is not ours is made plain before a terminal sees it.
import { isoInstant } from '../base/instant.ts'
import { encodeJson, type Json } from '../base/json.ts'
import { plainLine } from '../base/plain.ts'
import { safeJson } from '../export/escape.ts'
import type { Entry } from '../ledger/entry.ts'
import type { CriterionStatus } from '../proof/status.ts'
import type { Verdict } from '../proof/verdict.ts'
import type { Trust } from '../rules/authority.ts'
import type { Session } from '../session/session.ts'

/** Where statuses come from; without a session there is no history. */
export interface Seen {
  readonly session: string | undefined
  readonly trust: Trust
  readonly ignored: readonly string[]
  readonly history: readonly Entry[]
}

export function seenOf(session: Session): Seen {
  const { id, trust, authority } = session
  return { session: id, trust, ignored: authority.ignored, history: session.history() }
}

export function statusLines(statuses: readonly CriterionStatus[], seen: Seen): string {
  if (statuses.length === 0) return 'no criteria\n'
  const width = Math.max(...statuses.map(({ status }) => status.length))
  return statuses.map((status) => `${criterionLines(status, width, seen).join('\n')}\n`).join('')
}

function criterionLines(status: CriterionStatus, width: number, seen: Seen): readonly string[] {
  const { criterion } = status
  const indent = ' '.repeat(width + 2)
  const title = plainLine(criterion.text)
  const notes = [
    ...(criterion.required ? ['required'] : []),
    ...(status.stale && status.reason !== 'stale' ? ['stale'] : []),
    ...(status.flaky && status.reason !== 'flaky' ? ['flaky'] : []),
  ]
  const note = notes.length > 0 ? ` (${notes.join(', ')})` : ''
  return [
    `${status.status.padEnd(width)}  ${criterion.id}${note}${title === criterion.id ? '' : `: ${title}`}`,
    `${indent}${plainLine(status.explanation)}${evidenceNote(status, seen)}`,
    ...status.paths.slice(0, 20).map((path) => `${indent}- ${plainLine(path)}`),
    ...(status.paths.length > 20 ? [`${indent}- and ${status.paths.length - 20} more`] : []),
    ...(status.remedy === undefined ? [] : [`${indent}help: ${plainLine(status.remedy)}`]),
  ]
}

function evidenceNote(status: CriterionStatus, seen: Seen): string {
  const entry = seen.history.find(({ seq }) => seq === status.evidence)
  return entry ? ` [entry ${entry.seq}, ${isoInstant(entry.at)}]` : ''
}

export function statusesJson(statuses: readonly CriterionStatus[], seen: Seen, exitCode: number): string {
  const { session, trust, ignored } = seen
  return line({
    session: session ?? null,
    trust,
    ignored,
    criteria: statuses.map((status) => statusJson(status, seen)),
    exitCode,
  })
}

export function verdictJson(verdict: Verdict, seen: Seen): string {
  const { waiver } = verdict
  return line({
    session: seen.session ?? null,
    trust: seen.trust,
    ignored: seen.ignored,
    verdict: verdict.kind,
    reason: verdict.reason,
    message: verdict.message,
    effectDigest: verdict.effect ?? null,
    netDigest: verdict.net ?? null,
    uncovered: verdict.uncovered,
    unknown: verdict.unknown,
    waiver: waiver ? { because: waiver.because, by: waiver.by, until: waiver.until ?? null } : null,
    unmet: verdict.unmet.map(({ criterion }) => criterion.id),
    criteria: verdict.statuses.map((status) => statusJson(status, seen)),
    exitCode: verdict.exitCode,
  })
}

export function verdictLines(verdict: Verdict, seen: Seen): string {
  const digests = [
    ...(verdict.effect === undefined ? [] : [`effect digest ${verdict.effect}`]),
    ...(verdict.net === undefined ? [] : [`net effect ${verdict.net}`]),
  ]
  return [
    `${verdict.kind}: ${plainLine(verdict.message, 2000)}\n`,
    ...digests.map((digest) => `${digest}\n`),
    ...(verdict.unmet.length > 0 ? [statusLines(verdict.unmet, seen)] : []),
    ...verdict.unknown.map((command) => `unknown: \`${plainLine(command)}\` was started and its end is not recorded\n`),
    ...verdict.uncovered.slice(0, 50).map((path) => `not covered: ${plainLine(path)}\n`),
    ...(verdict.uncovered.length > 0
      ? ['help: give a required criterion a scope that covers these paths, or name them in `gate { uncovered "…" }`\n']
      : []),
  ].join('')
}

/** What every surface says of a policy that does not count in full; empty otherwise. */
export function trustNote({ trust, ignored }: Pick<Seen, 'trust' | 'ignored'>): string {
  if (trust !== 'untrusted') return ''
  const blocks = ignored.length > 0 ? `\nignored: ${ignored.map((name) => plainLine(name)).join(', ')}` : ''
  return `the policy is not trusted here: it can only tighten, and its criteria are drafts${blocks}\nhelp: read it, then \`reeve trust\`\n`
}

function statusJson(status: CriterionStatus, seen: Seen): Json {
  const { criterion } = status
  return {
    id: criterion.id,
    text: criterion.text,
    required: criterion.required,
    source: status.source,
    definition: criterion.definition,
    verifier: criterion.verifier.kind,
    status: status.status,
    reason: status.reason,
    explanation: status.explanation,
    stale: status.stale,
    flaky: status.flaky,
    paths: status.paths,
    evidence: evidenceJson(status, seen),
    remedy: status.remedy ?? null,
  }
}

function evidenceJson(status: CriterionStatus, { history }: Seen): Json {
  const entry = history.find(({ seq }) => seq === status.evidence)
  if (!entry) return null
  const { seq, at, data } = entry
  const start = data.kind === 'end' ? history.find((other) => other.seq === data.start)?.data : data
  return {
    seq,
    kind: data.kind,
    at: isoInstant(at),
    command: start?.kind === 'start' ? start.command : null,
    path: data.kind === 'read' ? data.path : null,
    call: data.kind === 'end' || data.kind === 'start' || data.kind === 'read' ? data.call : null,
    exitCode: data.kind === 'end' ? (data.exitCode ?? null) : null,
    because: data.kind === 'attestation' || data.kind === 'criterion' ? (data.because ?? null) : null,
  }
}

function line(value: Json): string {
  return `${safeJson(encodeJson(value))}\n`
}
