// Any server that speaks OpenAI's chat completions: llama.cpp, Ollama, vLLM, LM Studio, gateways. The wire is left to
// `@ai-sdk/openai-compatible`, which was measured against 22 quirks of such servers; it is loaded only when a model is called.
import type { createOpenAICompatible } from '@ai-sdk/openai-compatible'

import { Fault } from '../base/fault.ts'
import { decodeJson } from '../base/json.ts'
import type { Clock, Host } from '../host/host.ts'
import { type Message, type Model, type ModelEvent, ModelFailure, type TurnRequest, type Usage } from './model.ts'

type Wire = ReturnType<ReturnType<typeof createOpenAICompatible>['chatModel']>
type WireRequest = Parameters<Wire['doStream']>[0]
type WirePart = Awaited<ReturnType<Wire['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never

/** A server that says nothing for so long is taken as gone. Generous: a large prompt on a small machine takes minutes. */
const silenceMs = 600_000
/** What one turn may weigh on the wire. A model that falls into a loop, or a server that never ends, is cut off. */
const turnBytes = 134_217_728

interface OpenAiOptions {
  readonly name: string
  /** With the version, e.g. `http://127.0.0.1:8080/v1`. */
  readonly url: string
  /** The name of the environment variable that holds the key; absent: no key is sent. */
  readonly keyVariable?: string
  /** Absent: 128 MiB. */
  readonly turnBytes?: number
}

export function openAiModel(host: Host, options: OpenAiOptions): Model {
  const complete = { ...options, shownUrl: shownUrl(options.url), key: readKey(host, options.keyVariable) }
  return {
    name: `${options.name} at ${complete.shownUrl}`,
    turn: (request) => streamTurn(host, complete, request),
  }
}

interface Options extends OpenAiOptions {
  readonly shownUrl: string
  readonly key: string | undefined
}

/** The secret itself is never shown: faults name the variable. */
function readKey(host: Host, variable: string | undefined): string | undefined {
  if (variable === undefined) return undefined
  const key = host.environment[variable]
  if (key) return key
  throw new Fault('model', `the environment variable \`${variable}\` that should hold the model's key is not set`, {
    help: `set ${variable}, or leave the key out for a server that needs none`,
  })
}

/** Checked here once, so that a URL with a password in it never reaches a message. */
function shownUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new Fault('usage', "the address of the model's server is no http or https URL", {
      help: 'for example http://127.0.0.1:8080/v1',
    })
  if (url.username !== '' || url.password !== '')
    throw new Fault('usage', "the address of the model's server holds a user or a password", {
      help: 'keep secrets in an environment variable and name it with `--key-env NAME`',
    })
  return `${url.origin}${url.pathname}`.replace(/\/$/, '')
}

async function* streamTurn(host: Host, options: Options, request: TurnRequest): AsyncGenerator<ModelEvent> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const { fetch } = host
  if (!fetch) throw new ModelFailure('this host has no network', { retryable: false })
  let endless: ModelFailure | undefined
  const provider = createOpenAICompatible({
    name: 'server',
    baseURL: options.url,
    includeUsage: true,
    fetch: bounded(fetch, options.turnBytes ?? turnBytes, () => {
      endless = new ModelFailure("the model's turn has no end", { retryable: false })
    }),
    ...(options.key === undefined ? {} : { apiKey: options.key }),
  })
  const watch = watchSilence(host.clock)
  const signal = AbortSignal.any([request.signal, watch.signal])
  try {
    const { stream } = await provider.chatModel(options.name).doStream({ ...wireRequest(request), abortSignal: signal })
    yield* events(stream, watch.heard)
  } catch (error) {
    throw endless ?? asFailure(error, options, watch.signal.aborted)
  } finally {
    watch.stop()
  }
}

/** The same, with an error in place of what an answer says beyond its bound. */
function bounded(send: NonNullable<Host['fetch']>, limit: number, onEnd: () => void): typeof globalThis.fetch {
  const call = async (...given: Parameters<typeof send>) => {
    const response = await send(...given)
    let bytes = 0
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform: (piece, controller) => {
        bytes += piece.length
        if (bytes <= limit) {
          controller.enqueue(piece)
          return
        }
        onEnd()
        controller.error(new Error('too much'))
      },
    })
    return response.body ? new Response(response.body.pipeThrough(counter), response) : response
  }
  return call as typeof globalThis.fetch
}

/** Aborts its signal when nothing was heard for too long. */
function watchSilence(clock: Clock): { signal: AbortSignal; heard: () => void; stop: () => void } {
  const controller = new AbortController()
  const start = () => clock.after(silenceMs, () => controller.abort())
  let stop = start()
  return {
    signal: controller.signal,
    heard: () => {
      stop()
      stop = start()
    },
    stop: () => stop(),
  }
}

function wireRequest(request: TurnRequest): WireRequest {
  return {
    prompt: [{ role: 'system', content: request.system }, ...request.messages.map(wireMessage)],
    tools: request.tools.map((tool) => ({
      type: 'function',
      name: tool.name,
      description: tool.description,
      inputSchema: tool.parameters as Record<string, never>,
    })),
    toolChoice: { type: 'auto' },
  }
}

function wireMessage(message: Message): WireRequest['prompt'][number] {
  if (message.role === 'user') return { role: 'user', content: [{ type: 'text', text: message.text }] }
  if (message.role === 'tool') {
    const { id, name } = message.call
    const output = { type: 'text', value: message.text } as const
    return { role: 'tool', content: [{ type: 'tool-result', toolCallId: id, toolName: name, output }] }
  }
  const calls = message.calls.map((call) => ({
    type: 'tool-call' as const,
    toolCallId: call.id,
    toolName: call.name,
    input: asInput(call.arguments),
  }))
  const text = message.text === '' ? [] : [{ type: 'text' as const, text: message.text }]
  return { role: 'assistant', content: [...text, ...calls] }
}

/** Broken arguments must go back in some valid form, since servers parse the history again with their chat template. */
function asInput(text: string): unknown {
  const decoded = decodeJson(text === '' ? '{}' : text)
  return decoded.ok && decoded.value !== null && typeof decoded.value === 'object' ? decoded.value : { malformed: text }
}

async function* events(stream: ReadableStream<WirePart>, heard: () => void): AsyncGenerator<ModelEvent> {
  const reader = stream.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      heard()
      yield* event(next.value)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function* event(part: WirePart): Generator<ModelEvent> {
  if (part.type === 'text-delta') yield { kind: 'text', text: part.delta }
  if (part.type === 'reasoning-delta') yield { kind: 'reasoning', text: part.delta }
  if (part.type === 'tool-call')
    yield { kind: 'call', call: { id: part.toolCallId, name: part.toolName, arguments: part.input } }
  if (part.type === 'error') throw new ModelFailure(`the model's server sent ${said(part.error)}`, { retryable: true })
  if (part.type === 'finish') {
    const { unified } = part.finishReason
    if (unified === 'error' || unified === 'interrupted')
      throw new ModelFailure("the model's server broke off in the middle of a turn", { retryable: true })
    const usage = usageOf(part.usage.inputTokens.total, part.usage.outputTokens.total)
    yield { kind: 'end', reason: unified === 'length' ? 'length' : 'done', ...(usage ? { usage } : {}) }
  }
}

function usageOf(input: number | undefined, output: number | undefined): Usage | undefined {
  const counts = [input, output].every((count) => count !== undefined && Number.isSafeInteger(count) && count >= 0)
  return counts ? { input: input as number, output: output as number } : undefined
}

/** What the client library throws, narrowed: status, headers and message are all that we use. */
interface WireError {
  readonly name?: unknown
  readonly message?: unknown
  readonly statusCode?: unknown
  readonly responseHeaders?: Readonly<Record<string, string>>
}

function asFailure(error: unknown, options: Options, silent: boolean): ModelFailure {
  const server = `the model's server at ${options.shownUrl}`
  if (error instanceof ModelFailure) return new ModelFailure(scrub(error.message, options.key), error)
  if (silent) return new ModelFailure(`${server} was silent for ${silenceMs / 1000} s`, { retryable: true })
  const { statusCode, responseHeaders } = error as WireError
  const status = typeof statusCode === 'number' && statusCode !== 200 ? statusCode : undefined
  const seen = `${status === undefined ? '' : `status ${status}, `}${scrub(said(error), options.key)}`
  return new ModelFailure(`${server} answered with ${seen}`, {
    retryable: status === undefined || status === 408 || status === 429 || status >= 500,
    retryAfterMs: retryAfterMs(responseHeaders?.['retry-after']),
    help: helpFor(status),
  })
}

/** Some servers repeat the key they were sent. */
function scrub(text: string, key: string | undefined): string {
  return key ? text.replaceAll(key, '[redacted]') : text
}

function said(error: unknown): string {
  const message = (error as WireError | null)?.message
  const text = typeof message === 'string' ? message : 'an error it did not explain'
  return `\`${text.replaceAll(/\s+/g, ' ').slice(0, 300)}\``
}

function retryAfterMs(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : undefined
}

function helpFor(status: number | undefined): string {
  if (status === undefined) return 'is the server running, and is its address right (`--base-url`)?'
  if (status === 401 || status === 403) return "name the environment variable of the server's key with `--key-env NAME`"
  if (status === 404) return 'is the name of the model right (`--model`), and does the address end in /v1?'
  if (status === 400)
    return 'the server refused the request: its context may be too small, or it was started without tools (llama.cpp: `--jinja`, vLLM: `--enable-auto-tool-choice`)'
  return "see the server's own log"
}
