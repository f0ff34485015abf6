// Under which sandbox a command runs, as the policy asks for one and the machine has one; and the same command as that sandbox is
// told to run it.
import { resolvePath } from '../base/path.ts'
import { places } from '../host/places.ts'
import type { Snapshot } from '../observe/snapshot.ts'
import type { Decision } from '../rules/decision.ts'
import { bubblewrapArguments } from '../sandbox/bubblewrap.ts'
import type { Confinement, Grade } from '../sandbox/confinement.ts'
import { confinementOf } from '../sandbox/plan.ts'
import { findSandbox, type Sandbox } from '../sandbox/probe.ts'
import type { Session } from '../session/session.ts'
import type { Plan } from './plan.ts'

export interface Confined {
  readonly grade: Grade
  /** Absent: none. */
  readonly by?: string
  /** What is not enforced, or why there is no sandbox; empty under `sandbox off`. */
  readonly gaps: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly wrap?: (plan: Runnable) => Wrapped
}

type Runnable = Extract<Plan, { readonly kind: 'runnable' }>

export interface Wrapped {
  readonly program: string
  readonly name: string
  readonly args: readonly string[]
  /** Signals must reach the command itself: what stands around it would die of them and take it along. */
  readonly enclosed: boolean
}

/** What this machine has for what the policy asks; undefined when it asks for none. */
export async function sandboxFor(session: Session): Promise<Sandbox | undefined> {
  if (session.authority.policy.sandbox === 'off') return undefined
  return await findSandbox(session.host, (name) => session.world.findProgram(name))
}

export interface ConfineRequest {
  readonly decision: Decision
  readonly before: Snapshot
  readonly plan: Plan
  readonly directory: string
}

export function confine(session: Session, sandbox: Sandbox | undefined, request: ConfineRequest): Confined {
  if (!sandbox?.program) return { grade: 'none', gaps: sandbox?.why ?? [], environment: {} }
  const { program, name, grade } = sandbox
  const confinement = confinementFor(session, request)
  return {
    grade,
    ...(name === undefined ? {} : { by: name }),
    gaps: confinement.gaps,
    environment: { TMPDIR: '/tmp' },
    // bubblewrap looks for the program as the guard did: on the same path, which nobody inside can write, or from the directory.
    wrap: (plan) => ({
      program,
      name: program,
      args: [...bubblewrapArguments(confinement), plan.name, ...plan.args],
      enclosed: true,
    }),
  }
}

function confinementFor(session: Session, { decision, before, plan, directory }: ConfineRequest): Confinement {
  const { host, authority, world, trustedPath, workspace } = session
  const { memoryBytes } = authority.policy.limits
  const granted = decision.effects.flatMap(({ kind, path }) =>
    (kind === 'read' || kind === 'write') && path !== undefined
      ? [{ kind, path: world.realPath(resolvePath(workspace.path, path)) }]
      : [],
  )
  return confinementOf({
    host,
    authority,
    world,
    trustedPath,
    programs: plan.kind === 'runnable' ? [plan.program.path] : [],
    directory,
    secret: secretPlaces(session),
    granted,
    seen: { directories: [...(before.directories?.keys() ?? [])].filter(isBelow), files: [...before.files.keys()] },
    network: 'none',
    ...(memoryBytes === undefined ? {} : { scratchBytes: memoryBytes }),
  })
}

/** Not the workspace itself, nor what lies above it. */
function isBelow(path: string): boolean {
  return path !== '' && path !== '..'
}

function secretPlaces({ host, ledger }: Session): readonly string[] {
  const { configuration, state, cache } = places(host)
  return [
    configuration,
    state,
    cache,
    ...['', '-wal', '-shm', '-journal', '.lock'].map((end) => `${ledger.path}${end}`),
  ]
}
