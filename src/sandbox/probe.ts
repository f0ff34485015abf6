// Which sandbox this machine has. A trial tells: bubblewrap has to show its version from inside a sandbox of its own. That it did is
// remembered until the machine starts anew, since a trial costs as much as a command; a memory that is wrong makes a command fail,
// never run unconfined.
import type { Exit, Host } from '../host/host.ts'
import { places } from '../host/places.ts'
import { writePrivateFile } from '../host/private.ts'
import { readSmallText } from '../host/read.ts'
import { bubblewrapArguments } from './bubblewrap.ts'
import type { Grade } from './confinement.ts'
import { landlockAbi } from './landlock.ts'
import { seatbeltProfile } from './seatbelt.ts'

export interface Sandbox {
  readonly grade: Grade
  /** For evidence: `bubblewrap 0.8.0`; absent: none. */
  readonly name?: string
  /** Absolute path of the program that makes it; absent: none. */
  readonly program?: string
  /** Present when `sandbox-exec` makes it: its path. */
  readonly seatbelt?: string
  /** Present when Landlock makes it. */
  readonly landlockAbi?: number
  /** Why it is no better one. */
  readonly why: readonly string[]
}

const trialMs = 5000

/** `find` looks for a program on the trusted path. */
export async function findSandbox(host: Host, find: (name: string) => string | undefined): Promise<Sandbox> {
  if (host.runtime.platform === 'darwin') return await trySeatbelt(host, find('sandbox-exec'))
  if (host.runtime.platform !== 'linux')
    return { grade: 'none', why: [`there is no sandbox of ours for ${host.runtime.platform}`] }
  const program = find('bwrap')
  if (program === undefined) return landlockOr(host, 'bubblewrap (`bwrap`) is not on the trusted path')
  const key = keyOf(host, program)
  const known = remembered(host, key)
  if (known !== undefined) return { grade: 'full', name: known, program, why: [] }
  const { name, failure } = await tryBubblewrap(host, program)
  if (name === undefined) return landlockOr(host, `bubblewrap does not work here: ${failure}`)
  remember(host, key, name)
  return { grade: 'full', name, program, why: [] }
}

/** Less than bubblewrap, and there without any package. */
function landlockOr(host: Host, reason: string): Sandbox {
  const libc = host.libc?.()
  if (!libc) return { grade: 'none', why: [reason, 'Landlock cannot be had, since this runtime calls no C library'] }
  const abi = landlockAbi(libc)
  if (abi < 1) return { grade: 'none', why: [reason, 'the kernel has no Landlock'] }
  return { grade: 'partial', name: `Landlock ABI ${abi}`, landlockAbi: abi, why: [reason] }
}

/** By trial each time, since nothing else tells whether this macOS still takes our profile. */
async function trySeatbelt(host: Host, program: string | undefined): Promise<Sandbox> {
  if (program === undefined) return { grade: 'none', why: ['`sandbox-exec` is not on the trusted path'] }
  const confinement = { mounts: [], directory: '/', network: 'none', gaps: [] } as const
  const { exit, said } = await trial(host, program, ['-p', seatbeltProfile(confinement, '/tmp'), '/usr/bin/true'])
  if (exit.kind === 'exited' && exit.code === 0)
    return { grade: 'partial', name: 'sandbox-exec', seatbelt: program, why: [] }
  return { grade: 'none', why: [`sandbox-exec does not work here: ${failureOf(exit, said)}`] }
}

/** For a sandbox that could not be made after all. */
export function forgetSandbox(host: Host): void {
  try {
    host.files.unlink(memory(host))
  } catch {
    // Nothing was remembered.
  }
}

async function tryBubblewrap(
  host: Host,
  program: string,
): Promise<{ readonly name: string | undefined; readonly failure: string }> {
  const args = bubblewrapArguments({
    mounts: [
      { path: '/', as: 'read' },
      { path: '/tmp', as: 'scratch' },
    ],
    directory: '/',
    network: 'none',
    scratchBytes: 4096,
    gaps: [],
  })
  const { exit, said } = await trial(host, program, [...args, program, '--version'])
  const name = /^bubblewrap \d+\.\d+[\w.+-]*$/m.exec(said)?.[0]
  const isWorking = exit.kind === 'exited' && exit.code === 0
  return { name: isWorking ? name : undefined, failure: failureOf(exit, said) }
}

async function trial(
  host: Host,
  program: string,
  args: readonly string[],
): Promise<{ readonly exit: Exit; readonly said: string }> {
  let said = ''
  const child = host.processes.spawn({
    program,
    args,
    directory: '/',
    environment: {},
    stdin: 'closed',
    onOutput: (_, bytes) => {
      if (said.length < 1000) said += new TextDecoder().decode(bytes)
    },
  })
  const cancel = host.clock.after(trialMs, () => child.pid && host.processes.signal(-child.pid, 'SIGKILL'))
  const exit = await child.exited
  cancel()
  return { exit, said }
}

function failureOf(exit: Exit, said: string): string {
  return (said.split('\n', 1)[0] || (exit.kind === 'failed' ? exit.errno : `it ${exit.kind}`)).slice(0, 200)
}

function memory(host: Host): string {
  return `${places(host).cache}/sandbox`
}

/** The program as it stands, the kernel as it runs, and who asks. */
function keyOf(host: Host, program: string): string {
  const { inode, ctimeNs } = host.files.stat(program)
  const boot = readSmallText(host.files, '/proc/sys/kernel/random/boot_id', 100)?.trim() ?? ''
  return `${program} ${inode} ${ctimeNs} ${boot} ${host.runtime.userId}`
}

function remembered(host: Host, key: string): string | undefined {
  const [kept, name] = readSmallText(host.files, memory(host), 1000)?.split('\n') ?? []
  return kept === key && name?.startsWith('bubblewrap ') ? name : undefined
}

function remember(host: Host, key: string, name: string): void {
  try {
    writePrivateFile(host, memory(host), `${key}\n${name}\n`)
  } catch {
    // It is tried anew next time.
  }
}
