// `reeve sessions`: the sessions of this workspace; `reeve sessions close` ends the open one, so that the next command opens a new
// one with the workspace as it then is for its baseline.
import { option, optional, positional, string } from 'cmd-ts'

import { Fault } from '../base/fault.ts'
import { isoInstant } from '../base/instant.ts'
import { resolvePath } from '../base/path.ts'
import { isGuardedDescendant } from '../host/ancestry.ts'
import type { Host } from '../host/host.ts'
import type { Entry } from '../ledger/entry.ts'
import { openLedger } from '../ledger/open.ts'
import { openOne } from '../session/open.ts'
import { findWorkspace } from '../session/workspace.ts'
import { define } from './define.ts'
import { exit } from './exit.ts'

export const subcommand = define({
  name: 'sessions',
  description: 'List the sessions of this workspace, or close the open one.',
  examples: [
    { description: 'list them', command: 'reeve sessions' },
    { description: 'close the open one', command: 'reeve sessions close' },
  ],
  args: {
    action: positional({ type: optional(string), displayName: 'close' }),
    cwd: option({ type: optional(string), long: 'cwd', description: 'directory of the workspace' }),
    ledger: option({
      type: optional(string),
      long: 'ledger',
      description: 'ledger file, instead of the one of this workspace',
    }),
  },
  run: async ({ action, cwd, ledger }, host) => {
    if (action !== undefined && action !== 'close') {
      throw new Fault('usage', `sessions knows no \`${action}\``, {
        help: '`reeve sessions` or `reeve sessions close`',
      })
    }
    const workspace = findWorkspace(host, resolvePath(host.workingDirectory, cwd ?? '.'))
    const file = ledger === undefined ? {} : { file: resolvePath(host.workingDirectory, ledger) }
    const opened = await openLedger(host, { workspace, mode: action === 'close' ? 'write' : 'read', ...file })
    try {
      const entries = await opened.entries()
      if (action === undefined) return list(host, entries)
      if (isGuardedDescendant(host)) throw new Fault('person', 'a guarded command cannot close the session it runs in')
      const open = openOne(entries)
      if (!open) {
        host.terminal.err('reeve: no session is open here\n')
        return exit.ok
      }
      await opened.append([{ kind: 'session', session: open.id, action: 'close', id: open.id }])
      host.terminal.out(`closed ${open.id}\n`)
      return exit.ok
    } finally {
      await opened.close()
    }
  },
})

function list(host: Host, entries: readonly Entry[]): number {
  const open = openOne(entries)?.id
  const opened = entries.filter(({ data }) => data.kind === 'session' && data.action === 'open')
  for (const { at, seq, data } of opened) {
    if (data.kind !== 'session') continue
    const commands = entries.filter((entry) => entry.session === data.id && entry.data.kind === 'start').length
    // One that lost a race to open was never joined.
    if (
      commands === 0 &&
      data.id !== open &&
      !entries.some((entry) => entry.session === data.id && entry.seq > seq + 1)
    )
      continue
    const state = data.id === open ? 'open' : 'closed'
    host.terminal.out(`${data.id}  ${state.padEnd(6)}  ${isoInstant(at)}  ${commands} commands\n`)
  }
  if (opened.length === 0) host.terminal.err('reeve: no session was opened here yet\n')
  return exit.ok
}
