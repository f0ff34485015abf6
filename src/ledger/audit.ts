// A ledger examined from outside the road of daily work: every leaf, every tile, every checkpoint with its signature, every blob and
// SQLite's own check, without trusting what an earlier opening found. The key is the one that the first entry names: whose ledger
// it is, opening tells.
import { hex } from '../base/bytes.ts'
import type { Host } from '../host/host.ts'
import type { Database, SqlValue } from '../sqlite/database.ts'
import { blobFindings } from './blob.ts'
import { isCanonicalBody } from './body.ts'
import { connect, explained, loadDriver } from './connection.ts'
import { acquireToRead, ProcessLock } from './lock.ts'
import { beforeAll, ledgerId, originOf, readEntry, readSql } from './log.ts'
import { type Edge, edgeRoot, emptyEdge, extendEdge, leafHash, sameHash, treeRoot } from './merkle.ts'
import { openNote, parseCheckpoint } from './note.ts'

export interface Audit {
  readonly entries: number
  /** Lower-case hex. */
  readonly root: string
  /** Empty: nothing was found. */
  readonly findings: readonly string[]
}

/** Opens the file for reading only, and waits for a living writer. Faults as `openLedger`. */
export async function auditLedger(host: Host, path: string): Promise<Audit> {
  const driver = await loadDriver(host)
  const lock = new ProcessLock(host, `${path}.lock`, driver.locks)
  await acquireToRead(lock)
  try {
    const database = connect(driver, path, 'read', false)
    try {
      return explained(path, () => audit(database))
    } finally {
      database.close()
    }
  } finally {
    lock.release()
  }
}

function audit(database: Database): Audit {
  const integrity = database.rows('PRAGMA integrity_check')[0]?.[0]
  const { findings, leaves, roots, logKey } = auditEntries(database)
  const size = leaves.length
  return {
    entries: size,
    root: roots.get(size) ?? hex(edgeRoot(emptyEdge)),
    findings: [
      ...(integrity === 'ok' ? [] : [`SQLite's integrity check says: ${String(integrity)}`]),
      ...findings,
      ...checkpointFindings(database, size, roots, logKey),
      ...tileFindings(database, leaves),
      ...blobFindings(database),
    ],
  }
}

interface Entries {
  readonly findings: readonly string[]
  readonly leaves: readonly Uint8Array[]
  /** Lower-case hex, by size. */
  readonly roots: ReadonlyMap<number, string>
  /** Verifier key by the first entry; empty: it names none. */
  readonly logKey: string
}

function auditEntries(database: Database): Entries {
  const findings: string[] = []
  const leaves: Uint8Array[] = []
  const roots = new Map<number, string>()
  let [edge, logKey]: [Edge, string] = [emptyEdge, '']
  database.each(readSql, [beforeAll], ([seq, kind, body, leaf]) => {
    const read = readEntry(seq, kind, body, leaf)
    if (seq !== edge.size) findings.push(`entry ${edge.size} is missing`)
    if (!read || !isCanonicalBody(body)) findings.push(`entry ${String(seq)} is not what was recorded`)
    if (edge.size === 0 && read?.entry.data.kind === 'genesis' && read.entry.data.ledger === ledgerId(database))
      logKey = read.entry.data.logKey
    const hash = leafHash(body instanceof Uint8Array ? body : new Uint8Array())
    leaves.push(hash)
    edge = extendEdge(edge, hash)
    roots.set(edge.size, hex(edgeRoot(edge)))
  })
  if (logKey === '') findings.push('the first entry does not begin this ledger')
  return { findings, leaves, roots, logKey }
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
