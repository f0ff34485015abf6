// The criteria of a workspace in which no session is open: nothing is proven, and looking opens none.
import type { Host } from '../host/host.ts'
import type { Entry } from '../ledger/entry.ts'
import type { Standing } from '../ledger/ledger.ts'
import type { ExitCodes } from '../policy/policy.ts'
import type { Trust } from '../rules/authority.ts'
import { loadAuthority } from '../rules/load.ts'
import type { OpenOptions } from '../session/ground.ts'
import { findWorkspace } from '../session/workspace.ts'
import { drafts } from './judge.ts'
import type { CriterionStatus } from './status.ts'
import { weigh } from './weigh.ts'

interface Unopened {
  readonly statuses: readonly CriterionStatus[]
  readonly seen: {
    readonly session: undefined
    readonly trust: Trust
    readonly ignored: readonly string[]
    readonly history: readonly Entry[]
  }
  readonly exit: ExitCodes
}

export async function unopened(host: Host, options: OpenOptions, standing: Standing): Promise<Unopened> {
  const { directory, policyFile, policyDigest } = options
  // What is to be said of the policy was said when a session was looked for.
  const silent: Host = { ...host, terminal: { ...host.terminal, err: () => undefined } }
  const { authority, trust } = await loadAuthority(silent, {
    workspace: findWorkspace(host, directory).path,
    directory,
    ...(policyFile === undefined ? {} : { policyFile }),
    ...(policyDigest === undefined ? {} : { policyDigest }),
  })
  const { gate, criteria, exit, digest } = authority.policy
  const counted = trust === 'named' || trust === 'trusted' ? criteria : []
  const active = [
    ...counted.map((criterion) => ({ criterion, source: 'policy' as const })),
    ...drafts({ trust, authority }),
  ]
  const statuses = active.map((one) =>
    weigh({
      active: one,
      trust,
      gate,
      standing,
      evidence: [],
      attestations: [],
      now: digest,
      isScopeEmpty: false,
      pins: { kind: 'same' },
      tools: { accepted: new Set(), places: [], now: () => 'none' },
      unobservedLinks: [],
      changedSince: () => [],
    }),
  )
  return { statuses, exit, seen: { session: undefined, trust, ignored: authority.ignored, history: [] } }
}
