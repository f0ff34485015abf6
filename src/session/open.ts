// Opens or joins the one session of a workspace (decision 3).

import { concatBytes, hex } from '../base/bytes.ts'
import { sha256 } from '../base/digest.ts'
import { Fault } from '../base/fault.ts'
import { secretValues } from '../base/redact.ts'
import { isGuardedDescendant } from '../host/ancestry.ts'
import type { Host } from '../host/host.ts'
import type { Entry, EntryDraft, PinRecord, PolicyData, SessionData } from '../ledger/entry.ts'
import { emptyCache } from '../observe/content.ts'
import type { Snapshot } from '../observe/snapshot.ts'
import { toolsMark } from '../observe/tools.ts'
import { treeDigest } from '../observe/tree.ts'
import { trustedPath, worldOf } from '../rules/world.ts'
import { decodeSnapshot, encodeSnapshot } from './baseline.ts'
import { type Ground, type OpenOptions, prepare } from './ground.ts'
import { live } from './live.ts'
import { scanGround } from './look.ts'
import { acceptedPins, pinRecord } from './pins.ts'
import type { Session } from './session.ts'
import { snapshotSince } from './since.ts'

/** Joins the open session, or opens one with the workspace as it is now for its baseline. */
export async function openSession(host: Host, options: OpenOptions): Promise<Session> {
  return await withGround(host, options, async (ground) => {
    const entries = await ground.ledger.entries()
    refuseStrangePolicy(ground, entries)
    if (!openOne(entries)) await open(ground, entries, options.since)
    return await join(ground)
  })
}

/** Joins the open session; undefined when none is open, and then nothing is recorded. */
export async function joinSession(host: Host, options: OpenOptions): Promise<Session | undefined> {
  return await withGround(host, options, async (ground) => {
    const entries = await ground.ledger.entries()
    refuseStrangePolicy(ground, entries)
    if (openOne(entries)) return await join(ground)
    await ground.release()
    return undefined
  })
}

/** The files that define the checks, as they are when a person trusts the policy: whoever opens the first session later, and has
 *  changed them by then, moves no mark. Opens no session. */
export async function markPins(host: Host, options: OpenOptions): Promise<void> {
  await withGround(host, options, async (ground) => {
    const pins = pinsToRecord(ground, await ground.ledger.entries(), () => scanGround(ground, emptyCache()))
    if (pins.length > 0) await ground.ledger.append([policyEntry({ ...ground, trust: 'trusted' }, pins)])
    await ground.release()
  })
}

/** INVARIANT: of sessions that were opened side by side the first one in the log is the open one; the others were never joined. */
export function openOne(entries: readonly Entry[]): SessionData | undefined {
  let open: SessionData | undefined
  for (const { data } of entries) {
    if (data.kind !== 'session') continue
    if (data.action === 'open') open ??= data
    else if (data.id === open?.id) open = undefined
  }
  return open
}

async function withGround<Result>(
  host: Host,
  options: OpenOptions,
  use: (ground: Ground) => Promise<Result>,
): Promise<Result> {
  const ground = await prepare(host, options)
  try {
    return await use(ground)
  } catch (error) {
    await ground.release()
    throw error
  }
}

/** Naming a policy is trusting it, which is a person's act: from inside a guarded command only the policy that counts already in
 *  the open session may be named again. */
function refuseStrangePolicy({ host, authority, trust }: Ground, entries: readonly Entry[]): void {
  if (trust !== 'named' || !isGuardedDescendant(host)) return
  const session = openOne(entries)?.id
  const last = entries.findLast((entry) => entry.session === session && entry.data.kind === 'policy')?.data
  const counts = last?.kind === 'policy' && (last.trust === 'named' || last.trust === 'trusted')
  if (session !== undefined && counts && last.digest === authority.policy.digest) return
  throw new Fault('person', 'a guarded command cannot name a policy of its own', {
    help: 'leave `--policy` out, or name the policy that the session works under',
  })
}

async function open(ground: Ground, entries: readonly Entry[], since: string | undefined): Promise<void> {
  const { host, workspace, ledger } = ground
  const cache = emptyCache()
  const now = scanGround(ground, cache)
  const path = trustedPath(host, workspace.path)
  const snapshot = since === undefined ? now : await baselineSince(ground, since, now, path)
  const id = `s-${hex(host.random(8))}`
  const salt = host.random(32)
  const data = encodeSnapshot(snapshot)
  const commitment = sha256(concatBytes(salt, data))
  const session: EntryDraft = {
    kind: 'session',
    session: id,
    action: 'open',
    id,
    baseline: treeDigest(snapshot),
    snapshot: commitment,
    trustedPath: path,
    blobs: [{ commitment, salt, data, media: 'application/json' }],
  }
  await ledger.append([
    session,
    {
      ...policyEntry(
        ground,
        pinsToRecord(ground, entries, () => now),
      ),
      session: id,
      tools: toolsMark(host, workspace.path, now, cache),
    },
  ])
}

async function baselineSince(ground: Ground, since: string, now: Snapshot, path: readonly string[]): Promise<Snapshot> {
  const { host, workspace } = ground
  const git = worldOf(host, { workspace: workspace.path, trustedPath: path, policyFiles: [] }).findProgram('git')
  if (git === undefined) throw new Fault('usage', 'a commit as baseline needs git, which is not on the trusted PATH')
  return await snapshotSince({ host, git, workspace: workspace.path }, since, now)
}

async function join(ground: Ground): Promise<Session> {
  const { host, ledger } = ground
  const entries = await ledger.entries()
  const opening = openOne(entries)
  if (!opening)
    throw new Fault('run', 'the session was closed while it was being joined', { help: 'run the command again' })
  const blob = opening.snapshot === undefined ? undefined : await ledger.blob(opening.snapshot)
  const baseline = blob ? decodeSnapshot(blob) : undefined
  if (!baseline) {
    throw new Fault('run', `the baseline of the session ${opening.id} cannot be read`, {
      help: 'close it with `reeve sessions close`; the next command opens a new one',
    })
  }
  const session = live(ground, { entries, opening, baseline, secrets: secretValues(host.environment) })
  await recordPolicy(ground, session)
  return session
}

/** A policy or a trust that this session has not worked under yet is an entry of its own, and so are marks that are missing. */
async function recordPolicy(ground: Ground, session: Session): Promise<void> {
  const entries = session.history()
  const last = entries.findLast((entry) => entry.session === session.id && entry.data.kind === 'policy')?.data
  const now = policyEntry(ground, pinsToRecord(ground, entries, session.look))
  const isKnown = last?.kind === 'policy' && last.digest === now.digest && last.trust === now.trust
  if (isKnown && now.pins.length === 0) return
  await session.append([
    { ...now, tools: toolsMark(session.host, session.workspace.path, session.look(), session.digests) },
  ])
}

/** Of an untrusted policy: the policy that was found, although the careful default has the say. */
function policyEntry(ground: Ground, pins: readonly PinRecord[]): PolicyData {
  const { authority, trust } = ground
  const found = authority.layers.find((layer) => layer.mode === 'tighten')?.policy
  const { digest, name, files } = trust === 'untrusted' && found ? found : authority.policy
  const texts = files.map((file) => ({ file: file.file, digest: file.digest }))
  return { kind: 'policy', digest, name, trust, files: texts, pins }
}

/** For the criteria of a trusted policy that have none yet: their pinned files as they are now. */
function pinsToRecord(ground: Ground, entries: readonly Entry[], look: () => Snapshot): readonly PinRecord[] {
  const { authority, trust } = ground
  const counted = trust === 'named' || trust === 'trusted' ? authority.policy.criteria : []
  const missing = counted.filter((criterion) => !acceptedPins(entries, criterion))
  if (missing.length === 0) return []
  const snapshot = look()
  return missing.map((criterion) => pinRecord(snapshot, criterion))
}
