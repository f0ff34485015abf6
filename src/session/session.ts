// One open session of a workspace: what every command that judges or records works with. `open.ts` makes it.

import type { Host } from '../host/host.ts'
import type { Entry, EntryDraft, ObservationData } from '../ledger/entry.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { DigestCache } from '../observe/content.ts'
import type { Snapshot } from '../observe/snapshot.ts'
import type { Criterion } from '../policy/policy.ts'
import type { Authority, Trust } from '../rules/authority.ts'
import type { World } from '../rules/decision.ts'

export interface Workspace {
  /** Real path at opening. */
  readonly path: string
  /** Names the workspace in the state directory: 32 hex digits of the SHA-256 of the real path. */
  readonly id: string
  readonly device: bigint
  readonly inode: bigint
}

export interface Session {
  readonly host: Host
  readonly workspace: Workspace
  readonly authority: Authority
  readonly trust: Trust
  readonly world: World
  readonly ledger: Ledger
  readonly id: string
  /** Where programs are looked for, as recorded when the session opened (decision 16). */
  readonly trustedPath: readonly string[]
  /** Absolute path of the policy that was named or found; absent: there is none. */
  readonly policyFile?: string
  /** The workspace when the session opened. */
  readonly baseline: Pick<Snapshot, 'files'>
  /** Values of our own environment that must not be kept; in memory only. */
  readonly secrets: readonly string[]
  readonly digests: DigestCache
  /** The policy's criteria, then those a person added, with every `criteria` act applied. */
  readonly criteria: () => readonly ActiveCriterion[]
  /** All entries of the ledger as last read, oldest first. */
  readonly history: () => readonly Entry[]
  /** Appends with this session's id and keeps `history` current. */
  readonly append: (drafts: readonly EntryDraft[]) => Promise<readonly Entry[]>
  /** Scans now; records what changed since the last scan under `tool`, and answers the new snapshot. */
  readonly observe: (tool: string, call?: string) => Promise<Snapshot>
  /** Scans now and records nothing. Fault `workspace` when the directory is gone or is another one. */
  readonly look: () => Snapshot
  /** The observations that would record what a snapshot shows beyond the ledger as it is now; empty when that is nothing. */
  readonly findings: (snapshot: Snapshot, tool: string, call?: string) => Promise<readonly ObservationData[]>
  /** Ends the use of the ledger; the session itself stays open. */
  readonly release: () => Promise<void>
}

export interface ActiveCriterion {
  readonly criterion: Criterion
  readonly source: 'policy' | 'person'
  readonly notApplicable?: { readonly because: string; readonly seq: number }
}
