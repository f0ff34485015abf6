// The verdict on the whole work as a pure function of facts, step by step in a fixed order; the first step that finds something
// decides. `gate.ts` gathers the facts and records the verdict.

import type { Digest } from '../base/digest.ts'
import type { Standing } from '../ledger/ledger.ts'
import type { ExitCodes } from '../policy/policy.ts'
import type { Trust } from '../rules/authority.ts'
import { type CriterionStatus, isUnmet } from './status.ts'
import { standingWaiver, type Waiver } from './waiver.ts'

export interface GateFacts {
  readonly standing: Standing
  readonly trust: Trust
  /** False when no session is open: then nothing is known of the work. */
  readonly isOpen: boolean
  /** The work was cut off by a person or a signal. */
  readonly isCancelled: boolean
  readonly statuses: readonly CriterionStatus[]
  /** Places that could not be observed. */
  readonly incomplete: readonly string[]
  /** Over every write of the session; absent when there is none. */
  readonly effect?: Digest
  /** Over what differs now from the session's opening; absent when nothing does. */
  readonly net?: Digest
  /** Changed paths that no verified required criterion covers and that `gate { uncovered }` does not name. */
  readonly uncovered: readonly string[]
  /** Commands that were started and whose end is not recorded: cut off, or still running. */
  readonly unknown: readonly string[]
  readonly waivers: readonly Waiver[]
  /** Subject of the verification report that proves the work as it is; absent: none does. */
  readonly report?: string
  /** Checks of reports that failed on the work as it is. */
  readonly vetoes: readonly string[]
  readonly nowMs: number
  /** Instant of the newest entry: a clock behind it is not believed. */
  readonly lastEntryMs: number
  readonly exit: ExitCodes
}

type VerdictReason =
  | 'foreign'
  | 'untrusted'
  | 'no-session'
  | 'incomplete-observation'
  | 'cancelled'
  | 'narrative'
  | 'waived'
  | 'verified'
  | 'unmet'
  | 'failed-report'
  | 'uncovered'
  | 'unbound'

export interface Verdict {
  readonly kind: 'verified' | 'waived' | 'narrative' | 'incomplete'
  readonly reason: VerdictReason
  /** For people; of an incomplete verdict it begins with `completion gate: `. */
  readonly message: string
  readonly effect?: Digest
  readonly net?: Digest
  /** What stands in the way, each with its remedy. */
  readonly unmet: readonly CriterionStatus[]
  readonly uncovered: readonly string[]
  /** Told, whatever the verdict: what such a command did is known only as far as the scans saw it. */
  readonly unknown: readonly string[]
  readonly waiver?: Waiver
  readonly statuses: readonly CriterionStatus[]
  readonly exitCode: number
}

export function verdictOf(facts: GateFacts): Verdict {
  const found =
    foreign(facts) ??
    untrusted(facts) ??
    withoutSession(facts) ??
    incompleteObservation(facts) ??
    cancelled(facts) ??
    narrative(facts) ??
    waived(facts) ??
    unmet(facts) ??
    failedReport(facts) ??
    uncovered(facts) ??
    unbound(facts) ??
    verified(facts)
  return {
    ...found,
    ...(facts.effect === undefined ? {} : { effect: facts.effect }),
    ...(facts.net === undefined ? {} : { net: facts.net }),
    unmet: facts.statuses.filter(isUnmet),
    uncovered: found.reason === 'uncovered' ? facts.uncovered : [],
    unknown: facts.unknown,
    statuses: facts.statuses,
    exitCode: exitOf(found, facts),
  }
}

/** The exit code that statuses alone call for, as `reeve prove` and `reeve status` give it. */
export function exitOfStatuses(statuses: readonly CriterionStatus[], exit: ExitCodes): number {
  const open = statuses.filter(isUnmet)
  if (open.length === 0) return exit.verified
  return open.some(({ status }) => status === 'failed') ? exit.failed : exit.unproven
}

type Found = Pick<Verdict, 'kind' | 'reason' | 'message' | 'waiver'>

function exitOf(found: Found, { statuses, exit }: GateFacts): number {
  if (found.kind !== 'incomplete') return exit.verified
  return statuses.some((status) => isUnmet(status) && status.status === 'failed') ? exit.failed : exit.unproven
}

function foreign({ standing }: GateFacts): Found | undefined {
  return standing.kind === 'foreign'
    ? incomplete('foreign', `the ledger feeds no verdict: ${standing.reason}`)
    : undefined
}

function untrusted({ trust }: GateFacts): Found | undefined {
  return trust === 'untrusted'
    ? incomplete(
        'untrusted',
        'policy untrusted: it can only tighten, and proves nothing until a person says `reeve trust`',
      )
    : undefined
}

function withoutSession({ isOpen }: GateFacts): Found | undefined {
  return isOpen
    ? undefined
    : incomplete(
        'no-session',
        'no session is open here, so nothing is known of the work; `reeve exec` or `reeve prove` opens one',
      )
}

function incompleteObservation({ incomplete: places }: GateFacts): Found | undefined {
  if (places.length === 0) return undefined
  return incomplete(
    'incomplete-observation',
    `the workspace could not be observed whole, and no waiver can close that: ${places.slice(0, 5).join('; ')}`,
  )
}

function cancelled({ isCancelled, net }: GateFacts): Found | undefined {
  if (!isCancelled || net === undefined) return undefined
  return incomplete('cancelled', 'the work was cut off after it had changed the workspace')
}

function narrative({ net, statuses }: GateFacts): Found | undefined {
  if (net !== undefined || statuses.some(isUnmet)) return undefined
  return {
    kind: 'narrative',
    reason: 'narrative',
    message: 'nothing in the workspace differs from the session’s opening',
  }
}

function waived(facts: GateFacts): Found | undefined {
  const waiver = standingWaiver(facts.waivers, facts)
  if (!waiver) return undefined
  const end = waiver.until === undefined ? '' : `, until ${waiver.until}`
  return {
    kind: 'waived',
    reason: 'waived',
    message: `waived for exactly this effect digest by ${waiver.by}: ${waiver.because}${end}`,
    waiver,
  }
}

function unmet(facts: GateFacts): Found | undefined {
  const open = facts.statuses.filter(isUnmet)
  if (open.length === 0) return undefined
  return incomplete('unmet', facts.net === undefined ? unmetText(open) : unboundText(facts))
}

function failedReport(facts: GateFacts): Found | undefined {
  if (facts.vetoes.length === 0) return undefined
  return incomplete(
    'failed-report',
    `${unboundText(facts)} Checks failed on exactly this work: ${facts.vetoes.slice(0, 5).join(', ')}`,
  )
}

/** A report is bound to every write, so it leaves nothing uncovered. */
function uncovered(facts: GateFacts): Found | undefined {
  if (!hasVerified(facts) || facts.report !== undefined || facts.uncovered.length === 0) return undefined
  return incomplete(
    'uncovered',
    `${unboundText(facts)} Changed paths lie in the scope of no verified required criterion: ${facts.uncovered.slice(0, 5).join(', ')}`,
  )
}

function unbound(facts: GateFacts): Found | undefined {
  return hasVerified(facts) || facts.report !== undefined ? undefined : incomplete('unbound', unboundText(facts))
}

function verified({ statuses, report }: GateFacts): Found {
  const count = statuses.filter(({ criterion }) => criterion.required).length
  if (count === 0) {
    return {
      kind: 'verified',
      reason: 'verified',
      message: `the report \`${report}\` proves the workspace as it is now`,
    }
  }
  return {
    kind: 'verified',
    reason: 'verified',
    message: `${count === 1 ? 'the required criterion is' : `all ${count} required criteria are`} verified on the workspace as it is now`,
  }
}

function hasVerified({ statuses }: GateFacts): boolean {
  return statuses.some(({ criterion, status }) => criterion.required && status === 'verified')
}

function unmetText(open: readonly CriterionStatus[]): string {
  const names = open.map(({ criterion }) => criterion.id).join(', ')
  return `nothing changed, and required criteria are unmet: ${names}`
}

function unboundText({ effect, net }: GateFacts): string {
  return `workspace mutation ${effect ?? net} has no bound Passed verification and no host waiver. Assistant text does not count.`
}

function incomplete(reason: VerdictReason, text: string): Found {
  return { kind: 'incomplete', reason, message: `completion gate: ${text}` }
}
