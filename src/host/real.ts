// The machine as a Host: `node:` modules only, so that the binary, Bun, Deno and Node run the same code. The one place that
// tells runtimes apart. Modules that not every start needs are loaded when they are used: process.stdout alone costs a binary more
// than its whole start.
import type * as childProcess from 'node:child_process'
import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import process from 'node:process'
import type * as readline from 'node:readline'
import type * as tty from 'node:tty'

import { named } from './error-names.ts'
import type {
  Child,
  Exit,
  FileKind,
  FileStat,
  Files,
  Host,
  Processes,
  Runtime,
  SpawnRequest,
  Terminal,
} from './host.ts'
import { libcOnce } from './libc.ts'
import { adoptOrphans } from './reaper.ts'

const builtin = createRequire(import.meta.url)

/** The machine that runs us. */
export function realHost(): Host {
  return {
    clock: {
      nowMs: () => Date.now(),
      monotonicMs: () => performance.now(),
      sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      after: (milliseconds, action) => {
        const timer = setTimeout(action, milliseconds)
        return () => clearTimeout(timer)
      },
    },
    random: (byteCount) => crypto.getRandomValues(new Uint8Array(byteCount)),
    files,
    processes,
    terminal: realTerminal(),
    environment: definedOnly(process.env),
    workingDirectory: fs.realpathSync(process.cwd()),
    runtime: realRuntime(),
    fetch: (...request) => {
      bypassProxyForLoopback()
      return fetch(...request)
    },
    onInterrupt,
    libc,
  }
}

/** Bun and Deno send even 127.0.0.1 through HTTP_PROXY, so a model on this machine would not be reached behind a site's proxy.
 *  Only our own process sees this: children get the environment as it was at start. */
function bypassProxyForLoopback(): void {
  for (const name of ['NO_PROXY', 'no_proxy']) {
    const hosts = (process.env[name] ?? '').split(',').filter((host) => host !== '')
    const missing = ['127.0.0.1', 'localhost', '::1'].filter((host) => !hosts.includes(host))
    if (missing.length > 0 && !hosts.includes('*')) process.env[name] = [...hosts, ...missing].join(',')
  }
}

function onInterrupt(listener: (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const stops = signals.map((signal) => {
    const handle = () => listener(signal)
    process.on(signal, handle)
    return () => process.off(signal, handle)
  })
  return () => {
    for (const stop of stops) stop()
  }
}

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
}

function realRuntime(): Runtime {
  return {
    name: runtimeName(),
    version: process.version,
    platform: process.platform,
    pid: process.pid,
    userId: process.getuid?.() ?? -1,
    executable: fs.realpathSync(process.execPath),
    ...(runtimeName() === 'binary' ? {} : { script: process.argv[1] ?? '' }),
  }
}

function runtimeName(): Runtime['name'] {
  if ('Deno' in globalThis) return 'deno'
  if (!process.versions.bun) return 'node'
  return import.meta.url.includes('$bunfs') ? 'binary' : 'bun'
}

const files: Files = {
  open: (path, flags, mode = 0o600) => fs.openSync(path, flags, mode),
  close: (fd) => fs.closeSync(fd),
  read: (fd, buffer, position) => fs.readSync(fd, buffer, 0, buffer.length, position),
  write: (fd, buffer, position) => named(() => fs.writeSync(fd, buffer, 0, buffer.length, position)),
  truncate: (fd, size) => fs.ftruncateSync(fd, size),
  sync: (fd) => fs.fsyncSync(fd),
  dataSync: (fd) => fs.fdatasyncSync(fd),
  stat: (path) => toStat(fs.statSync(path, { bigint: true })),
  lstat: (path) => toStat(fs.lstatSync(path, { bigint: true })),
  fstat: (fd) => toStat(fs.fstatSync(fd, { bigint: true })),
  chmod: (path, mode) => fs.chmodSync(path, mode),
  list: (path) =>
    fs.readdirSync(path, { withFileTypes: true }).map((entry) => ({ name: entry.name, kind: kindOf(entry) })),
  readLink: (path) => fs.readlinkSync(path),
  realPath: (path) => fs.realpathSync(path),
  makeDirectory: (path, mode = 0o777) => fs.mkdirSync(path, { mode }),
  removeDirectory: (path) => fs.rmdirSync(path),
  rename: (from, to) => fs.renameSync(from, to),
  link: (existing, path) => fs.linkSync(existing, path),
  symlink: (target, path) => fs.symlinkSync(target, path),
  unlink: (path) => fs.unlinkSync(path),
  constants: fs.constants,
}

function kindOf(entry: fs.Dirent | fs.BigIntStats): FileKind {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'directory'
  return entry.isSymbolicLink() ? 'symlink' : 'other'
}

function toStat(stat: fs.BigIntStats): FileStat {
  return {
    kind: kindOf(stat),
    size: Number(stat.size),
    mode: Number(stat.mode) & 0o7777,
    mtimeNs: stat.mtimeNs,
    ctimeNs: stat.ctimeNs,
    inode: stat.ino,
    device: stat.dev,
    userId: Number(stat.uid),
    linkCount: Number(stat.nlink),
  }
}

const own = new Set<number>()
const libc = libcOnce(builtin)

const processes: Processes = {
  spawn: spawnChild,
  adopt: () => adoptOrphans(libc()),
  isOwn: (pid) => own.has(pid),
  signal: (pid, signal) => {
    try {
      return process.kill(pid, signal)
    } catch {
      return false
    }
  },
}

/** Asynchronous on purpose: Deno's `spawnSync` leaks the parent's environment into the child. */
function spawnChild(request: SpawnRequest): Child {
  let child: childProcess.ChildProcess
  try {
    child = startProcess(request)
  } catch (error) {
    const failed = Promise.resolve(toFailure(error as Error))
    return { pid: undefined, ended: failed, exited: failed, abandon: () => undefined }
  }
  const { pid } = child
  if (pid !== undefined) {
    own.add(pid)
    child.on('exit', () => own.delete(pid))
  }
  child.stdout?.on('data', (bytes: Uint8Array) => request.onOutput('stdout', bytes))
  child.stderr?.on('data', (bytes: Uint8Array) => request.onOutput('stderr', bytes))
  if (request.stdin instanceof Uint8Array) {
    child.stdin?.on('error', () => undefined) // the child may end before it reads all
    child.stdin?.end(request.stdin)
  }
  const ended = new Promise<Exit>((resolve) => {
    child.on('error', (error) => resolve(toFailure(error)))
    child.on('exit', (code, signal) => resolve(toExit(code, signal)))
  })
  const exited = new Promise<Exit>((resolve) => {
    child.on('error', (error) => resolve(toFailure(error)))
    child.on('close', (code, signal) => resolve(toExit(code, signal)))
  })
  const abandon: Child['abandon'] = (stream) => {
    for (const each of stream ? [child[stream]] : [child.stdout, child.stderr]) each?.destroy()
  }
  return { pid, ended, exited, abandon }
}

function toExit(code: number | null, signal: string | null): Exit {
  return signal ? { kind: 'signalled', signal } : { kind: 'exited', code: code ?? 0 }
}

function toFailure(error: NodeJS.ErrnoException): Exit {
  return { kind: 'failed', errno: error.code ?? 'EUNKNOWN', message: error.message }
}

function startProcess(request: SpawnRequest): childProcess.ChildProcess {
  const { spawn } = builtin('node:child_process') as typeof childProcess
  const stdin = request.stdin instanceof Uint8Array ? 'pipe' : request.stdin === 'closed' ? 'ignore' : 'inherit'
  return spawn(request.program, [...request.args], {
    argv0: request.name ?? request.program,
    cwd: request.directory,
    env: request.environment,
    stdio: [stdin, 'pipe', 'pipe'],
    detached: true,
    shell: false,
  })
}

function realTerminal(): Terminal {
  let lost: string | undefined
  const gone = { stdout: false, stderr: false }
  return {
    out: (data) => {
      const failure = writeAll(1, data)
      if (failure === 'EPIPE') gone.stdout = true
      else lost ??= failure
    },
    err: (data) => {
      gone.stderr ||= writeAll(2, data) === 'EPIPE'
    },
    gone: (stream) => gone[stream],
    lost: () => lost,
    get isOutTerminal() {
      return isTerminal(1)
    },
    get isErrTerminal() {
      return isTerminal(2)
    },
    get isInTerminal() {
      return isTerminal(0)
    },
    get columns() {
      return (isTerminal(1) ? process.stdout.columns : undefined) ?? 80
    },
    readAll: async () => {
      const pieces: Uint8Array[] = []
      for await (const piece of process.stdin) pieces.push(piece as Uint8Array)
      return new Uint8Array(Buffer.concat(pieces))
    },
    lines: () => {
      const { createInterface } = builtin('node:readline') as typeof readline
      return createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
    },
    question: askOnTerminal,
  }
}

function isTerminal(fd: number): boolean {
  return (builtin('node:tty') as typeof tty).isatty(fd)
}

/** Writes everything, also to a slow pipe. Answers the system's word for what went wrong. */
function writeAll(fd: number, data: string | Uint8Array): string | undefined {
  let bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(fs.writeSync(fd, bytes, 0, bytes.length))
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code !== 'EAGAIN') return code ?? 'EIO'
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
    }
  }
  return undefined
}

async function askOnTerminal(prompt: string): Promise<string | undefined> {
  const terminal = openTerminal()
  if (!terminal) return undefined
  try {
    fs.writeSync(terminal.output, prompt)
    const typed = new Uint8Array(1024)
    const length = fs.readSync(terminal.input, typed, 0, typed.length, null)
    return new TextDecoder().decode(typed.subarray(0, length)).trim()
  } finally {
    if (terminal.input > 2) fs.closeSync(terminal.input)
  }
}

/** The controlling terminal; where a runtime may not open it, our own streams when both are terminals. */
function openTerminal(): { readonly input: number; readonly output: number } | undefined {
  try {
    const both = fs.openSync('/dev/tty', 'r+')
    return { input: both, output: both }
  } catch {
    return isTerminal(0) && isTerminal(2) ? { input: 0, output: 2 } : undefined
  }
}
