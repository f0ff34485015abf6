// How each kind of verifier makes evidence: one table, which later kinds join. A verifier only makes entries; what they mean is
// judged elsewhere.
import { hex } from '../base/bytes.ts'
import { Fault } from '../base/fault.ts'
import type { CommandRequest } from '../command/command.ts'
import { proveData } from '../guard/data-proof.ts'
import { proveFile } from '../guard/file-proof.ts'
import type { GuardRequest } from '../guard/guard.ts'
import type { Refusal } from '../guard/outcome.ts'
import { pluginMistake, pluginQuestion } from '../guard/plugin.ts'
import type { Named } from '../guard/read-proof.ts'
import { proveReport } from '../guard/report-proof.ts'
import { runGuarded } from '../guard/run.ts'
import type { Proof } from '../ledger/entry.ts'
import { commandOf } from '../policy/commands.ts'
import type { Criterion, Verifier } from '../policy/policy.ts'
import type { Decision } from '../rules/decision.ts'
import { verifierDirectory } from '../session/freshness.ts'
import type { Session } from '../session/session.ts'

export type Attempt =
  /** Entries were made. */
  | { readonly kind: 'ran' }
  | { readonly kind: 'refused'; readonly decision: Decision; readonly refusal: Refusal }
  /** Nothing was done, and why; for people. */
  | { readonly kind: 'skipped'; readonly reason: string }

export interface VerifierOptions {
  /** Puts a question to a person; absent: there is nobody to ask. */
  readonly ask?: NonNullable<GuardRequest['ask']>
  /** Output of commands as it comes, raw. */
  readonly onOutput?: (stream: 'stdout' | 'stderr', bytes: Uint8Array) => void
}

type RunVerifier = (session: Session, criterion: Criterion, options: VerifierOptions) => Promise<Attempt>

export const verifiers: Readonly<Record<Verifier['kind'], RunVerifier>> = {
  command: runCommand,
  coverage: runCoverage,
  report: runReport,
  file: reading(proveFile),
  data: reading(proveData),
  manual: skip('a person has to look at it'),
  none: skip('nothing says how it is proven'),
  plugin: runPlugin,
}

async function runCommand(
  session: Session,
  criterion: Criterion,
  options: VerifierOptions,
  stdin: GuardRequest['stdin'] = 'closed',
): Promise<Attempt> {
  const verifier = commandOf(criterion.verifier)
  if (!verifier) return { kind: 'skipped', reason: 'it has no command' }
  const directory = verifierDirectory(session, verifier)
  const command: CommandRequest = verifier.argv
    ? { kind: 'argv', argv: verifier.argv, directory }
    : { kind: 'shell', text: verifier.text, directory }
  const result = await runGuarded(session, {
    command,
    tool: 'prove',
    call: callName(session),
    verifying: criterion.id,
    answerYes: false,
    readOnly: false,
    stdin,
    ...(verifier.timeoutMs === undefined ? {} : { timeoutMs: verifier.timeoutMs }),
    ...(options.ask ? { ask: options.ask } : {}),
    ...(options.onOutput ? { onOutput: options.onOutput } : {}),
  })
  if (result.kind === 'refused') return { kind: 'refused', decision: result.decision, refusal: result.refusal }
  if (result.outcome.how === 'interrupted') {
    throw new Fault('interrupted', `the proof of \`${criterion.id}\` was interrupted, and counts as failed`, {
      help: `run it again: reeve prove ${criterion.id}`,
    })
  }
  const silent = result.proofs.find(({ criterion: id, answer }) => id === criterion.id && answer === 'none')
  return silent ? { kind: 'skipped', reason: silent.reason } : { kind: 'ran' }
}

async function runPlugin(session: Session, criterion: Criterion, options: VerifierOptions): Promise<Attempt> {
  const { verifier } = criterion
  const mistake = verifier.kind === 'plugin' ? pluginMistake(session, verifier) : 'it has no plugin'
  if (mistake !== undefined) return { kind: 'skipped', reason: mistake }
  return await runCommand(session, criterion, options, pluginQuestion(session, criterion))
}

async function runCoverage(session: Session, criterion: Criterion, options: VerifierOptions): Promise<Attempt> {
  if (session.authority.policy.gate.coverage) return await runCommand(session, criterion, options)
  return { kind: 'skipped', reason: 'coverage is not judged here: the policy lacks `gate { coverage on }`' }
}

async function runReport(session: Session, criterion: Criterion, options: VerifierOptions): Promise<Attempt> {
  const prover = commandOf(criterion.verifier) ? runCommand : reading(proveReport)
  return await prover(session, criterion, options)
}

type Prover = (session: Session, criterion: Criterion, named: Named) => Promise<Proof | undefined>

function reading(prove: Prover): RunVerifier {
  return async (session, criterion) => {
    const proof = await prove(session, criterion, { tool: 'prove', call: callName(session) })
    return proof ? { kind: 'ran' } : { kind: 'skipped', reason: 'there is nothing to read' }
  }
}

function skip(reason: string): RunVerifier {
  return async () => ({ kind: 'skipped', reason })
}

function callName(session: Session): string {
  return `prove-${hex(session.host.random(5))}`
}
