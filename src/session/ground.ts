// Everything that is fixed before a session is opened or joined, in an order that matters: first the workspace, then the policy
// that has the say, then the ledger. A ledger that is not this user's stops here, since nothing may rest on it (decision 2).
import type { Digest } from '../base/digest.ts'
import { Fault } from '../base/fault.ts'
import type { Host } from '../host/host.ts'
import { places } from '../host/places.ts'
import type { Trust } from '../ledger/entry.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { openLedger } from '../ledger/open.ts'
import type { DigestCache } from '../observe/content.ts'
import { scan } from '../observe/scan.ts'
import type { Snapshot } from '../observe/snapshot.ts'
import type { Authority } from '../rules/authority.ts'
import { loadAuthority } from '../rules/load.ts'
import type { Workspace } from './session.ts'
import { checkWorkspace, findWorkspace } from './workspace.ts'

export interface OpenOptions {
  /** Absolute: where the command was given. */
  readonly directory: string
  readonly policyFile?: string
  readonly policyDigest?: Digest
  readonly ledgerFile?: string
  /** A commit whose files are the baseline, when this call opens the session. */
  readonly since?: string
}

export interface Ground {
  readonly host: Host
  readonly workspace: Workspace
  readonly authority: Authority
  readonly trust: Trust
  readonly policyFile?: string
  readonly ledger: Ledger
}

/** The ledger is open afterwards; whoever calls closes it. */
export async function prepare(host: Host, options: OpenOptions): Promise<Ground> {
  const { directory, policyFile, policyDigest, ledgerFile: file } = options
  const workspace = findWorkspace(host, directory)
  const loaded = await loadAuthority(host, {
    workspace: workspace.path,
    directory,
    ...(policyFile === undefined ? {} : { policyFile }),
    ...(policyDigest === undefined ? {} : { policyDigest }),
  })
  const ledger = await openLedger(host, { workspace, mode: 'write', ...(file === undefined ? {} : { file }) })
  if (ledger.standing.kind === 'foreign') {
    const { reason, help } = ledger.standing
    await ledger.close()
    throw new Fault('ledger-foreign', `the ledger ${ledger.path} is not yours, so nothing rests on it: ${reason}`, {
      help,
    })
  }
  return { host, workspace, ledger, ...loaded }
}

/** A scan under the policy's `observe except`, after a look whether the workspace is still the same directory. */
export function scanGround(ground: Ground, cache: DigestCache): Snapshot {
  const { host, workspace, authority } = ground
  checkWorkspace(host, workspace)
  return scan(host, workspace.path, {
    except: authority.policy.gate.observeExcept,
    policyFiles: policyFiles(ground),
    skip: ownDirectories(host),
    cache,
  })
}

/** Of every policy that has a say, and of the one that was named or found. */
export function policyFiles({ authority, policyFile }: Ground): readonly string[] {
  const policies = [authority.policy, ...authority.layers.map((layer) => layer.policy)]
  const paths = policies.flatMap((policy) => policy.files.flatMap(({ path }) => path ?? []))
  return [...new Set(policyFile === undefined ? paths : [...paths, policyFile])]
}

/** Reeve's own directories, which are never observed. */
function ownDirectories(host: Host): readonly string[] {
  const { configuration, state, cache } = places(host)
  return [configuration, state, cache]
}
