// `reeve run` as it is called, with a chat-completions server on loopback where a model is needed.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'

import { subcommand } from '../../src/cli/run.ts'
import { makeWorld, type World } from '../agent/world.ts'
import { callDelta, chunk, type ModelServer, modelServer, type Reply } from '../model/server.ts'

const example = Object.fromEntries(
  readdirSync('policies/example').map((name) => [name, readFileSync(join('policies/example', name), 'utf8')]),
)
const replay = ['--policy', 'policy.reeve', '--replay', 'transcript.jsonl']

const servers: ModelServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

const lastLine = (world: World) => JSON.parse(world.out().trimEnd().split('\n').at(-1) ?? '')

describe('reeve run --json', () => {
  test('writes events with a running number and ends with exactly the proof ledger', async () => {
    const world = makeWorld(example)
    expect(await subcommand.run([...replay, '--json'], world.host)).toBe(0)
    const lines = world
      .out()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const last = lines.pop()
    expect(Object.keys(last)).toEqual(['type', 'schema', 'exitCode', 'ledger'])
    expect(last).toMatchObject({
      type: 'proof_ledger',
      schema: 'proof/v1',
      exitCode: 0,
      ledger: { schema: 'proof/v1' },
    })
    expect(lines.map((line) => line.seq)).toEqual(lines.map((_line, index) => index + 1))
    expect(lines[0]).toMatchObject({ schemaVersion: 1, type: 'run_started', data: { trust: 'named' } })
    expect(lines.map(({ type }) => type)).not.toContain('proof_divergence')
    expect(lines.at(-1)).toMatchObject({ type: 'run_ended', data: { how: 'completed' } })
  })

  test('tells what the final text claims without evidence, before the run ends, and in the ledger', async () => {
    const server = await modelServer([
      { kind: 'stream', chunks: [chunk({ content: 'All tests pass. Hello.' }, 'stop')] },
    ])
    servers.push(server)
    const world = makeWorld(example)
    const args = ['do it', '--policy', 'policy.reeve', '--model', 'm', '--base-url', server.url, '--json']
    await subcommand.run(args, world.host)
    const events = world.out().trimEnd().split('\n').slice(-3)
    expect(events.map((line) => JSON.parse(line))).toMatchObject([
      { type: 'proof_divergence', data: { kind: 'tests', claim: 'All tests pass.', language: 'en' } },
      { type: 'run_ended' },
      { ledger: { divergences: [{ kind: 'tests', claim: 'All tests pass.' }] } },
    ])
  })

  test('has the proof ledger as its last line also when the model cannot be reached', async () => {
    const world = makeWorld(example)
    const clock = { ...world.host.clock, sleep: async () => undefined }
    const args = ['do it', '--policy', 'policy.reeve', '--model', 'm', '--base-url', 'http://127.0.0.1:1/v1', '--json']
    expect(await subcommand.run(args, { ...world.host, clock })).toBe(1)
    expect(lastLine(world)).toMatchObject({ type: 'proof_ledger', exitCode: 1 })
  })
})

describe('reeve run', () => {
  test('works with a chat-completions server, and what it did replays without one', async () => {
    const world = makeWorld(example)
    const call = (id: string, name: string, given: object) => [
      chunk(callDelta({ index: 0, id, name, arguments: JSON.stringify(given) })),
      chunk({}, 'tool_calls'),
    ]
    const turns = [
      call('a', 'edit_file', { path: 'total.sh', oldText: 'NR > 2', newText: 'NR > 1' }),
      call('b', 'run_process', { command: 'sh', args: ['check.sh'] }),
      call('c', 'read_file', { path: 'invoices.csv' }),
      call('d', 'update_goal', { status: 'complete', summary: 'done' }),
    ]
    const server = await modelServer(turns.map((chunks) => ({ kind: 'stream', chunks, cutEvery: 11 })))
    servers.push(server)
    const args = [
      'mend it',
      '--policy',
      'policy.reeve',
      '--model',
      'm',
      '--base-url',
      server.url,
      '--record',
      '../t.jsonl',
    ]
    expect(await subcommand.run(args, world.host)).toBe(0)
    expect(world.out()).toContain('verified')
    expect(JSON.stringify(server.requests[0]?.body.messages)).toContain('sh')
    expect(existsSync(join(world.root, 't.jsonl'))).toBe(true)

    const other = makeWorld(example)
    writeFileSync(join(other.root, 't.jsonl'), readFileSync(join(world.root, 't.jsonl')))
    expect(await subcommand.run(['--policy', 'policy.reeve', '--replay', '../t.jsonl'], other.host)).toBe(0)
    expect(other.err()).not.toContain('replay differs')
  })

  test('sends the key in its header only: neither the model, nor the ledger, nor the transcript ever sees it', async () => {
    const key = 'plain-words-as-a-key'
    const world = makeWorld({ ...example, 'notes.txt': `the key is ${key}\n` }, { GATEWAY: key })
    const read = [
      chunk(callDelta({ index: 0, id: 'a', name: 'read_file', arguments: '{"path":"notes.txt"}' })),
      chunk({}, 'tool_calls'),
    ]
    const server = await modelServer([
      { kind: 'stream', chunks: read },
      { kind: 'error', status: 401, body: { error: { message: `bad ${key}` } } },
    ])
    servers.push(server)
    const args = [
      'look',
      '--policy',
      'policy.reeve',
      '--model',
      'm',
      '--base-url',
      server.url,
      '--key-env',
      'GATEWAY',
      '--json',
    ]
    expect(await subcommand.run(args, world.host)).toBe(1)
    expect(server.requests.map((request) => request.authorization)).toEqual([`Bearer ${key}`, `Bearer ${key}`])
    expect(JSON.stringify(server.requests.map((request) => request.body))).not.toContain(key)
    expect(JSON.stringify(server.requests[1]?.body)).toContain('the key is [redacted')
    expect(world.out() + world.err()).not.toContain(key)
    const stored = readdirSync(join(world.root, 'state'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    expect(stored.length).toBeGreaterThan(1)
    for (const entry of stored) expect(readFileSync(join(entry.parentPath, entry.name), 'latin1')).not.toContain(key)
  })

  test('tells the model of a trusted policy what must be proven and what is denied, and of an untrusted one nothing', async () => {
    const silent: Reply = { kind: 'stream', chunks: [chunk({ content: 'ok' }), chunk({}, 'stop')] }
    const requests = async (flags: readonly string[]) => {
      const world = makeWorld(example)
      const server = await modelServer([silent, silent, silent])
      servers.push(server)
      await subcommand.run(['go', '--model', 'm', '--base-url', server.url, ...flags], world.host)
      return JSON.stringify(server.requests.map((request) => request.body))
    }
    const texts = [
      'The invoices add up to 60',
      'this workspace is worked on offline',
      'write the change yourself',
      'check.sh',
    ]
    const [told, untold] = [await requests(['--policy', 'policy.reeve']), await requests([])]
    for (const text of texts) expect(told).toContain(text)
    for (const text of texts) expect(untold).not.toContain(text)
  })

  test('with --yes answers what the policy asks about, once, and says so in the ledger', async () => {
    const policy = 'policy "t" version 1\nexec { default deny  ask "sh ask.sh" }\n'
    const head = example['transcript.jsonl']?.split('\n')[0]
    const line =
      '{"kind":"assistant","text":"","calls":[{"name":"run_process","arguments":{"command":"sh","args":["ask.sh"]}}]}'
    const files = { 'policy.reeve': policy, 'ask.sh': 'echo answered\n', 't.jsonl': `${head}\n${line}\n` }
    const [plain, yes] = [makeWorld(files), makeWorld(files)]
    const args = ['--policy', 'policy.reeve', '--replay', 't.jsonl']
    await subcommand.run(args, plain.host)
    expect(plain.err()).toContain('there is nobody to ask')
    await subcommand.run([...args, '--yes'], yes.host)
    expect(yes.err()).toContain('  answered')
  })

  test('takes criteria from flags: they are required, are the person’s, and hold the verdict back', async () => {
    const world = makeWorld({ 'a.txt': 'a\n' })
    writeFileSync(join(world.root, 't.jsonl'), `${example['transcript.jsonl']?.split('\n')[0]}\n`)
    const args = ['--replay', '../t.jsonl', '--criterion', 'a is there', '--verify', 'test -f a.txt', '--json']
    expect(await subcommand.run(args, world.host)).toBe(11)
    expect(lastLine(world).ledger.criteria).toMatchObject([
      { text: 'a is there', required: true, source: 'person', status: 'not_checked' },
    ])
    expect(await subcommand.run(args, world.host)).toBe(11)
    expect(lastLine(world).ledger.criteria).toHaveLength(1)
  })

  test('shows what was refused and why, with nothing in it that acts on a terminal', async () => {
    const world = makeWorld(example)
    expect(await subcommand.run(replay, world.host)).toBe(0)
    expect(world.err()).toContain('▸ curl -fsS https://example.com/total.sh -o total.sh')
    expect(world.err()).toContain('this workspace is worked on offline')
    expect(world.err()).toContain('reeve: the transcript is ')
    expect(world.out() + world.err()).not.toContain('\u001b')
  })

  test.each([
    ['no task', []],
    ['more --verify than --criterion', ['do it', '--verify', 'x']],
    ['turns below one', ['do it', '--turns', '0']],
    ['no model', ['do it']],
  ])('with %s is wrong usage, told before the run begins', async (_what, args) => {
    const world = makeWorld({ 'a.txt': 'a\n' })
    await expect(subcommand.run(args, world.host)).rejects.toMatchObject({ code: 'usage' })
    expect(world.out()).toBe('')
  })
})
