// Everything that is fixed before a session is opened or joined, in an order that matters: first the workspace, then the policy
// that has the say, then the ledger. A ledger that is not this user's stops here, since nothing may rest on it (decision 2).
import type { Digest } from '../base/digest.ts'
import { Fault } from '../base/fault.ts'
import type { Host } from '../host/host.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { openLedger } from '../ledger/open.ts'
import type { Authority, Trust } from '../rules/authority.ts'
import { loadAuthority } from '../rules/load.ts'
import type { Workspace } from './session.ts'
import { findWorkspace, holdWorkspace } from './workspace.ts'

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
  /** Closes the ledger and lets go of the workspace. */
  readonly release: () => Promise<void>
}

/** The ledger is open and the workspace held afterwards; whoever calls releases them. */
export async function prepare(host: Host, options: OpenOptions): Promise<Ground> {
  const { directory, policyFile, policyDigest, ledgerFile: file } = options
  const workspace = findWorkspace(host, directory)
  const letGo = holdWorkspace(host, workspace)
  try {
    const request = {
      workspace: workspace.path,
      directory,
      ...(policyFile === undefined ? {} : { policyFile }),
      ...(policyDigest === undefined ? {} : { policyDigest }),
    }
    const loaded = await loadAuthority(host, request)
    const ledger = await ownLedger(host, workspace, file)
    const release = async () => {
      await ledger.close()
      letGo()
    }
    return { host, workspace, ledger, release, ...loaded }
  } catch (error) {
    letGo()
    throw error
  }
}

async function ownLedger(host: Host, workspace: Workspace, file: string | undefined): Promise<Ledger> {
  const ledger = await openLedger(host, { workspace, mode: 'write', ...(file === undefined ? {} : { file }) })
  if (ledger.standing.kind === 'foreign') {
    const { reason, help } = ledger.standing
    await ledger.close()
    throw new Fault('ledger-foreign', `the ledger ${ledger.path} is not yours, so nothing rests on it: ${reason}`, {
      help,
    })
  }
  return ledger
}
