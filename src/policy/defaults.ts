// What holds where a policy is silent. Silence is never wider than the careful default: commands are asked about, secrets stay
// unread, nothing is reached over the network.
import type { Answer } from '../base/answer.ts'
import type { Span } from '../base/span.ts'
import type { EnvironmentBlock, ExitCodes, FileRule, GateBlock, Limits, Policy } from './policy.ts'

export const execDefault: Answer = 'ask'
/** Of a `files` block that says none, and for what lies outside the workspace. */
export const filesDefault: Answer = 'deny'
export const networkDefault: Answer = 'deny'
export const sandboxDefault: Policy['sandbox'] = 'prefer'

/** Names of files that hold secrets, wherever they lie. */
export const secretPatterns: readonly string[] = [
  ...['**/.env', '**/.env.*', '**/*.pem', '**/*.key', '**/*.p12', '**/*.pfx', '**/*.jks', '**/*.keystore', '**/*.kdbx'],
  ...[
    '**/id_rsa*',
    '**/id_ed25519*',
    '**/id_ecdsa*',
    '**/id_dsa*',
    '**/.netrc',
    '**/.pgpass',
    '**/.npmrc',
    '**/.pypirc',
  ],
  ...[
    '**/.git-credentials',
    '**/.ssh/**',
    '**/.gnupg/**',
    '**/.aws/**',
    '**/.azure/**',
    '**/.kube/**',
    '**/.docker/config.json',
  ],
]

/** `.env.example` and its like are there to be read. */
export const secretExceptions: readonly string[] = ['**/.env.{example,sample,template,dist}', '**/*.pub']

/** Of a policy without a `files` block; the protected list holds besides, whatever a policy says. */
export function defaultFileRules(span: Span): readonly FileRule[] {
  const origin = (text: string) => ({ span, line: 1, text })
  return [
    { answer: 'allow', access: 'read', patterns: ['**'], except: [], origin: origin('default: allow read "**"') },
    { answer: 'allow', access: 'write', patterns: ['**'], except: [], origin: origin('default: allow write "**"') },
    ...(['read', 'write'] as const).map((access) => ({
      answer: 'deny' as const,
      access,
      patterns: secretPatterns,
      except: secretExceptions,
      because: 'the file may hold secrets',
      origin: origin(`default: deny ${access} of files that may hold secrets`),
    })),
  ]
}

export const defaultEnvironment: EnvironmentBlock = {
  keep: ['PATH', 'HOME', 'LANG', 'LC_*', 'TERM', 'TMPDIR', 'USER', 'LOGNAME'],
  set: [],
  assign: [],
}

export const defaultLimits: Limits = {
  timeMs: 600_000,
  outputBytes: 8 * 1024 ** 2,
  memoryBytes: 4 * 1024 ** 3,
  processes: 128,
}

export const defaultAgent = { turns: 40, tokens: 500_000 } as const

export const defaultGate: GateBlock = {
  observeExcept: [],
  evidence: 'executed',
  verifier: false,
  attempts: 3,
  coverage: false,
  uncovered: [],
  flaky: 'accept',
  presence: 'none',
}

export const defaultExit: ExitCodes = { verified: 0, failed: 10, unproven: 11, error: 1 }
