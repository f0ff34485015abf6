// A workspace on the real disk with a ledger in memory and a policy as plain data, for tests of the doors.
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Digest, sha256 } from '../../src/base/digest.ts'
import { Fault } from '../../src/base/fault.ts'
import type { Host } from '../../src/host/host.ts'
import { realHost } from '../../src/host/real.ts'
import type { Entry, EntryData, EntryDraft, SessionData } from '../../src/ledger/entry.ts'
import type { Ledger } from '../../src/ledger/ledger.ts'
import { emptyCache } from '../../src/observe/content.ts'
import { treeDigest } from '../../src/observe/tree.ts'
import type { Criterion, ExecRule, FileRule, Policy, Verifier } from '../../src/policy/policy.ts'
import type { Trust } from '../../src/rules/authority.ts'
import { compileProgram } from '../../src/rules/compile.ts'
import type { Ground } from '../../src/session/ground.ts'
import { live } from '../../src/session/live.ts'
import { scanGround } from '../../src/session/look.ts'
import type { Session } from '../../src/session/session.ts'
import { findWorkspace } from '../../src/session/workspace.ts'

export class MemoryLedger implements Ledger {
  readonly path = '/nowhere/ledger.db'
  readonly id = 'memory'
  readonly standing = { kind: 'own' } as const
  readonly log: Entry[] = []
  readonly blobs = new Map<Digest, Uint8Array>()
  /** Called before drafts are taken; a throw is a ledger that cannot be written. */
  onAppend: (drafts: readonly EntryDraft[]) => void = () => undefined

  async append(drafts: readonly EntryDraft[]): Promise<readonly Entry[]> {
    this.onAppend(drafts)
    const added = drafts.map(({ session, blobs, ...data }, index): Entry => {
      for (const blob of blobs ?? []) {
        const whole = new Uint8Array([...blob.salt, ...blob.data])
        if (sha256(whole) !== blob.commitment) throw new Error('the blob does not fit its commitment')
        this.blobs.set(blob.commitment, blob.data)
      }
      if (JSON.stringify(data).length > 65_535) throw new Error('the entry is too large')
      const kept = structuredClone(data) as EntryData
      return { seq: this.log.length + index, kind: kept.kind, at: 0, data: kept, ...(session ? { session } : {}) }
    })
    this.log.push(...added)
    return added
  }
  async entries(first = 0): Promise<readonly Entry[]> {
    return this.log.slice(first)
  }
  async blob(commitment: Digest): Promise<Uint8Array | undefined> {
    return this.blobs.get(commitment)
  }
  async head(): Promise<never> {
    throw new Fault('run', 'a ledger in memory has no head')
  }
  async close(): Promise<void> {
    return undefined
  }
  of<Kind extends EntryData['kind']>(kind: Kind): readonly Extract<EntryData, { kind: Kind }>[] {
    return this.log.flatMap(({ data }) => (data.kind === kind ? [data as Extract<EntryData, { kind: Kind }>] : []))
  }
}

const origin = { span: { file: 'test', start: 0, end: 0 }, line: 7, text: 'the rule' } as const

export function rule(answer: ExecRule['answer'], ...patterns: readonly string[]): ExecRule {
  const parsed = patterns.map((text) => ({
    text,
    span: origin.span,
    words: text
      .split(' ')
      .map((word) => (word === '**' ? ({ kind: 'rest' } as const) : ({ kind: 'glob', text: word } as const))),
  }))
  return { answer, patterns: parsed, except: [], directories: [], matches: [], misses: [], origin, because: 'it is so' }
}

export function fileRule(
  answer: FileRule['answer'],
  access: FileRule['access'],
  ...patterns: readonly string[]
): FileRule {
  return { answer, access, patterns, except: [], origin }
}

export function criterion(id: string, verifier: Verifier, scope: readonly string[] = []): Criterion {
  const definition = sha256(JSON.stringify([id, verifier, scope]))
  return { id, text: id, required: true, verifier, scope, pins: { kind: 'paths', paths: [] }, origin, definition }
}

export function commandVerifier(...argv: readonly string[]): Extract<Verifier, { kind: 'command' }> {
  return { kind: 'command', text: argv.join(' '), argv, exitCode: 0 }
}

const base: Policy = {
  name: 'test',
  languageVersion: 1,
  files: [],
  digest: sha256('test'),
  exec: { default: 'ask', rules: [] },
  fileAccess: { default: 'deny', rules: [fileRule('allow', 'read', '**', '/**'), fileRule('allow', 'write', '**')] },
  network: { default: 'deny', rules: [] },
  environment: {
    keep: ['HOME', 'LANG', 'KEPT_*', 'LD_PRELOAD', 'BUN_OPTIONS'],
    set: [{ name: 'CI', value: 'true' }],
    assign: [],
  },
  limits: { timeMs: 20_000, outputBytes: 1_048_576 },
  sandbox: 'off',
  agent: { turns: 1, tokens: 1 },
  datasets: [],
  plugins: [],
  criteria: [],
  gate: {
    observeExcept: [],
    evidence: 'executed',
    verifier: false,
    attempts: 3,
    coverage: false,
    uncovered: [],
    flaky: 'accept',
    presence: 'none',
  },
  waivers: [],
  exit: { verified: 0, failed: 10, unproven: 11, error: 1 },
  expectations: [],
}

export interface Place {
  readonly session: Session
  readonly ledger: MemoryLedger
  readonly path: string
  readonly put: (path: string, content: string, mode?: number) => void
  readonly get: (path: string) => string
  readonly remove: () => void
}

export interface PlaceOptions {
  readonly policy?: Partial<Policy>
  readonly trust?: Trust
  readonly environment?: Readonly<Record<string, string>>
  readonly files?: Readonly<Record<string, string>>
  readonly host?: Partial<Host>
}

export function makePlace(options: PlaceOptions = {}): Place {
  const root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'reeve-guard-')))
  const path = join(root, 'work')
  for (const name of ['work', 'home', 'state']) fs.mkdirSync(join(root, name))
  const put = (name: string, content: string, mode = 0o644) => {
    fs.mkdirSync(join(path, name, '..'), { recursive: true })
    fs.writeFileSync(join(path, name), content, { mode })
  }
  for (const [name, content] of Object.entries(options.files ?? {})) put(name, content)
  const environment = {
    HOME: join(root, 'home'),
    PATH: '/usr/local/bin:/usr/bin:/bin',
    XDG_STATE_HOME: join(root, 'state'),
    ...options.environment,
  }
  // Its line of ancestors ends with itself, so that these tests also run under a guard.
  const runtime = { ...realHost().runtime, pid: 1 }
  const host: Host = { ...realHost(), environment, runtime, workingDirectory: path, ...options.host }
  const policy: Policy = { ...base, ...options.policy }
  const ledger = new MemoryLedger()
  const ground: Ground = {
    host,
    ledger,
    workspace: findWorkspace(host, path),
    authority: { policy, layers: [compileProgram(policy, 'full')], ignored: [] },
    trust: options.trust ?? 'trusted',
    release: () => ledger.close(),
  }
  const snapshot = scanGround(ground, emptyCache())
  const opening: SessionData = { kind: 'session', action: 'open', id: 's-test', baseline: treeDigest(snapshot) }
  const secrets = ['top-secret-value']
  const session = live(ground, { entries: [], opening, baseline: snapshot, secrets })
  const remove = () => fs.rmSync(root, { recursive: true, force: true })
  return { session, ledger, path, put, get: (name) => fs.readFileSync(join(path, name), 'utf8'), remove }
}
