// A model that plays a recorded transcript: the demo, the test bed, and an auditor's tool. Whatever the results of the calls
// are now, it says what was said then; `differences` tells where what happened is not what was recorded.
import type { Model, ModelEvent } from './model.ts'
import type { RecordedResult, Transcript } from './transcript.ts'

export function replayModel(transcript: Transcript): Model {
  let next = 0
  return {
    name: 'replay',
    turn: () => play(transcript, next++),
  }
}

async function* play(transcript: Transcript, index: number): AsyncGenerator<ModelEvent> {
  const turn = transcript.turns[index]
  if (turn && turn.text !== '') yield { kind: 'text', text: turn.text }
  for (const [position, call] of (turn?.calls ?? []).entries())
    yield { kind: 'call', call: { id: `replay-${index + 1}-${position + 1}`, ...call } }
  yield { kind: 'end', reason: index + 1 < transcript.turns.length ? 'done' : 'exhausted' }
}

/** One line for each call whose result is not the recorded one; empty when all agree or nothing was recorded. */
export function differences(recorded: readonly RecordedResult[], now: readonly RecordedResult[]): readonly string[] {
  if (recorded.length === 0) return []
  const count = Math.max(recorded.length, now.length)
  return Array.from({ length: count }, (_, index) => difference(index + 1, recorded[index], now[index])).filter(
    (line) => line !== undefined,
  )
}

function difference(
  call: number,
  then: RecordedResult | undefined,
  now: RecordedResult | undefined,
): string | undefined {
  const tool = (now ?? then)?.tool ?? ''
  if (!then || !now)
    return `call ${call}, ${tool}: ${then ? 'recorded, but not made now' : 'made now, but not recorded'}`
  const [before, after] = [summary(then), summary(now)]
  if (before !== after) return `call ${call}, ${tool}: recorded ${before}, now ${after}`
  return then.digest === now.digest ? undefined : `call ${call}, ${tool}: ${after} as recorded, but with another result`
}

function summary(result: RecordedResult): string {
  return result.outcome !== 'done' || result.exitCode === undefined ? result.outcome : `exit ${result.exitCode}`
}
