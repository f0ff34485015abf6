// What a request is called in entries: redacted where everybody reads, whole behind a salted commitment.
import { concatBytes } from '../base/bytes.ts'
import { type Digest, sha256 } from '../base/digest.ts'
import { startOf } from '../base/excerpt.ts'
import { quoteArgv } from '../base/quote.ts'
import { redact } from '../base/redact.ts'
import type { CommandRequest } from '../command/command.ts'
import type { BlobDraft } from '../ledger/entry.ts'
import type { Decision, RuleReference } from '../rules/decision.ts'
import type { Session } from '../session/session.ts'

export interface Subject {
  /** As it really is. */
  readonly text: string
  /** Redacted and bounded. */
  readonly recorded: string
  readonly raw: Digest
  readonly blob: BlobDraft
}

/** An entry holds at most 64 KiB in all. */
const recordedBytes = 12_288

export function subjectOf(session: Session, text: string): Subject {
  const salt = session.host.random(32)
  const data = new TextEncoder().encode(text)
  const raw = sha256(concatBytes(salt, data))
  return { text, recorded: recorded(session, text), raw, blob: { commitment: raw, salt, data, media: 'text/plain' } }
}

export function commandText(command: CommandRequest): string {
  return command.kind === 'argv' ? quoteArgv(command.argv) : command.text
}

/** The words of a command for an entry; undefined when they are too many. */
export function recordedArgv(session: Session, argv: readonly string[]): readonly string[] | undefined {
  if (quoteArgv(argv).length > recordedBytes) return undefined
  // A word can be secret because of the word before it, so the words are judged together, too.
  const whole = quoteArgv(argv)
  return redact(whole, session.secrets) === whole
    ? argv
    : argv.map((word, index) => maskedWord(session, argv, word, index))
}

function maskedWord(session: Session, argv: readonly string[], word: string, index: number): string {
  const before = index === 0 ? '' : `${argv[index - 1]} `
  const masked = redact(`${before}${word}`, session.secrets)
  if (masked === `${before}${word}`) return word
  return masked.startsWith(before) ? masked.slice(before.length) : '[redacted]'
}

function recorded(session: Session, text: string): string {
  const masked = redact(text, session.secrets)
  const kept = startOf(masked, recordedBytes)
  return kept.length === masked.length ? masked : `${kept} […]`
}

/** The rule that decided; undefined when a default or a law of the guard did. */
export function decidingRule(decision: Decision): RuleReference | undefined {
  const decisive = decision.effects.filter(({ answer }) => answer === decision.answer)
  return (decisive.find(({ reason }) => reason === decision.reason) ?? decisive[0])?.rule
}
