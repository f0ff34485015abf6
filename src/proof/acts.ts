// What only a person may do to criteria: each act is signed with the attestation key, says how the person was present, and is
// refused to whatever a guarded command started.
import { Fault } from '../base/fault.ts'
import { canonicalJson, type Json } from '../base/json.ts'
import { freeName } from '../base/name.ts'
import { readCommand } from '../command/read.ts'
import type { AttestationData, CriterionData, GoalData, Person, ReportData, WaiverData } from '../ledger/act.ts'
import { signPerson } from '../ledger/person.ts'
import { toolsMark } from '../observe/tools.ts'
import type { Criterion, Verifier } from '../policy/policy.ts'
import { freshness } from '../session/freshness.ts'
import { pinRecord } from '../session/pins.ts'
import type { Session } from '../session/session.ts'
import { judge } from './judge.ts'
import type { CriterionStatus, ReasonCode } from './status.ts'

interface CriterionWish {
  /** Absent: made from the text. */
  readonly id?: string
  readonly text: string
  /** A command; absent: nothing says how it is proven. */
  readonly verify?: string
  readonly required: boolean
  readonly scope: readonly string[]
}

/** The id under which it now stands. Fault `usage` for an id that exists, a policy's included, or a command that cannot be read. */
export async function addCriterion(session: Session, wish: CriterionWish): Promise<string> {
  const text = saidText(wish.text, 'a criterion needs a text')
  const taken = new Set(judge(session, session.look()).map(({ criterion }) => criterion.id))
  const id = wish.id ?? freeName(text, taken)
  if (!/^[A-Za-z][\w-]{0,63}$/.test(id)) {
    throw new Fault('usage', `\`${id}\` is no id`, { help: 'a letter, then letters, digits, `-` and `_`' })
  }
  if (taken.has(id)) {
    throw new Fault('usage', `the criterion \`${id}\` exists already`, {
      help: 'choose another `--id`; what a policy defines is changed in the policy',
    })
  }
  const verifier = wish.verify === undefined ? undefined : commandVerifier(session, wish.verify)
  await record(session, {
    kind: 'criterion',
    action: 'add',
    criterion: id,
    text,
    required: wish.required,
    ...(verifier ? { verifier: canonicalJson(verifier as unknown as Json) } : {}),
    scope: wish.scope,
  })
  return id
}

export type CriterionChange =
  | { readonly action: 'edit'; readonly text: string }
  | { readonly action: 'required' | 'optional' }
  | { readonly action: 'not-applicable'; readonly because: string }

/** Changes what a person may change: the text, whether it is required, whether it applies. Fault `usage` for an unknown id. */
export async function changeCriterion(session: Session, id: string, change: CriterionChange): Promise<void> {
  const { definition } = find(session, id)
  const said =
    change.action === 'edit'
      ? { text: saidText(change.text, 'the new text is empty') }
      : change.action === 'not-applicable'
        ? { because: saidText(change.because, 'a reason is needed: `--because WHY`') }
        : {}
  await record(session, { kind: 'criterion', action: change.action, criterion: id, definition, ...said })
}

interface Attested {
  readonly before: CriterionStatus
  readonly after: CriterionStatus
}

const waiting: ReadonlySet<ReasonCode> = new Set([
  'needs-person',
  'check-changed',
  'unobserved-link',
  'tools-changed',
  'plugin-answer',
  'flaky',
])

/** A person's word for what waits for a person, bound to the files as they are now. Fault `usage` when nothing does. */
export async function attest(session: Session, id: string, because: string): Promise<Attested> {
  const { host, workspace, digests } = session
  const criterion = find(session, id)
  const reason = saidText(because, 'a reason is needed: `--because WHY`')
  const snapshot = await session.observe('workspace')
  const before = statusOf(session, id, judge(session, snapshot))
  if (!waiting.has(before.reason)) {
    throw new Fault(
      'usage',
      `\`${id}\` does not wait for a person: ${before.explanation}`,
      before.remedy === undefined ? {} : { help: before.remedy },
    )
  }
  await record(session, {
    kind: 'attestation',
    criterion: id,
    definition: criterion.definition,
    scope: freshness(session, criterion, snapshot),
    ...(before.reason === 'check-changed' ? { pins: pinRecord(snapshot, criterion).digest } : {}),
    ...(before.reason === 'tools-changed' ? { tools: toolsMark(host, workspace.path, snapshot, digests) } : {}),
    because: reason,
  })
  return { before, after: statusOf(session, id, judge(session, snapshot)) }
}

type Act = WithoutPerson<CriterionData | AttestationData | WaiverData | ReportData | GoalData>
type WithoutPerson<Data> = Data extends unknown ? Omit<Data, 'person'> : never

/** Signed by the person who is there. Fault `person` below a guarded command. */
export async function record(session: Session, act: Act): Promise<void> {
  const { host, ledger, id } = session
  const person: Person = await signPerson(host, {
    ledger: ledger.id,
    session: id,
    ...(act as unknown as { readonly [key: string]: Json }),
  })
  await session.append([{ ...act, person }])
}

function find(session: Session, id: string): Criterion {
  const found = session.criteria().find(({ criterion }) => criterion.id === id)
  if (found) return found.criterion
  const known = session.criteria().map(({ criterion }) => criterion.id)
  const help = known.length > 0 ? `the criteria are ${known.join(', ')}` : 'there are no criteria that count'
  throw new Fault('usage', `no criterion \`${id}\``, { help })
}

function statusOf(session: Session, id: string, statuses: readonly CriterionStatus[]): CriterionStatus {
  const status = statuses.find(({ criterion }) => criterion.id === id)
  if (!status) throw new Fault('usage', `no criterion \`${id}\` in session ${session.id}`)
  return status
}

/** Fault `usage` with `missing` for none. */
export function saidText(text: string, missing: string): string {
  const said = text.trim()
  if (said === '') throw new Fault('usage', missing)
  if (said.length > 2000) throw new Fault('usage', 'the text is longer than 2000 characters')
  return said
}

function commandVerifier(session: Session, text: string): Verifier {
  const directory = session.workspace.path
  const reading = readCommand({ kind: 'shell', text, directory }, { home: session.world.home })
  if (reading.kind === 'unreadable') {
    throw new Fault('usage', `the command \`${text}\` cannot be read: ${reading.reason}`, {
      help: 'a plain command proves best',
    })
  }
  if (reading.commands.length === 0) throw new Fault('usage', 'the command that proves a criterion is empty')
  return { kind: 'command', text, ...(reading.argv ? { argv: reading.argv } : {}), exitCode: 0 }
}
