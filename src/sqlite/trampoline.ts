// JavaScript functions as entries of a WebAssembly table: one small generated module imports them all and exports each again, which
// makes them functions that SQLite can call by pointer (WebAssembly core specification, binary format).

export type Callback = (...values: never[]) => number

/** A callback with its parameter types: `i` is i32 (a number), `j` is i64 (a bigint); every result is i32. */
export interface Method {
  readonly parameters: string
  readonly run: Callback
}

/** Puts the methods at the end of the table and answers their indices, in order. */
export function addToTable(table: WebAssembly.Table, methods: readonly Method[]): readonly number[] {
  const module = new WebAssembly.Module(encodeModule(methods.map((method) => method.parameters)))
  const imports = Object.fromEntries(methods.map((method, index) => [String(index), method.run]))
  const { exports } = new WebAssembly.Instance(module, { e: imports as unknown as WebAssembly.ModuleImports })
  const first = table.grow(methods.length)
  return methods.map((_method, index) => {
    table.set(first + index, exports[String(index)])
    return first + index
  })
}

function encodeModule(signatures: readonly string[]): Uint8Array<ArrayBuffer> {
  const types = [...new Set(signatures)]
  const typeOf = (signature: string): number[] => {
    const parameters = [...signature].map((type) => (type === 'j' ? 0x7e : 0x7f))
    return [0x60, ...vector(parameters.map((byte) => [byte])), 0x01, 0x7f]
  }
  const imported = signatures.map((signature, index) => [
    ...name('e'),
    ...name(String(index)),
    0x00,
    ...leb(types.indexOf(signature)),
  ])
  const exported = signatures.map((_signature, index) => [...name(String(index)), 0x00, ...leb(index)])
  const header = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]
  return new Uint8Array([...header, ...section(1, types.map(typeOf)), ...section(2, imported), ...section(7, exported)])
}

function section(id: number, items: readonly (readonly number[])[]): number[] {
  const body = vector(items)
  return [id, ...leb(body.length), ...body]
}

function vector(items: readonly (readonly number[])[]): number[] {
  return [...leb(items.length), ...items.flat()]
}

function name(text: string): number[] {
  const bytes = [...new TextEncoder().encode(text)]
  return [...leb(bytes.length), ...bytes]
}

/** Unsigned LEB128. */
function leb(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)]
}
