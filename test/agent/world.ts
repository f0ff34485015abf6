// A real workspace in a temporary directory with directories of its own for keys, ledgers and settings, and a session in it.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach } from 'vitest'

import type { RunEvent } from '../../src/agent/event.ts'
import { newRun, type RunOptions, type RunReport, runAgent } from '../../src/agent/run.ts'
import type { Host } from '../../src/host/host.ts'
import { realHost } from '../../src/host/real.ts'
import type { EntryData } from '../../src/ledger/entry.ts'
import { parseTranscript, type Transcript, transcriptSchema } from '../../src/model/transcript.ts'
import { openSession } from '../../src/session/open.ts'

export interface World {
  readonly root: string
  readonly workspace: string
  readonly host: Host
  readonly out: () => string
  readonly err: () => string
}

const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
})

export function makeWorld(files: Readonly<Record<string, string>>, environment: Record<string, string> = {}): World {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'reeve-agent-')))
  roots.push(root)
  const workspace = join(root, 'workspace')
  for (const [name, text] of Object.entries(files)) {
    const path = join(workspace, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const [out, err]: [string[], string[]] = [[], []]
  const keep = (kept: string[]) => (data: string | Uint8Array) => void kept.push(Buffer.from(data).toString('utf8'))
  const real = realHost()
  const host: Host = {
    ...real,
    workingDirectory: workspace,
    environment: {
      PATH: real.environment.PATH ?? '/usr/bin:/bin',
      HOME: join(root, 'home'),
      XDG_CONFIG_HOME: join(root, 'config'),
      XDG_STATE_HOME: join(root, 'state'),
      XDG_CACHE_HOME: join(root, 'cache'),
      ...environment,
    },
    terminal: {
      ...real.terminal,
      out: keep(out),
      err: keep(err),
      isOutTerminal: false,
      isErrTerminal: false,
      isInTerminal: false,
      question: async () => undefined,
    },
  }
  return { root, workspace, host, out: () => out.join(''), err: () => err.join('') }
}

export interface Played {
  readonly report: RunReport
  readonly events: readonly RunEvent[]
  /** What was recorded in this run, oldest first. */
  readonly entries: readonly EntryData[]
}

/** A call is written `name {"arguments":…}`. */
export function transcriptOf(...turns: readonly (string | readonly string[])[]): Transcript {
  const lines = turns.map((turn) => {
    const calls = typeof turn === 'string' ? [] : turn.map(splitCall)
    return JSON.stringify({ kind: 'assistant', text: typeof turn === 'string' ? turn : '', calls })
  })
  const head = JSON.stringify({ kind: 'run', schema: transcriptSchema, task: 'do it', model: 'test' })
  return parseTranscript([head, ...lines].join('\n'), 'transcript')
}

function splitCall(call: string) {
  const space = call.indexOf(' ')
  return space === -1 ? { name: call, arguments: '' } : { name: call.slice(0, space), arguments: call.slice(space + 1) }
}

export async function play(
  world: World,
  transcript: Transcript,
  options: Partial<RunOptions> & { policyFile?: string } = {},
): Promise<Played> {
  const events: RunEvent[] = []
  const { policyFile, ...more } = options
  const session = await openSession(world.host, {
    directory: world.workspace,
    ...(policyFile === undefined ? {} : { policyFile }),
  })
  try {
    const before = session.history().length
    const report = await runAgent(session, {
      run: newRun(session),
      task: transcript.task,
      model: { transcript },
      readOnly: false,
      answerYes: false,
      signal: new AbortController().signal,
      ...more,
      emit: (event) => {
        events.push(event)
        more.emit?.(event)
      },
    })
    return {
      report,
      events,
      entries: session
        .history()
        .slice(before)
        .map(({ data }) => data),
    }
  } finally {
    await session.release()
  }
}
