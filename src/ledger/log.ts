// The Merkle log inside a connection: entries, tiles and a signed checkpoint in one transaction, and reading with every leaf proven
// against the signed root.
import { Fault } from '../base/fault.ts'
import type { Host } from '../host/host.ts'
import type { Database } from '../sqlite/database.ts'
import { decodeBody, encodeBody } from './body.ts'
import type { BlobDraft, Entry, EntryDraft } from './entry.ts'
import type { KeyPair } from './keys.ts'
import {
  appendHash,
  type Edge,
  edgeRoot,
  emptyEdge,
  extendEdge,
  type Hash,
  leafHash,
  sameHash,
  tileRoot,
} from './merkle.ts'
import { checkpointText, openNote, parseCheckpoint, signNote, verifierKey } from './note.ts'

export interface LogHead {
  readonly edge: Edge
  readonly note: string
}

/** The name under which a ledger signs. */
export function originOf(ledger: string): string {
  return `reeve.ledger/${ledger}`
}

export interface Appending {
  readonly host: Host
  readonly head: Edge
  /** The ledger's id. */
  readonly ledger: string
  readonly key: KeyPair
  readonly drafts: readonly EntryDraft[]
  /** Done first in the same transaction: a ledger is never half made. */
  readonly prepare?: () => void
}

/** Appends in one transaction. The caller has the process lock. */
export function appendEntries(
  database: Database,
  { host, head, ledger, key, drafts, prepare }: Appending,
): { readonly head: LogHead; readonly entries: readonly Entry[] } {
  const at = host.clock.nowMs()
  const bodies = drafts.map((draft, index) => encodeBody(draft, head.size + index, Math.floor(at)))
  const leaves = bodies.map(leafHash)
  const edge = leaves.reduce(extendEdge, head)
  const note = signNote(
    checkpointText({ origin: originOf(ledger), size: edge.size, root: edgeRoot(edge) }),
    originOf(ledger),
    key.privateKey,
    key.publicKey,
  )
  transaction(database, () => {
    prepare?.()
    for (const [index, body] of bodies.entries()) {
      database.rows(
        'INSERT INTO entry VALUES (?, ?, ?, ?)',
        head.size + index,
        (drafts[index] as EntryDraft).kind,
        body,
        leaves[index] as Hash,
      )
      for (const blob of drafts[index]?.blobs ?? []) insertBlob(database, blob)
    }
    insertTiles(database, head.size, leaves)
    database.rows('INSERT INTO checkpoint VALUES (?, ?, ?)', edge.size, edgeRoot(edge), note)
  })
  const entries = bodies.map((body, index) => decodeBody(body, head.size + index) as Entry)
  return { head: { edge, note }, entries }
}

function transaction(database: Database, run: () => void): void {
  database.execute('BEGIN IMMEDIATE')
  try {
    run()
    database.execute('COMMIT')
  } catch (error) {
    try {
      database.execute('ROLLBACK')
    } catch {} // a full disk may have ended the transaction already
    throw error
  }
}

function insertBlob(database: Database, blob: BlobDraft): void {
  database.rows(
    'INSERT OR IGNORE INTO blob VALUES (?, ?, ?, ?, ?)',
    blob.commitment,
    blob.salt,
    blob.data,
    blob.media,
    blob.data.length,
  )
}

/** C2SP tlog-tiles: 256 hashes a tile, a full tile's root goes one level up. */
function insertTiles(database: Database, size: number, leaves: readonly Hash[]): void {
  let position = size
  for (const leaf of leaves) putHash(database, 0, position++, leaf)
}

function putHash(database: Database, level: number, position: number, hash: Hash): void {
  const n = Math.floor(position / 256)
  const partial =
    position % 256 === 0
      ? new Uint8Array()
      : (database.rows('SELECT hashes FROM tile WHERE level = ? AND n = ?', level, n)[0]?.[0] as Uint8Array)
  const hashes = appendHash(partial, hash)
  database.rows('INSERT OR REPLACE INTO tile VALUES (?, ?, ?)', level, n, hashes)
  if (hashes.length === 256 * 32) putHash(database, level + 1, n, tileRoot(hashes))
}

/** The newest checkpoint, if this key signed it. */
export function readHead(
  database: Database,
  ledger: string,
  key: KeyPair,
): { readonly size: number; readonly root: Hash; readonly note: string } | undefined {
  const [size, root, note] =
    database.rows('SELECT size, root, note FROM checkpoint ORDER BY size DESC LIMIT 1')[0] ?? []
  if (typeof size !== 'number' || !(root instanceof Uint8Array) || typeof note !== 'string') return undefined
  const text = openNote(note, verifierKey(originOf(ledger), key.publicKey))
  const checkpoint = text === undefined ? undefined : parseCheckpoint(text)
  if (
    !checkpoint ||
    checkpoint.origin !== originOf(ledger) ||
    checkpoint.size !== size ||
    !sameHash(checkpoint.root, root)
  )
    return undefined
  return { size, root, note }
}

/** Reads on from a proven edge to the end; every leaf is computed anew from the stored bytes. */
export function readEntries(
  database: Database,
  path: string,
  edge: Edge,
  head: { readonly size: number; readonly root: Hash },
): { readonly edge: Edge; readonly entries: readonly Entry[] } {
  const entries: Entry[] = []
  let grown = edge
  database.each(
    'SELECT seq, kind, body, leaf FROM entry WHERE seq >= ? ORDER BY seq',
    [edge.size],
    ([seq, kind, body, leaf]) => {
      const entry = body instanceof Uint8Array && typeof seq === 'number' ? decodeBody(body, seq) : undefined
      const hash = body instanceof Uint8Array ? leafHash(body) : undefined
      if (
        seq !== grown.size ||
        !entry ||
        entry.kind !== kind ||
        !hash ||
        !(leaf instanceof Uint8Array) ||
        !sameHash(hash, leaf)
      )
        throw changed(path, `entry ${grown.size} is not what was recorded`)
      grown = extendEdge(grown, hash)
      entries.push(entry)
    },
  )
  if (grown.size !== head.size || !sameHash(edgeRoot(grown), head.root))
    throw changed(path, `its ${grown.size} entries are not those of its signed checkpoint of ${head.size}`)
  return { edge: grown, entries }
}

/** Root of the first `size` entries, from the stored leaves. */
export function rootAt(database: Database, size: number): Hash {
  let edge = emptyEdge
  database.each('SELECT leaf FROM entry WHERE seq < ? ORDER BY seq', [size], ([leaf]) => {
    if (leaf instanceof Uint8Array) edge = extendEdge(edge, leaf)
  })
  return edgeRoot(edge)
}

export function changed(path: string, reason: string): Fault {
  return new Fault('ledger-format', `the ledger ${path} was changed: ${reason}`, {
    help: 'nothing rests on it any more; keep the file as it is for a look',
  })
}
