// A ledger examined from outside the road of daily work: every leaf, every tile, every checkpoint and SQLite's own check, without
// trusting what an earlier opening found.
import { hex } from '../base/bytes.ts'
import type { Host } from '../host/host.ts'
import type { Database } from '../sqlite/database.ts'
import { connect, explained, loadDriver } from './connection.ts'
import { type Edge, edgeRoot, emptyEdge, extendEdge, leafHash, sameHash, treeRoot } from './merkle.ts'
import { parseCheckpoint } from './note.ts'

export interface Audit {
  readonly entries: number
  /** Lower-case hex. */
  readonly root: string
  /** Empty: nothing was found. */
  readonly findings: readonly string[]
}

/** Opens the file for reading only. Faults as `openLedger`. */
export async function auditLedger(host: Host, path: string): Promise<Audit> {
  const driver = await loadDriver(host)
  const database = connect(driver, path, 'read', false)
  try {
    return explained(path, () => audit(database))
  } finally {
    database.close()
  }
}

function audit(database: Database): Audit {
  const findings: string[] = []
  const integrity = database.rows('PRAGMA integrity_check')[0]?.[0]
  if (integrity !== 'ok') findings.push(`SQLite's integrity check says: ${String(integrity)}`)
  const roots = new Map<number, string>()
  const leaves: Uint8Array[] = []
  let edge: Edge = emptyEdge
  database.each('SELECT seq, body, leaf FROM entry ORDER BY seq', [], ([seq, body, leaf]) => {
    const hash = body instanceof Uint8Array ? leafHash(body) : new Uint8Array(32)
    if (seq !== edge.size) findings.push(`entry ${edge.size} is missing`)
    if (!(leaf instanceof Uint8Array) || !sameHash(hash, leaf))
      findings.push(`entry ${edge.size} is not what was recorded`)
    leaves.push(hash)
    edge = extendEdge(edge, hash)
    roots.set(edge.size, hex(edgeRoot(edge)))
  })
  database.each('SELECT size, root, note FROM checkpoint ORDER BY size', [], ([size, root, note]) => {
    const stated = typeof note === 'string' ? parseCheckpoint(note.slice(0, note.lastIndexOf('\n\n') + 1)) : undefined
    const wanted = typeof size === 'number' ? roots.get(size) : undefined
    const same =
      root instanceof Uint8Array &&
      hex(root) === wanted &&
      stated?.size === size &&
      stated !== undefined &&
      hex(stated.root) === wanted
    if (!same) findings.push(`the checkpoint of size ${String(size)} does not fit the entries`)
  })
  findings.push(...tileFindings(database, leaves))
  return { entries: edge.size, root: hex(edgeRoot(edge)), findings }
}

function tileFindings(database: Database, leaves: readonly Uint8Array[]): readonly string[] {
  const findings: string[] = []
  let row = leaves
  for (let level = 0; row.length > 0; level++) {
    for (let n = 0; n * 256 < row.length; n++) {
      const wanted = row.slice(n * 256, n * 256 + 256).flatMap((hash) => [...hash])
      const stored = database.rows('SELECT hashes FROM tile WHERE level = ? AND n = ?', level, n)[0]?.[0]
      if (!(stored instanceof Uint8Array) || !sameHash(stored, new Uint8Array(wanted)))
        findings.push(`tile ${level}/${n} does not fit the entries`)
    }
    row = Array.from({ length: Math.floor(row.length / 256) }, (_, n) => treeRoot(row.slice(n * 256, n * 256 + 256)))
  }
  return findings
}
