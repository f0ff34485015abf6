// Limits of memory and processes over everything that a command started. They are looked at again and again, since no limit of the
// system counts one command's processes alone without rights that Reeve does not ask for; who exceeds one is ended at once.
import { memoryOf, uniqueMemoryOf } from '../host/ancestry.ts'
import type { Host } from '../host/host.ts'
import type { Limits } from '../policy/policy.ts'

export type LimitName = 'memory' | 'processes'

/** How each limit of a policy is held, for evidence. */
export function limitsBy({ memoryBytes, processes, openFiles }: Limits): readonly string[] {
  return [
    ...(memoryBytes === undefined ? [] : ['memory polled']),
    ...(processes === undefined ? [] : ['processes polled']),
    ...(openFiles === undefined ? [] : ['descriptors rlimit']),
  ]
}

/** Between looks: quick at first, when a program that multiplies must be caught. */
const firstMs = 20
const longestMs = 200

/** Calls `exceed` once, with the limit. `members` are the processes that count. Answers how to stop looking. */
export function watchLimits(
  host: Host,
  limits: Pick<Limits, 'memoryBytes' | 'processes'>,
  members: () => readonly number[],
  exceed: (limit: LimitName) => void,
): () => void {
  let cancel: () => void = () => undefined
  const look = (afterMs: number) => {
    cancel = host.clock.after(afterMs, () => {
      const limit = exceeded(host, limits, members())
      if (limit) exceed(limit)
      else look(Math.min(afterMs * 1.5, longestMs))
    })
  }
  if (limits.memoryBytes !== undefined || limits.processes !== undefined) look(firstMs)
  return () => cancel()
}

function exceeded(
  host: Host,
  { memoryBytes, processes }: Pick<Limits, 'memoryBytes' | 'processes'>,
  members: readonly number[],
): LimitName | undefined {
  if (processes !== undefined && members.length > processes) return 'processes'
  if (memoryBytes === undefined || sum(members, (pid) => memoryOf(host, pid)) <= memoryBytes) return undefined
  // What processes share was counted for each of them: now it is counted once.
  return sum(members, (pid) => uniqueMemoryOf(host, pid)) > memoryBytes ? 'memory' : undefined
}

function sum(pids: readonly number[], bytesOf: (pid: number) => number): number {
  return pids.reduce((total, pid) => total + bytesOf(pid), 0)
}
