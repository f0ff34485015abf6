// A model as the loop sees it: messages in, a stream of events out. The wires (`openai.ts`) and the replay (`replay.ts`)
// are made to this shape, so that the loop never knows which one speaks.
import type { Json } from '../base/json.ts'

export interface Model {
  /** Shown to people and recorded: `qwen3-coder at http://127.0.0.1:8080/v1`. */
  readonly name: string
  /** One turn of the assistant. Throws `ModelFailure`; a turn without an `end` event is never acted upon. */
  readonly turn: (request: TurnRequest) => AsyncIterable<ModelEvent>
}

export interface TurnRequest {
  readonly system: string
  readonly messages: readonly Message[]
  readonly tools: readonly ToolDescription[]
  /** Aborted when a person interrupts the run. */
  readonly signal: AbortSignal
}

export type Message =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly call: ToolCall; readonly text: string }

export interface ToolDescription {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments. */
  readonly parameters: Json
}

/** A call as the model wrote it: the arguments are text that nobody has checked. */
export interface ToolCall {
  /** The server's own id, only to pair the result with the call on the wire. */
  readonly id: string
  readonly name: string
  readonly arguments: string
}

export type ModelEvent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'call'; readonly call: ToolCall }
  /** The turn starts anew: what came of it so far is to be forgotten. */
  | { readonly kind: 'retry'; readonly reason: string; readonly delayMs: number }
  | { readonly kind: 'end'; readonly reason: EndReason; readonly usage?: Usage }

/** `length`: cut off at the server's limit, so that open calls are not to be executed. `exhausted`: there is no next turn. */
export type EndReason = 'done' | 'length' | 'exhausted'

/** Tokens as the server counted them. */
export interface Usage {
  readonly input: number
  readonly output: number
}

/** The model's server failed. `retryable` tells whether the same request may succeed later. */
export class ModelFailure extends Error {
  readonly retryable: boolean
  /** What the server asked for by `Retry-After`. */
  readonly retryAfterMs: number | undefined
  readonly help: string | undefined

  constructor(
    message: string,
    options: { retryable: boolean; retryAfterMs?: number | undefined; help?: string | undefined },
  ) {
    super(message)
    this.name = 'ModelFailure'
    this.retryable = options.retryable
    this.retryAfterMs = options.retryAfterMs
    this.help = options.help
  }
}
