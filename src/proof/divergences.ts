// Claims of the last run's final text that no evidence of their kind backs. A signal for people: it changes no status and no verdict.
import type { Claim, ClaimKind } from '../claims/claim.ts'
import { findClaims } from '../claims/find.ts'
import type { Entry } from '../ledger/entry.ts'
import { type CheckKind, kindsOfCall, kindsOfCriterion } from './check-kinds.ts'
import type { Evidence } from './evidence.ts'
import type { CriterionStatus } from './status.ts'
import type { Verdict } from './verdict.ts'

export interface Divergence extends Claim {
  /** The criterion that would speak of it and is not verified. */
  readonly criterion?: string
}

export interface Told {
  readonly session: string
  readonly entries: readonly Entry[]
  readonly evidence: readonly Evidence[]
  readonly verdict: Pick<Verdict, 'statuses' | 'unmet' | 'uncovered'>
}

export function divergencesOf(told: Told): readonly Divergence[] {
  const text = finalText(told)
  if (text === undefined) return []
  return findClaims(text)
    .filter((claim) => !isBacked(claim, told))
    .map((claim) => ({ ...claim, ...speaker(claim.kind, told) }))
}

/** Of the last run; undefined when it ended without one. */
function finalText({ entries, session }: Told): string | undefined {
  const messages = entries.flatMap((entry) =>
    entry.session === session && entry.data.kind === 'message' ? [entry.data] : [],
  )
  const last = messages.findLast(({ role }) => role === 'task' || role === 'final')
  return last?.role === 'final' ? last.text : undefined
}

function isBacked(claim: Claim, told: Told): boolean {
  const { statuses, unmet, uncovered } = told.verdict
  const proven = statuses.filter(({ status }) => status === 'verified')
  const ran = passedKinds(told)
  switch (claim.kind) {
    case 'tests':
    case 'build':
    case 'lint':
    case 'types':
    case 'deployed':
      return hasKind(proven, claim.kind) || ran.has(claim.kind)
    case 'coverage':
      return proven.some((status) => reaches(claim, status, told))
    case 'data':
      return proven.some(({ criterion }) => criterion.verifier.kind === 'data')
    case 'file':
      return isWritten(claim, told)
    case 'fixed':
      return ran.has('tests') || proven.some(({ criterion }) => criterion.verifier.kind !== 'manual')
    case 'verified':
      return ran.size > 0 || proven.length > 0
    case 'done':
      return proven.length > 0 && unmet.length === 0 && uncovered.length === 0
  }
}

function hasKind(statuses: readonly CriterionStatus[], kind: CheckKind): boolean {
  return statuses.some(({ criterion }) => kindsOfCriterion(criterion).has(kind))
}

function speaker(kind: ClaimKind, { verdict }: Told): { readonly criterion?: string } {
  const open = verdict.statuses.filter(({ status }) => status !== 'verified' && status !== 'not_applicable')
  const found = open.find(({ criterion }) => {
    if (kind === 'coverage' || kind === 'data' || kind === 'file') return criterion.verifier.kind === kind
    return kindsOfCriterion(criterion).has(kind as CheckKind)
  })
  return found ? { criterion: found.criterion.id } : {}
}

/** What commands of the session checked and passed with nothing written since they began, but by themselves. */
function passedKinds({ entries, session }: Told): ReadonlySet<CheckKind> {
  const own = entries.filter((entry) => entry.session === session)
  const kinds = own.flatMap((entry) => {
    const { data } = entry
    if (data.kind !== 'start' || !data.argv) return []
    const end = own.find((other) => other.data.kind === 'end' && other.data.start === entry.seq)?.data
    const passed = end?.kind === 'end' && end.outcome === 'exited' && end.exitCode === 0
    return passed && !isWrittenSince(own, entry.seq, data.call) ? [...kindsOfCall(data.argv)] : []
  })
  return new Set(kinds)
}

function isWrittenSince(own: readonly Entry[], seq: number, call: string): boolean {
  return own.some(
    ({ seq: at, data }) =>
      at > seq &&
      (data.kind === 'edit' || (data.kind === 'observation' && data.changes.length > 0 && data.call !== call)),
  )
}

/** A claimed percentage above the proven one is not backed; a point is allowed for rounding. */
function reaches(claim: Claim, status: CriterionStatus, { evidence }: Told): boolean {
  if (status.criterion.verifier.kind !== 'coverage') return false
  const said = /(\d{1,3}(?:[.,]\d+)?) ?%/.exec(claim.sentence)?.[1]?.replace(',', '.')
  const actual = evidence.find(({ seq, criterion }) => seq === status.evidence && criterion === status.criterion.id)
  const proven = /^(\d{1,3}(?:\.\d+)?)%/.exec(actual?.actual ?? '')?.[1]
  return said === undefined || (proven !== undefined && Number(said) < Number(proven) + 1)
}

/** A file that is named must have been written; where none is named, any file. */
function isWritten({ sentence }: Claim, { entries, session }: Told): boolean {
  const written = entries.flatMap(({ session: owner, data }) => {
    if (owner !== session) return []
    if (data.kind === 'edit') return [data.path]
    return data.kind === 'observation' ? data.changes.map(({ path }) => path) : []
  })
  const names = sentence.match(/[\w@/-][\w@./-]*\.[A-Za-z]\w{0,9}\b/g) ?? []
  const isNamed = (path: string): boolean =>
    names.some((name) => path === name.replace(/^\.\//, '') || path.endsWith(`/${name}`))
  return names.length === 0 ? written.length > 0 : written.some(isNamed)
}
