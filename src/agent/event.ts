// What happens in a run, as it happens: for the terminal, for `--json`, later for the event stream. Nothing here is evidence.
import type { EndReason, ToolCall, Usage } from '../model/model.ts'
import type { RecordedResult } from '../model/transcript.ts'

export type RunEvent =
  | RunStarted
  | { readonly type: 'text_delta'; readonly text: string }
  | { readonly type: 'reasoning_delta'; readonly text: string }
  | { readonly type: 'model_retry'; readonly reason: string; readonly delayMs: number }
  | { readonly type: 'tool_started'; readonly id: string; readonly name: string; readonly arguments: string }
  | ToolCompleted
  | { readonly type: 'turn_completed'; readonly turn: number; readonly reason: EndReason; readonly usage: CountedUsage }
  | { readonly type: 'goal_refused'; readonly unmet: readonly string[]; readonly text: string }
  /** The final text claims what no evidence backs: a signal that changes no status. */
  | {
      readonly type: 'proof_divergence'
      readonly kind: string
      readonly claim: string
      readonly language: string
      /** The criterion that would speak of it and is not verified. */
      readonly criterion: string | null
    }
  | { readonly type: 'run_ended'; readonly how: RunEnd['kind']; readonly message: string; readonly usage: CountedUsage }

interface RunStarted {
  readonly type: 'run_started'
  readonly task: string
  readonly model: string
  /** The policy that counts, by name. */
  readonly policy: string
  readonly trust: string
  /** Where the transcript is written. */
  readonly transcript: string
}

export interface ToolCompleted {
  readonly type: 'tool_completed'
  readonly id: string
  readonly name: string
  readonly outcome: RecordedResult['outcome']
  readonly exitCode?: number
  readonly durationMs: number
  /** What the model sees, cut to a few lines. */
  readonly preview: string
}

/** `estimated`: the server did not count, so a token is taken for four characters. */
export interface CountedUsage extends Usage {
  readonly estimated: boolean
}

export type RunEnd =
  /** The agent said that it is done, and the gate did not object. */
  | { readonly kind: 'completed' }
  /** The model has no more to say, though the goal is not complete. */
  | { readonly kind: 'stopped' }
  /** Refused completions without progress: `no_progress`. */
  | { readonly kind: 'paused' }
  | { readonly kind: 'blocked' }
  | { readonly kind: 'turns' }
  | { readonly kind: 'tokens' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string; readonly help?: string }

/** A call as the tools get it: `id` is ours, unique in the ledger. */
export interface NumberedCall {
  readonly id: string
  readonly call: ToolCall
}
