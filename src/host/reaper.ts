// What a command leaves behind becomes ours instead of the first process's, so that it is found also when it cleared its mark and
// left its group. Linux only, and only where the runtime calls into the C library: the binary, Bun and Deno.

const names = ['libc.so.6', 'libc.musl-x86_64.so.1', 'libc.musl-aarch64.so.1']
const setChildSubreaper = 36

type Prctl = (option: number, on: bigint, third: bigint, fourth: bigint, fifth: bigint) => number
type Open = (name: string, symbols: object) => { readonly symbols: { readonly prctl: Prctl } }

/** False where it cannot be had. `load` loads a module that comes with the runtime. */
export function adoptOrphans(load: (name: string) => unknown): boolean {
  return names.some((name) => {
    try {
      return open(load, name)(setChildSubreaper, 1n, 0n, 0n, 0n) === 0
    } catch {
      return false
    }
  })
}

function open(load: (name: string) => unknown, name: string): Prctl {
  const { Deno, Bun } = globalThis as { readonly Deno?: { readonly dlopen: Open }; readonly Bun?: object }
  const [first, ...others] = ['i32', 'u64', 'u64', 'u64', 'u64']
  if (Deno) return Deno.dlopen(name, { prctl: { parameters: [first, ...others], result: 'i32' } }).symbols.prctl
  if (!Bun) throw new Error('this runtime calls no C library')
  const { dlopen } = load('bun:ffi') as { readonly dlopen: Open }
  return dlopen(name, { prctl: { args: [first, ...others], returns: 'i32' } }).symbols.prctl
}
