// One `run` or `prove` at a time works in a workspace: two of them would only unsettle each other's evidence.
import { isGuardedDescendant } from '../host/ancestry.ts'
import { loadFileLocks } from '../host/file-lock.ts'
import { ProcessLock } from '../ledger/lock.ts'
import type { Session } from './session.ts'

const waitMs = 10_000

/** Fault `workspace-in-use` when another one works on and on. What a guarded command starts works under the lock of whoever started that. */
export async function withRunLock<Result>(session: Session, work: () => Promise<Result>): Promise<Result> {
  const { host, ledger } = session
  if (isGuardedDescendant(host)) return await work()
  const lock = new ProcessLock(host, `${ledger.path}.run`, await loadFileLocks(host.runtime), 'workspace')
  await lock.acquire(waitMs)
  try {
    return await work()
  } finally {
    lock.release()
  }
}
