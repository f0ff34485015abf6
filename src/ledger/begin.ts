// The first entries of a ledger, and the entry by which a person accepts that an older one is gone.
import { hex } from '../base/bytes.ts'
import { version } from '../base/version.ts'
import type { Host } from '../host/host.ts'
import type { Database } from '../sqlite/database.ts'
import type { AcceptData } from './act.ts'
import { startWriting } from './connection.ts'
import type { EntryDraft, GenesisData } from './entry.ts'
import type { Keys } from './keys.ts'
import { appendEntries, originOf } from './log.ts'
import { emptyEdge } from './merkle.ts'
import { verifierKey } from './note.ts'
import { signPerson } from './person.ts'
import { syncNames } from './private-file.ts'
import { writeRecord } from './record.ts'
import { createSchema } from './schema.ts'

export interface Beginning {
  readonly host: Host
  readonly path: string
  readonly workspace: string
  readonly keys: Keys
  /** An older ledger is gone, and a person accepts it for this reason. */
  readonly because?: string
}

/** Tables and first entries, in one transaction. The record comes before, so that a crash in between leaves no foreign ledger; the
 *  person's signature comes first of all, so that a refusal leaves everything as it was. */
export async function begin(database: Database, { host, path, workspace, keys, because }: Beginning): Promise<void> {
  const ledger = hex(host.random(16))
  const drafts: EntryDraft[] = [genesis(ledger, workspace, keys)]
  if (because !== undefined) drafts.push(await accepted(host, ledger, 'missing', because))
  const lost = because === undefined ? {} : { lost: true as const }
  writeRecord(host, { ledger, path, workspace, size: 0, root: '', ...lost })
  for (const name of [path, keys.log.path, keys.attestation.path]) syncNames(host, name)
  startWriting(database)
  const prepare = () => {
    createSchema(database)
    database.rows('INSERT INTO meta VALUES (?, ?)', 'ledger', ledger)
  }
  appendEntries(database, { host, head: emptyEdge, ledger, key: keys.log, drafts, prepare })
}

function genesis(ledger: string, workspace: string, { log, attestation }: Keys): GenesisData {
  const origin = originOf(ledger)
  return {
    kind: 'genesis',
    ledger,
    workspace,
    logKey: verifierKey(origin, log.publicKey),
    attestationKey: verifierKey(origin, attestation.publicKey),
    version,
  }
}

/** Signed by the person who is here. Fault `person`. */
export async function accepted(
  host: Host,
  ledger: string,
  what: AcceptData['what'],
  because: string,
): Promise<AcceptData> {
  const act = { kind: 'accept', what, because } as const
  return { ...act, person: await signPerson(host, { ledger, ...act }) }
}
