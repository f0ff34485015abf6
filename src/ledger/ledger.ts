// The ledger as the rest of Reeve sees it. A process holds the file for a moment at a time, so many processes share one by turns.
import type { Digest } from '../base/digest.ts'
import type { Entry, EntryDraft } from './entry.ts'

export interface Ledger {
  /** Absolute path of the file. */
  readonly path: string
  readonly id: string
  /** `foreign` feeds no status, gate, approval or waiver (decision 2). */
  readonly standing: Standing
  /** Appends all drafts in one commit with tiles and a signed checkpoint; resolves only when they are durable. */
  readonly append: (drafts: readonly EntryDraft[]) => Promise<readonly Entry[]>
  /** Entries from `first` on, in order, proven against the signed root. */
  readonly entries: (first?: number) => Promise<readonly Entry[]>
  /** The bytes behind a commitment; undefined when erased or unknown. */
  readonly blob: (commitment: Digest) => Promise<Uint8Array | undefined>
  readonly head: () => Promise<Head>
  readonly close: () => Promise<void>
}

export type Standing =
  | { readonly kind: 'own' }
  | { readonly kind: 'foreign'; readonly reason: string; readonly help: string }

export interface Head {
  readonly size: number
  readonly root: Digest
  /** The signed note (C2SP tlog-checkpoint) of this size. */
  readonly checkpoint: string
}
