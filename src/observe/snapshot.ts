// The workspace as seen by one scan. A noun file: `scan.ts` makes snapshots, `delta.ts` compares them.
import type { Digest } from '../base/digest.ts'
import type { FileKind } from '../host/host.ts'

export interface Snapshot {
  /** Observed paths, relative to the workspace with `/`, in order of their UTF-8 bytes. Directories are listed only when empty. */
  readonly files: ReadonlyMap<string, Observed>
  /** Every directory that was looked into, the workspace itself as the empty path and
   *  the one above it as `..`; absent in a snapshot that no scan made. */
  readonly directories?: ReadonlyMap<string, DirectoryStamp>
  /** The workspace lies on an overlay (a container's image), where a write alone moves the change time of directories above it. */
  readonly layered?: boolean
  /** Places that could not be read, with the reason; not empty means the observation is incomplete. */
  readonly incomplete: readonly string[]
}

export interface Observed {
  readonly kind: FileKind
  readonly mode: number
  /** -1 when known from the ledger only. */
  readonly size: number
  /** Of the content; of the target text for a symlink; of the empty text for the rest. `observe except` paths have a digest
   *  of their stat instead (`stat: true`). */
  readonly digest: Digest
  readonly stat: boolean
  /** Of a symlink. */
  readonly target?: string
  /** A policy file, or a control file in `.git`: outside the effect digest and the default scope (decision 26). */
  readonly apart?: 'policy' | 'git'
  /** As seen by this scan; absent when known from the ledger only. Never recorded: it finds writes that were undone. */
  readonly stamp?: { readonly ctimeNs: bigint; readonly inode: bigint }
}

/** Never recorded: it finds what lay in a directory's place, or in it, only while a command ran. */
export interface DirectoryStamp {
  readonly inode: bigint
  readonly mtimeNs: bigint
  readonly ctimeNs: bigint
}

export interface Change {
  readonly path: string
  readonly before: Observed | undefined
  readonly after: Observed | undefined
}
