// One turn of the assistant, gathered from the model's events. Whatever was gathered before a retry is forgotten.

import {
  type EndReason,
  type Model,
  ModelFailure,
  type ToolCall,
  type TurnRequest,
  type Usage,
} from '../model/model.ts'
import type { RunEvent } from './event.ts'

export interface Turn {
  readonly text: string
  readonly calls: readonly ToolCall[]
  readonly reason: EndReason
  /** Absent when the server does not count. */
  readonly usage?: Usage
}

/** Throws `ModelFailure` when the model's stream ends without saying that it ends. */
export async function takeTurn(model: Model, request: TurnRequest, emit: (event: RunEvent) => void): Promise<Turn> {
  let text = ''
  let calls: ToolCall[] = []
  for await (const event of model.turn(request)) {
    if (event.kind === 'text') {
      text += event.text
      emit({ type: 'text_delta', text: event.text })
    } else if (event.kind === 'reasoning') emit({ type: 'reasoning_delta', text: event.text })
    else if (event.kind === 'call') calls.push(event.call)
    else if (event.kind === 'retry') {
      text = ''
      calls = []
      emit({ type: 'model_retry', reason: event.reason, delayMs: event.delayMs })
    } else return { text, calls, reason: event.reason, ...(event.usage ? { usage: event.usage } : {}) }
  }
  throw new ModelFailure("the model's turn broke off before its end", { retryable: false })
}
