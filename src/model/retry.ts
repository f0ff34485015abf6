// Patience with a model's server: the same turn again after 429, 5xx and broken connections, waiting longer each time and as
// long as the server asks for. Nothing was executed yet when a turn fails, so doing it again is safe.
import type { Clock } from '../host/host.ts'
import { type Model, type ModelEvent, ModelFailure, type TurnRequest } from './model.ts'

/** Waits before the second, third, … attempt. */
const delaysMs = [500, 2_000, 8_000, 20_000] as const
const longestMs = 60_000

/** The same model, with each turn tried up to five times. */
export function withRetries(model: Model, clock: Clock): Model {
  return { name: model.name, turn: (request) => persistent(model, clock, request) }
}

async function* persistent(model: Model, clock: Clock, request: TurnRequest): AsyncGenerator<ModelEvent> {
  for (const delayMs of [...delaysMs, undefined]) {
    try {
      yield* model.turn(request)
      return
    } catch (error) {
      const wait = waitMs(error, delayMs)
      if (wait === undefined || request.signal.aborted) throw error
      yield { kind: 'retry', reason: (error as ModelFailure).message, delayMs: wait }
      await Promise.race([clock.sleep(wait), aborted(request.signal)])
      if (request.signal.aborted) throw error
    }
  }
}

/** How long to wait, or undefined when another attempt is of no use. */
function waitMs(error: unknown, delayMs: number | undefined): number | undefined {
  if (!(error instanceof ModelFailure) || !error.retryable || delayMs === undefined) return undefined
  return Math.min(longestMs, error.retryAfterMs ?? delayMs)
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
