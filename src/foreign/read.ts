// The files of a host to the text of a policy: the one way through this room.
import { Fault } from '../base/fault.ts'
import { readClaude } from './claude.ts'
import { readCodex } from './codex.ts'
import type { Foreign, ForeignContext, ForeignFile, HostName, Remain } from './foreign.ts'
import { readGemini } from './gemini.ts'
import { readOpencode } from './opencode.ts'
import { settle } from './settle.ts'
import { policyText } from './write.ts'

export interface Import {
  readonly text: string
  readonly remains: readonly Remain[]
  /** Rules that stand in the text. */
  readonly carried: number
}

/** Files in the host's own order: what counts more stands later. */
export function importFrom(host: HostName, files: readonly ForeignFile[], context: ForeignContext): Import {
  const foreign = readers[host](files, context)
  if ('reason' in foreign)
    throw new Fault('io', `${foreign.file}:${foreign.line}: it cannot be imported: ${foreign.reason}`, {
      help: 'mend the file first: what cannot be read may hold a rule that stops something',
    })
  const settled = settle(foreign)
  const text = policyText(
    foreign,
    settled,
    files.map(({ shown }) => shown),
  )
  const order = new Map(files.map(({ shown }, index) => [shown, index]))
  const rank = ({ origin }: Remain) => order.get(origin.file) ?? files.length
  const remains = [...settled.remains].sort(
    (one, other) => rank(one) - rank(other) || one.origin.line - other.origin.line,
  )
  return { text, remains, carried: settled.rules.filter(({ rule }) => rule !== undefined).length }
}

const readers: Readonly<
  Record<
    HostName,
    (files: readonly ForeignFile[], context: ForeignContext) => Foreign | { file: string; line: number; reason: string }
  >
> = { claude: readClaude, codex: readCodex, gemini: readGemini, opencode: readOpencode }
