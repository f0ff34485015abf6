// One process from start to end: its time limit, an interrupting signal, and everything it leaves running.
import { childrenOf, descendantsOf, groupMembers, markedProcesses, orphans } from '../host/ancestry.ts'
import type { Child, Exit, Host, Signal, SpawnRequest } from '../host/host.ts'
import type { Limits } from '../policy/policy.ts'
import { type LimitName, watchLimits } from './limits.ts'

export interface Launch extends SpawnRequest {
  readonly timeMs: number
  /** Marks the process and its descendants in their environment. */
  readonly token: string
  /** It runs in a sandbox whose own processes stand above it: they die of signals, and everything in it dies with them. */
  readonly enclosed: boolean
  /** A signal that came before the start. */
  readonly heard?: () => Signal | undefined
  readonly limits: Pick<Limits, 'memoryBytes' | 'processes'>
  /** True when nobody reads what comes on this stream any more. */
  readonly isGone?: (stream: 'stdout' | 'stderr') => boolean
}

export interface Ran {
  readonly exit: Exit
  /** Why we ended it; absent: it ended by itself. */
  readonly stopped?: 'timed-out' | 'interrupted'
  /** Which of the limits it exceeded, and was ended for. */
  readonly exceeded?: LimitName
  /** Streams that were cut off because their reader went away. */
  readonly gone: readonly ('stdout' | 'stderr')[]
  readonly durationMs: number
  /** Something that it started could not be ended. */
  readonly outlived: boolean
}

/** Between TERM and KILL. */
const graceMs = 2000
/** Between telling a writer that its reader is gone and closing the pipe. */
const loseMs = 50
/** For what is left when the command itself has ended. */
const sweepMs = 500
/** For reading what is in the pipes, while it keeps coming. */
const drainMs = 10_000

export async function execute(host: Host, launch: Launch): Promise<Ran> {
  const startedAt = host.clock.monotonicMs()
  let heardAt = startedAt
  const kin = host.processes.adopt?.() ? new Set(childrenOf(host, host.runtime.pid)) : undefined
  const gone = new Set<'stdout' | 'stderr'>()
  let stopper: Stopper | undefined
  const child: Child = host.processes.spawn({
    ...launch,
    onOutput: (stream, bytes) => {
      heardAt = host.clock.monotonicMs()
      if (gone.has(stream)) return
      launch.onOutput(stream, bytes)
      if (launch.isGone?.(stream)) {
        gone.add(stream)
        stopper?.loseReader(() => child.abandon(stream))
      }
    },
  })
  const { pid } = child
  if (pid === undefined) return { exit: await child.exited, durationMs: 0, outlived: false, gone: [] }
  stopper = new Stopper(host, pid, launch)
  const exit = await child.ended
  stopper.release()
  const durationMs = Math.round(host.clock.monotonicMs() - startedAt)
  const outlived = await sweep(host, { group: pid, token: launch.token, kin })
  const isHeld = await drain(host, child, () => heardAt)
  return {
    exit,
    durationMs,
    outlived: outlived || isHeld,
    gone: [...gone],
    ...(stopper.reason ? { stopped: stopper.reason } : {}),
    ...(stopper.exceeded ? { exceeded: stopper.exceeded } : {}),
  }
}

/** Ends the group at the time limit or when we are interrupted: first with a signal it can handle, then with one it cannot. */
class Stopper {
  reason: 'timed-out' | 'interrupted' | undefined
  exceeded: LimitName | undefined
  readonly #host: Host
  readonly #pid: number
  readonly #token: string
  readonly #enclosed: boolean
  readonly #stops: (() => void)[] = []

  constructor(host: Host, pid: number, launch: Launch) {
    this.#host = host
    this.#pid = pid
    this.#token = launch.token
    this.#enclosed = launch.enclosed
    this.#stops.push(host.clock.after(launch.timeMs, () => this.#stop('timed-out', 'SIGTERM')))
    this.#stops.push(
      watchLimits(
        host,
        launch.limits,
        () => this.#members(),
        (limit) => this.#exceed(limit),
      ),
    )
    const heard = launch.heard?.()
    if (heard !== undefined) this.#stop('interrupted', heard)
    if (host.onInterrupt) this.#stops.push(host.onInterrupt((signal) => this.#stop('interrupted', signal)))
  }

  release(): void {
    for (const stop of this.#stops) stop()
  }

  /** As a pipe does it: whoever writes to nobody gets SIGPIPE. What is on its way meanwhile is thrown away. */
  loseReader(abandon: () => void): void {
    this.#kill('SIGPIPE')
    this.#stops.push(this.#host.clock.after(loseMs, abandon))
  }

  #members(): readonly number[] {
    if (this.#enclosed) return enclosedBy(this.#host, this.#pid)
    const below = [this.#pid, ...descendantsOf(this.#host, this.#pid)]
    return [...new Set([...below, ...markedProcesses(this.#host, this.#token)])]
  }

  /** One that multiplies is gone only when no member is left to do so. */
  #exceed(limit: LimitName): void {
    if (this.reason !== undefined) return
    this.exceeded = limit
    const kill = () => {
      for (const pid of this.#members()) this.#host.processes.signal(pid, 'SIGKILL')
      this.#kill('SIGKILL')
      this.#stops.push(this.#host.clock.after(20, kill))
    }
    kill()
  }

  /** A second interrupt does not wait any longer. */
  #stop(reason: 'timed-out' | 'interrupted', signal: Signal): void {
    const isFirst = this.reason === undefined
    this.reason ??= reason
    this.#kill(isFirst ? signal : 'SIGKILL')
    if (isFirst) this.#stops.push(this.#host.clock.after(graceMs, () => this.#kill('SIGKILL')))
  }

  #kill(signal: Signal): void {
    if (this.#enclosed && signal !== 'SIGKILL') {
      for (const pid of enclosedBy(this.#host, this.#pid)) this.#host.processes.signal(pid, signal)
      return
    }
    this.#host.processes.signal(-this.#pid, signal)
    for (const pid of markedProcesses(this.#host, this.#token)) this.#host.processes.signal(pid, signal)
  }
}

/** What runs in the sandbox: neither the program that made it nor its first process, which gathers what others leave. */
function enclosedBy(host: Host, sandbox: number): readonly number[] {
  return childrenOf(host, sandbox).flatMap((first) => descendantsOf(host, first))
}

/** What a command left behind: in its group, under its mark, or without both but among our children, where the system gives us those. */
interface Left {
  readonly group: number
  readonly token: string
  /** Our children before it; undefined where we are not given those that others leave. */
  readonly kin: ReadonlySet<number> | undefined
}

/** Ends it; true when something is still there afterwards. */
async function sweep(host: Host, left: Left): Promise<boolean> {
  if (!anyLeft(host, left)) return false
  signalAll(host, left, 'SIGTERM')
  if (await waitUntilGone(host, left)) return false
  signalAll(host, left, 'SIGKILL')
  return !(await waitUntilGone(host, left))
}

function signalAll(host: Host, left: Left, signal: Signal): void {
  host.processes.signal(-left.group, signal)
  for (const pid of strays(host, left)) host.processes.signal(pid, signal)
}

function strays(host: Host, { token, kin }: Left): readonly number[] {
  return [...markedProcesses(host, token), ...(kin ? orphans(host, kin, token) : [])]
}

function anyLeft(host: Host, left: Left): boolean {
  const members = host.processes.signal(-left.group, 0) ? groupMembers(host, left.group) : []
  // Where members are not shown, the group's own answer counts.
  return members === undefined || members.length > 0 || strays(host, left).length > 0
}

async function waitUntilGone(host: Host, left: Left): Promise<boolean> {
  const until = host.clock.monotonicMs() + sweepMs
  while (anyLeft(host, left)) {
    if (host.clock.monotonicMs() >= until) return false
    await host.clock.sleep(10)
  }
  return true
}

/** Reads what is still in the pipes. True when something that we do not know holds them: then it is not waited for, once it has
 *  been silent for a while or talks on without end. */
async function drain(host: Host, child: Child, heardAt: () => number): Promise<boolean> {
  const endedAt = host.clock.monotonicMs()
  let isAbandoned = false
  let cancel: (() => void) | undefined
  const watch = () => {
    const now = host.clock.monotonicMs()
    const isOver = now - Math.max(heardAt(), endedAt) > sweepMs || now - endedAt > drainMs
    if (!isOver) {
      cancel = host.clock.after(50, watch)
      return
    }
    isAbandoned = true
    child.abandon()
  }
  watch()
  await child.exited
  cancel?.()
  return isAbandoned
}
