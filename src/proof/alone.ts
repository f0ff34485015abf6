// Which calls ran beside no other: what changed meanwhile is theirs.
import type { Entry } from '../ledger/entry.ts'

/** Sequence numbers of the start entries of calls that have ended and that no other call of their session overlapped. */
export function callsAlone(entries: readonly Entry[]): ReadonlySet<number> {
  const running = new Map<number, { readonly session: string | undefined; isAlone: boolean }>()
  const alone = new Set<number>()
  for (const { seq, session, data } of entries) {
    if (data.kind === 'start') {
      const others = [...running.values()].filter((call) => call.session === session)
      for (const other of others) other.isAlone = false
      running.set(seq, { session, isAlone: others.length === 0 })
    }
    if (data.kind !== 'end') continue
    if (running.get(data.start)?.isAlone) alone.add(data.start)
    running.delete(data.start)
  }
  return alone
}
