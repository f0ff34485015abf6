// The open session as an object: it keeps the entries as last read and what they say of the files, so that every change of the
// workspace is recorded once, by whoever sees it first.
import type { Entry, SessionData } from '../ledger/entry.ts'
import type { Observed, Snapshot } from '../observe/snapshot.ts'
import { trustedPath, worldOf } from '../rules/world.ts'
import { carryForward, copyOf } from './baseline.ts'
import { activeCriteria } from './criteria.ts'
import { keepDigests, loadDigests } from './digests.ts'
import { findingsOf } from './findings.ts'
import type { Ground } from './ground.ts'
import { policyFiles, scanGround } from './look.ts'
import type { Session } from './session.ts'

export interface Joined {
  readonly entries: readonly Entry[]
  readonly opening: SessionData
  readonly baseline: Pick<Snapshot, 'files'>
  readonly secrets: readonly string[]
}

export function live(ground: Ground, joined: Joined): Session {
  const { host, workspace, authority, trust, ledger } = ground
  const { id, trustedPath: recorded } = joined.opening
  const path = recorded ?? trustedPath(host, workspace.path)
  const digests = loadDigests(host, workspace.id)
  const record = new Record(id, joined)
  const look = () => scanGround(ground, digests)
  const refresh = async () => record.add(await ledger.entries(record.entries.length))
  const findings: Session['findings'] = async (snapshot, tool, call) => {
    await refresh()
    return findingsOf(record, snapshot, tool, call)
  }
  const append: Session['append'] = async (drafts) => {
    const added = await ledger.append(drafts.map((draft) => ({ ...draft, session: id })))
    if (added[0]?.seq === record.entries.length) record.add(added)
    else await refresh()
    return added
  }
  return {
    host,
    workspace,
    authority,
    trust,
    ledger,
    id,
    digests,
    look,
    findings,
    append,
    trustedPath: path,
    baseline: joined.baseline,
    secrets: joined.secrets,
    ...(ground.policyFile === undefined ? {} : { policyFile: ground.policyFile }),
    world: worldOf(host, { workspace: workspace.path, trustedPath: path, policyFiles: policyFiles(ground) }),
    criteria: () => activeCriteria(authority.policy, trust, record.entries, id),
    history: () => record.entries,
    observe: async (tool, call) => {
      const snapshot = look()
      const found = await findings(snapshot, tool, call)
      if (found.length > 0) await append(found)
      return snapshot
    },
    release: async () => {
      keepDigests(host, workspace.id, digests)
      await ground.release()
    },
  }
}

/** What the ledger holds, folded as it grows. */
class Record {
  readonly entries: Entry[] = []
  readonly files: Map<string, Observed>
  incomplete: readonly string[] = []
  readonly #session: string

  constructor(session: string, joined: Joined) {
    this.#session = session
    this.files = copyOf(joined.baseline.files)
    this.add(joined.entries)
  }

  add(entries: readonly Entry[]): void {
    for (const entry of entries) {
      // Reads may overlap: what is known is passed over, and after a gap the next read fills it.
      if (entry.seq !== this.entries.length) continue
      this.entries.push(entry)
      if (entry.session !== this.#session) continue
      carryForward(this.files, entry.data)
      if (entry.data.kind === 'observation') this.incomplete = entry.data.incomplete
    }
  }
}
