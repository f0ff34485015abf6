// Builds dist/reeve (one binary) and dist/reeve.mjs (one bundle for Node, Bun and Deno). Run by `bun run build`.
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { deflateRawSync } from 'node:zlib'

import type { BunPlugin } from 'bun'

const root = new URL('..', import.meta.url).pathname
const wasm = createRequire(import.meta.url).resolve('@sqlite.org/sqlite-wasm/sqlite3.wasm')

/** Puts SQLite's bytes into the output: as a file inside the binary, as text inside the bundle. */
function embedWasm(kind: 'file' | 'text'): BunPlugin {
  return {
    name: 'embed-wasm',
    setup(build) {
      build.onLoad({ filter: /src\/sqlite\/wasm\.ts$/ }, () => ({
        contents: kind === 'file' ? fromFile() : fromText(),
        loader: 'ts',
      }))
    },
  }
}

function fromFile(): string {
  return `import { readFileSync } from 'node:fs'
import path from ${JSON.stringify(wasm)} with { type: 'file' }
export const sqliteWasm = () => new Uint8Array(readFileSync(path))`
}

function fromText(): string {
  const packed = deflateRawSync(readFileSync(wasm), { level: 9 }).toString('base64')
  return `import { inflateRawSync } from 'node:zlib'
export const sqliteWasm = () => new Uint8Array(inflateRawSync(Buffer.from(${JSON.stringify(packed)}, 'base64')))`
}

/** cmd-ts brings two packages that ask for terminals, the system's name and DEBUG at start: a third of a whole `explain`. */
const plainHelp: BunPlugin = {
  name: 'plain-help',
  setup(build) {
    const stubs = {
      debug: 'export default () => Object.assign(() => {}, { enabled: false })',
      chalk: 'const plain = new Proxy((text) => text, { get: () => plain }); export default plain',
    }
    build.onResolve({ filter: /^(?:debug|chalk)$/ }, ({ path }) => ({ path, namespace: 'plain' }))
    build.onLoad({ filter: /./, namespace: 'plain' }, ({ path }) => ({
      contents: stubs[path as keyof typeof stubs],
      loader: 'js',
    }))
  },
}

async function run(name: string, config: Parameters<typeof Bun.build>[0]): Promise<void> {
  const started = performance.now()
  const result = await Bun.build({ ...config, throw: false })
  for (const log of result.logs) console.error(String(log))
  if (!result.success) process.exit(1)
  const bytes = statSync(`${root}dist/${name}`).size
  console.error(
    `built dist/${name}: ${(bytes / 2 ** 20).toFixed(1)} MiB in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  )
}

mkdirSync(`${root}dist`, { recursive: true })
process.chdir(root)
const common = {
  entrypoints: [`${root}src/main.ts`],
  format: 'esm',
  minify: { syntax: true, whitespace: true, identifiers: false },
} as const
// A compiled Bun binary would read .env and run bunfig.toml's preload from the working directory: a workspace could take over its guard.
await run('reeve', {
  ...common,
  target: 'bun',
  bytecode: true,
  splitting: true, // a command loads the bytecode of its own rooms only
  plugins: [embedWasm('file'), plainHelp],
  compile: { outfile: `${root}dist/reeve`, autoloadDotenv: false, autoloadBunfig: false },
} as Parameters<typeof Bun.build>[0])
chmodSync(`${root}dist/reeve`, 0o755)
rmSync(`${root}dist/bundle`, { recursive: true, force: true })
await Bun.build({ ...common, target: 'node', plugins: [embedWasm('text'), plainHelp], outdir: `${root}dist/bundle` })
renameSync(`${root}dist/bundle/main.js`, `${root}dist/reeve.mjs`)
rmSync(`${root}dist/bundle`, { recursive: true, force: true })
console.error(`built dist/reeve.mjs: ${(statSync(`${root}dist/reeve.mjs`).size / 2 ** 20).toFixed(1)} MiB`)
