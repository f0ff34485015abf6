// From a decision to a yes or a no: who answered an ask, and what the ledger keeps of it. A question is put only where a person
// can answer; a descendant of a guarded command can neither ask nor answer for itself.
import type { Digest } from '../base/digest.ts'
import { escapeLine } from '../base/escape.ts'
import { isGuardedDescendant } from '../host/ancestry.ts'
import type { ApprovalData } from '../ledger/act.ts'
import type { StartData } from '../ledger/entry.ts'
import type { Decision } from '../rules/decision.ts'
import type { Session } from '../session/session.ts'
import type { Refusal } from './outcome.ts'

export interface Question {
  readonly decision: Decision
  /** What would happen, as it really is; it is shown escaped. */
  readonly subject: string
  /** Redacted, for the entry. */
  readonly recorded: string
  readonly raw: Digest
  readonly directory: string
  readonly answerYes: boolean
  readonly ask?: ((question: string) => Promise<boolean | undefined>) | undefined
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
    return { kind: 'go', answeredBy: 'flag', approval: approval(question, 'once', 'flag') }
  }
  const answered = ask ? await ask(questionText(question)) : undefined
  if (answered === true) return { kind: 'go', answeredBy: 'person', approval: approval(question, 'once', 'person') }
  if (answered === false) {
    const refused = approval(question, 'refused', 'person')
    return { kind: 'stop', refusal: 'answered-no', reason: `${decision.reason}; a person said no`, approval: refused }
  }
  return nobody(`${decision.reason}; nobody is here to answer${answerYes ? yesReason(decision, isTrusted) : ''}`)
}

function nobody(reason: string): Settled {
  return { kind: 'stop', refusal: 'nobody-to-ask', reason }
}

function yesReason(decision: Decision, isTrusted: boolean): string {
  if (!isTrusted) return ', and `--yes` answers only for a trusted policy'
  return decision.answerable ? '' : ', and `--yes` cannot answer for what cannot be read for sure'
}

function approval(question: Question, answer: ApprovalData['answer'], by: ApprovalData['by']): ApprovalData {
  const { recorded: command, raw, directory } = question
  return { kind: 'approval', command, raw, directory, answer, by }
}

function questionText({ decision, subject, directory }: Question): string {
  const instead = decision.instead === undefined ? '' : `\n  better:    ${escapeLine(decision.instead)}`
  return `reeve asks:\n  ${escapeLine(subject)}\n  in:        ${escapeLine(directory)}\n  because:   ${escapeLine(decision.reason)}${instead}\nonce? [y/N] `
}
