// What `reeve run` does once its words are read: opens the session, adds the criteria of the flags, runs the agent, and ends
// with the verdict; with `--json` the proof ledger is the last line.
import type { RunEvent } from '../agent/event.ts'
import { newRun, type RunReport, runAgent } from '../agent/run.ts'
import { Fault } from '../base/fault.ts'
import { encodeJson, type Json } from '../base/json.ts'
import { plainLine } from '../base/plain.ts'
import { safeJson } from '../export/escape.ts'
import { ledgerDocument } from '../export/ledger.ts'
import { proofMarkdown } from '../export/markdown.ts'
import type { Host } from '../host/host.ts'
import { readSmallText } from '../host/read.ts'
import { writeTextFile } from '../host/write.ts'
import type { ModelChoice } from '../model/choose.ts'
import { parseTranscript, type Transcript } from '../model/transcript.ts'
import { addCriterion } from '../proof/acts.ts'
import { openSession } from '../session/open.ts'
import { withRunLock } from '../session/run-lock.ts'
import type { Session } from '../session/session.ts'
import { askAt } from './ask.ts'
import { interruptible } from './interrupt.ts'
import { pairCriteria, parseProofFile, type WantedCriterion } from './run-criteria.ts'
import { type Show, showForPeople, showForPrograms } from './run-view.ts'
import { absolutePath, openOptions, type SessionValues } from './session-args.ts'
import { seenOf, trustNote, verdictLines } from './status-view.ts'

export interface RunValues extends SessionValues {
  readonly task: string | undefined
  readonly model: string | undefined
  readonly baseUrl: string | undefined
  readonly keyEnv: string | undefined
  readonly replay: string | undefined
  readonly record: string | undefined
  readonly criterion: readonly string[]
  readonly verify: readonly string[]
  readonly proofFile: string | undefined
  readonly turns: number | undefined
  readonly readOnly: boolean
  readonly yes: boolean
  readonly json: boolean
  readonly proof: boolean
}

export async function runCommand(values: RunValues, host: Host): Promise<number> {
  const transcript = values.replay === undefined ? undefined : readTranscript(host, values.replay)
  const task = values.task ?? transcript?.task
  if (task === undefined || task.trim() === '')
    throw new Fault('usage', 'there is no task', { help: 'reeve run "make the tests pass", or --replay TRANSCRIPT' })
  const wanted = [...pairCriteria(values.criterion, values.verify), ...fileCriteria(host, values.proofFile)]
  const session = await openSession(host, openOptions(host, values))
  try {
    host.terminal.err(trustNote(seenOf(session)))
    for (const criterion of wanted) await addWanted(session, criterion)
    const report = await withRunLock(session, async () =>
      interruptible(host, (signal) => agentRun(session, { values, task, transcript, signal })),
    )
    await tellEnd(session, values, report)
    if (values.record !== undefined) writeTextFile(host, absolutePath(host, values.record), report.transcript.text)
    return report.exitCode
  } finally {
    await session.release()
  }
}

function readTranscript(host: Host, file: string): Transcript {
  return parseTranscript(readText(host, file), file)
}

function fileCriteria(host: Host, file: string | undefined): readonly WantedCriterion[] {
  return file === undefined ? [] : parseProofFile(readText(host, file), file)
}

function readText(host: Host, file: string): string {
  const text = readSmallText(host.files, absolutePath(host, file), 67_108_864)
  if (text !== undefined) return text
  throw new Fault('io', `cannot read ${file}`, { help: 'name a file of at most 64 MiB' })
}

/** The same criterion as in an earlier run of this session is not added twice. */
async function addWanted(session: Session, wanted: WantedCriterion): Promise<void> {
  const exists = session.criteria().some(({ criterion, source }) => {
    const { verifier, text, required, scope } = criterion
    const verify = verifier.kind === 'command' ? verifier.text : undefined
    const isSame = text === wanted.text.trim() && required === wanted.required && verify === wanted.verify
    return source === 'person' && isSame && scope.join('\n') === wanted.scope.join('\n')
  })
  if (!exists) await addCriterion(session, wanted)
}

interface Work {
  readonly values: RunValues
  readonly task: string
  readonly transcript: Transcript | undefined
  readonly signal: AbortSignal
}

async function agentRun(session: Session, { values, task, transcript, signal }: Work): Promise<RunReport> {
  const { host } = session
  const run = newRun(session)
  const show: Show = values.json ? showForPrograms(host, { run, session: session.id }) : showForPeople(host)
  return await runAgent(session, {
    run,
    task,
    model: modelChoice(values, transcript),
    readOnly: values.readOnly,
    answerYes: values.yes,
    ask: askAt(host),
    ...(values.turns === undefined ? {} : { turns: values.turns }),
    signal,
    emit: (event: RunEvent) => show(event),
  })
}

function modelChoice({ model, baseUrl, keyEnv }: RunValues, transcript: Transcript | undefined): ModelChoice {
  return {
    ...(transcript ? { transcript } : {}),
    ...(model === undefined ? {} : { model }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(keyEnv === undefined ? {} : { keyVariable: keyEnv }),
  }
}

async function tellEnd(session: Session, values: RunValues, report: RunReport): Promise<void> {
  const { out, err } = session.host.terminal
  for (const difference of report.differences) err(`reeve: replay differs: ${plainLine(difference)}\n`)
  err(`reeve: the transcript is ${report.transcript.path}\n`)
  if (values.json) {
    out(await proofLine(session, report))
    return
  }
  out(`\n${verdictLines(report.verdict, seenOf(session))}`)
  if (values.proof) out(`\n${proofMarkdown(await ledgerDocument(session, { verdict: report.verdict }))}`)
}

/** Always the last line of `--json`. */
async function proofLine(session: Session, { verdict, exitCode }: RunReport): Promise<string> {
  const ledger = (await ledgerDocument(session, { verdict })) as unknown as Json
  return `${safeJson(encodeJson({ type: 'proof_ledger', schema: 'proof/v1', exitCode, ledger }))}\n`
}
