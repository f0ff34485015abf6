// The goal of a run, and the one answer to a claim that it is reached: evidence. A claim is refused while a required criterion
// is failed or not checked, with what is missing and how to supply it; refused too often, the goal is paused as `no_progress`.
import { plainLine } from '../base/plain.ts'
import { redact } from '../base/redact.ts'
import type { Entry } from '../ledger/entry.ts'
import { weighGate } from '../proof/gate.ts'
import { judge } from '../proof/judge.ts'
import type { CriterionStatus } from '../proof/status.ts'
import type { Session } from '../session/session.ts'
import type { ToolArguments } from './arguments.ts'
import type { Answer } from './hands.ts'
import type { Claim, Goal } from './loop.ts'
import { criteriaLines, criterionLine, isTrusted, told } from './prompt.ts'

export interface SessionGoal extends Goal {
  readonly describe: () => Promise<string>
  readonly update: (args: ToolArguments<'update_goal'>) => Promise<Answer>
}

export async function setGoal(session: Session, task: string): Promise<SessionGoal> {
  const text = redact(task, session.secrets).slice(0, 4000)
  await session.append([{ kind: 'goal', action: 'set', text, unmet: [] }])
  let refusals = 0
  const claim = async (): Promise<Claim> => {
    const { missing, uncovered } = await gaps(session)
    const unmet = [...missing.map((status) => status.criterion.id), ...uncovered.map((path) => `uncovered ${path}`)]
    if (unmet.length === 0) {
      await session.append([{ kind: 'goal', action: 'complete', text, unmet }])
      return { kind: 'complete' }
    }
    refusals++
    await session.append([{ kind: 'goal', action: 'refused', text, unmet: unmet.slice(0, 50) }])
    const { attempts } = session.authority.policy.gate
    const paused = refusals >= attempts || refusedRuns(session.history(), text) >= attempts
    if (paused)
      await session.append([
        { kind: 'goal', action: 'paused', text, unmet: unmet.slice(0, 50), because: 'no_progress' },
      ])
    return { kind: 'refused', unmet, text: refusalLines(missing, uncovered, paused), paused }
  }
  return {
    claim,
    describe: async () => [`Task: ${text}`, ...criteriaLines(await toldStatuses(session))].join('\n'),
    update: async ({ status, summary }) => {
      if (status === 'complete') return claimed(await claim())
      const because = `model_blocked: ${plainLine(redact(summary, session.secrets), 1000)}`
      await session.append([{ kind: 'goal', action: 'paused', text, unmet: [], because }])
      return { outcome: 'done', text: 'the goal is blocked', ends: 'blocked' }
    },
  }
}

interface Gaps {
  readonly missing: readonly CriterionStatus[]
  /** Changed paths that no proven required criterion covers. */
  readonly uncovered: readonly string[]
}

/** What the agent itself can still supply; the rest is for the verdict to tell. */
async function gaps(session: Session): Promise<Gaps> {
  const verdict = weighGate(session, await session.observe('workspace'))
  return {
    missing: told(session, verdict.statuses).filter(isSuppliable),
    uncovered: isTrusted(session) ? verdict.uncovered.filter((path) => touched(session).has(path)) : [],
  }
}

/** Paths that tools of this session changed. What a person changed meanwhile is not the agent's to undo. */
function touched(session: Session): ReadonlySet<string> {
  const own = session.history().filter((entry) => entry.session === session.id)
  return new Set(
    own.flatMap(({ data }) => {
      if (data.kind === 'edit') return [data.path]
      if (data.kind === 'observation' && data.tool !== 'workspace') return data.changes.map(({ path }) => path)
      return []
    }),
  )
}

/** `manual_review` waits for a person: it is not the agent's to supply. */
function isSuppliable({ criterion, status }: CriterionStatus): boolean {
  return criterion.required && (status === 'failed' || status === 'not_checked')
}

async function toldStatuses(session: Session): Promise<readonly CriterionStatus[]> {
  return told(session, judge(session, await session.observe('workspace')))
}

function claimed(claim: Claim): Answer {
  if (claim.kind === 'complete') return { outcome: 'done', text: 'the goal is complete', ends: 'completed' }
  return { outcome: 'refused', text: claim.text, ...(claim.paused ? { ends: 'paused' } : {}) }
}

function refusalLines(missing: readonly CriterionStatus[], uncovered: readonly string[], paused: boolean): string {
  const paths = uncovered
    .slice(0, 20)
    .map((path) => `- ${plainLine(path)}: changed, and no proven criterion covers it; undo the change`)
  return [
    'Not complete: words are no evidence. What is missing:',
    ...missing.map(criterionLine),
    ...paths,
    ...(paused ? ['The goal is paused: completion was claimed too often without progress.'] : []),
  ].join('\n')
}

/** In how many runs for this task, since it was last settled, a claim was refused. */
function refusedRuns(history: readonly Entry[], text: string): number {
  let runs = 0
  let refusedInRun = false
  for (const { data } of history) {
    if (data.kind !== 'goal' || data.text !== text) continue
    if (data.action === 'complete' || data.action === 'override') runs = 0
    if (data.action === 'refused' && !refusedInRun) runs++
    refusedInRun = data.action === 'refused' || (refusedInRun && data.action === 'paused')
  }
  return runs
}
