// Runs the guard's text cases: each line is an intent, a command and the answer that is right. The intent becomes a policy, and
// the stated context is set up on a real disk.
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import type { Answer } from '../../src/base/answer.ts'
import { readCommand } from '../../src/command/read.ts'
import type { Host } from '../../src/host/host.ts'
import { realHost } from '../../src/host/real.ts'
import { policyFromText } from '../../src/policy/load.ts'
import type { Authority } from '../../src/rules/authority.ts'
import { compileProgram } from '../../src/rules/compile.ts'
import { decide } from '../../src/rules/decide.ts'
import type { Decision } from '../../src/rules/decision.ts'
import { worldOf } from '../../src/rules/world.ts'

export interface IntentItem {
  readonly exec?: readonly string[]
  readonly read?: string
  readonly write?: string
  readonly net?: string
  readonly env?: string
}

export interface GuardCase {
  readonly id: string
  readonly intent: {
    readonly allow?: readonly IntentItem[]
    readonly ask?: readonly IntentItem[]
    readonly deny?: readonly IntentItem[]
    readonly default?: Answer
  }
  readonly command: string
  readonly cwd?: string
  readonly context?: string
  readonly expect: Answer
  readonly why: string
}

export interface Stage {
  readonly host: Host
  readonly root: string
  readonly home: string
}

/** A fresh disk with a home and the project directory of the cases. */
export function makeStage(): Stage {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'reeve-cases-')))
  const home = join(root, 'home/user')
  for (const directory of [home, join(root, 'srv/proj/.git'), join(root, 'srv/proj/pkg'), join(root, 'srv/proj/app')]) {
    mkdirSync(directory, { recursive: true })
  }
  const real = realHost()
  return { host: { ...real, environment: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home } }, root, home }
}

export function runCase(guardCase: GuardCase, stage: Stage): Decision {
  const { host, root, home } = stage
  const workspace = join(root, 'srv/proj')
  if (guardCase.context) setUp(guardCase.context, workspace, home)
  const world = worldOf(host, { workspace, trustedPath: ['/usr/local/bin', '/usr/bin', '/bin'], policyFiles: [] })
  const text = guardCase.command.replaceAll('/srv/', `${root}/srv/`)
  const reading = readCommand({ kind: 'shell', text, directory: workspace }, { home })
  return decide(authorityFor(guardCase, root), reading, world)
}

/** Reads are free where none is listed; writes need an allow; the default is ask. */
export function authorityFor(guardCase: GuardCase, root: string): Authority {
  const text = policyTextFor(guardCase, root)
  const loaded = policyFromText(text, `${guardCase.id}.reeve`)
  if (loaded.kind === 'broken') throw new Error(`${text}\n${JSON.stringify(loaded.diagnostics, undefined, 1)}`)
  return { policy: loaded.policy, layers: [compileProgram(loaded.policy, 'full')], ignored: [] }
}

function policyTextFor({ intent }: GuardCase, root: string): string {
  const answers = ['allow', 'ask', 'deny'] as const
  const items = answers.flatMap((answer) => (intent[answer] ?? []).map((item) => ({ answer, ...item })))
  const path = (text: string) => JSON.stringify(text.replaceAll('/srv/', `${root}/srv/`))
  const lines = (pick: (item: (typeof items)[number]) => string | undefined) =>
    items.flatMap((item) => pick(item) ?? []).map((line) => `  ${line}`)
  const isReadListed = (intent.allow ?? []).some(({ read }) => read !== undefined)
  const names = (intent.allow ?? []).flatMap(({ env }) => env ?? [])
  return [
    'policy "case" version 1',
    `exec {\n  default ${intent.default ?? 'ask'}`,
    ...lines(({ answer, exec }) => exec && `${answer} ${JSON.stringify(exec.map(quoted).join(' '))}`),
    '}\nfiles {\n  default ask',
    ...(isReadListed ? [] : ['  allow read "**", "/**", "~/**"']),
    ...lines(({ answer, read }) => (read === undefined ? undefined : `${answer} read ${path(read)}`)),
    ...lines(({ answer, write }) => (write === undefined ? undefined : `${answer} write ${path(write)}`)),
    '}\nnetwork {\n  default ask',
    ...lines(({ answer, net }) => (net === undefined ? undefined : `${answer} ${JSON.stringify(net)}`)),
    '}',
    ...(names.length === 0 ? [] : [`environment { assign ${names.map((name) => JSON.stringify(name)).join(', ')} }`]),
  ].join('\n')
}

/** Words of a pattern are split as a shell splits them, so what a shell would take apart is quoted. */
function quoted(word: string): string {
  return /[\s'"\\]/.test(word) || word === '' ? `'${word.replaceAll("'", "'\\''")}'` : word
}

function setUp(context: string, workspace: string, home: string): void {
  const link = /^(\S+) is a symlink to (\S+)$/.exec(context)
  const bare = /^(\S+) is a bare git repository$/.exec(context)
  const config = /^(\S+) contains (\w+)\.(\w+)=(\S+)$/.exec(context)
  if (link) {
    const target = (link[2] ?? '').replace(/^~/, home)
    make(target, 'secret')
    symlinkSync(target, join(workspace, link[1] ?? ''))
  } else if (bare) {
    for (const name of ['HEAD', 'objects/x', 'refs/x'])
      make(join(workspace, bare[1] ?? '', name), 'ref: refs/heads/main\n')
  } else if (config) {
    make(join(workspace, config[1] ?? ''), `[${config[2]}]\n\t${config[3]} = ${config[4]}\n`)
  }
}

function make(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
