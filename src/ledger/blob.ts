// The bytes behind commitments: outputs, snapshots and whatever else may be erased one day. An entry holds only SHA-256(salt ‖ data),
// so what is read here is believed when it hashes to that, and never otherwise.
import { startDigest } from '../base/digest.ts'
import type { Database, SqlValue } from '../sqlite/database.ts'
import { changedFault } from './connection.ts'
import type { BlobDraft } from './entry.ts'

export function insertBlob(database: Database, { commitment, salt, data, media }: BlobDraft): void {
  database.rows('INSERT OR IGNORE INTO blob VALUES (?, ?, ?, ?, ?)', commitment, salt, data, media, data.length)
}

/** Undefined when it is unknown or erased. Fault `ledger-format` when it is not what was committed to. */
export function readBlob(database: Database, path: string, commitment: string): Uint8Array | undefined {
  const [salt, data] = database.rows('SELECT salt, data FROM blob WHERE commitment = ?', commitment)[0] ?? []
  if (data === undefined || data === null) return undefined
  if (!(data instanceof Uint8Array) || !isCommitted(commitment, salt, data))
    throw changedFault(path, `the bytes behind ${commitment.slice(0, 16)}… are not what was recorded`)
  return data
}

/** Every blob that is not what its commitment says, for an audit. */
export function blobFindings(database: Database): readonly string[] {
  const findings: string[] = []
  database.each('SELECT commitment, salt, data, size FROM blob', [], ([commitment, salt, data, size]) => {
    const isErased = salt === null && data === null
    const isWhole = data instanceof Uint8Array && data.length === size && isCommitted(commitment, salt, data)
    if (!isErased && !isWhole)
      findings.push(`the bytes behind ${String(commitment).slice(0, 16)}… are not what was recorded`)
  })
  return findings
}

function isCommitted(commitment: SqlValue | undefined, salt: SqlValue | undefined, data: Uint8Array): boolean {
  if (!(salt instanceof Uint8Array)) return false
  const digest = startDigest()
  digest.add(salt)
  digest.add(data)
  return digest.end() === commitment
}
