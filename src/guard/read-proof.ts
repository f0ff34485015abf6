// Evidence from a file that we read ourselves, as an entry: what was read, what it says, and the state that it was read in.
import type { Digest } from '../base/digest.ts'
import { startOf } from '../base/excerpt.ts'
import { redact } from '../base/redact.ts'
import type { Proof, ReadData } from '../ledger/entry.ts'
import type { Snapshot } from '../observe/snapshot.ts'
import type { Criterion } from '../policy/policy.ts'
import { freshness } from '../session/freshness.ts'
import type { Session } from '../session/session.ts'

export interface Named {
  readonly tool: string
  readonly call: string
}

/** What a criterion's own reading found. */
export type Judged = Pick<Proof, 'passed' | 'reason' | 'actual' | 'expected' | 'reports' | 'answer'>

export const tooLarge = 'output too large to read a figure (`limits { output }` says what is kept)'

/** As entries keep it: bounded, without secrets. */
export function told(session: Session, judged: Judged): Judged {
  const plain = (text: string): string => startOf(redact(text, session.secrets), 500)
  return {
    ...judged,
    reason: plain(judged.reason),
    ...(judged.actual === undefined ? {} : { actual: plain(judged.actual) }),
    ...(judged.expected === undefined ? {} : { expected: plain(judged.expected) }),
  }
}

export interface Reading {
  readonly path: string
  readonly bytes: number
  readonly digest: Digest | 'absent'
  readonly judged: Judged
  readonly unsettled?: readonly string[]
}

/** Scans, reads, and records the read with what it proves. */
export async function proveByReading(
  session: Session,
  criterion: Criterion,
  named: Named,
  read: (snapshot: Snapshot) => Reading | Promise<Reading>,
): Promise<Proof> {
  const snapshot = await session.observe('workspace')
  const before = freshness(session, criterion, snapshot)
  const { path, bytes, digest, judged, unsettled = [] } = await read(snapshot)
  const after = freshness(session, criterion, session.look())
  const { id, definition } = criterion
  const proof: Proof = { criterion: id, definition, ...told(session, judged), before, after, unsettled }
  const data: ReadData = {
    kind: 'read',
    tool: named.tool,
    call: named.call,
    path,
    bytes,
    digest,
    proves: [proof],
    capture: 'executed',
  }
  await session.append([data])
  return proof
}
