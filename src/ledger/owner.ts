// Who put a lock there, and whether that process still lives. A pid alone comes again and means nothing in another container, so
// the start of the process, the boot and the namespace of pids stand beside it.
import { hex } from '../base/bytes.ts'
import { sha256 } from '../base/digest.ts'
import { asObject, decodeJson } from '../base/json.ts'
import type { Host } from '../host/host.ts'
import { readSmallText } from '../host/read.ts'

export interface Owner {
  readonly pid: number
  /** Start of the process in clock ticks since boot. This and the next three are empty where the system does not tell. */
  readonly start: string
  readonly boot: string
  readonly machine: string
  /** Namespace in which the pid counts. */
  readonly space: string
  /** It holds a kernel lock on its file for as long as it lives; then nothing else is asked. */
  readonly kernel: boolean
  /** Never the same twice; fit for a file name. */
  readonly nonce: string
}

const nobody = { pid: 0, start: '', boot: '', machine: '', space: '', kernel: false }

/** This process, with a new nonce. */
export function ownerNow(host: Host): Owner {
  const { pid } = host.runtime
  const start = lookUp(host, pid)?.start ?? ''
  const [boot, machine, space] = [bootOf(host), machineOf(host), spaceOf(host)]
  return { pid, start, boot, machine, space, kernel: false, nonce: hex(host.random(12)) }
}

/** Undefined when there is no file. One that names nobody, as after a loss of power, has pid 0. */
export function readOwner(host: Host, path: string): Owner | undefined {
  const text = readSmallText(host.files, path, 4096)
  if (text === undefined) return undefined
  const decoded = decodeJson(text)
  const owner = decoded.ok ? asObject(decoded.value) : undefined
  const { pid, start, boot, machine, space, kernel, nonce } = owner ?? {}
  if (typeof pid !== 'number' || typeof nonce !== 'string' || !/^[0-9a-f]{24}$/.test(nonce))
    return { ...nobody, nonce: sha256(text).slice(0, 24) }
  const [from, on, within] = [textOf(boot), textOf(machine), textOf(space)]
  return { pid, start: textOf(start), boot: from, machine: on, space: within, kernel: kernel === true, nonce }
}

/** Unsure means no: a living owner's lock is never taken. */
export function isGone(host: Host, owner: Owner): boolean {
  if (owner.pid <= 0) return true
  if (owner.machine !== machineOf(host)) return false
  const boot = bootOf(host)
  if (owner.boot !== '' && boot !== '' && owner.boot !== boot) return true
  if (owner.space !== spaceOf(host)) return false
  const now = lookUp(host, owner.pid)
  if (now === undefined) return !host.processes.signal(owner.pid, 0)
  return now.isDead || (owner.start !== '' && now.start !== owner.start)
}

/** Fields 3 and 22 of /proc/PID/stat (proc(5)), counted from the last `)`, since a program's name may hold anything. */
function lookUp(host: Host, pid: number): { readonly start: string; readonly isDead: boolean } | undefined {
  const stat = readSmallText(host.files, `/proc/${pid}/stat`, 4096)
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, start] = [fields?.[0], fields?.[19]]
  if (state === undefined || start === undefined) return undefined
  return { start, isDead: state === 'Z' || state === 'X' }
}

function bootOf(host: Host): string {
  return readSmallText(host.files, '/proc/sys/kernel/random/boot_id', 100)?.trim() ?? ''
}

function machineOf(host: Host): string {
  return readSmallText(host.files, '/etc/machine-id', 100)?.trim() ?? ''
}

function spaceOf(host: Host): string {
  try {
    return host.files.readLink('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
