// A ledger examined from outside the road of daily work: every leaf, every tile, every checkpoint with its signature, every blob and
// SQLite's own check, without trusting what an earlier opening found. The key is the one that the first entry names: whose ledger
// it is, opening tells.
import { hex } from '../base/bytes.ts'
import type { Host } from '../host/host.ts'
import type { Database, SqlValue } from '../sqlite/database.ts'
import type { Person } from './act.ts'
import { blobFindings } from './blob.ts'
import { isCanonicalBody } from './body.ts'
import { connect, explained, loadDriver } from './connection.ts'
import type { Entry, GenesisData } from './entry.ts'
import { existingLogKey } from './keys.ts'
import { acquireToRead, ProcessLock } from './lock.ts'
import { beforeAll, ledgerId, originOf, readEntry, readSql } from './log.ts'
import { type Edge, edgeRoot, emptyEdge, extendEdge, leafHash, sameHash, treeRoot } from './merkle.ts'
import { openNote, parseCheckpoint, parseVerifierKey, verifierKey } from './note.ts'
import { presentRecord } from './open.ts'
import { type Act, isSignedByPerson } from './person.ts'
import type { LedgerRecord } from './record.ts'

type Remembered = LedgerRecord | 'broken' | undefined

export interface Audit {
  readonly entries: number
  /** Lower-case hex. */
  readonly root: string
  /** What shows that something was changed; empty: nothing was found. */
  readonly findings: readonly string[]
  /** What shows that this is not the ledger that was seen last, or one that grew from it. */
  readonly losses: readonly string[]
  /** Whether the key of the first entry is this user's. */
  readonly signer: 'you' | 'stranger'
}

/** Opens the file for reading only, and waits for a living writer. Faults as `openLedger` with `read`. */
export async function auditLedger(host: Host, path: string): Promise<Audit> {
  const record = presentRecord(host, path)
  const driver = await loadDriver(host)
  const lock = new ProcessLock(host, `${path}.lock`, driver.locks)
  await acquireToRead(lock)
  try {
    const database = connect(driver, path, 'read', false)
    try {
      return explained(path, () => audit(host, database, record))
    } finally {
      database.close()
    }
  } finally {
    lock.release()
  }
}

function audit(host: Host, database: Database, record: Remembered): Audit {
  const integrity = database.rows('PRAGMA integrity_check')[0]?.[0]
  const { findings, leaves, roots, genesis } = auditEntries(database)
  const size = leaves.length
  return {
    entries: size,
    root: roots.get(size) ?? hex(edgeRoot(emptyEdge)),
    findings: [
      ...(integrity === 'ok' ? [] : [`SQLite's integrity check says: ${String(integrity)}`]),
      ...findings,
      ...checkpointFindings(database, size, roots, genesis?.logKey ?? ''),
      ...tileFindings(database, leaves),
      ...blobFindings(database),
    ],
    losses: losses(record, genesis?.ledger, roots),
    signer: isOurs(host, genesis) ? 'you' : 'stranger',
  }
}

function losses(record: Remembered, ledger: string | undefined, roots: Entries['roots']): readonly string[] {
  if (record === 'broken') return ['what your configuration remembers of it cannot be read']
  if (record === undefined || record.ledger !== ledger || record.size === 0) return []
  if (roots.size < record.size) return [`it has ${roots.size} entries, and had ${record.size}`]
  return roots.get(record.size) === record.root ? [] : [`its first ${record.size} entries are not those it had`]
}

function isOurs(host: Host, genesis: GenesisData | undefined): boolean {
  const key = existingLogKey(host)
  return (
    genesis !== undefined &&
    key !== undefined &&
    verifierKey(originOf(genesis.ledger), key.publicKey) === genesis.logKey
  )
}

interface Entries {
  readonly findings: readonly string[]
  readonly leaves: readonly Uint8Array[]
  /** Lower-case hex, by size. */
  readonly roots: ReadonlyMap<number, string>
  /** Absent when the first entry does not begin this ledger. */
  readonly genesis: GenesisData | undefined
}

function auditEntries(database: Database): Entries {
  const findings: string[] = []
  const leaves: Uint8Array[] = []
  const roots = new Map<number, string>()
  let edge: Edge = emptyEdge
  let genesis: GenesisData | undefined
  database.each(readSql, [beforeAll], ([seq, kind, body, leaf]) => {
    const read = readEntry(seq, kind, body, leaf)
    if (seq !== edge.size) findings.push(`entry ${edge.size} is missing`)
    if (!read || !isCanonicalBody(body)) findings.push(`entry ${String(seq)} is not what was recorded`)
    else if (edge.size === 0 && read.entry.data.kind === 'genesis') genesis = read.entry.data
    else if (!isByPerson(read.entry, genesis))
      findings.push(`entry ${String(seq)} is not signed by the person it names`)
    const hash = leafHash(body instanceof Uint8Array ? body : new Uint8Array())
    leaves.push(hash)
    edge = extendEdge(edge, hash)
    roots.set(edge.size, hex(edgeRoot(edge)))
  })
  if (genesis?.ledger !== ledgerId(database)) {
    findings.push('the first entry does not begin this ledger')
    genesis = undefined
  }
  return { findings, leaves, roots, genesis }
}

/** True also for an entry that names no person. */
function isByPerson({ session, data }: Entry, genesis: GenesisData | undefined): boolean {
  const { person, ...act } = data as unknown as Act & { readonly person?: Person }
  if (person === undefined) return true
  const key = parseVerifierKey(genesis?.attestationKey ?? '')?.key
  const told = { ledger: genesis?.ledger, ...(session === undefined ? {} : { session }), ...act }
  return key !== undefined && isSignedByPerson(told, person, key)
}

function checkpointFindings(
  database: Database,
  entries: number,
  roots: Entries['roots'],
  logKey: string,
): readonly string[] {
  const findings: string[] = []
  const origin = originOf(ledgerId(database))
  let last: SqlValue | undefined = 0
  database.each('SELECT size, root, note FROM checkpoint ORDER BY size', [], ([size, root, note]) => {
    const text = typeof note === 'string' ? openNote(note, logKey) : undefined
    const stated = text === undefined ? undefined : parseCheckpoint(text)
    const wanted = typeof size === 'number' ? roots.get(size) : undefined
    const isSame = root instanceof Uint8Array && hex(root) === wanted && stated && hex(stated.root) === wanted
    if (!isSame || stated.size !== size || stated.origin !== origin)
      findings.push(
        `the checkpoint of size ${String(size)} does not fit the entries, or is not signed by the ledger's key`,
      )
    last = size
  })
  if (last !== entries)
    findings.push(`the last checkpoint is of size ${String(last)}, and there are ${entries} entries`)
  return findings
}

function tileFindings(database: Database, leaves: readonly Uint8Array[]): readonly string[] {
  const findings: string[] = []
  let [row, count] = [leaves, 0]
  for (let level = 0; row.length > 0; level++) {
    for (let n = 0; n * 256 < row.length; n++, count++) {
      const wanted = row.slice(n * 256, n * 256 + 256).flatMap((hash) => [...hash])
      const stored = database.rows('SELECT hashes FROM tile WHERE level = ? AND n = ?', level, n)[0]?.[0]
      if (!(stored instanceof Uint8Array) || !sameHash(stored, new Uint8Array(wanted)))
        findings.push(`tile ${level}/${n} does not fit the entries`)
    }
    row = Array.from({ length: Math.floor(row.length / 256) }, (_, n) => treeRoot(row.slice(n * 256, n * 256 + 256)))
  }
  const stored = database.rows('SELECT count(*) FROM tile')[0]?.[0]
  if (stored !== count) findings.push(`there are ${String(stored)} tiles, and ${count} belong to the entries`)
  return findings
}
