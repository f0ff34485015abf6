// The workspace as a session knows it: a snapshot written into a blob at opening, and that snapshot carried forward by every edit
// and observation the ledger holds since.
import { type Digest, parseDigest } from '../base/digest.ts'
import { asObject, decodeJson, encodeJson, type Json } from '../base/json.ts'
import type { FileKind } from '../host/host.ts'
import type { EntryData } from '../ledger/entry.ts'
import type { Observed, Snapshot } from '../observe/snapshot.ts'

type Files = Snapshot['files']

export function encodeSnapshot(snapshot: Snapshot): Uint8Array {
  const files = [...snapshot.files].map(
    ([path, seen]): Json => ({
      path,
      kind: seen.kind,
      mode: seen.mode,
      size: seen.size,
      digest: seen.digest,
      stat: seen.stat || undefined,
      apart: seen.apart,
    }),
  )
  return new TextEncoder().encode(encodeJson({ schema: 'snapshot/v1', files }))
}

/** Undefined when the bytes are no snapshot. */
export function decodeSnapshot(bytes: Uint8Array): Pick<Snapshot, 'files'> | undefined {
  const decoded = decodeJson(new TextDecoder().decode(bytes))
  const object = decoded.ok ? asObject(decoded.value) : undefined
  if (object?.schema !== 'snapshot/v1' || !Array.isArray(object.files)) return undefined
  const files = new Map<string, Observed>()
  for (const item of object.files) {
    const entry = decodeObserved(item)
    if (!entry) return undefined
    files.set(...entry)
  }
  return { files }
}

function decodeObserved(item: Json): readonly [string, Observed] | undefined {
  const { path, kind, mode, size, digest, stat, apart } = asObject(item) ?? {}
  const parsed = typeof digest === 'string' ? parseDigest(digest) : undefined
  if (typeof path !== 'string' || typeof mode !== 'number' || typeof size !== 'number' || !parsed) return undefined
  if (!isKind(kind)) return undefined
  const seen: Observed = { kind, mode, size, digest: parsed, stat: stat === true }
  return [path, apart === 'policy' || apart === 'git' ? { ...seen, apart } : seen]
}

function isKind(kind: Json | undefined): kind is FileKind {
  return kind === 'file' || kind === 'directory' || kind === 'symlink' || kind === 'other'
}

/** What the ledger says of the files after one more entry; only edits and observations say anything. */
export function carryForward(files: Map<string, Observed>, data: EntryData): void {
  // A file outside the workspace is never scanned, so it is nothing that a scan could miss.
  if (data.kind === 'edit' && !data.path.startsWith('/'))
    set(files, data.path, 'file', data.mode ?? files.get(data.path)?.mode ?? 0o644, data.after)
  if (data.kind !== 'observation') return
  for (const { path, kind, mode, digest } of data.changes) set(files, path, kind, mode, digest)
}

function set(
  files: Map<string, Observed>,
  path: string,
  kind: FileKind | 'absent',
  mode: number,
  digest: Digest | 'deleted',
): void {
  if (kind === 'absent' || digest === 'deleted') {
    files.delete(path)
    return
  }
  const seen: Observed = { kind, mode, size: -1, digest, stat: false }
  files.set(path, path.startsWith('.git/') ? { ...seen, apart: 'git' } : seen)
}

/** A copy that may be carried forward. */
export function copyOf(files: Files): Map<string, Observed> {
  return new Map(files)
}
