// A real directory of its own for one test, and the machine as a Host whose home lies in it.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { onTestFinished } from 'vitest'

import type { Host, Terminal } from '../../src/host/host.ts'
import { realHost } from '../../src/host/real.ts'

export interface TestWorld {
  readonly directory: string
  readonly host: Host
  readonly out: () => string
  readonly err: () => string
}

export interface WorldOptions {
  readonly files?: Readonly<Record<string, string | Uint8Array>>
  /** What the person types; absent: there is no terminal. */
  readonly answer?: string
  readonly environment?: Readonly<Record<string, string>>
}

export function makeWorld({ files = {}, answer, environment = {} }: WorldOptions = {}): TestWorld {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'reeve-policy-')))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true })
    writeFileSync(join(directory, name), content)
  }
  const said = { out: '', err: '' }
  const real = realHost()
  const terminal: Terminal = {
    ...real.terminal,
    out: (text) => {
      said.out += String(text)
    },
    err: (text) => {
      said.err += String(text)
    },
    isOutTerminal: false,
    isErrTerminal: false,
    isInTerminal: false,
    question: async () => answer,
  }
  const host: Host = {
    ...real,
    terminal,
    environment: { HOME: join(directory, 'home'), PATH: '/usr/bin:/bin', ...environment },
    workingDirectory: directory,
  }
  return { directory, host, out: () => said.out, err: () => said.err }
}
