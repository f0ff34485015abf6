// Durable appends a second: an entry of ours with its leaf, tile and signed checkpoint, each in a commit of its own, as a ratio to a bare
// row of the same size with better-sqlite3 (native, WAL, FULL) on the same file system in the same rounds.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

import type { Host } from '../../src/host/host.ts'
import { realHost } from '../../src/host/real.ts'
import type { EntryDraft } from '../../src/ledger/entry.ts'
import { openLedger } from '../../src/ledger/open.ts'
import { median, run, table } from './measure.ts'

export const peer = 'better-sqlite3@12.11.1'

export interface Append {
  readonly text: string
  readonly ratio: number
}

export async function benchAppend(directory: string, packages: string, rounds: number): Promise<Append> {
  installPeer(packages)
  const count = 400
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round++) {
    ours.push((count / (await appendOurs(join(directory, `ours-${round}`), count))) * 1000)
    theirs.push((count / appendTheirs(directory, packages, round, count)) * 1000)
  }
  const ratios = ours.map((value, round) => value / (theirs[round] ?? Number.NaN))
  const row = (name: string, values: readonly number[]) => ({
    name,
    values: [
      Math.round(median(values)).toString(),
      `${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))}`,
    ],
  })
  const text = table(
    ['durable appends a second', 'median', 'range'],
    [
      row('Reeve: entry, tile, signed checkpoint (Bun)', ours),
      row(`${peer}: a bare row (Node ${run(['node', '--version'], directory).trim()})`, theirs),
    ],
  )
  return {
    text: `${text}\n\nRatio, median of the rounds: **${median(ratios).toFixed(2)}** (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}).`,
    ratio: median(ratios),
  }
}

/** The lock is taken and given back as in any process of ours; it is held over a burst. */
async function appendOurs(directory: string, count: number): Promise<number> {
  mkdirSync(directory, { recursive: true })
  const real = realHost()
  const host: Host = { ...real, workingDirectory: directory, environment: { HOME: directory } }
  const ledger = await openLedger(host, { workspace: { path: directory, id: 'bench' }, mode: 'write' })
  for (let index = 0; index < 20; index++) await ledger.append([draft(index)])
  const before = performance.now()
  for (let index = 0; index < count; index++) await ledger.append([draft(index)])
  const spent = performance.now() - before
  await ledger.close()
  return spent
}

/** About 600 bytes, as a start entry has. */
function draft(index: number): EntryDraft {
  return {
    kind: 'message',
    role: 'assistant',
    text: `${String(index).padStart(6, '0')}${'x'.repeat(520)}`,
  }
}

function appendTheirs(directory: string, packages: string, round: number, count: number): number {
  const script = new URL('peer-append.mjs', import.meta.url).pathname
  return Number(run(['node', script, packages, join(directory, `theirs-${round}.db`), String(count)], directory))
}

/** It is no dependency of ours: it is built once, outside the repository. */
function installPeer(packages: string): void {
  if (existsSync(join(packages, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node'))) return
  mkdirSync(packages, { recursive: true })
  console.error(`installing ${peer} into ${packages}: this can take minutes`)
  run(['npm', 'install', '--no-save', '--no-audit', '--no-fund', '--prefix', packages, peer], packages)
}
