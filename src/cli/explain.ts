// `reeve explain`: what the policy answers to a command, and why, without running anything. With `--jsonl` it answers many, a
// line each, for scripts and for other people's agents.
import { flag, option, optional, positional, string } from 'cmd-ts'

import { type Answer, strictest } from '../base/answer.ts'
import { Fault } from '../base/fault.ts'
import { asObject, decodeJson, encodeJson, type Json } from '../base/json.ts'
import { isWithin, resolvePath } from '../base/path.ts'
import type { CommandRequest } from '../command/command.ts'
import { readCommand } from '../command/read.ts'
import type { Host } from '../host/host.ts'
import { decide } from '../rules/decide.ts'
import type { Decision, World } from '../rules/decision.ts'
import { explainJson, explainText, type Unread } from '../rules/explain.ts'
import { type Authorized, loadAuthority } from '../rules/load.ts'
import { nearMisses } from '../rules/near.ts'
import { survey } from '../rules/survey.ts'
import { trustedPath, worldOf } from '../rules/world.ts'
import { findWorkspace } from '../session/workspace.ts'
import { define } from './define.ts'
import { exit } from './exit.ts'
import { openOptions, sessionArgs } from './session-args.ts'

export const subcommand = define({
  name: 'explain',
  description: 'Say what the policy answers to a command, and why; or what a diagnostic means. Nothing is run.',
  examples: [
    { description: 'a command', command: 'reeve explain -- git push -f' },
    { description: 'a line of shell text', command: "reeve explain --shell 'cd build && rm -rf out'" },
    { description: 'what a diagnostic means, and its mend', command: 'reeve explain RV503' },
    { description: 'many commands, a JSON object a line', command: 'reeve explain --jsonl < commands.jsonl' },
  ],
  args: {
    code: positional({
      displayName: 'CODE',
      type: optional(string),
      description: 'a diagnostic, RV503; absent: a command',
    }),
    policy: sessionArgs.policy,
    policyDigest: sessionArgs.policyDigest,
    base: option({ type: optional(string), long: 'base', description: 'an operator’s policy, which can only tighten' }),
    cwd: option({ type: optional(string), long: 'cwd', description: 'the directory that the command would run in' }),
    shell: option({ type: optional(string), long: 'shell', description: 'shell text, instead of a command after --' }),
    jsonl: flag({ long: 'jsonl', description: 'read {"shell":TEXT} or {"argv":[…]}, optional "cwd", a line each' }),
    json: flag({ long: 'json', description: 'one JSON object' }),
  },
  run: async ({ code, ...values }, host, rest) => {
    if (code !== undefined) {
      if (rest !== undefined || values.shell !== undefined || values.jsonl) throw usage()
      const { pageOf } = await import('./page.ts')
      host.terminal.out(pageOf(code))
      return exit.ok
    }
    const { directory, ...options } = openOptions(host, { ...values, ledger: undefined })
    const workspace = findWorkspace(host, directory)
    const authorized = await loadAuthority(host, {
      workspace: workspace.path,
      directory,
      ...options,
      ...(values.base === undefined ? {} : { base: resolvePath(host.workingDirectory, values.base) }),
    })
    const desk: Desk = { host, authorized, directory: host.files.realPath(directory), workspace: workspace.path }
    if (values.jsonl) {
      if (values.shell !== undefined || rest !== undefined) throw usage()
      return await answerLines(desk)
    }
    const { decision, near, unread } = judge(desk, requestOf(values.shell, rest, desk.directory))
    const { ignored } = authorized.authority
    host.terminal.out(
      values.json
        ? `${encodeJson(explainJson(decision, { near, unread }))}\n`
        : explainText(decision, { ignored, near, unread }),
    )
    return codes[decision.answer]
  },
})

const codes: Readonly<Record<Answer, number>> = { allow: exit.ok, ask: exit.ask, deny: exit.denied }

interface Desk {
  readonly host: Host
  readonly authorized: Authorized
  readonly directory: string
  readonly workspace: string
}

function usage(): Fault {
  return new Fault('usage', 'explain takes one command, one shell text, or --jsonl', {
    help: '`reeve explain -- CMD ARG…`, `reeve explain --shell TEXT` or `reeve explain --jsonl`',
  })
}

function requestOf(shell: string | undefined, rest: readonly string[] | undefined, directory: string): CommandRequest {
  if (shell !== undefined && rest === undefined) return { kind: 'shell', text: shell, directory }
  if (shell === undefined && rest?.[0] !== undefined) return { kind: 'argv', argv: rest, directory }
  throw usage()
}

interface Judged {
  readonly decision: Decision
  readonly near: ReturnType<typeof nearMisses>
  /** Of a text that cannot be read: where. */
  readonly unread: Unread | undefined
}

function judge(desk: Desk, request: CommandRequest): Judged {
  const world = worldFor(desk, request.directory)
  const { authority } = desk.authorized
  const reading = readCommand(request, { home: world.home })
  return {
    decision: decide(authority, reading, world),
    near: nearMisses(authority, survey(reading, world), world),
    unread: reading.kind === 'unreadable' ? reading : undefined,
  }
}

/** A directory outside the workspace is judged as the workspace that it lies in. */
function worldFor({ host, authorized, workspace }: Desk, directory: string): World {
  const place = isWithin(directory, workspace) ? workspace : workspaceAt(host, directory)
  const { authority, policyFile } = authorized
  const policies = [authority.policy, ...authority.layers.map((layer) => layer.policy)]
  const files = policies.flatMap((policy) => policy.files.flatMap(({ path }) => path ?? []))
  return worldOf(host, {
    workspace: place,
    trustedPath: trustedPath(host, place),
    policyFiles: policyFile === undefined ? files : [...files, policyFile],
  })
}

function workspaceAt(host: Host, directory: string): string {
  try {
    return findWorkspace(host, directory).path
  } catch (error) {
    if (error instanceof Fault) return directory
    throw error
  }
}

/** One object a line, in order; a line that asks nothing is answered with a deny, and the next one is read. */
async function answerLines(desk: Desk): Promise<number> {
  let answer: Answer = 'allow'
  for await (const line of desk.host.terminal.lines()) {
    if (line.trim() === '') continue
    const asked = requestIn(line, desk)
    const told = typeof asked === 'string' ? refused(asked) : explained(desk, asked)
    answer = strictest(answer, told.answer)
    desk.host.terminal.out(`${encodeJson(told.json)}\n`)
  }
  return codes[answer]
}

interface Told {
  readonly answer: Answer
  readonly json: Json
}

function explained(desk: Desk, request: CommandRequest): Told {
  const { decision, near, unread } = judge(desk, request)
  return { answer: decision.answer, json: explainJson(decision, { near, unread }) }
}

function refused(reason: string): Told {
  return { answer: 'deny', json: { decision: 'deny', readable: false, reason, effects: [] } }
}

/** The request, or why the line is none. */
function requestIn(line: string, { host, directory }: Desk): CommandRequest | string {
  const decoded = decodeJson(line)
  if (!decoded.ok) return 'the line is not JSON'
  const object = asObject(decoded.value)
  if (!object) return 'the line is no JSON object'
  const { shell, argv, cwd } = object
  if (cwd !== undefined && typeof cwd !== 'string') return '`cwd` is no text'
  const place = cwd === undefined ? directory : realDirectory(host, resolvePath(directory, cwd))
  if (argv === undefined && typeof shell === 'string') return { kind: 'shell', text: shell, directory: place }
  if (shell !== undefined) return 'a line has `shell` as text, or `argv` as a list of texts'
  if (!Array.isArray(argv) || argv.length === 0) return '`argv` is no list of at least one text'
  const words = argv.filter((word): word is string => typeof word === 'string')
  return words.length === argv.length
    ? { kind: 'argv', argv: words, directory: place }
    : '`argv` holds something that is no text'
}

function realDirectory(host: Host, path: string): string {
  try {
    return host.files.realPath(path)
  } catch {
    return path
  }
}
