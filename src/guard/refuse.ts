// A refusal is an entry too: what was asked for, what answered, and why.
import { startOf } from '../base/excerpt.ts'
import type { DecisionData, EntryDraft } from '../ledger/entry.ts'
import type { Decision } from '../rules/decision.ts'
import type { Session } from '../session/session.ts'
import type { Refusal } from './outcome.ts'
import type { Settled } from './settle.ts'
import { decidingRule, type Subject } from './subject.ts'

export interface Refused {
  readonly kind: 'refused'
  readonly decision: Decision
  readonly refusal: Refusal
  readonly seq: number
}

export interface RefusedRequest {
  readonly tool: string
  readonly directory: string
  readonly decision: Decision
  readonly subject: Subject
}

export async function refuse(
  session: Session,
  request: RefusedRequest,
  stop: Extract<Settled, { readonly kind: 'stop' }>,
): Promise<Refused> {
  const { tool, directory, subject } = request
  const decision = { ...request.decision, reason: stop.reason }
  const rule = decidingRule(request.decision)
  const data: DecisionData = {
    kind: 'decision',
    tool,
    command: subject.recorded,
    directory,
    answer: decision.answer,
    readable: decision.readable,
    reason: startOf(stop.reason, 2000),
    ...(rule ? { rule } : {}),
  }
  const drafts: EntryDraft[] = stop.approval ? [{ ...stop.approval, blobs: [subject.blob] }, data] : [data]
  const entries = await session.append(drafts)
  return { kind: 'refused', decision, refusal: stop.refusal, seq: entries.at(-1)?.seq ?? -1 }
}
