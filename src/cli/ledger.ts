// `reeve ledger`: where the ledger lies, whether it is whole, and a person's acceptance of one that was lost or rolled back.
import { option, optional, positional, string } from 'cmd-ts'

import { escapeLine } from '../base/escape.ts'
import { Fault, type FaultCode } from '../base/fault.ts'
import { resolvePath } from '../base/path.ts'
import type { Host } from '../host/host.ts'
import { type Audit, auditLedger } from '../ledger/audit.ts'
import { type LedgerRequest, ledgerPath, openLedger } from '../ledger/open.ts'
import { findWorkspace } from '../session/workspace.ts'
import { define } from './define.ts'
import { exit } from './exit.ts'

export const subcommand = define({
  name: 'ledger',
  description: 'Print where the ledger is, check that it is whole, or accept one that was lost or rolled back.',
  examples: [
    { description: 'where it is', command: 'reeve ledger path' },
    { description: 'whether it is whole', command: 'reeve ledger verify' },
    { description: 'begin anew after a loss', command: 'reeve ledger accept --because "the disk was replaced"' },
  ],
  args: {
    action: positional({ type: string, displayName: 'path|verify|accept' }),
    because: option({ type: optional(string), long: 'because', description: 'why, for `accept`' }),
    cwd: option({ type: optional(string), long: 'cwd', description: 'directory of the workspace' }),
    ledger: option({
      type: optional(string),
      long: 'ledger',
      description: 'ledger file, instead of the one of this workspace',
    }),
  },
  run: async ({ action, because, cwd, ledger }, host) => {
    const workspace = findWorkspace(host, resolvePath(host.workingDirectory, cwd ?? '.'))
    const request = { workspace, ...(ledger === undefined ? {} : { file: ledger }) }
    if (action === 'path') {
      host.terminal.out(`${ledgerPath(host, request)}\n`)
      return exit.ok
    }
    if (action === 'verify') return await verify(host, ledgerPath(host, request))
    if (action === 'accept') return await accept(host, request, because?.trim() ?? '')
    throw new Fault('usage', `ledger knows no \`${action}\``, { help: '`reeve ledger path`, `verify` or `accept`' })
  },
})

/** Nothing found is never ok: a ledger has a first entry. */
async function verify(host: Host, path: string): Promise<number> {
  let audit: Audit
  try {
    audit = await auditLedger(host, path)
  } catch (error) {
    const code = error instanceof Fault ? codes[error.code] : undefined
    if (code === undefined) throw error
    const { message, help } = error as Fault
    host.terminal.err(`reeve: ${message}\n${help === undefined ? '' : `help: ${help}\n`}`)
    return code
  }
  return told(host, audit)
}

/** An auditor's codes, where every other command says 1. */
const codes: Partial<Record<FaultCode, number>> = {
  'ledger-format': exit.malformed,
  'ledger-newer': exit.malformed,
  'ledger-rolled-back': exit.truncated,
}

const mostTold = 20

function told(host: Host, { entries, root, findings, losses, signer }: Audit): number {
  const all = [...findings, ...losses]
  for (const finding of all.slice(0, mostTold)) host.terminal.err(`reeve: ${escapeLine(finding)}\n`)
  if (all.length > mostTold) host.terminal.err(`reeve: and ${all.length - mostTold} more\n`)
  const word = findings.length > 0 ? 'changed' : losses.length > 0 ? 'rolled back' : 'intact'
  const by = signer === 'you' ? 'signed by your key' : 'signed by a key that is not yours'
  host.terminal.out(`${word}: ${entries} entries, root ${root}, ${by}\n`)
  if (findings.length > 0) return exit.tampered
  if (losses.length > 0) return exit.truncated
  return signer === 'you' ? exit.ok : exit.untrusted
}

async function accept(host: Host, request: Omit<LedgerRequest, 'mode'>, because: string): Promise<number> {
  if (because === '')
    throw new Fault('usage', 'a reason is missing', { help: '`reeve ledger accept --because REASON`' })
  const ledger = await openLedger(host, { ...request, mode: 'write', accept: because })
  const { size } = await ledger.head()
  await ledger.close()
  host.terminal.out(`accepted: ${ledger.path}, ${size} entries\n`)
  return exit.ok
}
