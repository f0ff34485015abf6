// What the model gets to read of a call: one line for a refusal, the outcome and a bounded view of the output for a command.
// The same on every machine where the same happened: no times, no process ids.
import { plainLine, plainText } from '../base/plain.ts'
import { redact } from '../base/redact.ts'
import type { Captured, GuardResult, Outcome, Refusal } from '../guard/outcome.ts'
import type { Decision } from '../rules/decision.ts'
import type { Session } from '../session/session.ts'
import type { Hands } from './hands.ts'

/** Characters of each stream that the model sees; all of it is hashed, and what the policy keeps is in the ledger. */
const streamLimit = 16_000

export function commandText({ session }: Hands, result: GuardResult): string {
  if (result.kind === 'refused') return refusalText(session, result.decision, result.refusal)
  const { outcome, proofs, near, changed } = result
  return [
    outcomeLine(outcome),
    ...streamLines('stdout', outcome.stdout, session.secrets),
    ...streamLines('stderr', outcome.stderr, session.secrets),
    ...(changed.length > 0 ? [`changed: ${boundedList(changed)}`] : []),
    ...proofs.map(
      (proof) => `evidence for ${proof.criterion}: ${proof.passed ? 'passed' : 'failed'}, ${plainLine(proof.reason)}`,
    ),
    ...near.map(
      (miss) => `no evidence for ${miss.criterion}: ${plainLine(miss.reason)}; what counts: ${plainLine(miss.wanted)}`,
    ),
  ].join('\n')
}

/** The one line that helps the model on. Texts of an untrusted policy are not in it (decision 6). */
export function refusalText(session: Session, decision: Decision, refusal: Refusal): string {
  const trusted = session.trust === 'named' || session.trust === 'trusted'
  const because = trusted ? plainLine(decision.reason) : 'the rules that hold here do not allow it'
  const instead = trusted && decision.instead !== undefined ? `; instead: ${plainLine(decision.instead)}` : ''
  return `refused: ${because}${whyNot(refusal)}${instead}`
}

function whyNot(refusal: Refusal): string {
  switch (refusal) {
    case 'denied':
      return ''
    case 'answered-no':
      return ', and the person who was asked said no'
    case 'nobody-to-ask':
      return ', and there is nobody to ask'
    case 'read-only':
      return ', since this run is read-only'
    case 'no-sandbox':
      return ', since there is no sandbox, which the policy requires'
  }
}

function outcomeLine(outcome: Outcome): string {
  switch (outcome.how) {
    case 'exited':
      return `exit ${outcome.exitCode ?? 'unknown'}`
    case 'signalled':
      return `killed by ${outcome.signal ?? 'a signal'}`
    case 'timed-out':
      return 'timed out: the whole process group was killed'
    case 'over-limit':
      return `ended: ${plainLine(outcome.failure ?? 'a limit was exceeded')}`
    case 'interrupted':
      return 'interrupted by a person'
    case 'failed':
      return `could not be started: ${plainLine(outcome.failure ?? 'unknown')}`
  }
}

function streamLines(name: string, captured: Captured, secrets: readonly string[]): readonly string[] {
  if (captured.bytes === 0) return []
  return [`${name}:`, boundedText(streamText(captured, secrets), streamLimit).trimEnd()]
}

/** Redacted before anything is cut. Beside a gap the partial lines go too: half a secret matches no pattern. */
function streamText({ head, tail, bytes }: Captured, secrets: readonly string[]): string {
  const left = bytes - head.length - tail.length
  const shown = (text: string) => redact(plainText(text), secrets)
  if (left <= 0) return shown(new TextDecoder().decode(joined(head, tail)))
  const before = shown(new TextDecoder().decode(head).replace(/[^\n]*$/, ''))
  const after = shown(new TextDecoder().decode(tail).replace(/^[^\n]*\n?/, ''))
  return `${before}[… ${left} bytes left out …]\n${after}`
}

/** The first third and the last two thirds of what is allowed: failures are told at the end. */
export function boundedText(text: string, limit: number): string {
  if (text.length <= limit) return text
  const [head, tail] = [Math.floor(limit / 3), limit - Math.floor(limit / 3)]
  const left = text.length - head - tail
  return `${text.slice(0, head)}\n[… ${left} characters left out …]\n${text.slice(-tail)}`
}

function boundedList(items: readonly string[], limit = 20): string {
  const names = items.slice(0, limit).map((item) => plainLine(item))
  return items.length > limit ? `${names.join(', ')} and ${items.length - limit} more` : names.join(', ')
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(head.length + tail.length)
  bytes.set(head)
  bytes.set(tail, head.length)
  return bytes
}
