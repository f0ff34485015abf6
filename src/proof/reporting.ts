// What makes reports: a person hands one in, or has commands run and reported.
import { hex } from '../base/bytes.ts'
import { runGuarded } from '../guard/run.ts'
import type { ReportCheck, ReportData } from '../ledger/act.ts'
import type { Session } from '../session/session.ts'
import { record } from './acts.ts'
import { type JudgedReport, judgeReports } from './report.ts'
import type { WantedCheck } from './report-file.ts'
import type { VerifierOptions } from './verifiers.ts'

/** Records a report as it is claimed; how it stands is computed at each read. Fault `person` below a guarded command. */
export async function addReport(session: Session, report: Omit<ReportData, 'kind' | 'person'>): Promise<void> {
  await record(session, { kind: 'report', ...report })
}

/** Runs each command through the guard, one after the other, and reports on them. */
export async function runChecks(
  session: Session,
  subject: string,
  wanted: readonly WantedCheck[],
  options: VerifierOptions,
): Promise<void> {
  const checks: ReportCheck[] = []
  for (const check of wanted) checks.push(await runCheck(session, check, options))
  await addReport(session, { author: 'host', subject, checks, risks: [] })
}

/** Of the session as it is now; what changed meanwhile must be recorded already. */
export function reportsOf({ history, id, workspace }: Session): readonly JudgedReport[] {
  return judgeReports(history(), id, workspace.path)
}

async function runCheck(
  session: Session,
  { timeoutMs, ...check }: WantedCheck,
  options: VerifierOptions,
): Promise<ReportCheck> {
  const result = await runGuarded(session, {
    command: { kind: 'argv', argv: check.argv ?? [], directory: session.workspace.path },
    tool: 'report',
    call: `report-${hex(session.host.random(5))}`,
    answerYes: false,
    readOnly: false,
    stdin: 'closed',
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(options.ask ? { ask: options.ask } : {}),
    ...(options.onOutput ? { onOutput: options.onOutput } : {}),
  })
  if (result.kind === 'refused') {
    return { ...check, claimed: 'failed', risk: `it could not run: ${result.decision.reason}`.slice(0, 2000) }
  }
  const { how, exitCode } = result.outcome
  return { ...check, claimed: how === 'exited' && exitCode === check.exit ? 'passed' : 'failed' }
}
