// `reeve prove --watch`: proves what is pending, waits until the workspace or its policy changes, and proves again. It looks by
// scans of its own, as often as they are cheap.
import { Fault } from '../base/fault.ts'
import type { Host } from '../host/host.ts'
import { digestOf } from '../observe/tree.ts'
import type { OpenOptions } from '../session/ground.ts'
import { openSession } from '../session/open.ts'
import type { Session } from '../session/session.ts'
import { exit } from './exit.ts'
import { faultLines } from './fault-view.ts'
import { interruptible } from './interrupt.ts'

const leastPauseMs = 250
/** At most one part in so many of the time goes into looking. */
const share = 10

/** Ends with a signal. A policy that has become wrong is told, and waited for. */
export async function watch(
  host: Host,
  options: OpenOptions,
  round: (session: Session) => Promise<number>,
): Promise<number> {
  return await interruptible(host, async (signal) => {
    let session = await openSession(host, options)
    try {
      while (!signal.aborted) {
        await round(session)
        if (host.terminal.isErrTerminal) host.terminal.err('waiting for a change; Ctrl-C ends\n')
        session = await reopened(host, options, session, signal)
      }
    } finally {
      await session.release()
    }
    return exit.interrupted
  })
}

/** The session after the next change that a session can be opened with; as it was when a signal came. */
async function reopened(host: Host, options: OpenOptions, session: Session, signal: AbortSignal): Promise<Session> {
  while (await changed(session, signal)) {
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

/** False when a signal came first. */
async function changed(session: Session, signal: AbortSignal): Promise<boolean> {
  const { clock } = session.host
  const then = markOf(session)
  let pauseMs = leastPauseMs
  while (!signal.aborted) {
    await clock.sleep(pauseMs)
    const startedMs = clock.monotonicMs()
    if (!signal.aborted && markOf(session) !== then) return true
    pauseMs = Math.max(leastPauseMs, share * (clock.monotonicMs() - startedMs))
  }
  return false
}

/** Of every observed path, the policy's included. */
function markOf(session: Session): string {
  const snapshot = session.look()
  return digestOf(snapshot, [...snapshot.files.keys()])
}
