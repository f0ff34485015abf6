// SQLite's WebAssembly module, loaded synchronously with the few system calls it needs: everything that touches files goes through
// our own VFS, so the POSIX calls of the build are answered with "not here".
import type { Clock } from '../host/host.ts'
import { sqliteWasm } from './wasm.ts'

export interface Engine {
  readonly call: Exports
  readonly table: WebAssembly.Table
  /** The heap now; growth replaces it, so it is asked for at each use. */
  readonly heap: () => Uint8Array
  readonly view: () => DataView
  /** Copies bytes or text with a final NUL into memory of SQLite's; the caller frees. */
  readonly place: (data: Uint8Array | string) => number
  readonly text: (pointer: number) => string
}

type Exports = Readonly<Record<string, (...values: readonly (number | bigint)[]) => number>> & {
  readonly sqlite3_column_int64: (statement: number, column: number) => bigint
}

const notHere = -52 // -ENOSYS of this build's C library
const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** Compiled once a process; each engine has a memory of its own. */
let compiled: WebAssembly.Module | undefined

export function loadEngine(clock: Clock): Engine {
  const memory = new WebAssembly.Memory({ initial: 128, maximum: 32_768 })
  const view = (): DataView => new DataView(memory.buffer)
  const heap = (): Uint8Array => new Uint8Array(memory.buffer)
  compiled ??= new WebAssembly.Module(sqliteWasm())
  const module = compiled
  const { exports } = new WebAssembly.Instance(module, importsOf(module, memory, clock))
  const call = exports as unknown as Exports
  call.__wasm_call_ctors?.()
  return {
    call,
    table: exports.__indirect_function_table as WebAssembly.Table,
    heap,
    view,
    place: (data) => {
      const bytes = typeof data === 'string' ? encoder.encode(data) : data
      const pointer = call.malloc?.(bytes.length + 1) ?? 0
      if (pointer === 0) throw new RangeError('out of memory')
      heap().set(bytes, pointer)
      heap()[pointer + bytes.length] = 0
      return pointer
    },
    text: (pointer) => {
      if (pointer === 0) return ''
      const all = heap()
      return decoder.decode(all.subarray(pointer, all.indexOf(0, pointer)))
    },
  }
}

function importsOf(module: WebAssembly.Module, memory: WebAssembly.Memory, clock: Clock): WebAssembly.Imports {
  const view = (): DataView => new DataView(memory.buffer)
  const known: Readonly<Record<string, unknown>> = {
    memory,
    emscripten_date_now: () => clock.nowMs(),
    emscripten_get_now: () => clock.monotonicMs(),
    emscripten_get_heap_max: () => 2_147_483_648,
    emscripten_resize_heap: (size: number) => grow(memory, size >>> 0),
    _tzset_js: () => undefined,
    _localtime_js: (_time: bigint, pointer: number) => new Uint8Array(memory.buffer).fill(0, pointer, pointer + 44),
    clock_time_get: (_clock: number, _precision: bigint, pointer: number) => {
      view().setBigUint64(pointer, BigInt(Math.round(clock.nowMs() * 1e6)), true)
      return 0
    },
    environ_sizes_get: (count: number, size: number) => {
      view().setUint32(count, 0, true)
      view().setUint32(size, 0, true)
      return 0
    },
    environ_get: () => 0,
  }
  const imports: Record<string, Record<string, unknown>> = {}
  for (const { module: space, name } of WebAssembly.Module.imports(module)) {
    imports[space] ??= {}
    imports[space][name] = known[name] ?? (() => notHere)
  }
  return imports as WebAssembly.Imports
}

function grow(memory: WebAssembly.Memory, size: number): number {
  const wanted = Math.max(size, memory.buffer.byteLength * 1.2)
  try {
    memory.grow(Math.ceil((Math.min(wanted, 2_147_483_648) - memory.buffer.byteLength) / 65_536))
    return 1
  } catch {
    return 0
  }
}
