// Whose ledger a file is: remembered at all, the one that was remembered, signed by this user's key, and not behind what was seen.
import { hex } from '../base/bytes.ts'
import type { Database } from '../sqlite/database.ts'
import type { KeyPair } from './keys.ts'
import { ledgerId, type Proven, readEntries, readHead } from './log.ts'
import { emptyEdge } from './merkle.ts'
import type { LedgerRecord } from './record.ts'

export type Examined =
  | { readonly kind: 'own'; readonly id: string; readonly proven: Proven }
  | { readonly kind: 'rolled-back'; readonly id: string; readonly proven: Proven; readonly reason: string }
  | { readonly kind: 'foreign'; readonly id: string; readonly reason: string }

export interface Question {
  readonly path: string
  readonly workspace: string
  /** Absent: this user has no key yet. */
  readonly key: KeyPair | undefined
  readonly record: LedgerRecord | 'broken' | undefined
}

/** Proves every entry of a ledger that may be ours. Fault `ledger-format` when it was changed. */
export function examine(database: Database, { path, workspace, key, record }: Question): Examined {
  const id = ledgerId(database)
  const foreign = (reason: string): Examined => ({ kind: 'foreign', id, reason })
  if (record === undefined) return foreign('your configuration does not remember it')
  if (record !== 'broken' && record.ledger !== id)
    return foreign('your configuration remembers another ledger at this place')
  if (record !== 'broken' && record.workspace !== workspace)
    return foreign(`it belongs to the workspace ${record.workspace}`)
  const head = key && readHead(database, id, key)
  if (!head) return foreign('its last checkpoint is not signed by your key')
  const mark = record === 'broken' ? 0 : record.size
  const proven = readEntries(database, path, emptyEdge, head, mark)
  const reason = record === 'broken' ? 'what your configuration remembers of it cannot be read' : loss(record, proven)
  return reason === undefined ? { kind: 'own', id, proven } : { kind: 'rolled-back', id, proven, reason }
}

/** Why this is not the ledger that was seen last, or one that grew from it. */
function loss({ size, root }: LedgerRecord, { edge, marked }: Proven): string | undefined {
  if (edge.size < size) return `it has ${edge.size} entries, and had ${size}`
  if (size > 0 && (!marked || hex(marked) !== root)) return `its first ${size} entries are not those it had`
  return undefined
}
