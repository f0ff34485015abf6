// A model that says what it is told to, and the other parts of a loop, as plain data.
import type { RunEvent } from '../../src/agent/event.ts'
import { type Claim, type LoopParts, type LoopResult, runLoop, type ToolResult } from '../../src/agent/loop.ts'
import { sha256 } from '../../src/base/digest.ts'
import { realHost } from '../../src/host/real.ts'
import type { Message, Model, ModelEvent, TurnRequest } from '../../src/model/model.ts'
import type { TranscriptLine } from '../../src/model/transcript.ts'

export type Said =
  | string
  | { readonly text?: string; readonly calls?: readonly string[]; readonly reason?: 'length' | 'exhausted' }

export interface Scripted extends Model {
  readonly requests: TurnRequest[]
}

/** Says one thing a turn, and the last one again and again. A call is written `name {"arguments":…}`. */
export function scriptedModel(...turns: readonly Said[]): Scripted {
  const requests: TurnRequest[] = []
  return {
    name: 'scripted',
    requests,
    turn: async function* (request): AsyncGenerator<ModelEvent> {
      requests.push({ ...request, messages: [...request.messages] })
      const said = turns[Math.min(requests.length, turns.length) - 1] ?? ''
      const { text = '', calls = [], reason = 'done' } = typeof said === 'string' ? { text: said } : said
      if (text !== '') yield { kind: 'text', text }
      for (const [index, call] of calls.entries()) {
        const space = call.indexOf(' ')
        const [name, given] = space === -1 ? [call, ''] : [call.slice(0, space), call.slice(space + 1)]
        yield { kind: 'call', call: { id: `${requests.length}.${index}`, name, arguments: given } }
      }
      yield { kind: 'end', reason, usage: { input: 10, output: 1 } }
    },
  }
}

export interface Ran extends LoopResult {
  readonly events: readonly RunEvent[]
  readonly lines: readonly TranscriptLine[]
  /** The calls that reached the tools. */
  readonly made: readonly string[]
  /** The history of the last request. */
  readonly messages: readonly Message[]
}

export async function runScripted(
  model: Scripted,
  given: Partial<LoopParts> & { claims?: readonly Claim[] } = {},
): Promise<Ran> {
  const events: RunEvent[] = []
  const lines: TranscriptLine[] = []
  const made: string[] = []
  const claims = [...(given.claims ?? [])]
  const result = await runLoop({
    task: 'do it',
    system: 'be good',
    model,
    tools: {
      descriptions: [],
      call: async ({ call }): Promise<ToolResult> => {
        made.push(`${call.name} ${call.arguments}`.trim())
        return { tool: call.name, outcome: 'done', text: 'fine', digest: sha256('fine') }
      },
    },
    goal: { claim: async () => claims.shift() ?? { kind: 'complete' } },
    limits: { turns: 10, tokens: 1_000_000 },
    clock: realHost().clock,
    signal: new AbortController().signal,
    run: 'run',
    emit: (event) => events.push(event),
    record: (line) => lines.push(line),
    ...given,
  })
  return { ...result, events, lines, made, messages: model.requests.at(-1)?.messages ?? [] }
}
