// `reeve prove --watch`: proves what is pending, waits until the workspace or its policy changes, and proves again. It looks by
// scans of its own, as often as they are cheap.
import { Fault } from '../base/fault.ts'
import type { Host } from '../host/host.ts'
import type { Snapshot } from '../observe/snapshot.ts'
import { digestOf } from '../observe/tree.ts'
import type { Proven } from '../proof/prove.ts'
import type { OpenOptions } from '../session/ground.ts'
import { openSession } from '../session/open.ts'
import type { Session } from '../session/session.ts'
import { exit } from './exit.ts'
import { faultLines } from './fault-view.ts'
import { interruptible } from './interrupt.ts'

const leastPauseMs = 250
/** At most one part in so many of the time goes into looking. */
const share = 10

export interface Round extends Proven {
  readonly exitCode: number
}

/** Ends with a signal. A policy that has become wrong is told, and waited for. */
export async function watch(
  host: Host,
  options: OpenOptions,
  prove: (session: Session) => Promise<Round>,
): Promise<number> {
  return await interruptible(host, async (signal) => {
    let session = await openSession(host, options)
    try {
      while (!signal.aborted) {
        const seen = markOf(session, await settledRound(session, prove, signal))
        if (host.terminal.isErrTerminal) host.terminal.err('waiting for a change; Ctrl-C ends\n')
        session = await reopened(host, options, { session, seen, signal })
      }
    } finally {
      await session.release()
    }
    return exit.interrupted
  })
}

/** What changed while the checks ran is no change to wait for any more, so they run once more. */
async function settledRound(
  session: Session,
  prove: (session: Session) => Promise<Round>,
  signal: AbortSignal,
): Promise<Snapshot> {
  const { statuses, snapshot } = await prove(session)
  const isOvertaken = statuses.some(({ reason }) => reason === 'stale' || reason === 'unsettled')
  return isOvertaken && !signal.aborted ? (await prove(session)).snapshot : snapshot
}

interface Waiting {
  readonly session: Session
  /** The mark of what was judged last. */
  readonly seen: string
  readonly signal: AbortSignal
}

/** The session after the next change that a session can be opened with; as it was when a signal came. */
async function reopened(host: Host, options: OpenOptions, waiting: Waiting): Promise<Session> {
  const { session, signal } = waiting
  for (let { seen } = waiting; !signal.aborted; ) {
    seen = await nextMark(session, seen, signal)
    if (signal.aborted) break
    try {
      const next = await openSession(host, options)
      await session.release()
      return next
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      host.terminal.err(faultLines(error))
    }
  }
  return session
}

/** The mark after a change; as it was when a signal came. */
async function nextMark(session: Session, seen: string, signal: AbortSignal): Promise<string> {
  const { clock } = session.host
  for (let pauseMs = leastPauseMs; !signal.aborted; ) {
    const startedMs = clock.monotonicMs()
    const now = markOf(session, session.look())
    if (now !== seen) return now
    pauseMs = Math.max(leastPauseMs, share * (clock.monotonicMs() - startedMs))
    await clock.sleep(pauseMs)
  }
  return seen
}

/** Of every observed path, and of the policy's files wherever they lie. */
function markOf({ host, authority, policyFile }: Session, snapshot: Snapshot): string {
  const listed = authority.policy.files.flatMap(({ path }) => path ?? [])
  const stamps = [...listed, ...(policyFile === undefined ? [] : [policyFile])].map((path) => stampOf(host, path))
  return [digestOf(snapshot, [...snapshot.files.keys()]), ...stamps].join(' ')
}

function stampOf({ files }: Host, path: string): string {
  try {
    const { inode, size, ctimeNs } = files.stat(path)
    return `${inode}/${size}/${ctimeNs}`
  } catch {
    return 'gone'
  }
}
