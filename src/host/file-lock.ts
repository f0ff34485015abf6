// Open-file-description locks of Linux by a foreign function call, where the runtime has one (Bun, the binary, Deno). The kernel
// drops them when the process dies, and a stock `sqlite3` respects them. Elsewhere there are none, and callers fall back.
import type { Runtime } from './host.ts'

export interface FileLocks {
  /** Sets a lock on a byte range without waiting; false when somebody else holds one that is in the way. */
  readonly set: (fd: number, kind: 'read' | 'write' | 'none', start: number, length: number) => boolean
}

type Fcntl = (fd: number, command: number, flock: Uint8Array) => number

const setLock = 37 // F_OFD_SETLK
const kinds = { read: 0, write: 1, none: 2 } as const

export async function loadFileLocks(runtime: Runtime): Promise<FileLocks | undefined> {
  if (runtime.platform !== 'linux') return undefined
  const fcntl = await openFcntl(runtime).catch(() => undefined)
  return fcntl && { set: (fd, kind, start, length) => fcntl(fd, setLock, flock(kinds[kind], start, length)) === 0 }
}

/** `struct flock` of 64-bit Linux: type, whence, start, length, pid. */
function flock(type: number, start: number, length: number): Uint8Array {
  const bytes = new Uint8Array(32)
  const view = new DataView(bytes.buffer)
  view.setInt16(0, type, true)
  view.setBigInt64(8, BigInt(start), true)
  view.setBigInt64(16, BigInt(length), true)
  return bytes
}

const libraries = ['libc.so.6', 'libc.so'] as const

async function openFcntl(runtime: Runtime): Promise<Fcntl | undefined> {
  if (runtime.name === 'deno') return denoFcntl()
  if (runtime.name !== 'bun' && runtime.name !== 'binary') return undefined
  const name = 'bun:ffi' // a variable, so that bundlers for other runtimes leave it alone
  const ffi = (await import(name)) as BunFfi
  for (const library of libraries) {
    try {
      const { symbols } = ffi.dlopen(library, { fcntl: { args: ['i32', 'i32', 'ptr'], returns: 'i32' } })
      return (fd, command, bytes) => symbols.fcntl?.(fd, command, ffi.ptr(bytes)) ?? -1
    } catch {}
  }
  return undefined
}

interface BunFfi {
  readonly dlopen: (
    path: string,
    symbols: object,
  ) => { readonly symbols: Readonly<Record<string, (...values: readonly unknown[]) => number>> }
  readonly ptr: (bytes: Uint8Array) => number
}

interface DenoFfi {
  readonly dlopen: (
    path: string,
    symbols: object,
  ) => { readonly symbols: Readonly<Record<string, (...values: readonly unknown[]) => number>> }
}

function denoFcntl(): Fcntl | undefined {
  const { Deno } = globalThis as unknown as { readonly Deno: DenoFfi }
  for (const library of libraries) {
    try {
      const { symbols } = Deno.dlopen(library, { fcntl: { parameters: ['i32', 'i32', 'buffer'], result: 'i32' } })
      return (fd, command, bytes) => symbols.fcntl?.(fd, command, bytes) ?? -1
    } catch {}
  }
  return undefined
}
