// A user of a machine of their own, in a directory that is thrown away: the real files, clock and processes under another home.
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

import { sha256 } from '../../src/base/digest.ts'
import type { Host } from '../../src/host/host.ts'
import { realHost } from '../../src/host/real.ts'
import { auditLedger } from '../../src/ledger/audit.ts'
import type { Entry, EntryDraft } from '../../src/ledger/entry.ts'
import type { Ledger } from '../../src/ledger/ledger.ts'
import { type LedgerRequest, ledgerPath, openLedger } from '../../src/ledger/open.ts'

const made: string[] = []

/** A process of its own (`child.ts`) makes none, and knows no test. */
if (process.env.VITEST !== undefined) {
  const { afterAll } = await import('vitest')
  afterAll(() => {
    for (const directory of made) rmSync(directory, { recursive: true, force: true })
  })
}

export interface World {
  readonly host: Host
  readonly home: string
  /** The ledger's file, which need not be there. */
  readonly path: string
  /** What the configuration remembers of it. */
  readonly recordPath: string
  readonly open: (more?: Partial<LedgerRequest>) => Promise<Ledger>
  /** Opens, appends one after the other, closes. */
  readonly write: (...texts: readonly string[]) => Promise<void>
  /** Opens, reads all, closes. */
  readonly read: (more?: Partial<LedgerRequest>) => Promise<readonly Entry[]>
  readonly findings: () => Promise<readonly string[]>
}

export function newWorld(host: Host = realHost(), home: string = temporaryDirectory()): World {
  const environment = { HOME: home, USER: 'ada', PATH: host.environment.PATH ?? '' }
  const here: Host = { ...host, environment, workingDirectory: home }
  const workspace = { path: join(home, 'work'), id: 'w-1' }
  const request = { workspace, mode: 'write' } as const
  const path = ledgerPath(here, request)
  const open = (more: Partial<LedgerRequest> = {}): Promise<Ledger> => openLedger(here, { ...request, ...more })
  mkdirSync(workspace.path, { recursive: true })
  return {
    host: here,
    home,
    path,
    recordPath: join(home, '.config/reeve/ledgers', `${sha256(path).slice(0, 32)}.json`),
    open,
    write: async (...texts) => {
      const ledger = await open()
      for (const text of texts) await ledger.append([note(text)])
      await ledger.close()
    },
    read: async (more) => {
      const ledger = await open(more)
      try {
        return await ledger.entries()
      } finally {
        await ledger.close()
      }
    },
    findings: async () => (await auditLedger(here, path)).findings,
  }
}

/** In memory where there is such a place: nothing here asks what a sync is good for, and it is slow on a busy disk. */
export function temporaryDirectory(): string {
  const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  const directory = realpathSync(mkdtempSync(join(place, 'reeve-ledger-')))
  made.push(directory)
  return directory
}

export function note(text: string): EntryDraft {
  return { kind: 'message', role: 'assistant', text }
}

export function notesOf(entries: readonly Entry[]): readonly string[] {
  return entries.flatMap(({ data }) => (data.kind === 'message' ? [data.text] : []))
}
