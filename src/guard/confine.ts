// Under which sandbox a command runs, as the policy asks for one and the machine has one; and the same command as that sandbox is
// told to run it.
import { resolvePath } from '../base/path.ts'
import { places } from '../host/places.ts'
import type { Snapshot } from '../observe/snapshot.ts'
import type { Decision } from '../rules/decision.ts'
import { bubblewrapArguments } from '../sandbox/bubblewrap.ts'
import type { Confinement, Grade } from '../sandbox/confinement.ts'
import { grantsOf, landlockGaps } from '../sandbox/landlock.ts'
import { confinementOf } from '../sandbox/plan.ts'
import { findSandbox, type Sandbox } from '../sandbox/probe.ts'
import { removeTree, scratchName } from '../sandbox/scratch.ts'
import { seatbeltProfile } from '../sandbox/seatbelt.ts'
import { confineVerb, ownCommand } from '../sandbox/verb.ts'
import type { Session } from '../session/session.ts'
import { outletFor } from './outlet.ts'
import type { Plan } from './plan.ts'

export interface Confined {
  readonly grade: Grade
  /** Absent: none. */
  readonly by?: string
  /** What is not enforced, or why there is no sandbox; empty under `sandbox off`. */
  readonly gaps: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly wrap: (plan: Runnable) => Promise<Wrapped>
  /** Hosts that it asked for and did not reach, with the reason; absent: nobody was asked. */
  readonly refused?: () => readonly string[]
  /** Takes away what was made for the call; absent: nothing was. */
  readonly release?: () => void
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

/** Only where a rule, or the answer to this command, opens any host. */
function networkOf({ authority }: Session, { effects }: Decision): Confinement['network'] {
  const { rules, default: standard } = authority.policy.network
  const isOpened = standard !== 'deny' || rules.some(({ answer }) => answer === 'allow')
  return isOpened || effects.some(({ kind, answer }) => kind === 'network' && answer !== 'deny') ? 'proxy' : 'none'
}

export interface ConfineRequest {
  readonly decision: Decision
  readonly before: Snapshot
  readonly plan: Plan
  readonly directory: string
}

export function confine(session: Session, sandbox: Sandbox | undefined, request: ConfineRequest): Confined {
  const limited = descriptorLimit(session)
  if (sandbox?.landlockAbi !== undefined)
    return confineInPlace(session, sandbox, request, byLandlock(session, sandbox.landlockAbi))
  if (sandbox?.seatbelt !== undefined) return confineInPlace(session, sandbox, request, bySeatbelt(sandbox.seatbelt))
  if (!sandbox?.program) {
    const wrap = async (plan: Runnable) => (limited ? { ...limited(plan), enclosed: false } : asItIs(plan))
    return { grade: 'none', gaps: sandbox?.why ?? [], environment: {}, wrap }
  }
  return confineByBubblewrap(session, { ...sandbox, program: sandbox.program }, request)
}

function confineByBubblewrap(
  session: Session,
  { program, name, grade }: Sandbox & { readonly program: string },
  request: ConfineRequest,
): Confined {
  const limited = descriptorLimit(session)
  const confinement = confinementFor(session, request)
  const outlet = confinement.network === 'proxy' ? outletFor(session, request.decision) : undefined
  const mounts = [...confinement.mounts, ...(outlet?.mounts(confinement) ?? [])]
  return {
    grade,
    ...(name === undefined ? {} : { by: name }),
    gaps: confinement.gaps,
    environment: { TMPDIR: '/tmp', ...outlet?.environment },
    // bubblewrap looks for the program as the guard did: on the same path, which nobody inside can write, or from the directory.
    wrap: async (plan) => {
      await outlet?.open()
      const inner = limited?.(plan) ?? plan
      const command = outlet?.around([inner.name, ...inner.args]) ?? [inner.name, ...inner.args]
      const args = [...bubblewrapArguments({ ...confinement, mounts }), ...command]
      return { program, name: program, args, enclosed: true }
    },
    ...(outlet ? { refused: outlet.refused, release: outlet.close } : {}),
  }
}

const openNetwork = 'rules about hosts hold no program: the policy opens some, so the network is the machine’s own'

interface InPlace {
  readonly gaps: (confinement: Confinement) => readonly string[]
  /** The words before the program's own. */
  readonly launch: (confinement: Confinement, scratch: string, inner: Omit<Wrapped, 'enclosed'>) => readonly string[]
}

/** Reeve starts itself anew as the launcher, which gives up rights and becomes the command. */
function byLandlock({ host }: Session, abi: number): InPlace {
  return {
    gaps: (confinement) => landlockGaps(confinement, abi),
    launch: (confinement, scratch, { program, name }) => {
      const grants = JSON.stringify(grantsOf(confinement, scratch))
      return [...ownCommand(host.runtime), confineVerb, grants, program, name]
    },
  }
}

function bySeatbelt(sandboxExec: string): InPlace {
  return {
    gaps: () => ['processes that leave the group are not held, and services of the system can be asked'],
    launch: (confinement, scratch, { program }) => [sandboxExec, '-p', seatbeltProfile(confinement, scratch), program],
  }
}

/** Without namespaces: the command sees the machine as it is, and has a private directory for temporary files. */
function confineInPlace(session: Session, { name, why }: Sandbox, request: ConfineRequest, way: InPlace): Confined {
  const limited = descriptorLimit(session)
  const confinement = confinementFor(session, request)
  const scratch = scratchName(session.host)
  return {
    grade: 'partial',
    ...(name === undefined ? {} : { by: name }),
    gaps: [
      ...why,
      ...(confinement.network === 'none' ? [] : [openNetwork]),
      ...way.gaps(confinement),
      ...confinement.gaps,
    ],
    environment: { TMPDIR: scratch },
    wrap: async (plan) => {
      session.host.files.makeDirectory(scratch, 0o700)
      const inner = limited?.(plan) ?? asItIs(plan)
      const [program = '', ...before] = way.launch(confinement, scratch, inner)
      return { program, name: program, args: [...before, ...inner.args], enclosed: false }
    },
    release: () => removeTree(session.host, scratch),
  }
}

function asItIs({ program, name, args }: Runnable): Wrapped {
  return { program: program.path, name, args, enclosed: false }
}

/** A shell that takes on the limit and becomes the command, which it finds as the guard did; undefined without a limit. */
function descriptorLimit({ authority, world }: Session): ((plan: Runnable) => Omit<Wrapped, 'enclosed'>) | undefined {
  const { openFiles } = authority.policy.limits
  const sh = openFiles === undefined ? undefined : world.findProgram('sh')
  if (sh === undefined) return undefined
  // A system that allows fewer already keeps to those.
  const text = 'ulimit -n "$0" 2>/dev/null; exec "$@"'
  return ({ name, args }) => ({ program: sh, name: sh, args: ['-c', text, String(openFiles), name, ...args] })
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
    network: networkOf(session, decision),
    ...(memoryBytes === undefined ? {} : { scratchBytes: memoryBytes }),
  })
}

/** Not the workspace itself, nor what lies above it. */
function isBelow(path: string): boolean {
  return path !== '' && path !== '..'
}

function secretPlaces({ host, ledger }: Session): readonly string[] {
  const { configuration, state, cache } = places(host)
  return [configuration, state, cache, ...['', '-wal', '-shm', '-journal'].map((end) => `${ledger.path}${end}`)]
}
