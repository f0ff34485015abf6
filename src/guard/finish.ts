// After a command: look at the workspace, record what changed under the command's tool, and close the call with its end entry,
// all in one commit. A command whose end cannot be recorded is told loudly: its evidence does not count.
import { type Digest, sha256 } from '../base/digest.ts'
import { excerpt } from '../base/excerpt.ts'
import { Fault } from '../base/fault.ts'
import { redact } from '../base/redact.ts'
import type { BlobDraft, EndData, EntryDraft, Proof, StartData } from '../ledger/entry.ts'
import type { ToolsMark } from '../ledger/tools.ts'
import { compare } from '../observe/compare.ts'
import type { Snapshot } from '../observe/snapshot.ts'
import { toolsMark } from '../observe/tools.ts'
import { treeDigest } from '../observe/tree.ts'
import type { Session } from '../session/session.ts'
import { changedAgainst } from './against.ts'
import { bounded } from './bounded.ts'
import { streamRecord } from './capture.ts'
import type { GuardResult } from './outcome.ts'
import type { Performed } from './perform.ts'
import type { Prepared } from './prepared.ts'
import { proofsOf } from './proofs.ts'

export interface Started {
  readonly start: StartData
  readonly seq: number
  readonly performed: Performed
}

export async function finish(session: Session, prepared: Prepared, started: Started): Promise<GuardResult> {
  const { request, before, claims } = prepared
  const { start, seq, performed } = started
  const { outcome, outlived, mixed } = performed
  const seen = lookAgain(session)
  const after = seen.kind === 'seen' ? seen.snapshot : undefined
  const text = excerpt(mixed, session.secrets)
  try {
    const found = after ? await session.findings(after, request.tool, request.call) : []
    const overlapped = hasOverlap(session, seq)
    const proofs = after
      ? await proofsOf(session, claims.claimed, start.proves, { before, after, outcome, outlived, overlapped })
      : []
    const changed = after ? compare(before, after).map(({ path }) => path) : []
    const against = changedAgainst(session, changed)
    const { end, blobs } = endEntry(session, prepared, { ...started, after, proofs, text, against })
    const drafts: EntryDraft[] = [...found, { ...end, blobs }]
    const entries = await session.append(drafts)
    if (seen.kind === 'lost') throw seen.cause
    return {
      kind: 'ran',
      decision: prepared.decision,
      outcome,
      start: seq,
      end: entries.at(-1)?.seq ?? -1,
      proofs,
      near: claims.near,
      changed,
      against,
      confined: prepared.confined,
      excerpt: text,
    }
  } catch (cause) {
    if (seen.kind === 'lost' && cause === seen.cause) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Fault('run', `the command ran, but its end could not be recorded, so it counts for nothing: ${reason}`, {
      help: 'the start entry stands in the ledger as a call without an end; run the command again when the ledger can be written',
      cause,
    })
  }
}

/** Another call of the session started or ended since ours started, or had not ended before. One that was cut off is over after
 *  the time that the policy gives a command. */
function hasOverlap({ id, authority, history }: Session, start: number): boolean {
  const own = history().filter(({ session, data }) => session === id && (data.kind === 'start' || data.kind === 'end'))
  if (own.some(({ seq }) => seq > start)) return true
  const ended = new Set(own.flatMap(({ data }) => (data.kind === 'end' ? [data.start] : [])))
  const since = (own.at(-1)?.at ?? 0) - authority.policy.limits.timeMs
  return own.some(({ seq, at, data }) => data.kind === 'start' && seq !== start && at >= since && !ended.has(seq))
}

type Seen = { readonly kind: 'seen'; readonly snapshot: Snapshot } | { readonly kind: 'lost'; readonly cause: unknown }

/** The command may have removed the workspace itself; its end is recorded all the same. */
function lookAgain(session: Session): Seen {
  try {
    return { kind: 'seen', snapshot: session.look() }
  } catch (cause) {
    return { kind: 'lost', cause }
  }
}

interface Ended extends Started {
  readonly after: Snapshot | undefined
  readonly proofs: readonly Proof[]
  readonly text: string
  readonly against: readonly string[]
}

function endEntry(
  session: Session,
  prepared: Prepared,
  ended: Ended,
): { readonly end: EndData; readonly blobs: BlobDraft[] } {
  const { outcome } = ended.performed
  const { how, exitCode, signal, failure, durationMs } = outcome
  const stdout = streamRecord(outcome.stdout)
  const stderr = streamRecord(outcome.stderr)
  const { near } = prepared.claims
  const refused = prepared.confined.refused?.() ?? []
  const end: EndData = {
    kind: 'end',
    call: prepared.request.call,
    start: ended.seq,
    outcome: how,
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(signal === undefined ? {} : { signal }),
    ...(failure === undefined ? {} : { failure: redact(failure, session.secrets) }),
    durationMs,
    stdout: stdout.record,
    stderr: stderr.record,
    excerpt: ended.text,
    after: ended.after ? treeDigest(ended.after) : nothing,
    proves: ended.proofs,
    ...(near.length === 0 ? {} : { near }),
    ...(refused.length === 0 ? {} : { refused: bounded(refused, 'hosts') }),
    ...(ended.against.length === 0 ? {} : { against: bounded(ended.against, 'paths') }),
    capture: 'executed',
    ...(ended.start.tools === undefined ? {} : { tools: toolsAfter(session, ended.after) }),
  }
  return { end, blobs: [stdout.blob, stderr.blob] }
}

function toolsAfter({ host, workspace, digests }: Session, after: Snapshot | undefined): ToolsMark {
  return after ? toolsMark(host, workspace.path, after, digests) : 'unseen'
}

/** Tree digest of a workspace that is gone. */
const nothing: Digest = sha256('')
