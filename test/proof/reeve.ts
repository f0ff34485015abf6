// Reeve's own command line in this process, on a real directory with keys, ledger and settings of its own.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach } from 'vitest'

import type { Host } from '../../src/host/host.ts'
import { realHost } from '../../src/host/real.ts'
import { main } from '../../src/main.ts'

export interface Answer {
  readonly code: number
  readonly out: string
  readonly err: string
}

export interface Place {
  readonly workspace: string
  readonly environment: Readonly<Record<string, string>>
  readonly write: (name: string, text: string) => void
  readonly remove: (name: string) => void
  readonly reeve: (...args: readonly string[]) => Promise<Answer>
  /** The same with other variables in the environment, or another clock. */
  readonly reeveWith: (changes: Changes, ...args: readonly string[]) => Promise<Answer>
}

export interface Changes {
  readonly environment?: Readonly<Record<string, string>>
  readonly nowMs?: () => number
  readonly isTerminal?: boolean
  /** What is typed at each question of a terminal; absent: `y`. */
  readonly says?: string
  readonly onInterrupt?: NonNullable<Host['onInterrupt']>
}

const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
})

export function makePlace(files: Readonly<Record<string, string>>): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'reeve-proof-')))
  roots.push(root)
  const workspace = join(root, 'workspace')
  mkdirSync(workspace)
  const write = (name: string, text: string) => {
    const path = join(workspace, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  for (const [name, text] of Object.entries(files)) write(name, text)
  const reeveWith = async (changes: Changes, ...args: readonly string[]): Promise<Answer> => {
    const kept = { out: '', err: '' }
    const code = await main(args, hostOf(root, workspace, kept, changes))
    return { code, ...kept }
  }
  return {
    workspace,
    environment: environmentOf(root),
    write,
    remove: (name) => rmSync(join(workspace, name)),
    reeve: async (...args) => await reeveWith({}, ...args),
    reeveWith,
  }
}

function hostOf(root: string, workspace: string, kept: { out: string; err: string }, changes: Changes): Host {
  const real = realHost()
  const text = (data: string | Uint8Array) => (typeof data === 'string' ? data : new TextDecoder().decode(data))
  return {
    ...real,
    clock: { ...real.clock, ...(changes.nowMs ? { nowMs: changes.nowMs } : {}) },
    ...(changes.onInterrupt ? { onInterrupt: changes.onInterrupt } : {}),
    workingDirectory: workspace,
    environment: {
      ...environmentOf(root),
      ...changes.environment,
    },
    terminal: {
      ...real.terminal,
      out: (data) => {
        kept.out += text(data)
      },
      err: (data) => {
        kept.err += text(data)
      },
      isOutTerminal: false,
      isErrTerminal: false,
      isInTerminal: changes.isTerminal ?? false,
      question: async () => (changes.isTerminal ? (changes.says ?? 'y') : undefined),
    },
  }
}

function environmentOf(root: string): Record<string, string> {
  return {
    PATH: realHost().environment.PATH ?? '/usr/bin:/bin',
    HOME: join(root, 'home'),
    XDG_CONFIG_HOME: join(root, 'config'),
    XDG_STATE_HOME: join(root, 'state'),
    XDG_CACHE_HOME: join(root, 'cache'),
  }
}

/** Status and reason of one criterion, as `reeve status --json` says. */
export async function statusOf(place: Place, id: string, ...flags: readonly string[]) {
  const answer = await place.reeve('status', '--json', ...flags)
  const found = JSON.parse(answer.out).criteria.find((criterion: { readonly id: string }) => criterion.id === id)
  return found ? { status: found.status, reason: found.reason, paths: found.paths } : undefined
}
