// What a run leaves for replaying it: JSON Lines, one for each turn of the assistant and one for each call's result, so that a
// run can be played again elsewhere without the model and compared. Never evidence: no status reads it.
import { type Digest, parseDigest } from '../base/digest.ts'
import { Fault } from '../base/fault.ts'
import { asObject, decodeJson, encodeJson, type Json } from '../base/json.ts'

export const transcriptSchema = 'reeve.transcript.v1'

export interface Transcript {
  readonly task: string
  readonly turns: readonly RecordedTurn[]
  /** In the order of the calls; empty in a transcript that a person wrote. */
  readonly results: readonly RecordedResult[]
}

interface RecordedTurn {
  readonly text: string
  readonly calls: readonly { readonly name: string; readonly arguments: string }[]
}

export interface RecordedResult {
  readonly tool: string
  readonly outcome: 'done' | 'refused' | 'failed'
  /** Of a command that ended by itself. */
  readonly exitCode?: number
  /** Of what the model saw, with the workspace's own path taken out, so that two machines can be compared. */
  readonly digest: Digest
}

export type TranscriptLine =
  | { readonly kind: 'run'; readonly schema: string; readonly task: string; readonly model: string }
  | ({ readonly kind: 'assistant' } & RecordedTurn)
  | ({ readonly kind: 'result' } & RecordedResult)

export function encodeLine(line: TranscriptLine): string {
  return `${encodeJson(line as unknown as Json)}\n`
}

/** Throws a fault `usage` that names the line: a transcript that is only partly understood is not played. */
export function parseTranscript(text: string, file: string): Transcript {
  const lines = text
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [parseLine(line, index + 1, file)]))
  const [head, ...rest] = lines
  if (head?.kind !== 'run' || head.schema !== transcriptSchema)
    throw wrong(file, 1, `expected a \`${transcriptSchema}\` head`)
  return {
    task: head.task,
    turns: rest.filter((line) => line.kind === 'assistant'),
    results: rest.filter((line) => line.kind === 'result'),
  }
}

function parseLine(text: string, line: number, file: string): TranscriptLine {
  const decoded = decodeJson(text)
  if (!decoded.ok) throw wrong(file, line, `found no JSON: ${decoded.reason}`)
  const object = asObject(decoded.value) ?? {}
  const kind = String(object.kind)
  const parsed = Object.hasOwn(parsers, kind) ? parsers[kind as TranscriptLine['kind']](object) : undefined
  if (!parsed)
    throw wrong(file, line, 'found none of the lines `run`, `assistant`, `result`, or one with wrong members')
  return parsed
}

type Members = { readonly [key: string]: Json | undefined }

const parsers: { readonly [Kind in TranscriptLine['kind']]: (object: Members) => TranscriptLine | undefined } = {
  run: ({ schema, task, model }) =>
    typeof schema === 'string' && typeof task === 'string' && typeof model === 'string'
      ? { kind: 'run', schema, task, model }
      : undefined,
  assistant: ({ text, calls }) => {
    const parsed = Array.isArray(calls) ? calls.map(parseCall) : []
    if (typeof text !== 'string' || parsed.includes(undefined)) return undefined
    return { kind: 'assistant', text, calls: parsed.filter((call) => call !== undefined) }
  },
  result: ({ tool, outcome, exitCode, digest }) => {
    const sum = typeof digest === 'string' ? parseDigest(digest) : undefined
    if (typeof tool !== 'string' || !sum) return undefined
    if (outcome !== 'done' && outcome !== 'refused' && outcome !== 'failed') return undefined
    return { kind: 'result', tool, outcome, ...(typeof exitCode === 'number' ? { exitCode } : {}), digest: sum }
  },
}

/** A person may write the arguments as an object; a recording keeps the model's own text, broken or not. */
function parseCall(call: Json): RecordedTurn['calls'][number] | undefined {
  const { name, arguments: given } = asObject(call) ?? {}
  if (typeof name !== 'string' || given === undefined) return undefined
  return { name, arguments: typeof given === 'string' ? given : encodeJson(given) }
}

function wrong(file: string, line: number, found: string): Fault {
  return new Fault('usage', `cannot play the transcript ${file}: line ${line}: ${found}`, {
    help: '`reeve run` records one and says where; its first line is {"kind":"run","schema":"reeve.transcript.v1",…}',
  })
}
