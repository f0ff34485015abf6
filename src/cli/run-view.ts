// How a run looks: for people the agent's words on stdout and what is done on stderr, for programs one JSON object a line.
import type { RunEvent } from '../agent/event.ts'
import { isoInstant } from '../base/instant.ts'
import { asObject, decodeJson, encodeJson, type Json } from '../base/json.ts'
import { plainLine, plainText } from '../base/plain.ts'
import { quoteArgv } from '../base/quote.ts'
import type { Host } from '../host/host.ts'

export type Show = (event: RunEvent) => void

/** Words as they come; a line for each call and another one for what became of it. */
export function showForPeople(host: Host): Show {
  const { out, err } = host.terminal
  let midLine = false
  const say = (text: string) => {
    if (midLine) out('\n')
    midLine = false
    err(text)
  }
  return (event) => {
    if (event.type === 'text_delta') {
      const text = plainText(event.text)
      if (text === '') return
      out(text)
      midLine = !text.endsWith('\n')
    } else {
      const line = talk(event)
      if (line !== undefined) say(`${line}\n`)
    }
  }
}

function talk(event: RunEvent): string | undefined {
  switch (event.type) {
    case 'run_started':
      return `reeve: ${event.model}, policy ${event.policy} (${event.trust})`
    case 'tool_started':
      return `▸ ${callLine(event.name, event.arguments)}`
    case 'tool_completed':
      return indent(resultLines(event.outcome === 'refused' ? 3 : 6, event.preview))
    case 'model_retry':
      return `reeve: ${event.reason}; trying again in ${Math.ceil(event.delayMs / 1000)} s`
    case 'goal_refused':
      return `reeve: completion refused\n${indent(resultLines(12, event.text))}`
    case 'proof_divergence':
      return `reeve: claimed without evidence (${event.kind}): ${plainLine(event.claim)}`
    case 'run_ended':
      return `reeve: ${event.message}`
    default:
      return undefined
  }
}

/** A call as a person would write it. */
function callLine(name: string, given: string): string {
  const decoded = decodeJson(given)
  const args = decoded.ok ? asObject(decoded.value) : undefined
  if (!args) return plainLine(`${name} ${given}`)
  if (name === 'run_process')
    return plainLine(quoteArgv([args.command, ...(Array.isArray(args.args) ? args.args : [])].map(String)))
  const subject = args.command ?? args.path ?? args.text ?? args.status
  return plainLine(`${name}${subject === undefined ? '' : ` ${String(subject)}`}`)
}

function resultLines(limit: number, text: string): readonly string[] {
  const lines = plainText(text).trimEnd().split('\n')
  if (lines.length <= limit) return lines
  return [...lines.slice(0, limit), `… ${lines.length - limit} more lines`]
}

function indent(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`.trimEnd()).join('\n')
}

/** One JSON object a line: `schemaVersion`, `runId`, `sessionId`, `seq` from 1, `type`, `timestamp`, `data`. */
export function showForPrograms(host: Host, ids: { readonly run: string; readonly session: string }): Show {
  let seq = 0
  return ({ type, ...data }) => {
    const line = {
      schemaVersion: 1,
      runId: ids.run,
      sessionId: ids.session,
      seq: ++seq,
      type,
      timestamp: isoInstant(host.clock.nowMs()),
      data: data as unknown as Json,
    }
    host.terminal.out(`${encodeJson(line)}\n`)
  }
}
