// A chat-completions server on loopback that says exactly what a test wants, cut into odd pieces, as the servers of the wild do.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the server answers to one request. */
export type Reply =
  | {
      readonly kind: 'stream'
      readonly chunks: readonly unknown[]
      readonly cutEvery?: number
      readonly done?: boolean
    }
  | { readonly kind: 'reset'; readonly chunks: readonly unknown[] }
  | {
      readonly kind: 'error'
      readonly status: number
      readonly body: unknown
      readonly headers?: Readonly<Record<string, string>>
    }

export interface ModelServer {
  readonly url: string
  /** The bodies of all requests so far. */
  readonly requests: readonly { readonly body: Record<string, unknown>; readonly authorization: string | undefined }[]
  readonly close: () => Promise<void>
}

/** Answers the replies in order; a request beyond them gets status 418. */
export async function modelServer(replies: readonly Reply[]): Promise<ModelServer> {
  const requests: { body: Record<string, unknown>; authorization: string | undefined }[] = []
  const server = createServer(async (request, response) => {
    requests.push({ body: JSON.parse(await bodyOf(request)), authorization: request.headers.authorization })
    const reply = replies[requests.length - 1] ?? {
      kind: 'error',
      status: 418,
      body: { error: { message: 'no more' } },
    }
    if (reply.kind === 'error') {
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
      response.end(JSON.stringify(reply.body))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const bytes = Buffer.from(serverSentEvents(reply.chunks, reply.kind === 'stream' && reply.done !== false))
    const step = reply.kind === 'stream' ? (reply.cutEvery ?? bytes.length) : bytes.length
    for (let start = 0; start < bytes.length; start += step) {
      response.write(bytes.subarray(start, start + step))
      await new Promise((resolve) => setImmediate(resolve))
    }
    if (reply.kind === 'reset') response.destroy()
    else response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}

function serverSentEvents(chunks: readonly unknown[], done: boolean): string {
  return `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}${done ? 'data: [DONE]\n\n' : ''}`
}

export function chunk(delta: unknown, finish: string | null = null, more: object = {}): unknown {
  const choices = [{ index: 0, delta, finish_reason: finish }]
  return { id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices, ...more }
}

export function callDelta(call: { id?: string; index?: number; name?: string; arguments?: unknown }): unknown {
  const { name, arguments: given } = call
  return {
    tool_calls: [
      {
        ...(call.index === undefined ? {} : { index: call.index }),
        ...(call.id === undefined ? {} : { id: call.id, type: 'function' }),
        function: { ...(name === undefined ? {} : { name }), ...(given === undefined ? {} : { arguments: given }) },
      },
    ],
  }
}
