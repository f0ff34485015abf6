// The bytes of SQLite's WebAssembly build. From source they lie in the package; the build replaces this module by one that embeds
// them, so that the binary and the bundle need no file beside them.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

export function sqliteWasm(): Uint8Array<ArrayBuffer> {
  const path = createRequire(import.meta.url).resolve('@sqlite.org/sqlite-wasm/sqlite3.wasm')
  return new Uint8Array(readFileSync(path))
}
