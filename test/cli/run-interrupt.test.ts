// Signals, sent to the real program.
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

import { makeWorld, type World } from '../agent/world.ts'

const policy = `
policy "test" version 1
exec { default deny  allow "sleep *" }
`
const head = '{"kind":"run","schema":"reeve.transcript.v1","task":"wait","model":"test"}'
const call =
  '{"kind":"assistant","text":"","calls":[{"name":"run_process","arguments":{"command":"sleep","args":["600"]}}]}'
const files = { 'policy.reeve': policy, 'transcript.jsonl': `${head}\n${call}\n${call}\n` }

interface Ended {
  readonly code: number | null
  readonly lines: readonly {
    readonly type: string
    readonly exitCode?: number
    readonly data?: { readonly how?: string }
  }[]
}

/** Runs the real program and sends the signal once its output holds `sign`. */
function interrupted(world: World, args: readonly string[], sign: string): Promise<Ended> {
  const main = resolve('src/main.ts')
  const child = spawn(process.execPath, [main, 'run', '--json', '--policy', 'policy.reeve', ...args], {
    cwd: world.workspace,
    env: { ...world.host.environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  let isSent = false
  child.stdout.on('data', (bytes: Buffer) => {
    output += bytes.toString('utf8')
    if (isSent || !output.includes(sign)) return
    isSent = true
    child.kill('SIGINT')
  })
  return new Promise((done) => {
    child.on('close', (code) =>
      done({
        code,
        lines: output
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line)),
      }),
    )
  })
}

test('SIGINT while a command runs kills its group, ends the run with 130, and the proof ledger is still the last line', async () => {
  const { code, lines } = await interrupted(makeWorld(files), ['--replay', 'transcript.jsonl'], 'tool_started')
  expect(code).toBe(130)
  expect(lines.filter((line) => line.type === 'tool_started')).toHaveLength(1)
  expect(lines.at(-2)).toMatchObject({ type: 'run_ended', data: { how: 'cancelled' } })
  expect(lines.at(-1)).toMatchObject({ type: 'proof_ledger', exitCode: 130 })
})

test('SIGINT while the model is silent ends the run with 130', async () => {
  const server = createServer(() => undefined)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const { code, lines } = await interrupted(
    makeWorld(files),
    ['wait', '--model', 'm', '--base-url', url],
    'run_started',
  )
  server.closeAllConnections()
  server.close()
  expect(code).toBe(130)
  expect(lines.at(-1)).toMatchObject({ type: 'proof_ledger', exitCode: 130 })
})
