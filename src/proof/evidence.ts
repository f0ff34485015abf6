// What the ledger holds for each criterion: one piece of evidence a finished call, and one for each call that was cut off. Built
// from entries alone; no word of a model and no text that a tool printed can make one.
import type { Digest } from '../base/digest.ts'
import type { AttestationData } from '../ledger/act.ts'
import type { Capture, EndData, Entry, Proof, ReadData, ReportRecord, StartData } from '../ledger/entry.ts'

export interface Evidence {
  /** Of the entry that ended the call; of its start when there is no end. */
  readonly seq: number
  readonly call: string
  readonly tool: string
  /** The command quoted for a shell, or the path that was read. */
  readonly subject: string
  readonly criterion: string
  readonly definition: Digest
  /** `interrupted` and `unknown` (a start without an end) count as failed, but say nothing of the check itself. */
  readonly result: 'passed' | 'failed' | 'interrupted' | 'unknown'
  readonly reason: string
  /** What the evidence is fresh for, at the start and at the end of the call. */
  readonly before: Digest
  readonly after: Digest
  readonly unsettled: readonly string[]
  readonly capture: Capture
  readonly startedAt: number
  readonly endedAt?: number
  readonly exitCode?: number
  readonly actual?: string
  readonly expected?: string
  /** The word of a plugin that is bound to nothing seen here. */
  readonly isUnbound: boolean
  /** Files that the figure was read from. */
  readonly reports: readonly ReportRecord[]
  readonly source: EvidenceSource
}

/** The entries themselves, for exports. */
type EvidenceSource =
  | { readonly kind: 'command'; readonly start: StartData; readonly end?: EndData }
  | { readonly kind: 'read'; readonly read: ReadData }

/** A person's word for a criterion as it was then. */
export interface Attestation {
  readonly seq: number
  readonly at: number
  readonly session?: string
  readonly data: AttestationData
}

/** All evidence of a session, oldest end first. */
export function evidenceOf(entries: readonly Entry[], session: string): readonly Evidence[] {
  const own = entries.filter((entry) => entry.session === session)
  const starts = new Map<string, { readonly entry: Entry; readonly data: StartData }>()
  const found: Evidence[] = []
  for (const entry of own) {
    const { data } = entry
    if (data.kind === 'start') starts.set(data.call, { entry, data })
    if (data.kind === 'read') for (const proof of data.proves) found.push(fromRead(entry, data, proof))
    if (data.kind !== 'end') continue
    const start = starts.get(data.call)
    if (!start || start.entry.seq !== data.start) continue
    starts.delete(data.call)
    for (const proof of data.proves) if (proof.answer !== 'none') found.push(fromEnd(entry, data, start, proof))
    found.push(...silent(entry, data, start))
  }
  const cutOff = [...starts.values()].flatMap(({ entry, data }) => fromStart(entry, data))
  return [...found, ...cutOff].sort((left, right) => left.seq - right.seq)
}

/** Calls of a session that were started and never ended: cut off, or still running. */
export function unknownCalls(entries: readonly Entry[], session: string): readonly StartData[] {
  const ended = new Set(entries.flatMap(({ data }) => (data.kind === 'end' ? [data.start] : [])))
  return entries.flatMap((entry) =>
    entry.session === session && entry.data.kind === 'start' && !ended.has(entry.seq) ? [entry.data] : [],
  )
}

/** A command that looked like a criterion's and does not count. */
export interface NearCall {
  readonly seq: number
  readonly criterion: string
  readonly command: string
  readonly reason: string
}

export function nearMissesOf(entries: readonly Entry[], session: string): readonly NearCall[] {
  const commands = new Map<number, string>()
  return entries.flatMap(({ seq, session: owner, data }) => {
    if (owner !== session) return []
    if (data.kind === 'start') commands.set(seq, data.command)
    if (data.kind !== 'end') return []
    const command = commands.get(data.start) ?? data.call
    return (data.near ?? []).map(({ criterion, reason }) => ({ seq, criterion, command, reason }))
  })
}

export function attestationsOf(entries: readonly Entry[]): readonly Attestation[] {
  return entries.flatMap(({ seq, at, session, data }) =>
    data.kind === 'attestation' ? [{ seq, at, data, ...(session === undefined ? {} : { session }) }] : [],
  )
}

function fromEnd(
  entry: Entry,
  end: EndData,
  start: { readonly entry: Entry; readonly data: StartData },
  proof: Proof,
): Evidence {
  // INVARIANT: a proof counts only for what its start entry claimed before the command ran, for the same version and state.
  const claim = start.data.proves.find(
    ({ criterion, definition }) => criterion === proof.criterion && definition === proof.definition,
  )
  const claimed = claim !== undefined && claim.scope === proof.before
  return {
    ...common(entry, end.call, end.capture, proof),
    tool: start.data.tool,
    subject: start.data.command,
    result: end.outcome === 'interrupted' ? 'interrupted' : proof.passed && claimed ? 'passed' : 'failed',
    reason: claimed ? proof.reason : 'the call did not claim this criterion when it started',
    startedAt: start.entry.at,
    endedAt: entry.at,
    ...(end.exitCode === undefined ? {} : { exitCode: end.exitCode }),
    source: { kind: 'command', start: start.data, end },
  }
}

/** Claims of the start that the end says nothing of: the workspace could not be seen any more. */
function silent(
  entry: Entry,
  end: EndData,
  start: { readonly entry: Entry; readonly data: StartData },
): readonly Evidence[] {
  const spoken = new Set(end.proves.map(({ criterion }) => criterion))
  return fromStart(start.entry, start.data)
    .filter(({ criterion }) => !spoken.has(criterion))
    .map((piece) => ({
      ...piece,
      seq: entry.seq,
      result: 'failed',
      reason: 'it ended, and what it left behind could not be seen',
      endedAt: entry.at,
      source: { kind: 'command', start: start.data, end },
    }))
}

function fromRead(entry: Entry, read: ReadData, proof: Proof): Evidence {
  return {
    ...common(entry, read.call, read.capture, proof),
    tool: read.tool,
    subject: read.path,
    result: proof.passed ? 'passed' : 'failed',
    reason: proof.reason,
    startedAt: entry.at,
    endedAt: entry.at,
    source: { kind: 'read', read },
  }
}

function fromStart(entry: Entry, start: StartData): readonly Evidence[] {
  return start.proves.map((claim) => ({
    seq: entry.seq,
    call: start.call,
    tool: start.tool,
    subject: start.command,
    criterion: claim.criterion,
    definition: claim.definition,
    result: 'unknown',
    reason: 'it was started and its end is not recorded: it was cut off, or it still runs',
    before: claim.scope,
    after: claim.scope,
    unsettled: [],
    reports: [],
    isUnbound: false,
    capture: 'executed',
    startedAt: entry.at,
    source: { kind: 'command', start },
  }))
}

function common(entry: Entry, call: string, capture: Capture, proof: Proof) {
  return {
    seq: entry.seq,
    call,
    criterion: proof.criterion,
    definition: proof.definition,
    before: proof.before,
    after: proof.after,
    unsettled: proof.unsettled,
    reports: proof.reports ?? [],
    isUnbound: proof.answer === 'unbound',
    capture,
    ...(proof.actual === undefined ? {} : { actual: proof.actual }),
    ...(proof.expected === undefined ? {} : { expected: proof.expected }),
  }
}
