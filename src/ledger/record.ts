// What this user's configuration remembers of each ledger: its id and the last checkpoint seen. A ledger that is not remembered is
// foreign; one that is behind what is remembered was rolled back.
import { hex } from '../base/bytes.ts'
import { sha256 } from '../base/digest.ts'
import { asObject, decodeJson, encodeJson } from '../base/json.ts'
import type { Host } from '../host/host.ts'
import { places } from '../host/places.ts'
import { readSmallText } from '../host/read.ts'
import { privateDirectory, syncNames, writeOver } from './private-file.ts'

export interface LedgerRecord {
  readonly ledger: string
  readonly path: string
  readonly workspace: string
  /** 0: the ledger was about to be made. */
  readonly size: number
  /** Lower-case hex. */
  readonly root: string
  /** With size 0: a person accepted that an earlier ledger is gone, and the new one does not say so yet. */
  readonly lost?: true
}

/** `broken` is a record that cannot be read: nobody knows what it said, so it is never the same as none. */
export function readRecord(host: Host, path: string): LedgerRecord | 'broken' | undefined {
  const text = readSmallText(host.files, recordPath(host, path), 65_536)
  if (text === undefined) return isAbsent(host, recordPath(host, path)) ? undefined : 'broken'
  const decoded = decodeJson(text)
  const object = decoded.ok ? asObject(decoded.value) : undefined
  if (!object) return 'broken'
  const { ledger, workspace, size, root, lost } = object
  if (
    typeof ledger !== 'string' ||
    typeof workspace !== 'string' ||
    typeof size !== 'number' ||
    typeof root !== 'string'
  )
    return 'broken'
  return { ledger, path, workspace, size, root, ...(lost === true ? { lost } : {}) }
}

/** Sure that nothing has this name; a file that may not be looked at is not absent. */
function isAbsent(host: Host, path: string): boolean {
  try {
    host.files.lstat(path)
    return false
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes((error as { readonly code?: string }).code ?? '')
  }
}

/** A first record must outlast a loss of power, else its ledger would be foreign; of a later one the older text does as well. */
export function writeRecord(host: Host, record: LedgerRecord): void {
  privateDirectory(host, `${places(host).configuration}/ledgers`)
  const path = recordPath(host, record.path)
  writeOver(host, path, `${encodeJson({ ...record })}\n`, hex(host.random(8)))
  if (record.size === 0) syncNames(host, path)
}

function recordPath(host: Host, path: string): string {
  return `${places(host).configuration}/ledgers/${sha256(path).slice(0, 32)}.json`
}
