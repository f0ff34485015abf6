// `reeve log`: the ledger as people read it, one line an entry, or as stored with `--json`. Text of others is made harmless first.
import { boolean, flag, number, option, optional, string } from 'cmd-ts'
import { Fault } from '../base/fault.ts'
import { isoInstant } from '../base/instant.ts'
import { resolvePath } from '../base/path.ts'
import { plainLine } from '../base/plain.ts'
import { safeJson } from '../export/escape.ts'
import type { Entry, EntryData } from '../ledger/entry.ts'
import { openLedger } from '../ledger/open.ts'
import { entryKinds } from '../ledger/order.ts'
import { findWorkspace } from '../session/workspace.ts'
import { define } from './define.ts'
import { exit } from './exit.ts'

export const subcommand = define({
  name: 'log',
  description: 'Read the ledger of this workspace.',
  examples: [
    { description: 'all of it', command: 'reeve log' },
    { description: 'refusals only', command: 'reeve log --kind decision' },
    { description: 'for scripts, from entry 40 on', command: 'reeve log --json --since 40' },
  ],
  args: {
    json: flag({ type: boolean, long: 'json', description: 'one JSON object a line' }),
    since: option({ type: optional(number), long: 'since', description: 'first entry to show' }),
    kind: option({ type: optional(string), long: 'kind', description: 'entries of this kind only' }),
    session: option({ type: optional(string), long: 'session', description: 'entries of this session only' }),
    cwd: option({ type: optional(string), long: 'cwd', description: 'directory of the workspace' }),
    ledger: option({
      type: optional(string),
      long: 'ledger',
      description: 'ledger file, instead of the one of this workspace',
    }),
  },
  run: async ({ json, since, kind, session, cwd, ledger: file }, host) => {
    if (kind !== undefined && !entryKinds.some((known) => known === kind)) {
      throw new Fault('usage', `there is no kind of entry \`${kind}\``, {
        help: `the kinds are ${entryKinds.join(', ')}`,
      })
    }
    const workspace = findWorkspace(host, resolvePath(host.workingDirectory, cwd ?? '.'))
    const ledger = await openLedger(host, { workspace, mode: 'read', ...(file === undefined ? {} : { file }) })
    try {
      if (ledger.standing.kind === 'foreign') {
        host.terminal.err(
          `reeve: this ledger feeds nothing: ${ledger.standing.reason}\nhelp: ${ledger.standing.help}\n`,
        )
      }
      const wanted = (entry: Entry): boolean =>
        entry.seq >= (since ?? 0) &&
        (kind === undefined || entry.kind === kind) &&
        (session === undefined || entry.session === session)
      for (const entry of (await ledger.entries()).filter(wanted))
        host.terminal.out(`${json ? stored(entry) : told(entry)}\n`)
      return exit.ok
    } finally {
      await ledger.close()
    }
  },
})

/** The entry's own text, in which nothing acts on a terminal. */
function stored(entry: Entry): string {
  return safeJson(JSON.stringify(membersOf(entry)))
}

function told(entry: Entry): string {
  const { seq, at, kind } = entry
  const start = [String(seq).padStart(5), isoInstant(at), plainLine(kind, 20).padEnd(11)].join('  ')
  return `${start}  ${plainLine(readable(entry), 300)}`
}

/** A foreign ledger may hold anything: what is no entry of ours is shown as it is. */
function readable(entry: Entry): string {
  try {
    return summary(entry.data) ?? JSON.stringify(membersOf(entry))
  } catch {
    return JSON.stringify(membersOf(entry))
  }
}

function membersOf({ seq, kind, at, session, data }: Entry): object {
  const { kind: _kind, ...members } = data
  return { seq, kind, at, ...(session === undefined ? {} : { session }), ...members }
}

function summary(data: EntryData): string | undefined {
  switch (data.kind) {
    case 'genesis':
      return `ledger ${data.ledger} of ${data.workspace}`
    case 'session':
      return `${data.action} ${data.id}`
    case 'policy':
      return `${data.name || '(no name)'} ${data.trust} sha256:${data.digest.slice(0, 16)}…`
    case 'criterion':
      return `${data.action} ${data.criterion}${data.because === undefined ? '' : `: ${data.because}`}`
    case 'decision':
      return `${data.answer} ${data.command}: ${data.reason}`
    case 'start':
      return `${data.call} ${data.command}`
    case 'end':
      return `${data.call} ${data.outcome}${data.exitCode === undefined ? '' : ` ${data.exitCode}`}${data.signal === undefined ? '' : ` ${data.signal}`} after ${data.durationMs} ms${data.proves.map((proof) => `, ${proof.criterion} ${proof.passed ? 'passed' : 'failed'}`).join('')}`
    case 'edit':
      return `${data.tool} ${data.path}`
    case 'observation':
      return `${data.tool}: ${data.more === undefined ? data.changes.map((change) => change.path).join(', ') : 'many changes'}${data.incomplete.length > 0 ? ` (incomplete: ${data.incomplete.join(', ')})` : ''}`
    case 'read':
      return `${data.path}${data.proves.map((proof) => `, ${proof.criterion} ${proof.passed ? 'passed' : 'failed'}`).join('')}`
    case 'attestation':
      return `${data.criterion} by ${data.person.user}: ${data.because}`
    case 'approval':
      return `${data.answer} by ${data.by}: ${data.command}`
    case 'gate':
      return `${data.verdict}, exit ${data.exitCode}: ${data.reason}`
    case 'goal':
      return `${data.action}: ${data.text}`
    case 'waiver':
      return `${data.effect} by ${data.person.user}: ${data.because}`
    case 'report':
      return `${data.subject} by ${data.author}: ${data.checks.map(({ id }) => id).join(', ')}`
    case 'message':
      return `${data.role}: ${data.text}`
    case 'accept':
      return `${data.what} by ${data.person.user}: ${data.because}`
    default:
      return undefined
  }
}
