// Every write of a session, folded from its entries: what the effect digest is made of.
import type { Digest } from '../base/digest.ts'
import type { Entry } from '../ledger/entry.ts'
import { type EffectRecord, isEffectPath } from '../observe/effect.ts'

interface Writes {
  /** In order; `tool` is `workspace` when no tool of ours made the change. */
  readonly records: readonly EffectRecord[]
  /** Of the entry that the newest record comes from; -1 when there is none. What was begun later saw all of it. */
  readonly lastSeq: number
  /** True when an entry keeps its changes where they cannot be read here: then no digest can be known. */
  readonly isPartial: boolean
}

export function writesOf(entries: readonly Entry[], session: string): Writes {
  const records: EffectRecord[] = []
  const edited = new Set<string>()
  let isPartial = false
  let lastSeq = -1
  const add = (seq: number, record: EffectRecord) => {
    records.push(record)
    if (isEffectPath(record.path)) lastSeq = seq
  }
  for (const { seq, session: owner, data } of entries) {
    if (owner !== session) continue
    if (data.kind === 'edit') {
      edited.add(editKey(data.call, data.path, data.after))
      add(seq, { tool: data.tool, path: data.path, digest: data.after })
    }
    if (data.kind !== 'observation') continue
    isPartial ||= data.more !== undefined
    for (const { path, digest } of data.changes) {
      // A scan after one of our own writes sees that write once more.
      if (data.call !== undefined && edited.delete(editKey(data.call, path, digest))) continue
      add(seq, { tool: data.tool, path, digest })
    }
  }
  return { records, lastSeq, isPartial }
}

function editKey(call: string, path: string, digest: Digest | 'deleted'): string {
  return `${call}\n${digest}\n${path}`
}
