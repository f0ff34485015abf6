// The chat-completions wire against a server on loopback that has the quirks of real ones.
import { afterEach, describe, expect, test } from 'vitest'
import type { Host } from '../../src/host/host.ts'
import { realHost } from '../../src/host/real.ts'
import { type ModelEvent, ModelFailure, type TurnRequest } from '../../src/model/model.ts'
import { openAiModel } from '../../src/model/openai.ts'
import { withRetries } from '../../src/model/retry.ts'
import { callDelta, chunk, type ModelServer, modelServer, type Reply } from './server.ts'

const servers: ModelServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function serve(...replies: Reply[]): Promise<ModelServer> {
  const server = await modelServer(replies)
  servers.push(server)
  return server
}

/** A host whose waits are only written down. */
function hostThatWaits(waits: number[], environment: Record<string, string> = {}): Host {
  const host = realHost()
  const sleep = async (milliseconds: number) => void waits.push(milliseconds)
  return { ...host, environment, clock: { ...host.clock, sleep, after: () => () => undefined } }
}

const request: TurnRequest = {
  system: 'be good',
  messages: [{ role: 'user', text: 'go' }],
  tools: [{ name: 'run_process', description: 'runs', parameters: { type: 'object', properties: {} } }],
  signal: new AbortController().signal,
}

async function turn(server: ModelServer, options: { waits?: number[]; key?: string; given?: TurnRequest } = {}) {
  const environment = options.key === undefined ? {} : { MODEL_KEY: options.key }
  const host = hostThatWaits(options.waits ?? [], environment)
  const keyVariable = options.key === undefined ? {} : { keyVariable: 'MODEL_KEY' }
  const model = withRetries(openAiModel(host, { name: 'm', url: server.url, ...keyVariable }), host.clock)
  const events: ModelEvent[] = []
  for await (const event of model.turn(options.given ?? request)) events.push(event)
  return events
}

const calls = (events: readonly ModelEvent[]) => events.flatMap((event) => (event.kind === 'call' ? [event.call] : []))
const text = (events: readonly ModelEvent[]) =>
  events.flatMap((event) => (event.kind === 'text' ? [event.text] : [])).join('')

const twoCalls = (first: object, second: object): Reply => ({
  kind: 'stream',
  chunks: [chunk({ role: 'assistant', ...first }), chunk(second), chunk({}, 'tool_calls')],
})
const ls = { id: 'a', name: 'run_process', arguments: '{"command":"ls"}' }
const pwd = { id: 'b', name: 'run_process', arguments: '{"command":"pwd"}' }

describe('a server that speaks chat completions', () => {
  test('a stream cut at every third byte gives the same text, also within a character', async () => {
    const chunks = [chunk({ role: 'assistant', content: 'grüße ' }), chunk({ content: '→ 世界' }), chunk({}, 'stop')]
    const events = await turn(await serve({ kind: 'stream', chunks, cutEvery: 3 }))
    expect(text(events)).toBe('grüße → 世界')
    expect(events.at(-1)).toEqual({ kind: 'end', reason: 'done' })
  })

  test('arguments that come in pieces are one call', async () => {
    const pieces = ['{"com', 'mand":', '"ls"}'].map((piece) => chunk(callDelta({ index: 0, arguments: piece })))
    const chunks = [
      chunk(callDelta({ index: 0, id: 'a', name: 'run_process', arguments: '' })),
      ...pieces,
      chunk({}, 'tool_calls'),
    ]
    expect(calls(await turn(await serve({ kind: 'stream', chunks, cutEvery: 7 })))).toEqual([ls])
  })

  test.each([
    ['with index 0 both times', callDelta({ index: 0, ...ls }), callDelta({ index: 0, ...pwd })],
    ['without an index', callDelta(ls), callDelta(pwd)],
    ['with their own index', callDelta({ index: 0, ...ls }), callDelta({ index: 1, ...pwd })],
  ])('two calls %s stay two calls', async (_how, first, second) => {
    const events = await turn(await serve(twoCalls(first as object, second as object)))
    expect(calls(events)).toEqual([ls, pwd])
  })

  test('a call is delivered also when the server says that it stopped', async () => {
    const chunks = [chunk(callDelta({ index: 0, ...ls })), chunk({}, 'stop')]
    expect(calls(await turn(await serve({ kind: 'stream', chunks })))).toEqual([ls])
  })

  test('a call without an id gets one', async () => {
    const chunks = [chunk(callDelta({ index: 0, name: 'get_goal', arguments: '{}' })), chunk({}, 'tool_calls')]
    const [call] = calls(await turn(await serve({ kind: 'stream', chunks })))
    expect(call?.id).toMatch(/.+/)
    expect(call?.name).toBe('get_goal')
  })

  test('broken arguments are handed on as they are, for the loop to refuse', async () => {
    const chunks = [chunk(callDelta({ index: 0, ...ls, arguments: '{"command":"ls"' })), chunk({}, 'tool_calls')]
    expect(calls(await turn(await serve({ kind: 'stream', chunks })))).toEqual([
      { ...ls, arguments: '{"command":"ls"' },
    ])
  })

  test('a turn that was cut off at the length limit says so', async () => {
    const chunks = [chunk({ role: 'assistant', content: 'and th' }), chunk({}, 'length')]
    expect((await turn(await serve({ kind: 'stream', chunks }))).at(-1)).toEqual({ kind: 'end', reason: 'length' })
  })

  test('reasoning is told apart from text', async () => {
    const chunks = [chunk({ reasoning_content: 'hm' }), chunk({ content: 'hi' }), chunk({}, 'stop')]
    const events = await turn(await serve({ kind: 'stream', chunks }))
    expect(events).toContainEqual({ kind: 'reasoning', text: 'hm' })
    expect(text(events)).toBe('hi')
  })

  test('usage in a last chunk without choices is counted', async () => {
    const usage = { id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [] }
    const chunks = [
      chunk({ content: 'hi' }),
      chunk({}, 'stop'),
      { ...usage, usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 } },
    ]
    const events = await turn(await serve({ kind: 'stream', chunks }))
    expect(events.at(-1)).toEqual({ kind: 'end', reason: 'done', usage: { input: 5, output: 2 } })
  })

  test('the history goes back with every call paired to its result, and broken arguments in a valid form', async () => {
    const server = await serve({ kind: 'stream', chunks: [chunk({ content: 'ok' }), chunk({}, 'stop')] })
    const broken = { id: 'c1', name: 'shell', arguments: '{"command":' }
    const messages = [
      ...request.messages,
      { role: 'assistant' as const, text: '', calls: [broken] },
      { role: 'tool' as const, call: broken, text: 'error: no complete JSON object' },
    ]
    await turn(server, { given: { ...request, messages } })
    const sent = server.requests[0]?.body.messages as Record<string, unknown>[]
    expect(sent.map((message) => message.role)).toEqual(['system', 'user', 'assistant', 'tool'])
    expect(sent[3]).toMatchObject({ tool_call_id: 'c1', content: 'error: no complete JSON object' })
    expect(sent[2]).toMatchObject({
      tool_calls: [{ id: 'c1', function: { arguments: '{"malformed":"{\\"command\\":"}' } }],
    })
  })
})

describe('a server that fails', () => {
  const ok: Reply = { kind: 'stream', chunks: [chunk({ content: 'ok' }), chunk({}, 'stop')] }
  const busy: Reply = {
    kind: 'error',
    status: 429,
    body: { error: { message: 'slow' } },
    headers: { 'retry-after': '7' },
  }
  const loading: Reply = { kind: 'error', status: 503, body: { error: { message: 'Loading model' } } }

  test('429 and 503 are tried again, waiting as long as the server asks for', async () => {
    const waits: number[] = []
    const server = await serve(busy, loading, ok)
    expect(text(await turn(server, { waits }))).toBe('ok')
    expect(waits).toEqual([7000, 2000])
    expect(server.requests).toHaveLength(3)
  })

  test('a stream that is reset or ends without its end is tried again, and its text is forgotten', async () => {
    const half = [chunk({ content: 'par' })]
    const server = await serve({ kind: 'reset', chunks: half }, { kind: 'stream', chunks: half, done: false }, ok)
    const events = await turn(server)
    expect(events.filter((event) => event.kind === 'retry')).toHaveLength(2)
    expect(events.slice(events.findLastIndex((event) => event.kind === 'retry') + 1)).toEqual([
      { kind: 'text', text: 'ok' },
      { kind: 'end', reason: 'done' },
    ])
  })

  test('five failures are enough', async () => {
    const waits: number[] = []
    const server = await serve(loading, loading, loading, loading, loading, ok)
    await expect(turn(server, { waits })).rejects.toThrow('status 503')
    expect(waits).toEqual([500, 2000, 8000, 20_000])
  })

  test('a request that the server refuses is not tried again, and the mend is named', async () => {
    const server = await serve({ kind: 'error', status: 400, body: { error: { message: 'exceeds the context size' } } })
    const failure = await turn(server).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ModelFailure)
    expect((failure as ModelFailure).message).toContain('exceeds the context size')
    expect((failure as ModelFailure).help).toContain('context')
    expect(server.requests).toHaveLength(1)
  })

  test('the key is sent, and is cut out of what the server says', async () => {
    const key = 'sk-this-is-secret'
    const server = await serve({ kind: 'error', status: 401, body: { error: { message: `wrong key ${key}` } } })
    const failure = (await turn(server, { key }).catch((error: unknown) => error)) as ModelFailure
    expect(server.requests[0]?.authorization).toBe(`Bearer ${key}`)
    expect(failure.message).toContain('wrong key [redacted]')
    expect(failure.message).not.toContain(key)
  })

  test('a key variable that is not set is named before anything is sent', () => {
    const host = hostThatWaits([])
    expect(() => openAiModel(host, { name: 'm', url: 'http://127.0.0.1:1/v1', keyVariable: 'NO_KEY' })).toThrow(
      'NO_KEY',
    )
  })

  test.each(['127.0.0.1:8080', 'file:///etc/passwd', 'http://me:hunter2@127.0.0.1/v1'])(
    'the address %s is refused before anything is sent, and is not repeated',
    (url) => {
      const open = () => openAiModel(hostThatWaits([]), { name: 'm', url })
      expect(open).toThrow(/^the address/)
      expect(open).not.toThrow(url)
    },
  )

  test('a turn that has no end is cut off, and is not tried again', async () => {
    const endless: Reply = {
      kind: 'stream',
      chunks: Array.from({ length: 400 }, () => chunk({ content: 'and so on ' })),
    }
    const server = await serve(endless, ok)
    const waits: number[] = []
    const host = hostThatWaits(waits)
    const model = withRetries(openAiModel(host, { name: 'm', url: server.url, turnBytes: 20_000 }), host.clock)
    const all = async () => {
      for await (const event of model.turn(request)) if (event.kind === 'end') return
    }
    await expect(all()).rejects.toThrow('has no end')
    expect([server.requests.length, waits.length]).toEqual([1, 0])
  })

  test('an interrupted turn is not tried again', async () => {
    const server = await serve(loading, ok)
    const controller = new AbortController()
    controller.abort()
    await expect(turn(server, { given: { ...request, signal: controller.signal } })).rejects.toThrow()
    expect(server.requests.length).toBeLessThan(2)
  })
})
