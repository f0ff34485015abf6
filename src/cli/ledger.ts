// `reeve ledger`: where the ledger lies, whether it is whole, and a person's acceptance of one that was lost or rolled back.
import { option, optional, positional, string } from 'cmd-ts'

import { Fault } from '../base/fault.ts'
import { resolvePath } from '../base/path.ts'
import type { Host } from '../host/host.ts'
import { auditLedger } from '../ledger/audit.ts'
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

async function verify(host: Host, path: string): Promise<number> {
  const { entries, root, findings } = await auditLedger(host, path)
  for (const finding of findings) host.terminal.err(`reeve: ${finding}\n`)
  host.terminal.out(`${findings.length === 0 ? 'intact' : 'changed'}: ${entries} entries, root ${root}\n`)
  return findings.length === 0 ? exit.ok : exit.tampered
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
