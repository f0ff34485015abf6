// Whether this process descends from a command that the guard ran. A person's acts are refused to such a process (decision 8),
// and nobody answers a question for it. The marker stands in the environment that each process was started with; a command that
// clears its own is still found through its ancestors where the system shows them, of which one is the Reeve that started it.
import { Fault } from '../base/fault.ts'
import { baseName } from '../base/path.ts'
import type { Host } from './host.ts'

/** Set by the guard for every command: the tokens of all guarded calls around it, outermost first, joined by `:`. */
export const guardMarker = 'REEVE_GUARDED'

/** Fault `person` where Linux hides our own process from us: unsure is no. */
export function isGuardedDescendant(host: Host): boolean {
  if (host.environment[guardMarker] !== undefined) return true
  if (host.runtime.platform !== 'linux') return false
  let pid = host.runtime.pid
  for (let depth = 0; depth < 64 && pid > 0; depth++) {
    if (environmentOf(host, pid)?.some((line) => line.startsWith(`${guardMarker}=`))) return true
    if (pid !== host.runtime.pid && isReeve(host, pid)) return true
    const parent = statusOf(host, pid)?.parent
    if (parent === undefined && pid === host.runtime.pid) throw hidden(host)
    if (parent === undefined) return false
    pid = parent
  }
  return false
}

/** Another process that runs Reeve, as the binary or as the bundle under a runtime. */
function isReeve(host: Host, pid: number): boolean {
  const { name, executable } = host.runtime
  const program = programOf(host, pid)
  if (program === undefined) return false
  if (baseName(program) === 'reeve' || (name === 'binary' && program === executable)) return true
  // `timeout 60 node reeve.mjs` stands above Reeve and is none.
  if (!/^(?:node|nodejs|deno|bun)(?:-?[\d.]+)?(?:\.exe)?$/.test(baseName(program))) return false
  const given = bundleArguments(host, pid)
  // Nor is a launcher that passes our own words on, such as the `deno` of npm, which is a script of Node.
  return given !== undefined && given !== bundleArguments(host, host.runtime.pid)
}

/** What a process of the bundle was told to do; undefined for other processes. */
function bundleArguments(host: Host, pid: number): string | undefined {
  const words = readAll(host, `/proc/${pid}/cmdline`)?.split('\0') ?? []
  const script = words.findIndex((word) => baseName(word) === 'reeve.mjs')
  return script === -1 ? undefined : words.slice(script + 1).join('\0')
}

function programOf(host: Host, pid: number): string | undefined {
  try {
    return host.files.readLink(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '')
  } catch {
    return undefined
  }
}

function hidden(host: Host): Fault {
  const help = host.runtime.name === 'deno' ? 'start Deno with `--allow-all`' : 'mount /proc'
  return new Fault('person', '/proc cannot be read, so it is not known whether a guarded command asks for this', {
    help,
  })
}

/** Processes that were started with this token in their marker, wherever they went; always empty where the system hides them. */
export function markedProcesses(host: Host, token: string): readonly number[] {
  if (host.runtime.platform !== 'linux') return []
  return (processIds(host) ?? []).filter((pid) =>
    environmentOf(host, pid)?.some((line) => line.startsWith(`${guardMarker}=`) && line.includes(token)),
  )
}

/** Empty where the system does not show them. */
export function childrenOf(host: Host, pid: number): readonly number[] {
  try {
    const tasks = host.files.list(`/proc/${pid}/task`)
    return tasks.flatMap(({ name }) =>
      (readAll(host, `/proc/${pid}/task/${name}/children`)?.match(/\d+/g) ?? []).map(Number),
    )
  } catch {
    return []
  }
}

/** Everything below a process, without it. */
export function descendantsOf(host: Host, pid: number): readonly number[] {
  const found: number[] = []
  const pending = [...childrenOf(host, pid)]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    found.push(next)
    pending.push(...childrenOf(host, next))
  }
  return found
}

/** Processes that became our children and that nobody here started, with all below them: what commands left behind. One with
 *  the mark of another call belongs to that. */
export function orphans(host: Host, before: ReadonlySet<number>, token: string): readonly number[] {
  const found: number[] = []
  const pending = childrenOf(host, host.runtime.pid).filter((pid) => {
    if (before.has(pid) || host.processes.isOwn?.(pid) !== false) return false
    const marks = environmentOf(host, pid)?.filter((line) => line.startsWith(`${guardMarker}=`)) ?? []
    return marks.every((line) => line.includes(token))
  })
  for (let pid = pending.pop(); pid !== undefined; pid = pending.pop()) {
    const state = statusOf(host, pid)?.state
    if (state !== undefined && state !== 'Z' && state !== 'X') found.push(pid)
    pending.push(...childrenOf(host, pid))
  }
  return found
}

/** Members of a process group that still run; undefined where the system does not show them. */
export function groupMembers(host: Host, group: number): readonly number[] | undefined {
  if (host.runtime.platform !== 'linux') return undefined
  return processIds(host)?.filter((pid) => {
    const status = statusOf(host, pid)
    return status?.group === group && status.state !== 'Z' && status.state !== 'X'
  })
}

/** Undefined where the system does not show them. */
function processIds(host: Host): readonly number[] | undefined {
  try {
    return host.files.list('/proc').flatMap(({ name }) => (/^\d+$/.test(name) ? [Number(name)] : []))
  } catch {
    return undefined
  }
}

/** Undefined for a process that is gone or belongs to somebody else. */
function environmentOf(host: Host, pid: number): readonly string[] | undefined {
  return readAll(host, `/proc/${pid}/environ`)?.split('\0')
}

/** Bytes that a process holds in memory, with all that it shares; 0 where the system does not show it. */
export function memoryOf(host: Host, pid: number): number {
  return kibibytes(readAll(host, `/proc/${pid}/status`), 'VmRSS')
}

/** The same, with its part of what it shares. */
export function uniqueMemoryOf(host: Host, pid: number): number {
  const exact = readAll(host, `/proc/${pid}/smaps_rollup`)
  return exact === undefined ? memoryOf(host, pid) : kibibytes(exact, 'Pss')
}

function kibibytes(text: string | undefined, name: string): number {
  return Number(text?.match(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm'))?.[1] ?? 0) * 1024
}

/** The name of a process may hold spaces and parentheses: fields are counted from the last `)`. */
function statusOf(host: Host, pid: number) {
  const text = readAll(host, `/proc/${pid}/stat`)
  const [state, parent, group] = text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? []
  if (state === undefined || parent === undefined || group === undefined) return undefined
  return { state, parent: Number(parent), group: Number(group) }
}

/** Files below `/proc` say that they are empty, so they are read to their end. */
function readAll(host: Host, path: string): string | undefined {
  try {
    const fd = host.files.open(path, host.files.constants.O_RDONLY)
    try {
      return readToEnd(host, fd)
    } finally {
      host.files.close(fd)
    }
  } catch {
    return undefined
  }
}

function readToEnd(host: Host, fd: number): string {
  const decoder = new TextDecoder()
  const buffer = new Uint8Array(65_536)
  let text = ''
  for (let read = host.files.read(fd, buffer, null); read > 0; read = host.files.read(fd, buffer, null)) {
    text += decoder.decode(buffer.subarray(0, read), { stream: true })
  }
  return text
}
