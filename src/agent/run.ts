// One run of the agent in an open session, from the task to the verdict. Evidence, criteria and verdict are made by other
// rooms; here they are put in order, and what the agent said is kept for people.
import { Fault } from '../base/fault.ts'
import { plainLine } from '../base/plain.ts'
import { redact } from '../base/redact.ts'
import { chooseModel, keyVariableOf, type ModelChoice } from '../model/choose.ts'
import type { Model } from '../model/model.ts'
import { openRecorder, type Recorder } from '../model/recorder.ts'
import { differences } from '../model/replay.ts'
import { transcriptSchema } from '../model/transcript.ts'
import { divergencesOf } from '../proof/divergences.ts'
import { evidenceOf } from '../proof/evidence.ts'
import { decideGate } from '../proof/gate.ts'
import { judge } from '../proof/judge.ts'
import type { Verdict } from '../proof/verdict.ts'
import type { Session } from '../session/session.ts'
import type { RunEnd, RunEvent } from './event.ts'
import { setGoal } from './goal.ts'
import type { Hands } from './hands.ts'
import { type LoopParts, type LoopResult, runLoop } from './loop.ts'
import { systemPrompt } from './prompt.ts'
import { openToolbox } from './tools.ts'

export interface RunOptions {
  /** Names the run in call ids, events and the transcript: `newRun`. */
  readonly run: string
  readonly task: string
  readonly model: ModelChoice
  readonly readOnly: boolean
  readonly answerYes: boolean
  /** Absent: there is nobody to ask. */
  readonly ask?: Hands['ask']
  /** Absent: what the policy says. */
  readonly turns?: number
  readonly signal: AbortSignal
  readonly emit: (event: RunEvent) => void
}

export interface RunReport {
  readonly end: RunEnd
  readonly verdict: Verdict
  readonly exitCode: number
  /** Where the transcript lies, and its text. */
  readonly transcript: { readonly path: string; readonly text: string }
  /** Of a replay: where what happened is not what was recorded. */
  readonly differences: readonly string[]
}

export function newRun(session: Session): string {
  return `r${[...session.host.random(5)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

export async function runAgent(given: Session, options: RunOptions): Promise<RunReport> {
  const session = hidingKey(given, options.model)
  const { host, ledger, authority } = session
  const model = chooseModel(host, options.model, authority.policy)
  const directory = `${ledger.path.replace(/\/[^/]*$/, '')}/transcripts`
  const recorder = openRecorder(host, directory, { run: options.run, secrets: session.secrets })
  try {
    recorder.record({ kind: 'run', schema: transcriptSchema, task: options.task, model: model.name })
    const { emit, task } = options
    emit({
      type: 'run_started',
      task,
      model: model.name,
      policy: authority.policy.name,
      trust: session.trust,
      transcript: recorder.path,
    })
    const result = await work(session, options, model, recorder)
    const verdict = await decideGate(session, { cancelled: result.end.kind === 'cancelled' })
    tellDivergences(session, verdict, emit)
    emit({ type: 'run_ended', how: result.end.kind, message: endMessage(result.end), usage: result.usage })
    return {
      end: result.end,
      verdict,
      exitCode: exitCode(session, result.end, verdict),
      transcript: { path: recorder.path, text: recorder.text() },
      differences: differences(options.model.transcript?.results ?? [], result.results),
    }
  } finally {
    recorder.close()
  }
}

function tellDivergences({ id, history }: Session, verdict: Verdict, emit: RunOptions['emit']): void {
  const entries = history()
  const evidence = evidenceOf(entries, id)
  for (const { kind, sentence, language, criterion } of divergencesOf({ session: id, entries, evidence, verdict })) {
    emit({ type: 'proof_divergence', kind, claim: sentence, language, criterion: criterion ?? null })
  }
}

/** The server's key is a secret, whatever its variable is called. */
function hidingKey(session: Session, choice: ModelChoice): Session {
  const variable = keyVariableOf(choice, session.authority.policy)
  const key = variable === undefined ? undefined : session.host.environment[variable]
  return key ? { ...session, secrets: [key, ...session.secrets] } : session
}

async function work(session: Session, options: RunOptions, model: Model, recorder: Recorder): Promise<LoopResult> {
  const say = (role: 'task' | 'final', text: string) =>
    session.append([{ kind: 'message', role, text: redact(text, session.secrets).slice(0, 8_000) }])
  await say('task', options.task)
  const goal = await setGoal(session, options.task)
  const { readOnly, answerYes, ask, run, signal, emit } = options
  const hands: Hands = { session, readOnly, answerYes, seen: new Map(), ...(ask ? { ask } : {}) }
  const { agent } = session.authority.policy
  const parts: LoopParts = {
    task: options.task,
    system: systemPrompt(session, judge(session, await session.observe('workspace'))),
    model,
    tools: openToolbox(hands, goal),
    goal,
    limits: { turns: options.turns ?? agent.turns, tokens: agent.tokens },
    clock: session.host.clock,
    signal,
    run,
    emit,
    record: recorder.record,
  }
  const result = await loopOrFault(parts)
  if (result.text !== '') await say('final', result.text)
  return result
}

/** The world went wrong in the middle of the run: what was done until then still gets its verdict. */
async function loopOrFault(parts: LoopParts): Promise<LoopResult> {
  try {
    return await runLoop(parts)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const help = error.help === undefined ? {} : { help: error.help }
    const end: RunEnd =
      error.code === 'interrupted' ? { kind: 'cancelled' } : { kind: 'failed', message: error.message, ...help }
    return { end, text: '', results: [], usage: { input: 0, output: 0, estimated: true } }
  }
}

function endMessage(end: RunEnd): string {
  switch (end.kind) {
    case 'completed':
      return 'the agent says that it is done, and the evidence does not object'
    case 'stopped':
      return 'the model has nothing more to say, and the goal is not complete'
    case 'paused':
      return 'the goal is paused (no_progress): completion was claimed too often without evidence'
    case 'blocked':
      return 'the agent says that it is blocked'
    case 'turns':
      return 'the limit of turns is reached'
    case 'tokens':
      return 'the limit of tokens is reached'
    case 'cancelled':
      return 'interrupted'
    case 'failed':
      return plainLine(`${end.message}${end.help === undefined ? '' : ` (help: ${end.help})`}`, 1000)
  }
}

/** A run that did not come to its end never counts as done for that alone: only proven work makes it 0. */
function exitCode(session: Session, end: RunEnd, verdict: Verdict): number {
  const { exit } = session.authority.policy
  if (end.kind === 'cancelled') return 130
  if (end.kind === 'failed') return exit.error
  const isProven = verdict.kind === 'verified' || verdict.kind === 'waived'
  return end.kind !== 'completed' && !isProven && verdict.exitCode === exit.verified ? exit.error : verdict.exitCode
}
