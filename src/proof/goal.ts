// The goal of a session as its entries tell it, and the one act by which a person completes it over what is unmet.
import { Fault } from '../base/fault.ts'
import type { GoalData } from '../ledger/act.ts'
import type { Entry } from '../ledger/entry.ts'
import type { Session } from '../session/session.ts'
import { record, saidText } from './acts.ts'
import { weighGate } from './gate.ts'

export interface GoalStanding {
  readonly text: string
  readonly action: GoalData['action']
  /** What stood in the way when that was recorded. */
  readonly unmet: readonly string[]
  readonly because?: string
  /** Who, of an act. */
  readonly by?: string
}

/** Undefined when the session has no goal. */
export function goalOf(entries: readonly Entry[], session: string): GoalStanding | undefined {
  const last = entries.findLast((entry) => entry.session === session && entry.data.kind === 'goal')?.data
  if (last?.kind !== 'goal') return undefined
  const { text, action, unmet, because, person } = last
  return {
    text,
    action,
    unmet,
    ...(because === undefined ? {} : { because }),
    ...(person === undefined ? {} : { by: person.user }),
  }
}

/** The verdict stays what it is; what is unmet is kept with the act. Fault `usage` without a goal, or with one that is complete. */
export async function overrideGoal(session: Session, because: string): Promise<GoalStanding> {
  const reason = saidText(because, 'a reason is needed: `--because WHY`')
  const goal = goalOf(session.history(), session.id)
  if (!goal) throw new Fault('usage', 'this session has no goal', { help: '`reeve run TASK` sets one' })
  if (goal.action === 'complete' || goal.action === 'override')
    throw new Fault('usage', 'the goal of this session is complete already')
  const verdict = weighGate(session, await session.observe('workspace'))
  const unmet = [
    ...verdict.unmet.map(({ criterion }) => criterion.id),
    ...verdict.uncovered.map((path) => `uncovered ${path}`),
  ]
  const act = { kind: 'goal', action: 'override', text: goal.text, unmet: unmet.slice(0, 50), because: reason } as const
  await record(session, act)
  return goalOf(session.history(), session.id) ?? act
}
