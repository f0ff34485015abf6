// One process from start to end: its time limit, an interrupting signal, and everything it leaves running.
import { groupMembers, markedProcesses } from '../host/ancestry.ts'
import type { Child, Exit, Host, Signal, SpawnRequest } from '../host/host.ts'

export interface Launch extends SpawnRequest {
  readonly timeMs: number
  /** Marks the process and its descendants in their environment. */
  readonly token: string
}

export interface Ran {
  readonly exit: Exit
  /** Why we ended it; absent: it ended by itself. */
  readonly stopped?: 'timed-out' | 'interrupted'
  readonly durationMs: number
  /** Something that it started could not be ended. */
  readonly outlived: boolean
}

/** Between TERM and KILL. */
const graceMs = 2000
/** For what is left when the command itself has ended. */
const sweepMs = 500
/** For reading what is in the pipes, while it keeps coming. */
const drainMs = 10_000

export async function execute(host: Host, launch: Launch): Promise<Ran> {
  const startedAt = host.clock.monotonicMs()
  let heardAt = startedAt
  const child = host.processes.spawn({
    ...launch,
    onOutput: (stream, bytes) => {
      launch.onOutput(stream, bytes)
      heardAt = host.clock.monotonicMs()
    },
  })
  const { pid } = child
  if (pid === undefined) return { exit: await child.exited, durationMs: 0, outlived: false }
  const stopper = new Stopper(host, pid, launch)
  const exit = await child.ended
  stopper.release()
  const durationMs = Math.round(host.clock.monotonicMs() - startedAt)
  const outlived = await sweep(host, pid, launch.token)
  const isHeld = await drain(host, child, () => heardAt)
  return { exit, durationMs, outlived: outlived || isHeld, ...(stopper.reason ? { stopped: stopper.reason } : {}) }
}

/** Ends the group at the time limit or when we are interrupted: first with a signal it can handle, then with one it cannot. */
class Stopper {
  reason: 'timed-out' | 'interrupted' | undefined
  readonly #host: Host
  readonly #pid: number
  readonly #token: string
  readonly #stops: (() => void)[] = []

  constructor(host: Host, pid: number, launch: Launch) {
    this.#host = host
    this.#pid = pid
    this.#token = launch.token
    this.#stops.push(host.clock.after(launch.timeMs, () => this.#stop('timed-out', 'SIGTERM')))
    if (host.onInterrupt) this.#stops.push(host.onInterrupt((signal) => this.#stop('interrupted', signal)))
  }

  release(): void {
    for (const stop of this.#stops) stop()
  }

  /** A second interrupt does not wait any longer. */
  #stop(reason: 'timed-out' | 'interrupted', signal: Signal): void {
    const isFirst = this.reason === undefined
    this.reason ??= reason
    this.#kill(isFirst ? signal : 'SIGKILL')
    if (isFirst) this.#stops.push(this.#host.clock.after(graceMs, () => this.#kill('SIGKILL')))
  }

  #kill(signal: Signal): void {
    this.#host.processes.signal(-this.#pid, signal)
    for (const pid of markedProcesses(this.#host, this.#token)) this.#host.processes.signal(pid, signal)
  }
}

/** Ends what the command left behind, in its group or out of it; true when something is still there afterwards. */
async function sweep(host: Host, group: number, token: string): Promise<boolean> {
  if (!anyLeft(host, group, token)) return false
  signalAll(host, group, token, 'SIGTERM')
  if (await waitUntilGone(host, group, token)) return false
  signalAll(host, group, token, 'SIGKILL')
  return !(await waitUntilGone(host, group, token))
}

function signalAll(host: Host, group: number, token: string, signal: Signal): void {
  host.processes.signal(-group, signal)
  for (const pid of markedProcesses(host, token)) host.processes.signal(pid, signal)
}

function anyLeft(host: Host, group: number, token: string): boolean {
  const members = host.processes.signal(-group, 0) ? groupMembers(host, group) : []
  // Where members are not shown, the group's own answer counts.
  return members === undefined || members.length > 0 || markedProcesses(host, token).length > 0
}

async function waitUntilGone(host: Host, group: number, token: string): Promise<boolean> {
  const until = host.clock.monotonicMs() + sweepMs
  while (anyLeft(host, group, token)) {
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
