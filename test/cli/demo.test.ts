// The demo: what a new user sees, and what it leaves behind.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { subcommand } from '../../src/cli/demo.ts'
import { makeWorld } from '../agent/world.ts'

test('shows a checked policy, a refusal with its better way, a test that fails and passes, a verdict and the ledger', async () => {
  const world = makeWorld({ 'mine.txt': 'mine\n' })
  const host = { ...world.host, environment: { ...world.host.environment, TMPDIR: world.root } }
  expect(await subcommand.run([], host)).toBe(0)
  const places = [
    'ok: policy `invoices`',
    '▸ sh check.sh\n  exit 1',
    'refused: ',
    'this workspace is worked on offline; instead: write the change yourself with edit_file',
    'Not complete: words are no evidence',
    '▸ edit_file total.sh',
    '▸ sh check.sh\n  exit 0',
    'verified: all 2 required criteria are verified',
    '$ reeve log',
    'What to do next',
  ].map((text) => world.out().indexOf(text))
  expect(places).toEqual([...places].sort((left, right) => left - right))
  expect(places).not.toContain(-1)
  expect(world.err()).toBe('')
})

test('leaves nothing behind and touches nothing of the user’s', async () => {
  const world = makeWorld({ 'mine.txt': 'mine\n' })
  const host = { ...world.host, environment: { ...world.host.environment, TMPDIR: world.root } }
  expect(await subcommand.run([], host)).toBe(0)
  expect(readdirSync(world.root)).toEqual(['workspace'])
  expect(readdirSync(world.workspace)).toEqual(['mine.txt'])
})

test('keeps a directory that was named, which must be new', async () => {
  const world = makeWorld({ 'mine.txt': 'mine\n' })
  expect(await subcommand.run(['try'], world.host)).toBe(0)
  expect(existsSync(join(world.workspace, 'try/workspace/policy.reeve'))).toBe(true)
  expect(world.out()).toContain(`cd ${join(world.workspace, 'try/workspace')}`)
  await expect(subcommand.run(['try'], world.host)).rejects.toMatchObject({ code: 'io' })
})
