// The permission files of another agent host as a policy: which files, where the text goes, and what is told.
import { escapeLine } from '../base/escape.ts'
import { Fault } from '../base/fault.ts'
import { encodeJson } from '../base/json.ts'
import { isWithin } from '../base/path.ts'
import { plainLine } from '../base/plain.ts'
import { redact } from '../base/redact.ts'
import type { ForeignFile, HostName, Remain } from '../foreign/foreign.ts'
import type { Import } from '../foreign/read.ts'
import { isGuardedDescendant } from '../host/ancestry.ts'
import type { Host } from '../host/host.ts'
import { readSmallFile } from '../host/read.ts'
import { findWorkspace } from '../session/workspace.ts'
import { exit } from './exit.ts'
import { absolutePath } from './session-args.ts'

export interface ImportOptions {
  readonly cwd: string | undefined
  readonly json: boolean
  readonly strict: boolean
  readonly output: string | undefined
}

export function isHostName(text: string): text is HostName {
  return text === 'claude' || text === 'codex' || text === 'gemini' || text === 'opencode'
}

const fileBytes = 1_048_576
const mostFiles = 200

export async function importHost(
  host: Host,
  name: HostName,
  named: readonly string[],
  options: ImportOptions,
): Promise<number> {
  const { importFrom } = await import('../foreign/read.ts')
  const workspace = findWorkspace(host, absolutePath(host, options.cwd ?? '.')).path
  const home = host.environment.HOME?.startsWith('/') ? host.environment.HOME.replace(/(?<=.)\/+$/, '') : '/'
  const files = named.length > 0 ? namedFiles(host, name, named, home) : foundFiles(host, name, workspace)
  if (options.output !== undefined) demandNew(host, options.output)
  const made = importFrom(name, files, { workspace, home })
  if (options.output !== undefined) createFile(host, absolutePath(host, options.output), made.text)
  if (options.json) host.terminal.out(`${encodeJson(importJson(made))}\n`)
  else if (options.output === undefined) host.terminal.out(made.text)
  tell(host, made)
  return options.strict && made.remains.some(({ kind }) => kind === 'left-out') ? exit.error : exit.ok
}

/** Where each host looks in a workspace, in the order in which what stands later counts more. */
const places: Readonly<Record<HostName, readonly string[]>> = {
  claude: ['.claude/settings.json', '.claude/settings.local.json'],
  codex: ['.codex/config.toml', '.codex/rules/*.rules'],
  gemini: ['.gemini/settings.json', '.gemini/policies/*.toml'],
  opencode: ['opencode.json', 'opencode.jsonc', '.opencode/opencode.json', '.opencode/opencode.jsonc'],
}

function foundFiles(host: Host, name: HostName, workspace: string): readonly ForeignFile[] {
  const shown = places[name].flatMap((place) => expand(host, workspace, place))
  if (shown.length === 0)
    throw new Fault('io', `${workspace} has no permission files of ${name}`, {
      help: `name them: reeve import ${name} FILE…; looked for ${places[name].join(', ')}`,
    })
  return shown.map((each) => {
    const path = `${workspace}/${each}`
    // A checkout must not have us read what lies elsewhere.
    if (!isWithin(host.files.realPath(path), workspace))
      throw new Fault('io', `${plainLine(each)} is a link that leads out of the workspace`, {
        help: 'name the file that it leads to',
      })
    return readFile(host, path, each)
  })
}

function expand(host: Host, workspace: string, place: string): readonly string[] {
  if (!place.includes('*')) return isThere(host, `${workspace}/${place}`) ? [place] : []
  const directory = place.slice(0, place.lastIndexOf('/'))
  const ending = place.slice(place.lastIndexOf('*') + 1)
  try {
    return host.files
      .list(`${workspace}/${directory}`)
      .flatMap(({ name }) => (name.endsWith(ending) ? [`${directory}/${name}`] : []))
      .sort()
      .slice(0, mostFiles)
  } catch {
    return []
  }
}

function isThere(host: Host, path: string): boolean {
  try {
    host.files.stat(path)
    return true
  } catch {
    return false
  }
}

/** Files of a user's home count less than those of a project, personal ones more, those of an operator most. */
function namedFiles(host: Host, name: HostName, named: readonly string[], home: string): readonly ForeignFile[] {
  const ranked = named.map((shown) => {
    const path = absolutePath(host, shown)
    const isOwn = [`${home}/.claude/`, `${home}/.codex/`, `${home}/.gemini/`, `${home}/.config/`].some((place) =>
      path.startsWith(place),
    )
    const isManaged = /\/managed-settings\.(?:json|d\/)/.test(path) || path.startsWith('/etc/')
    const rank = isManaged ? 3 : isOwn ? 0 : name === 'claude' && path.endsWith('/settings.local.json') ? 2 : 1
    return { file: readFile(host, path, shown), rank }
  })
  return ranked.sort((one, other) => one.rank - other.rank).map(({ file }) => file)
}

function readFile(host: Host, path: string, name: string): ForeignFile {
  const shown = plainLine(name)
  const bytes = readSmallFile(host.files, path, fileBytes)
  if (bytes === undefined) throw new Fault('io', `cannot read ${shown}`, { help: 'name a file of at most 1 MiB' })
  try {
    return { path, shown, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    throw new Fault('io', `${shown} is no UTF-8 text`, { help: 'write it as UTF-8' })
  }
}

function demandNew(host: Host, output: string): void {
  if (!output.endsWith('.reeve'))
    throw new Fault('usage', `\`${plainLine(output)}\` is no name of a policy`, {
      help: 'a policy is called `NAME.reeve`',
    })
  if (isGuardedDescendant(host))
    throw new Fault('person', 'a policy file was to be written from inside a guarded command', {
      help: 'leave out `--output`',
    })
}

/** Never over a file or a link that is there. */
function createFile(host: Host, path: string, text: string): void {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = host.files.constants
  try {
    const fd = host.files.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644)
    try {
      let bytes = new TextEncoder().encode(text)
      while (bytes.length > 0) bytes = bytes.subarray(host.files.write(fd, bytes, null))
    } finally {
      host.files.close(fd)
    }
  } catch (cause) {
    const { code } = cause as { readonly code?: unknown }
    throw new Fault('io', `cannot write ${path}: ${code === 'EEXIST' ? 'there is something already' : String(code)}`, {
      help: 'name a new file in a directory that you may write',
      cause,
    })
  }
}

const spoken: Readonly<Record<Remain['kind'], string>> = {
  'left-out': 'left out',
  narrowed: 'narrowed',
  widened: 'widened',
  note: 'note',
}

function tell(host: Host, { remains, carried }: Import): void {
  for (const { origin, kind, source, reason } of remains)
    host.terminal.err(`${origin.file}:${origin.line}: ${spoken[kind]}: ${shownSource(source)}: ${plainLine(reason)}\n`)
  const count = (kind: Remain['kind']) => remains.filter((each) => each.kind === kind).length
  host.terminal.err(
    `${carried} carried, ${count('left-out')} left out, ${count('narrowed')} narrowed, ${count('widened')} widened\n`,
  )
}

/** A rule may hold what somebody once typed with a token in it. */
function shownSource(source: string): string {
  const masked = redact(source)
  return escapeLine(masked.length > 160 ? `${masked.slice(0, 159)}…` : masked)
}

function importJson({ text, remains, carried }: Import) {
  return {
    policy: text,
    carried,
    remains: remains.map(({ origin, kind, source, reason }) => ({
      file: origin.file,
      line: origin.line,
      kind,
      source: redact(source),
      reason,
    })),
  }
}
