// Processes that are functions: they print, wait, write files, ignore signals, hang, and leave others behind. They appear below /proc
// as on Linux, since that is where the guard looks for what a command left running.
import type { Child, Exit, Processes, Signal, SpawnRequest } from '../../src/host/host.ts'
import type { SimClock } from './clock.ts'
import type { Disk } from './disk.ts'

/** Resolves with the exit code; a program that never resolves hangs. */
export type Program = (self: Self) => Promise<number>

/** What a program sees of the world. Each call throws once the process was killed. */
export interface Self {
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly directory: string
  readonly stdin: string
  readonly disk: Disk
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly sleep: (milliseconds: number) => Promise<void>
  readonly hang: () => Promise<never>
  /** A signal that does not end it; SIGKILL always does. */
  readonly ignore: (signal: Signal) => void
  /** A process of its own that goes on when this one has ended, holding the same streams. */
  readonly leave: (program: Program, options?: { readonly leavesGroup?: boolean }) => void
}

interface Running {
  readonly pid: number
  readonly group: number
  readonly streams: Streams
  readonly ignored: Set<Signal>
  readonly finish: (exit: Exit) => void
  isAlive: boolean
}

/** Open as long as somebody holds them. */
interface Streams {
  holders: number
  isAbandoned: boolean
  readonly close: () => void
}

class Killed extends Error {}

export class SimProcesses implements Processes {
  readonly programs = new Map<string, Program>()
  /** Requests in the order in which they came. */
  readonly spawned: SpawnRequest[] = []
  readonly #running = new Map<number, Running>()
  readonly #clock: SimClock
  readonly #disk: Disk
  #lastPid = 1000

  constructor(clock: SimClock, disk: Disk) {
    this.#clock = clock
    this.#disk = disk
  }

  /** Makes a program that can be found and executed under this path. */
  install(path: string, program: Program): void {
    this.programs.set(path, program)
    this.#disk.put(path, `#!program ${path}\n`, 0o755)
  }

  get alive(): number {
    return this.#running.size
  }

  /** A process that no call started, such as our own. */
  appear(environment: Readonly<Record<string, string>>): number {
    const pid = ++this.#lastPid
    this.#show(pid, pid, 1, environment)
    return pid
  }

  /** All that runs dies without a word. */
  powerOff(): void {
    for (const process of this.#running.values()) process.isAlive = false
    this.#running.clear()
  }

  readonly spawn = (request: SpawnRequest): Child => {
    this.spawned.push(request)
    const program = this.programs.get(request.program)
    if (!program) return failed('ENOENT', request.program)
    const pid = ++this.#lastPid
    const drained = settleLater<void>()
    const streams = { holders: 0, isAbandoned: false, close: drained.resolve }
    const ended = this.#start(pid, pid, program, request, streams)
    const exited = Promise.all([ended, drained.promise]).then(([exit]) => exit)
    return {
      pid,
      ended,
      exited,
      abandon: () => {
        streams.isAbandoned = true
        drained.resolve(undefined)
      },
    }
  }

  readonly signal = (pid: number, signal: Signal | 0): boolean => {
    const targets = [...this.#running.values()].filter((each) => (pid < 0 ? each.group === -pid : each.pid === pid))
    if (signal !== 0) for (const target of targets) this.#hit(target, signal)
    return targets.length > 0
  }

  #start(pid: number, group: number, program: Program, request: SpawnRequest, streams: Streams): Promise<Exit> {
    const { promise, resolve } = settleLater<Exit>()
    const running: Running = { pid, group, streams, ignored: new Set(), isAlive: true, finish: resolve }
    streams.holders++
    this.#running.set(pid, running)
    this.#show(pid, group, 1, request.environment)
    this.#run(running, program, request)
    return promise
  }

  async #run(running: Running, program: Program, request: SpawnRequest): Promise<void> {
    await Promise.resolve() // the spawn returns first
    try {
      const code = await program(this.#self(running, request))
      if (running.isAlive) this.#end(running, { kind: 'exited', code })
    } catch (error) {
      if (error instanceof Killed) return
      request.onOutput('stderr', new TextEncoder().encode(`${error}\n`))
      if (running.isAlive) this.#end(running, { kind: 'exited', code: 70 })
    }
  }

  #self(running: Running, request: SpawnRequest): Self {
    const alive = () => {
      if (!running.isAlive) throw new Killed()
    }
    const say = (stream: 'stdout' | 'stderr') => (text: string) => {
      alive()
      if (!running.streams.isAbandoned) request.onOutput(stream, new TextEncoder().encode(text))
    }
    return {
      args: request.args,
      environment: request.environment,
      directory: request.directory,
      stdin: request.stdin instanceof Uint8Array ? new TextDecoder().decode(request.stdin) : '',
      disk: this.#disk,
      out: say('stdout'),
      err: say('stderr'),
      sleep: async (milliseconds) => {
        alive()
        await this.#clock.sleep(milliseconds)
        alive()
      },
      hang: () => new Promise<never>(() => undefined),
      ignore: (signal) => {
        alive()
        running.ignored.add(signal)
      },
      leave: (program, { leavesGroup = false } = {}) => {
        alive()
        const pid = ++this.#lastPid
        void this.#start(pid, leavesGroup ? pid : running.group, program, request, running.streams)
      },
    }
  }

  #hit(target: Running, signal: Signal): void {
    if (signal === 'SIGSTOP' || signal === 'SIGCONT') return
    if (signal !== 'SIGKILL' && target.ignored.has(signal)) return
    this.#end(target, { kind: 'signalled', signal })
  }

  #end(running: Running, exit: Exit): void {
    running.isAlive = false
    this.#running.delete(running.pid)
    this.#hide(running.pid)
    running.finish(exit)
    if (--running.streams.holders === 0) running.streams.close()
  }

  /** Field 3 is the state, 4 the parent, 5 the group, 22 the start time. */
  #show(pid: number, group: number, parent: number, environment: Readonly<Record<string, string>>): void {
    const fields = ['S', parent, group, ...Array(16).fill(0), Math.round(this.#clock.monotonicMs()), 0]
    this.#disk.put(`/proc/${pid}/stat`, `${pid} (a (sim) program) ${fields.join(' ')}\n`, 0o444)
    const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\0`)
    this.#disk.put(`/proc/${pid}/environ`, lines.join(''), 0o400)
  }

  #hide(pid: number): void {
    const { directory, name } = this.#disk.tree.find(`/proc/${pid}`, 'exit', false)
    directory.names.change({ name })
    directory.names.sync()
  }
}

/** `Promise.withResolvers`, which Node 20 does not have. */
function settleLater<Value>(): { readonly promise: Promise<Value>; readonly resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => undefined
  const promise = new Promise<Value>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

function failed(errno: string, program: string): Child {
  const exit = Promise.resolve<Exit>({ kind: 'failed', errno, message: `${errno}: spawn '${program}'` })
  return { pid: undefined, ended: exit, exited: exit, abandon: () => undefined }
}
