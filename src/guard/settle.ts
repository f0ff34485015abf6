// From a decision to a yes or a no: who answered an ask, and what the ledger keeps of it. A question is put only where a person
// can answer; a descendant of a guarded command can neither ask nor answer for itself.
import type { Digest } from '../base/digest.ts'
import { canonicalJson, type Json } from '../base/json.ts'
import type { Reading } from '../command/command.ts'
import { isGuardedDescendant } from '../host/ancestry.ts'
import { keyedDigest } from '../host/sealed.ts'
import type { ApprovalData } from '../ledger/act.ts'
import type { StartData } from '../ledger/entry.ts'
import { signPerson } from '../ledger/person.ts'
import type { Decision } from '../rules/decision.ts'
import { isRepeatable } from '../rules/repeatable.ts'
import type { Session } from '../session/session.ts'
import type { Ask, Said } from './guard.ts'
import type { Refusal } from './outcome.ts'
import { questionText } from './question.ts'

export interface Question {
  readonly decision: Decision
  /** What would happen, as it really is; it is shown escaped. */
  readonly subject: string
  /** Redacted, for the entry. */
  readonly recorded: string
  readonly raw: Digest
  readonly directory: string
  readonly answerYes: boolean
  readonly ask?: Ask | undefined
  /** Of a command. Absent: a file tool's request, which is answered once. */
  readonly reading?: Reading
}

export type Settled =
  | { readonly kind: 'go'; readonly answeredBy: StartData['answeredBy']; readonly approval?: ApprovalData }
  | { readonly kind: 'stop'; readonly refusal: Refusal; readonly reason: string; readonly approval?: ApprovalData }

export async function settle(session: Session, question: Question): Promise<Settled> {
  const { decision, answerYes, ask } = question
  if (decision.answer === 'allow') return { kind: 'go', answeredBy: 'policy' }
  if (decision.answer === 'deny') return { kind: 'stop', refusal: 'denied', reason: decision.reason }
  if (isGuardedDescendant(session.host)) {
    return nobody(`${decision.reason}; a command that is itself guarded cannot answer`)
  }
  // Without any policy the careful default is asked, which is our own.
  const isTrusted = session.trust !== 'untrusted'
  if (answerYes && decision.answerable && isTrusted) {
    return { kind: 'go', answeredBy: 'flag', approval: { ...asked(question), answer: 'once', by: 'flag' } }
  }
  const exact = exactly(session, question)
  if (exact !== undefined && isApproved(session, exact)) return { kind: 'go', answeredBy: 'session' }
  const said = await ask?.({ text: questionText(question), mayStay: exact !== undefined })
  if (said === undefined) {
    return nobody(`${decision.reason}; nobody is here to answer${answerYes ? yesReason(decision, isTrusted) : ''}`)
  }
  const approval = await signed(session, question, exact === undefined && said === 'session' ? 'once' : said, exact)
  if (said !== 'no') return { kind: 'go', answeredBy: 'person', approval }
  return { kind: 'stop', refusal: 'answered-no', reason: `${decision.reason}; a person said no`, approval }
}

function nobody(reason: string): Settled {
  return { kind: 'stop', refusal: 'nobody-to-ask', reason }
}

function yesReason(decision: Decision, isTrusted: boolean): string {
  if (!isTrusted) return ', and `--yes` answers only for a trusted policy'
  return decision.answerable ? '' : ', and `--yes` cannot answer for what cannot be read for sure'
}

function asked({
  recorded: command,
  raw,
  directory,
}: Question): Pick<ApprovalData, 'kind' | 'command' | 'raw' | 'directory'> {
  return { kind: 'approval', command, raw, directory }
}

/** What a yes for the session would be bound to: the words, the directory and the policy that asks; undefined where none may be
 *  given. Under a key of this user, since the words may be secret. */
function exactly({ host, authority, world }: Session, { reading, decision, directory }: Question): Digest | undefined {
  if (reading?.kind !== 'readable' || !reading.argv || !decision.answerable || !isRepeatable(reading, world))
    return undefined
  const policies = [authority.policy, ...authority.layers.map(({ policy }) => policy)].map(({ digest }) => digest)
  return keyedDigest(host, 'approval', canonicalJson({ argv: reading.argv, directory, policies })) as Digest
}

function isApproved({ id, history }: Session, exact: Digest): boolean {
  return history().some(
    ({ session, data }) =>
      session === id && data.kind === 'approval' && data.answer === 'session' && data.exact === exact,
  )
}

/** A person's answer is an act of theirs, and signed as one. */
async function signed(
  session: Session,
  question: Question,
  said: Said,
  exact: Digest | undefined,
): Promise<ApprovalData> {
  const data: ApprovalData = {
    ...asked(question),
    answer: said === 'no' ? 'refused' : said,
    by: 'person',
    ...(said === 'session' && exact !== undefined ? { exact } : {}),
  }
  const { host, ledger, id } = session
  const act = { ledger: ledger.id, session: id, ...(data as unknown as { readonly [key: string]: Json }) }
  return { ...data, person: await signPerson(host, act) }
}
