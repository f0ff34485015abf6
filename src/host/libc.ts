// The C library where the runtime can call it: the binary, Bun and Deno, on Linux. Every argument goes in a register as it is.

type Call = (...words: readonly bigint[]) => bigint

export interface Libc {
  readonly syscall: Call
  readonly prctl: Call
  readonly open: Call
  readonly execve: Call
  readonly signal: Call
  /** Where the bytes lie. They are held for as long as this process lives, so that they lie there when they are read. */
  readonly addressOf: (bytes: ArrayBufferView) => bigint
}

type Address = (bytes: ArrayBufferView) => bigint
type Dlopen = (name: string, symbols: object) => { readonly symbols: Readonly<Record<string, Call>> }

interface DenoCalls {
  readonly dlopen: Dlopen
  readonly UnsafePointer: {
    readonly of: (bytes: ArrayBufferView) => unknown
    readonly value: (pointer: unknown) => bigint
  }
}

const names = ['libc.so.6', 'libc.musl-x86_64.so.1', 'libc.musl-aarch64.so.1']
const wordCounts = { syscall: 5, prctl: 5, open: 3, execve: 3, signal: 2 } as const

/** Opens it at the first call; undefined where the runtime calls no C library. `load` loads a module that comes with the runtime. */
export function libcOnce(load: (name: string) => unknown): () => Libc | undefined {
  let opened: { readonly libc: Libc | undefined } | undefined
  return () => {
    opened ??= { libc: openLibc(load) }
    return opened.libc
  }
}

function openLibc(load: (name: string) => unknown): Libc | undefined {
  const { Deno, Bun } = globalThis as { readonly Deno?: DenoCalls; readonly Bun?: object }
  for (const name of Deno || Bun ? names : []) {
    try {
      return Deno ? openWithDeno(Deno, name) : openWithBun(load, name)
    } catch {
      // The other C library, perhaps.
    }
  }
  return undefined
}

function openWithDeno({ dlopen, UnsafePointer }: DenoCalls, name: string): Libc {
  const { symbols } = dlopen(
    name,
    symbolsOf((parameters) => ({ parameters, result: 'i64' })),
  )
  return complete(symbols, (bytes) => BigInt(UnsafePointer.value(UnsafePointer.of(bytes))))
}

function openWithBun(load: (name: string) => unknown, name: string): Libc {
  const { dlopen, ptr } = load('bun:ffi') as {
    readonly dlopen: Dlopen
    readonly ptr: (bytes: ArrayBufferView) => number
  }
  const { symbols } = dlopen(
    name,
    symbolsOf((args) => ({ args, returns: 'i64' })),
  )
  return complete(symbols, (bytes) => BigInt(ptr(bytes)))
}

function symbolsOf(shape: (words: readonly string[]) => object): object {
  const shapes = Object.entries(wordCounts).map(([name, count]) => [name, shape(new Array<string>(count).fill('u64'))])
  return Object.fromEntries(shapes)
}

/** Every call takes as many words as its symbol has; the low half of what it answers is its result. */
function complete(symbols: Readonly<Record<string, Call>>, address: Address): Libc {
  const call = (name: keyof typeof wordCounts): Call => {
    const symbol = symbols[name]
    if (!symbol) throw new Error(`the C library has no ${name}`)
    const padding = new Array<bigint>(wordCounts[name]).fill(0n)
    return (...given) => BigInt.asIntN(32, BigInt(symbol(...[...given, ...padding].slice(0, wordCounts[name]))))
  }
  const held: ArrayBufferView[] = []
  return {
    syscall: call('syscall'),
    prctl: call('prctl'),
    open: call('open'),
    execve: call('execve'),
    signal: call('signal'),
    addressOf: (bytes) => {
      held.push(bytes)
      return address(bytes)
    },
  }
}
