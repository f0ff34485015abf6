// One connection with the little of SQLite's interface that we need: run a text, run a statement with values, read rows.
import { codes, ok, openFlags } from './codes.ts'
import type { Engine } from './engine.ts'
import type { Vfs } from './vfs.ts'

export type SqlValue = null | number | bigint | string | Uint8Array
export type Row = readonly SqlValue[]

/** SQLite said no; `code` is its extended result code. */
export class SqlError extends Error {
  readonly code: number

  constructor(code: number, message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'SqlError'
    this.code = code
  }
}

export class Database {
  readonly #engine: Engine
  readonly #vfs: Vfs
  #handle = 0
  readonly #statements = new Map<string, number>()

  constructor(engine: Engine, vfs: Vfs, path: string, mode: 'read' | 'write') {
    this.#engine = engine
    this.#vfs = vfs
    const { call } = engine
    const flags = mode === 'read' ? openFlags.readOnly : openFlags.readWrite | openFlags.create
    const [file, name, out] = [engine.place(path), engine.place(vfs.name), engine.place(new Uint8Array(4))]
    const result = call.sqlite3_open_v2?.(file, out, flags, name) ?? codes.misuse
    this.#handle = engine.view().getInt32(out, true)
    for (const pointer of [file, name, out]) call.free?.(pointer)
    if (result !== ok) this.#fail(result, true)
    call.sqlite3_extended_result_codes?.(this.#handle, 1)
  }

  /** Runs statements without values and throws away their rows. */
  execute(sql: string): void {
    const text = this.#engine.place(sql)
    const result = this.#engine.call.sqlite3_exec?.(this.#handle, text, 0, 0, 0) ?? codes.misuse
    this.#engine.call.free?.(text)
    if (result !== ok) this.#fail(result)
  }

  /** All rows of one statement, prepared once and kept. */
  rows(sql: string, ...values: readonly SqlValue[]): readonly Row[] {
    const found: Row[] = []
    this.each(sql, values, (row) => void found.push(row))
    return found
  }

  /** Visits the rows of one statement without keeping them. */
  each(sql: string, values: readonly SqlValue[], visit: (row: Row) => void): void {
    const { call } = this.#engine
    const statement = this.#prepare(sql)
    const placed = values.map((value, index) => this.#bind(statement, index + 1, value))
    try {
      for (;;) {
        const result = call.sqlite3_step?.(statement) ?? codes.misuse
        if (result === codes.done) return
        if (result !== codes.row) this.#fail(result)
        visit(this.#row(statement))
      }
    } finally {
      call.sqlite3_reset?.(statement)
      call.sqlite3_clear_bindings?.(statement)
      for (const pointer of placed) if (pointer !== 0) call.free?.(pointer)
    }
  }

  close(): void {
    const { call } = this.#engine
    for (const statement of this.#statements.values()) call.sqlite3_finalize?.(statement)
    this.#statements.clear()
    const result = call.sqlite3_close_v2?.(this.#handle) ?? ok
    this.#handle = 0
    if (result !== ok) throw new SqlError(result, 'the database could not be closed', this.#vfs.takeError())
  }

  #prepare(sql: string): number {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const { call } = this.#engine
    const [text, out] = [this.#engine.place(sql), this.#engine.place(new Uint8Array(4))]
    const result = call.sqlite3_prepare_v2?.(this.#handle, text, -1, out, 0) ?? codes.misuse
    const statement = this.#engine.view().getInt32(out, true)
    call.free?.(text)
    call.free?.(out)
    if (result !== ok) this.#fail(result)
    this.#statements.set(sql, statement)
    return statement
  }

  /** Answers a pointer to free afterwards, or 0. */
  #bind(statement: number, index: number, value: SqlValue): number {
    const { call } = this.#engine
    if (value === null) return this.#bound(call.sqlite3_bind_null?.(statement, index), 0)
    if (typeof value === 'number' || typeof value === 'bigint')
      return this.#bound(call.sqlite3_bind_int64?.(statement, index, BigInt(value)), 0)
    const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value
    const pointer = this.#engine.place(bytes)
    const bind = call[typeof value === 'string' ? 'sqlite3_bind_text' : 'sqlite3_bind_blob']
    return this.#bound(bind?.(statement, index, pointer, bytes.length, 0), pointer)
  }

  #bound(result: number | undefined, pointer: number): number {
    if (result !== ok) this.#fail(result ?? codes.misuse)
    return pointer
  }

  #row(statement: number): Row {
    const { call } = this.#engine
    const count = call.sqlite3_data_count?.(statement) ?? 0
    return Array.from({ length: count }, (_, column) => this.#value(statement, column))
  }

  #value(statement: number, column: number): SqlValue {
    const { call } = this.#engine
    const type = call.sqlite3_column_type?.(statement, column)
    if (type === 5) return null
    if (type === 1) {
      const value = call.sqlite3_column_int64(statement, column)
      return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value
    }
    if (type === 2) return call.sqlite3_column_double?.(statement, column) ?? 0
    const pointer = call[type === 3 ? 'sqlite3_column_text' : 'sqlite3_column_blob']?.(statement, column) ?? 0
    const size = call.sqlite3_column_bytes?.(statement, column) ?? 0
    const bytes = this.#engine.heap().slice(pointer, pointer + size)
    return type === 3 ? new TextDecoder().decode(bytes) : bytes
  }

  #fail(result: number, closes = false): never {
    const { call } = this.#engine
    const code = this.#handle === 0 ? result : (call.sqlite3_extended_errcode?.(this.#handle) ?? result)
    const message = this.#handle === 0 ? 'out of memory' : this.#engine.text(call.sqlite3_errmsg?.(this.#handle) ?? 0)
    if (closes && this.#handle !== 0) call.sqlite3_close_v2?.(this.#handle)
    throw new SqlError(code === ok ? result : code, message, this.#vfs.takeError())
  }
}
