// The agent's loop: a turn of the model, its calls one after the other, and again, until the goal is complete, refused too
// often, out of turns or tokens, or interrupted. It executes nothing itself and judges nothing itself: `tools` and `goal` do.
import type { Clock } from '../host/host.ts'
import { type Message, type Model, ModelFailure, type ToolCall, type ToolDescription } from '../model/model.ts'
import type { RecordedResult, TranscriptLine } from '../model/transcript.ts'
import type { CountedUsage, NumberedCall, RunEnd, RunEvent } from './event.ts'
import { type Turn, takeTurn } from './turn.ts'

export interface LoopParts {
  readonly task: string
  readonly system: string
  readonly model: Model
  readonly tools: Toolbox
  readonly goal: Goal
  readonly limits: { readonly turns: number; readonly tokens: number }
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Names the run in call ids. */
  readonly run: string
  readonly emit: (event: RunEvent) => void
  readonly record: (line: TranscriptLine) => void
}

export interface Toolbox {
  readonly descriptions: readonly ToolDescription[]
  /** Never throws for what the model did wrong: that is an answer to the model. */
  readonly call: (call: NumberedCall) => Promise<ToolResult>
}

export interface ToolResult extends RecordedResult {
  /** What the model gets to read. */
  readonly text: string
  /** The call ended the run. */
  readonly ends?: 'completed' | 'paused' | 'blocked'
}

export interface Goal {
  /** The model says that it is done, by `update_goal` or by making no more calls. */
  readonly claim: (summary: string) => Promise<Claim>
}

export type Claim =
  | { readonly kind: 'complete' }
  /** `paused`: refused too often, so that the run ends. */
  | { readonly kind: 'refused'; readonly unmet: readonly string[]; readonly text: string; readonly paused: boolean }

export interface LoopResult {
  readonly end: RunEnd
  /** The assistant's last words. */
  readonly text: string
  readonly results: readonly RecordedResult[]
  readonly usage: CountedUsage
}

/** Calls of one turn beyond this number are answered with an error. */
const callsPerTurn = 64

interface State {
  readonly messages: Message[]
  readonly results: RecordedResult[]
  text: string
  turns: number
  usage: CountedUsage
}

export async function runLoop(parts: LoopParts): Promise<LoopResult> {
  const state: State = {
    messages: [{ role: 'user', text: parts.task }],
    results: [],
    text: '',
    turns: 0,
    usage: { input: 0, output: 0, estimated: false },
  }
  let end: RunEnd | undefined
  while (!end) end = limitReached(parts, state) ?? (await oneTurn(parts, state))
  return { end, text: state.text, results: state.results, usage: state.usage }
}

function limitReached(parts: LoopParts, state: State): RunEnd | undefined {
  if (parts.signal.aborted) return { kind: 'cancelled' }
  if (state.turns >= parts.limits.turns) return { kind: 'turns' }
  if (state.usage.input + state.usage.output >= parts.limits.tokens) return { kind: 'tokens' }
  return undefined
}

async function oneTurn(parts: LoopParts, state: State): Promise<RunEnd | undefined> {
  const taken = await turnOrEnd(parts, state)
  if ('kind' in taken) return taken
  state.turns++
  state.usage = counted(state, parts.system, taken)
  if (taken.text.trim() !== '') state.text = taken.text
  state.messages.push({ role: 'assistant', text: taken.text, calls: taken.calls })
  parts.record({
    kind: 'assistant',
    text: taken.text,
    calls: taken.calls.map((call) => ({ name: call.name, arguments: call.arguments })),
  })
  parts.emit({ type: 'turn_completed', turn: state.turns, reason: taken.reason, usage: state.usage })
  const end = taken.calls.length > 0 ? await makeCalls(parts, state, taken) : await silence(parts, state, taken)
  return end ?? (taken.reason === 'exhausted' ? { kind: 'stopped' } : undefined)
}

async function turnOrEnd(parts: LoopParts, state: State): Promise<Turn | RunEnd> {
  const { system, signal, tools } = parts
  try {
    const request = { system, messages: state.messages, tools: tools.descriptions, signal }
    return await takeTurn(parts.model, request, parts.emit)
  } catch (error) {
    if (signal.aborted) return { kind: 'cancelled' }
    if (!(error instanceof ModelFailure)) throw error
    return { kind: 'failed', message: error.message, ...(error.help === undefined ? {} : { help: error.help }) }
  }
}

function counted(state: State, system: string, turn: Turn): CountedUsage {
  const { usage } = state
  if (turn.usage) return { ...usage, input: usage.input + turn.usage.input, output: usage.output + turn.usage.output }
  const input = system.length + state.messages.reduce((sum, message) => sum + sizeOf(message), 0)
  const output = sizeOf({ role: 'assistant', text: turn.text, calls: turn.calls })
  return {
    input: usage.input + Math.ceil(input / 4),
    output: usage.output + Math.ceil(output / 4),
    estimated: true,
  }
}

function sizeOf(message: Message): number {
  const calls = message.role === 'assistant' ? message.calls : []
  return calls.reduce((sum, call) => sum + call.name.length + call.arguments.length, message.text.length)
}

/** Every call gets an answer, in order, also those that are not made: servers refuse a history with open calls. */
async function makeCalls(parts: LoopParts, state: State, turn: Turn): Promise<RunEnd | undefined> {
  let end: RunEnd | undefined
  for (const [index, call] of turn.calls.entries()) {
    if (parts.signal.aborted) end ??= { kind: 'cancelled' }
    const skipped = reasonToSkip(turn, index, end)
    if (skipped !== undefined) {
      state.messages.push({ role: 'tool', call, text: `not executed: ${skipped}` })
      continue
    }
    const result = await makeCall(parts, state, call)
    state.messages.push({ role: 'tool', call, text: result.text })
    if (result.ends) end = { kind: result.ends }
  }
  return end
}

function reasonToSkip(turn: Turn, index: number, end: RunEnd | undefined): string | undefined {
  if (end) return 'the run has ended'
  if (turn.reason === 'length')
    return 'the turn was cut off at the length limit, so its calls may be incomplete; call again'
  return index < callsPerTurn ? undefined : `at most ${callsPerTurn} calls are made in one turn`
}

async function makeCall(parts: LoopParts, state: State, call: ToolCall): Promise<ToolResult> {
  const id = `${parts.run}-${state.results.length + 1}`
  parts.emit({ type: 'tool_started', id, name: call.name, arguments: call.arguments })
  const startedMs = parts.clock.monotonicMs()
  const result = await parts.tools.call({ id, call })
  const { tool, outcome, exitCode, digest } = result
  const recorded = { tool, outcome, ...(exitCode === undefined ? {} : { exitCode }), digest }
  state.results.push(recorded)
  parts.record({ kind: 'result', ...recorded })
  parts.emit({
    type: 'tool_completed',
    id,
    name: call.name,
    outcome,
    ...(exitCode === undefined ? {} : { exitCode }),
    durationMs: Math.round(parts.clock.monotonicMs() - startedMs),
    preview: result.text.slice(0, 2_000),
  })
  return result
}

/** A turn without a call is a claim that the work is done. */
async function silence(parts: LoopParts, state: State, turn: Turn): Promise<RunEnd | undefined> {
  const nudge = turn.reason === 'length' ? 'Your turn was cut off at the length limit; go on.' : callInText(turn.text)
  if (nudge !== undefined) {
    state.messages.push({ role: 'user', text: nudge })
    return undefined
  }
  const claim = await parts.goal.claim(turn.text)
  if (claim.kind === 'complete') return { kind: 'completed' }
  parts.emit({ type: 'goal_refused', unmet: claim.unmet, text: claim.text })
  if (claim.paused) return { kind: 'paused' }
  state.messages.push({ role: 'user', text: claim.text })
  return undefined
}

/** Some servers leave the model's tool call in the text. It is never executed: nobody can tell it from an example. */
function callInText(text: string): string | undefined {
  const looksLikeCall = /^\s*(?:```(?:json)?\s*)?(?:<tool_call>|<function=|\{\s*"(?:name|tool|function)"\s*:)/.test(
    text,
  )
  return looksLikeCall
    ? 'That was text that looks like a tool call; nothing was executed. Call tools through the tool interface only.'
    : undefined
}
