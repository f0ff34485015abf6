// The Merkle log inside a connection: entries, tiles and a signed checkpoint in one transaction, and reading with every leaf proven
// against the signed root.
import { assert } from '../base/assert.ts'
import type { Host } from '../host/host.ts'
import type { Database, SqlValue } from '../sqlite/database.ts'
import { insertBlob } from './blob.ts'
import { bodyLimitBytes, decodeBody, encodeBody } from './body.ts'
import { changedFault } from './connection.ts'
import type { Entry, EntryDraft } from './entry.ts'
import type { KeyPair } from './keys.ts'
import { appendHash, type Edge, edgeRoot, extendEdge, type Hash, leafHash, sameHash, tileRoot } from './merkle.ts'
import { checkpointText, openNote, parseCheckpoint, signNote, verifierKey } from './note.ts'

export interface LogHead {
  readonly edge: Edge
  readonly note: string
}

/** Empty: the file names no ledger. */
export function ledgerId(database: Database): string {
  const id = database.rows("SELECT value FROM meta WHERE key = 'ledger'")[0]?.[0]
  return typeof id === 'string' && /^[0-9a-f]{32}$/.test(id) ? id : ''
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
  const entries = bodies.map((body, index) => readBack(body, head.size + index))
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
  return { head: { edge, note }, entries }
}

/** An entry that could not be read again would close the whole ledger for good, so it is never written. */
function readBack(body: Uint8Array, seq: number): Entry {
  const entry = decodeBody(body, seq)
  assert(entry !== undefined, 'what is written can be read')
  return entry
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

export interface SignedHead {
  readonly size: number
  readonly root: Hash
  readonly note: string
}

/** The newest checkpoint, if this key signed it. */
export function readHead(database: Database, ledger: string, key: KeyPair): SignedHead | undefined {
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

/** Everything up to a signed checkpoint, with its proof. */
export interface Proven {
  readonly edge: Edge
  readonly entries: readonly Entry[]
  readonly note: string
  /** Root of the first `mark` entries; absent when there are fewer. */
  readonly marked?: Hash
}

/** Reads on from a proven edge to the end; every leaf is computed anew from the stored bytes. */
export function readEntries(database: Database, path: string, edge: Edge, head: SignedHead, mark = -1): Proven {
  const entries: Entry[] = []
  let grown = edge
  let marked = mark === edge.size ? edgeRoot(edge) : undefined
  database.each(readSql, [edge.size === 0 ? beforeAll : edge.size], ([seq, kind, body, leaf]) => {
    const read = readEntry(seq, kind, body, leaf)
    if (!read || seq !== grown.size) throw changedFault(path, `entry ${grown.size} is not what was recorded`)
    grown = extendEdge(grown, read.leaf)
    if (grown.size === mark) marked = edgeRoot(grown)
    entries.push(read.entry)
  })
  if (grown.size !== head.size || !sameHash(edgeRoot(grown), head.root))
    throw changedFault(path, `its ${grown.size} entries are not those of its signed checkpoint of ${head.size}`)
  return { edge: grown, entries, note: head.note, ...(marked === undefined ? {} : { marked }) }
}

/** What somebody put before the first entry is found, too. */
export const beforeAll = Number.MIN_SAFE_INTEGER

/** A body that is too long is not loaded: the file may be anybody's. */
export const readSql = `SELECT seq, kind, CASE WHEN length(body) <= ${bodyLimitBytes} THEN body END, leaf FROM entry WHERE seq >= ? ORDER BY seq`

export function readEntry(
  seq: SqlValue | undefined,
  kind: SqlValue | undefined,
  body: SqlValue | undefined,
  leaf: SqlValue | undefined,
): { readonly entry: Entry; readonly leaf: Hash } | undefined {
  if (typeof seq !== 'number' || !(body instanceof Uint8Array) || !(leaf instanceof Uint8Array)) return undefined
  const entry = decodeBody(body, seq)
  const hash = leafHash(body)
  return entry?.kind === kind && entry !== undefined && sameHash(hash, leaf) ? { entry, leaf: hash } : undefined
}

/** Of a ledger that is not ours: what can be read, unproven. */
export function readUnproven(database: Database): readonly Entry[] {
  const entries: Entry[] = []
  database.each(readSql, [beforeAll], ([seq, kind, body, leaf]) => {
    const read = readEntry(seq, kind, body, leaf)
    if (read) entries.push(read.entry)
  })
  return entries
}
