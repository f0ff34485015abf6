// The one door for commands: read, decide, ask, record, run, observe, record. Nothing runs without a start entry that was durable
// before it, and nothing that was refused runs.
import { hex } from '../base/bytes.ts'
import { Fault } from '../base/fault.ts'
import type { Command, Reading } from '../command/command.ts'
import { literalWords } from '../command/direct.ts'
import { readCommand } from '../command/read.ts'
import type { Signal } from '../host/host.ts'
import type { EntryDraft, StartData } from '../ledger/entry.ts'
import { toolsMark } from '../observe/tools.ts'
import { treeDigest } from '../observe/tree.ts'
import { commandOf } from '../policy/commands.ts'
import { isInstalling } from '../programs/installs.ts'
import { decide } from '../rules/decide.ts'
import type { Decision } from '../rules/decision.ts'
import type { Sandbox } from '../sandbox/probe.ts'
import type { Session } from '../session/session.ts'
import { bounded } from './bounded.ts'
import { claimsOf, isExactly } from './claims.ts'
import { confine, sandboxFor } from './confine.ts'
import { commandEnvironment } from './environment.ts'
import { finish } from './finish.ts'
import type { GuardRequest } from './guard.ts'
import { limitsBy } from './limits.ts'
import type { GuardResult } from './outcome.ts'
import { performPlan } from './perform.ts'
import { planOf } from './plan.ts'
import type { Prepared } from './prepared.ts'
import { claimsAt } from './proofs.ts'
import { refuse } from './refuse.ts'
import { type Settled, settle } from './settle.ts'
import { commandText, decidingRule, recordedArgv, subjectOf } from './subject.ts'

/** Fault `run` when the command ran and its end could not be recorded; the ledger's own faults before anything ran. */
export async function runGuarded(session: Session, request: GuardRequest): Promise<GuardResult> {
  const { command, tool, readOnly, answerYes, ask } = request
  const reading = readCommand(command, { home: session.world.home })
  const decision = withVerifier(session, request, reading, decide(session.authority, reading, session.world))
  const subject = subjectOf(session, commandText(command))
  const { directory } = command
  const heard: Heard = {}
  const sandbox =
    readOnly || decision.answer === 'deny' ? undefined : await listening(session, heard, () => sandboxFor(session))
  const settled: Settled =
    barred(session, readOnly, sandbox) ??
    (await settle(session, {
      decision,
      subject: subject.text,
      recorded: subject.recorded,
      raw: subject.raw,
      directory,
      answerYes,
      ask,
      reading,
    }))
  if (settled.kind === 'stop') return await refuse(session, { tool, directory, decision, subject }, settled)
  const asked = { request, reading, decision, subject, sandbox }
  return await listening(session, heard, () => run(session, asked, settled, heard))
}

/** A signal that came before the command could be started. */
interface Heard {
  signal?: Signal
}

/** While this works a signal ends the command, also one that is about to start, and not us: a call that was started gets its end
 *  entry. */
async function listening<Answer>(session: Session, heard: Heard, work: () => Promise<Answer>): Promise<Answer> {
  const letGo = session.host.onInterrupt?.((signal) => {
    heard.signal ??= signal
  })
  try {
    return await work()
  } finally {
    letGo?.()
  }
}

/** What stops every command, whatever the rules say of it. */
function barred({ authority }: Session, readOnly: boolean, sandbox: Sandbox | undefined): Settled | undefined {
  if (readOnly) return { kind: 'stop', refusal: 'read-only', reason: 'this run is read-only: no command runs' }
  if (authority.policy.sandbox !== 'require' || sandbox === undefined || sandbox.grade === 'full') return undefined
  const reason = `the policy requires a full sandbox, and there is none here: ${sandbox.why.join('; ')}`
  return { kind: 'stop', refusal: 'no-sandbox', reason }
}

/** In a trusted policy a criterion's command is allowed for exactly its argv and directory when its proof is asked for; a rule
 *  that asks or denies still wins, since only a default is overruled (decision 21). */
function withVerifier(session: Session, request: GuardRequest, reading: Reading, decision: Decision): Decision {
  const isTrusted = session.trust === 'named' || session.trust === 'trusted'
  if (request.verifying === undefined || decision.answer !== 'ask' || !decision.answerable || !isTrusted)
    return decision
  const active = session.criteria().find(({ criterion }) => criterion.id === request.verifying)
  const verifier = active?.source === 'policy' ? commandOf(active.criterion.verifier) : undefined
  if (!verifier || !isExactly(session, verifier, request.command, reading)) return decision
  if (decision.effects.some(({ answer, kind, rule }) => answer === 'ask' && (rule !== undefined || kind !== 'exec')))
    return decision
  return { ...decision, answer: 'allow', reason: `the criterion \`${request.verifying}\` is verified by this command` }
}

async function run(
  session: Session,
  asked: Pick<Prepared, 'request' | 'reading' | 'decision' | 'subject'> & { readonly sandbox: Sandbox | undefined },
  settled: Extract<Settled, { readonly kind: 'go' }>,
  heard: Heard,
): Promise<GuardResult> {
  const { request, reading, decision } = asked
  const before = await session.observe('workspace')
  const token = hex(session.host.random(8))
  const plan = planOf(session, request, reading)
  const { directory } = request.command
  const confined = confine(session, asked.sandbox, { decision, before, plan, directory })
  const prepared: Prepared = {
    ...asked,
    before,
    token,
    plan,
    confined,
    environment: { ...commandEnvironment(session, reading, token), ...confined.environment },
    claims: claimsOf(session, request, reading),
  }
  const start = startEntry(session, prepared, settled)
  const drafts: EntryDraft[] = settled.approval ? [settled.approval] : []
  const entries = await session.append([...drafts, { ...start, blobs: [prepared.subject.blob] }])
  const seq = entries.at(-1)?.seq
  if (seq === undefined) throw new Fault('run', 'the ledger did not take the start entry, so nothing was run')
  const performed = await performPlan(session, prepared, () => heard.signal)
  if (!performed.outlived) confined.release?.()
  return await finish(session, prepared, { start, seq, performed })
}

function startEntry(
  session: Session,
  prepared: Prepared,
  settled: Extract<Settled, { readonly kind: 'go' }>,
): StartData {
  const { request, reading, decision, subject, plan, environment, claims, before, confined } = prepared
  const argv = plan.kind === 'runnable' && plan.argv ? recordedArgv(session, plan.argv) : undefined
  const held = limitsBy(session.authority.policy.limits)
  const rule = decidingRule(decision)
  const assigned = reading.commands.flatMap(({ assignments }) => assignments.map(({ name }) => name))
  return {
    kind: 'start',
    call: request.call,
    tool: request.tool,
    command: subject.recorded,
    raw: subject.raw,
    ...(argv ? { argv } : {}),
    directory: request.command.directory,
    ...(plan.kind === 'runnable' ? { program: plan.program } : {}),
    answer: decision.answer,
    answeredBy: settled.answeredBy,
    ...(rule ? { rule } : {}),
    environment: Object.keys(environment).sort().slice(0, 200),
    assigned: [...new Set(assigned)].slice(0, 100),
    sandbox: confined.grade,
    ...(confined.by === undefined ? {} : { sandboxBy: confined.by }),
    ...(confined.gaps.length === 0 ? {} : { sandboxGaps: bounded(confined.gaps, 'gaps') }),
    ...(held.length === 0 ? {} : { limitsBy: held }),
    before: treeDigest(before),
    proves: claimsAt(session, claims.claimed, before),
    ...toolsBefore(session, prepared),
  }
}

/** The tools are looked at only around calls whose answer rests on them, or that may change them rightly. */
function toolsBefore(session: Session, { reading, claims, before }: Prepared): Pick<StartData, 'installs' | 'tools'> {
  const installs =
    reading.kind === 'readable' && reading.commands.every(installsOrMoves) ? { installs: true as const } : {}
  if (claims.claimed.length === 0 && !('installs' in installs)) return {}
  return { ...installs, tools: toolsMark(session.host, session.workspace.path, before, session.digests) }
}

/** `cd sub && npm ci` installs as well. */
function installsOrMoves(command: Command): boolean {
  const words = literalWords(command)
  return words !== undefined && command.assignments.length === 0 && (words[0] === 'cd' || isInstalling(words))
}
