// The world as one value: clock, randomness, files, processes, environment, terminal, network. Every door of Reeve takes a
// Host, so that a whole session can run in a test from one seed. `real.ts` is the machine; `test/sim/` has the simulated one.
import type { Libc } from './libc.ts'

export interface Host {
  readonly clock: Clock
  readonly random: (byteCount: number) => Uint8Array
  readonly files: Files
  readonly processes: Processes
  readonly terminal: Terminal
  /** The process's own environment as it was at start. */
  readonly environment: Readonly<Record<string, string>>
  /** Real path of the working directory at start. */
  readonly workingDirectory: string
  readonly runtime: Runtime
  /** The C library; absent or undefined where the runtime cannot call it. */
  readonly libc?: () => Libc | undefined
  /** HTTP for the model's server; absent in a host without network. */
  readonly fetch?: typeof fetch
  /** Calls `listener` at each SIGINT, SIGTERM or SIGHUP, which then no longer end the process, until the returned function is
   *  called. Absent: signals end the process as they always do. */
  readonly onInterrupt?: (listener: (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => void) => () => void
}

export interface Runtime {
  readonly name: 'binary' | 'bun' | 'deno' | 'node' | 'sim'
  readonly version: string
  /** `linux`, `darwin`, `win32`. */
  readonly platform: string
  readonly pid: number
  readonly userId: number
  /** Real path of the program that runs us (the binary itself, or the runtime). */
  readonly executable: string
  /** The bundle, or what a runtime runs instead; absent in the binary. */
  readonly script?: string
}

export interface Clock {
  /** Milliseconds since 1970 UTC; for people, never for order. */
  readonly nowMs: () => number
  /** Monotonic milliseconds, fractional. */
  readonly monotonicMs: () => number
  readonly sleep: (milliseconds: number) => Promise<void>
  /** Runs `action` once after the delay unless the returned cancel is called first. */
  readonly after: (milliseconds: number, action: () => void) => () => void
}

/** All synchronous, with the meaning and the errors (`code: 'ENOENT'` …) of `node:fs`; all paths absolute. */
export interface Files {
  readonly open: (path: string, flags: number, mode?: number) => number
  readonly close: (fd: number) => void
  /** Bytes read, fewer at the end of the file; `position` null reads on. */
  readonly read: (fd: number, buffer: Uint8Array, position: number | null) => number
  readonly write: (fd: number, buffer: Uint8Array, position: number | null) => number
  readonly truncate: (fd: number, size: number) => void
  /** `fsync`; a directory is opened read-only and synced by the caller the same way. */
  readonly sync: (fd: number) => void
  readonly dataSync: (fd: number) => void
  readonly stat: (path: string) => FileStat
  readonly lstat: (path: string) => FileStat
  readonly fstat: (fd: number) => FileStat
  readonly chmod: (path: string, mode: number) => void
  readonly list: (path: string) => readonly DirectoryEntry[]
  readonly readLink: (path: string) => string
  readonly realPath: (path: string) => string
  readonly makeDirectory: (path: string, mode?: number) => void
  readonly removeDirectory: (path: string) => void
  readonly rename: (from: string, to: string) => void
  readonly link: (existing: string, path: string) => void
  readonly symlink: (target: string, path: string) => void
  readonly unlink: (path: string) => void
  readonly constants: Readonly<
    Record<
      | 'O_RDONLY'
      | 'O_WRONLY'
      | 'O_RDWR'
      | 'O_CREAT'
      | 'O_EXCL'
      | 'O_TRUNC'
      | 'O_APPEND'
      | 'O_NOFOLLOW'
      | 'O_DIRECTORY'
      | 'O_NONBLOCK',
      number
    >
  >
}

export type FileKind = 'file' | 'directory' | 'symlink' | 'other'

export interface DirectoryEntry {
  readonly name: string
  readonly kind: FileKind
}

export interface FileStat {
  readonly kind: FileKind
  readonly size: number
  /** Permission bits only (mode & 0o7777). */
  readonly mode: number
  readonly mtimeNs: bigint
  readonly ctimeNs: bigint
  readonly inode: bigint
  readonly device: bigint
  readonly userId: number
  readonly linkCount: number
}

export interface Processes {
  /** Starts a program without a shell, in a process group of its own, with exactly this environment. Rejects never: a
   *  program that cannot be started resolves `exited` with `failed`. */
  readonly spawn: (request: SpawnRequest) => Child
  /** Sends a signal to a process (`pid`) or to a whole group (`-pid`); false when there is none. */
  readonly signal: (pid: number, signal: Signal | 0) => boolean
  /** What our descendants leave behind becomes our child from now on; absent or false where that cannot be had. */
  readonly adopt?: () => boolean
  /** True for a process that `spawn` started and that has not ended. */
  readonly isOwn?: (pid: number) => boolean
}

export type Signal = 'SIGPIPE' | 'SIGTERM' | 'SIGKILL' | 'SIGINT' | 'SIGHUP' | 'SIGSTOP' | 'SIGCONT'

export interface SpawnRequest {
  /** Absolute path of the file to execute. */
  readonly program: string
  /** What the program sees as its name; absent: `program`. */
  readonly name?: string
  readonly args: readonly string[]
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
  /** `closed` gives /dev/null, `inherit` passes our own, bytes are written and closed. */
  readonly stdin: 'closed' | 'inherit' | Uint8Array
  /** Where output goes; `capture` calls `onOutput` for each piece, in the order of each stream. */
  readonly onOutput: (stream: 'stdout' | 'stderr', bytes: Uint8Array) => void
}

export interface Child {
  /** Undefined when the program could not be started. */
  readonly pid: number | undefined
  /** Resolves once the process itself has ended; what it left running may still hold its streams. */
  readonly ended: Promise<Exit>
  /** Resolves once the process has ended and both streams are drained. */
  readonly exited: Promise<Exit>
  /** Stops reading, of both streams or of one, so that `exited` resolves although something else still holds the streams. */
  readonly abandon: (stream?: 'stdout' | 'stderr') => void
}

export type Exit =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signalled'; readonly signal: string }
  | { readonly kind: 'failed'; readonly errno: string; readonly message: string }

/** Results on stdout, talk on stderr. */
export interface Terminal {
  /** Never throws: what runs must not be cut off because nobody can read of it. */
  readonly out: (text: string | Uint8Array) => void
  readonly err: (text: string | Uint8Array) => void
  /** True when nobody reads this stream any more. */
  readonly gone?: (stream: 'stdout' | 'stderr') => boolean
  /** The system's word for why standard output was not written whole; undefined when it was, or its reader went away. */
  readonly lost?: () => string | undefined
  readonly isOutTerminal: boolean
  readonly isErrTerminal: boolean
  readonly isInTerminal: boolean
  readonly columns: number
  /** All of standard input. */
  readonly readAll: () => Promise<Uint8Array>
  /** Standard input line by line, without the line breaks, as it arrives. */
  readonly lines: () => AsyncIterable<string>
  /** Asks on the controlling terminal (never on a redirected stream); undefined when there is none. */
  readonly question: (prompt: string) => Promise<string | undefined>
}
