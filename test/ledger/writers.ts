// Starts the writer under each runtime: Bun runs its source, Deno and Node a bundle of it.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const source = `${root}test/ledger/writer.ts`
const bundle = `${root}dist/test/writer.mjs`

export const runtimes = ['bun', 'deno', 'node'] as const
export type Runtime = (typeof runtimes)[number]

/** Once before the writers of Deno and Node. */
export function bundleWriter(): void {
  mkdirSync(`${root}dist/test`, { recursive: true })
  execFileSync(`${root}node_modules/.bin/bun`, ['build', source, '--target=node', `--outfile=${bundle}`], { cwd: root })
}

const commands: Readonly<Record<Runtime, readonly [string, ...string[]]>> = {
  bun: [`${root}node_modules/.bin/bun`, source],
  deno: [`${root}node_modules/deno/deno`, 'run', '--quiet', '--no-config', '--allow-all', bundle],
  node: ['node', bundle],
}

export interface Writer {
  readonly process: ChildProcess
  /** Notes that were acknowledged so far. */
  readonly said: readonly string[]
  /** Exit code or signal, with what it complained about. */
  readonly ended: Promise<{ readonly how: number | string; readonly complaint: string }>
}

export function startWriter(
  runtime: Runtime,
  { home, name, count, pauseMs = 0 }: { home: string; name: string; count: number; pauseMs?: number },
): Writer {
  const [program, ...words] = commands[runtime]
  const child = spawn(program, [...words, home, name, String(count), String(pauseMs)], {
    cwd: home,
    env: { PATH: process.env.PATH ?? '', HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  let [rest, complaint] = ['', '']
  child.stdout.on('data', (bytes: Buffer) => {
    const lines = `${rest}${bytes}`.split('\n')
    rest = lines.pop() ?? ''
    said.push(...lines)
  })
  child.stderr.on('data', (bytes: Buffer) => {
    complaint += String(bytes)
  })
  const ended = new Promise<{ how: number | string; complaint: string }>((resolve) => {
    child.on('close', (code, signal) => resolve({ how: signal ?? code ?? -1, complaint }))
  })
  return { process: child, said, ended }
}
