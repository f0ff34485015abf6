// Work that a signal ends in order.
import type { Host } from '../host/host.ts'

/** The first signal aborts; after that signals end the process as they always do. */
export async function interruptible<Result>(
  host: Host,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const stop = host.onInterrupt?.(() => {
    controller.abort()
    stop?.()
  })
  try {
    return await work(controller.signal)
  } finally {
    stop?.()
  }
}
