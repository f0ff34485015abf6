// The one order of the members of each kind of entry, and of the objects inside them, so that one event has one text whoever builds
// it. The types see to it that no member is forgotten.
import type { Json } from '../base/json.ts'
import type { RuleReference } from '../rules/decision.ts'
import type { Person, ReportCheck } from './act.ts'
import type {
  ChangeRecord,
  Claim,
  EntryData,
  EntryKind,
  GateData,
  NearMiss,
  PinRecord,
  PolicyData,
  Proof,
  StartData,
  StreamRecord,
} from './entry.ts'

type Object = { readonly [key: string]: Json | undefined }
type KeysOf<Value> = Value extends unknown ? keyof Value : never
type All<Names extends PropertyKey> = { readonly [Name in Names]-?: true }
type DataOf<Kind extends EntryKind> = Extract<EntryData, { readonly kind: Kind }>

/** The members in their order; one that is unknown here comes last. */
export function ordered(kind: EntryKind, data: Object): Object {
  return arranged(data, ranksOf[kind])
}

function arranged(object: Object, ranks: ReadonlyMap<string, number>): Object {
  const rank = (name: string): number => ranks.get(name) ?? ranks.size
  const names = Object.keys(object).sort((left, right) => rank(left) - rank(right))
  return Object.fromEntries(names.map((name) => [name, inner(object[name])]))
}

function inner(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((member) => inner(member as Json) as Json)
  if (value === null || typeof value !== 'object') return value
  return arranged(value as Object, innerRanks)
}

const members: { readonly [Kind in EntryKind]: All<Exclude<keyof DataOf<Kind>, 'kind'>> } = {
  genesis: { ledger: true, workspace: true, logKey: true, attestationKey: true, version: true },
  session: { action: true, id: true, baseline: true, snapshot: true, trustedPath: true },
  policy: { digest: true, name: true, trust: true, files: true, pins: true, tools: true },
  criterion: {
    ...{ action: true, criterion: true, definition: true, text: true, required: true, verifier: true, scope: true },
    ...{ because: true, person: true },
  },
  decision: { tool: true, command: true, directory: true, answer: true, readable: true, reason: true, rule: true },
  start: {
    ...{ call: true, tool: true, command: true, raw: true, argv: true, directory: true, program: true, answer: true },
    ...{ answeredBy: true, rule: true, environment: true, assigned: true, sandbox: true, sandboxBy: true },
    ...{ sandboxGaps: true, limitsBy: true, before: true, proves: true, installs: true, tools: true },
  },
  end: {
    ...{ call: true, start: true, outcome: true, exitCode: true, signal: true, failure: true, durationMs: true },
    ...{
      stdout: true,
      stderr: true,
      excerpt: true,
      after: true,
      proves: true,
      near: true,
      refused: true,
      against: true,
    },
    ...{ capture: true, tools: true },
  },
  edit: { tool: true, call: true, path: true, before: true, after: true, mode: true },
  observation: { tool: true, call: true, changes: true, more: true, incomplete: true, tree: true },
  read: { tool: true, call: true, path: true, bytes: true, digest: true, proves: true, capture: true },
  attestation: { criterion: true, definition: true, scope: true, pins: true, tools: true, because: true, person: true },
  approval: { command: true, raw: true, directory: true, answer: true, by: true, exact: true, person: true },
  gate: { verdict: true, effect: true, net: true, exitCode: true, reason: true, statuses: true },
  waiver: { effect: true, because: true, until: true, person: true },
  report: { author: true, subject: true, checks: true, risks: true, person: true },
  goal: { action: true, text: true, unmet: true, because: true, person: true },
  message: { role: true, text: true },
  accept: { what: true, because: true, person: true },
}

type Inner =
  | RuleReference
  | Person
  | PinRecord
  | PinRecord['files'][number]
  | PolicyData['files'][number]
  | NonNullable<StartData['program']>
  | Claim
  | Proof
  | NearMiss
  | StreamRecord
  | ChangeRecord
  | GateData['statuses'][number]
  | ReportCheck

const innerMembers: All<KeysOf<Inner>> = {
  ...{ file: true, line: true, text: true, because: true, instead: true, path: true, kind: true, mode: true },
  ...{
    criterion: true,
    definition: true,
    status: true,
    scope: true,
    passed: true,
    reason: true,
    wanted: true,
    before: true,
    after: true,
  },
  ...{
    unsettled: true,
    actual: true,
    expected: true,
    reports: true,
    answer: true,
    bytes: true,
    commitment: true,
    kept: true,
    gone: true,
    digest: true,
  },
  ...{ files: true, presence: true, user: true, signature: true },
  ...{ id: true, description: true, required: true, claimed: true, argv: true, exit: true, risk: true },
}

/** Every kind of entry that there is. */
export const entryKinds = Object.keys(members) as readonly EntryKind[]

const innerRanks = ranks(innerMembers)
const ranksOf = Object.fromEntries(Object.entries(members).map(([kind, names]) => [kind, ranks(names)])) as Readonly<
  Record<EntryKind, ReadonlyMap<string, number>>
>

function ranks(names: object): ReadonlyMap<string, number> {
  return new Map(Object.keys(names).map((name, index) => [name, index]))
}
