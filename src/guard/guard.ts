// The one door for commands: read, decide, ask, record, run, record, observe. This file holds its shape; `run.ts` is the door.
import type { CommandRequest } from '../command/command.ts'

/** Puts a question to a person; undefined when nobody answers. */
export type Ask = (question: PutQuestion) => Promise<Said | undefined>

export interface PutQuestion {
  /** Lines that are safe to show. */
  readonly text: string
  /** A yes may be given for the rest of the session. */
  readonly mayStay: boolean
}

/** `session`: yes, and for exactly the same again as long as the session is open. */
export type Said = 'once' | 'session' | 'no'

export interface GuardRequest {
  readonly command: CommandRequest
  /** `exec`, `run_process`, `shell`, `prove`: named in every entry. */
  readonly tool: string
  /** Names the call in entries and exports. */
  readonly call: string
  /** In a trusted policy a criterion's command is an allow for exactly its argv when `prove` or the gate runs it (decision 21). */
  readonly verifying?: string
  readonly answerYes: boolean
  /** Absent: there is nobody to ask. */
  readonly ask?: Ask
  /** No command runs at all. */
  readonly readOnly: boolean
  /** Bytes are written and closed. */
  readonly stdin: 'closed' | 'inherit' | Uint8Array
  readonly timeoutMs?: number
  /** Output as it comes, raw. */
  readonly onOutput?: (stream: 'stdout' | 'stderr', bytes: Uint8Array) => void
  /** True when nobody reads what `onOutput` passes on any more; then the command is told, as a pipe would tell it. */
  readonly isGone?: (stream: 'stdout' | 'stderr') => boolean
}
