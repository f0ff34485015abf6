// Every write of a session, folded from its entries: what the effect digest is made of, and what the workspace was at any entry.
import type { Digest } from '../base/digest.ts'
import type { ChangeRecord, Entry } from '../ledger/entry.ts'

/** One write. `tool` is `workspace` when no tool of ours made it. */
export interface Mutation {
  readonly seq: number
  readonly tool: string
  readonly path: string
  readonly digest: Digest | 'deleted'
  /** Known for what a scan found. */
  readonly mode?: number
}

/** The writes of a session in order; `more` answers the changes that an entry keeps in a blob, undefined when they are erased. */
export function mutationsOf(
  entries: readonly Entry[],
  session: string,
  more: (commitment: Digest) => readonly ChangeRecord[] | undefined,
): { readonly mutations: readonly Mutation[]; readonly missing: readonly Digest[] } {
  const mutations: Mutation[] = []
  const missing: Digest[] = []
  const edited = new Set<string>()
  for (const { seq, session: owner, data } of entries) {
    if (owner !== session) continue
    if (data.kind === 'edit') {
      edited.add(editKey(data.call, data.path, data.after))
      mutations.push({ seq, tool: data.tool, path: data.path, digest: data.after })
    }
    if (data.kind !== 'observation') continue
    const changes = data.more === undefined ? data.changes : more(data.more)
    if (changes === undefined && data.more !== undefined) missing.push(data.more)
    for (const { path, digest, mode } of changes ?? []) {
      // A scan after one of our own writes sees that write once more.
      if (data.call !== undefined && edited.delete(editKey(data.call, path, digest))) continue
      mutations.push({ seq, tool: data.tool, path, digest, mode })
    }
  }
  return { mutations, missing }
}

/** Commitments of the blobs that a session's observations need. */
export function blobsOf(entries: readonly Entry[], session: string): readonly Digest[] {
  return entries.flatMap(({ session: owner, data }) =>
    owner === session && data.kind === 'observation' && data.more !== undefined ? [data.more] : [],
  )
}

function editKey(call: string, path: string, digest: Digest | 'deleted'): string {
  return `${call}\n${digest}\n${path}`
}
