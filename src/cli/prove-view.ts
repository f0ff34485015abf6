// What `reeve prove` shows while verifiers run: one line a criterion when it is done, on a terminal also what runs now, and with
// `--verbose` the output of the commands, each line behind the criterion's name where several run.
import { plainLine, plainText } from '../base/plain.ts'
import type { Host } from '../host/host.ts'
import type { Criterion } from '../policy/policy.ts'
import type { Proved } from '../proof/prove.ts'

export function progress({ terminal: { err, isErrTerminal } }: Host) {
  const running = new Set<string>()
  const redraw = (line = '') => {
    const now = running.size > 0 ? `proving ${[...running].join(', ')} …` : ''
    err(isErrTerminal ? `\r\u001b[2K${line}${now}` : line)
  }
  return {
    onStart: ({ id }: Criterion) => {
      running.add(id)
      redraw()
    },
    onEnd: (proved: Proved) => {
      running.delete(proved.status.criterion.id)
      redraw(`${provedLine(proved)}\n`)
    },
  }
}

function provedLine({ status, attempt, durationMs }: Proved): string {
  const { criterion } = status
  const time = `${(durationMs / 1000).toFixed(1)} s`
  if (attempt.kind === 'skipped') return `skipped ${criterion.id}: ${plainLine(attempt.reason)}`
  if (attempt.kind === 'refused') {
    const nobody = attempt.refusal === 'nobody-to-ask' ? '; nobody was there to answer' : ''
    return `refused ${criterion.id}: ${plainLine(attempt.decision.reason)}${nobody}`
  }
  return `${status.status} ${criterion.id} in ${time}: ${plainLine(status.explanation)}`
}

/** Whole lines, so that those of two commands never mix; what is left of one comes with the next or not at all. */
export function namedLines({ terminal: { err } }: Host) {
  const open = new Map<string, { readonly decoder: TextDecoder; rest: string }>()
  return ({ id }: Criterion, stream: string, bytes: Uint8Array): void => {
    const key = `${stream} ${id}`
    const line = open.get(key) ?? { decoder: new TextDecoder(), rest: '' }
    const [rest = '', ...whole] = `${line.rest}${line.decoder.decode(bytes, { stream: true })}`.split('\n').reverse()
    for (const text of whole.reverse()) err(`${id} | ${plainText(text).slice(0, 2000)}\n`)
    open.set(key, { decoder: line.decoder, rest: rest.slice(-65_536) })
  }
}
