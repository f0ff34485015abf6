// Runs a plan and captures what it says; a plan that cannot start is an outcome like any other.
import type { Ends } from '../base/excerpt.ts'
import type { Signal } from '../host/host.ts'
import { forgetSandbox } from '../sandbox/probe.ts'
import type { Session } from '../session/session.ts'
import { Capture, EndsKeeper } from './capture.ts'
import { execute, type Ran } from './execute.ts'
import type { LimitName } from './limits.ts'
import type { Outcome } from './outcome.ts'
import type { Prepared } from './prepared.ts'
import { unmadeReason, unstartable } from './startable.ts'

export interface Performed {
  readonly outcome: Outcome
  /** Both streams in the order they came, for the excerpt. */
  readonly mixed: Ends
  readonly outlived: boolean
}

/** Enough around the excerpt's 4 KiB that a secret at a border is not cut. */
const mixedBytes = 262_144

/** `heard`: a signal that came while the command was made ready; it is ended as if it had come now. */
export async function performPlan(
  session: Session,
  prepared: Prepared,
  heard: () => Signal | undefined,
): Promise<Performed> {
  const { host } = session
  const { outputBytes } = session.authority.policy.limits
  const captures = {
    stdout: new Capture(host.random(32), outputBytes),
    stderr: new Capture(host.random(32), outputBytes),
  }
  const mixed = new EndsKeeper(mixedBytes)
  let bytes = 0
  const ran = await start(session, { ...prepared, heard }, (stream, piece) => {
    captures[stream].add(piece)
    mixed.add(piece)
    bytes += piece.length
    prepared.request.onOutput?.(stream, piece)
  })
  const ended = (stream: 'stdout' | 'stderr') => ({
    ...captures[stream].end(),
    ...(ran.gone.includes(stream) ? { gone: true as const } : {}),
  })
  const streams = { stdout: ended('stdout'), stderr: ended('stderr') }
  const unmade = prepared.confined.grade !== 'none' ? unmadeReason(ran, streams) : undefined
  if (unmade) forgetSandbox(host)
  const how = ran.exceeded ? exceedance(ran.exceeded, session) : endOf(unmade ? { ...ran, exit: unmade } : ran)
  const outcome = { ...how, durationMs: ran.durationMs, ...streams }
  return { outcome, mixed: { ...mixed.end(), bytes }, outlived: ran.outlived }
}

async function start(
  session: Session,
  { request, plan, environment, token, confined, heard }: Prepared & { readonly heard: () => Signal | undefined },
  onOutput: (stream: 'stdout' | 'stderr', bytes: Uint8Array) => void,
): Promise<Ran> {
  const { directory } = request.command
  if (plan.kind === 'missing') return failed('ENOENT', missingReason(plan.name))
  if (!isDirectory(session, directory)) return failed('ENOTDIR', `the directory ${directory} does not exist`)
  const errno = unstartable(session, plan.program.path)
  if (errno) return failed(errno, errno)
  return await execute(session.host, {
    ...(await confined.wrap(plan)),
    directory,
    environment,
    stdin: request.stdin,
    timeMs: Math.min(session.authority.policy.limits.timeMs, request.timeoutMs ?? Number.POSITIVE_INFINITY),
    token,
    heard,
    limits: session.authority.policy.limits,
    ...(request.isGone ? { isGone: request.isGone } : {}),
    onOutput,
  })
}

function missingReason(name: string): string {
  return name.includes('/')
    ? `there is no file \`${name}\``
    : `\`${name}\` is not on the PATH that was fixed when the session opened (\`reeve sessions close\` ends the session)`
}

function failed(errno: string, message: string): Ran {
  return { exit: { kind: 'failed', errno, message }, durationMs: 0, outlived: false, gone: [] }
}

function exceedance(limit: LimitName, { authority }: Session): Pick<Outcome, 'how' | 'failure'> {
  const { memoryBytes = 0, processes = 0 } = authority.policy.limits
  const most = limit === 'memory' ? sizeText(memoryBytes) : String(processes)
  return { how: 'over-limit', failure: `limit ${limit} ${most} exceeded` }
}

function sizeText(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  let at = 0
  let value = bytes
  for (; value >= 1024 && value % 1024 === 0 && at < 4; at++) value /= 1024
  return `${value}${units[at]}`
}

function isDirectory(session: Session, path: string): boolean {
  try {
    return session.host.files.stat(path).kind === 'directory'
  } catch {
    return false
  }
}

function endOf({ exit, stopped }: Ran): Pick<Outcome, 'how' | 'exitCode' | 'signal' | 'failure' | 'errno'> {
  const detail =
    exit.kind === 'exited' ? { exitCode: exit.code } : exit.kind === 'signalled' ? { signal: exit.signal } : {}
  if (stopped) return { how: stopped, ...detail }
  if (exit.kind === 'failed') return { how: 'failed', failure: failures[exit.errno] ?? exit.message, errno: exit.errno }
  return { how: exit.kind, ...detail }
}

/** In words of our own, since every runtime has others. */
const failures: Readonly<Record<string, string>> = {
  EACCES: 'it may not be executed',
  EPERM: 'it may not be executed',
  ENOEXEC: 'it is no program that the system can run (has it a `#!` line?)',
  E2BIG: 'its arguments are too long',
}
