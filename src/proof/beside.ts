// Which checks may run at the same time: those that did not write into each other's scopes when they last ran alone, as the ledger
// tells. What nobody has seen run yet runs alone. A guess that turns out wrong proves nothing: the pass is unsettled.
import type { Entry } from '../ledger/entry.ts'
import type { Snapshot } from '../observe/snapshot.ts'
import { commandOf } from '../policy/commands.ts'
import type { Criterion } from '../policy/policy.ts'
import { callsAlone } from './alone.ts'
import { scopeMatcher } from './cover.ts'

/** `trusting`: what is not known yet is taken to write nothing. */
export function besideRule(
  entries: readonly Entry[],
  snapshot: Snapshot,
  trusting: boolean,
): (one: Criterion, other: Criterion) => boolean {
  const known = lonelyWrites(entries)
  const writesOf = ({ id, definition }: Criterion) => known.get(`${id} ${definition}`) ?? (trusting ? [] : undefined)
  return (one, other) => {
    if (!isPlainCommand(one) || !isPlainCommand(other) || isSameCommand(one, other)) return false
    const [writes, others] = [writesOf(one), writesOf(other)]
    if (!writes || !others) return false
    return !writes.some(scopeMatcher(other, snapshot)) && !others.some(scopeMatcher(one, snapshot))
  }
}

/** A report that another command could have written proves nothing, and what only reads is over before another begins. */
function isPlainCommand({ verifier }: Criterion): boolean {
  return verifier.kind === 'command' || (verifier.kind === 'coverage' && verifier.report === undefined)
}

/** One run of it proves both. */
function isSameCommand(one: Criterion, other: Criterion): boolean {
  const [left, right] = [commandOf(one.verifier), commandOf(other.verifier)]
  return left?.text === right?.text && left?.directory === right?.directory
}

/** By criterion and version: the paths that its last call beside no other has changed. */
function lonelyWrites(entries: readonly Entry[]): ReadonlyMap<string, readonly string[]> {
  const alone = callsAlone(entries)
  const changed = new Map<string, readonly string[]>()
  const known = new Map<string, readonly string[]>()
  for (const { data } of entries) {
    if (data.kind === 'observation' && data.call !== undefined) {
      changed.set(data.call, [...(changed.get(data.call) ?? []), ...data.changes.map(({ path }) => path)])
    }
    if (data.kind !== 'end' || data.outcome !== 'exited' || !alone.has(data.start)) continue
    for (const { criterion, definition } of data.proves)
      known.set(`${criterion} ${definition}`, changed.get(data.call) ?? [])
  }
  return known
}
