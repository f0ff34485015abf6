// Codex: `config.toml` (approval policy, sandbox, environment) and `*.rules` files. Of all rules that match, the strictest decides.
import type { Answer } from '../base/answer.ts'
import { compileGlob, isGlob, matchGlob } from '../base/glob.ts'
import { codexRules } from './codex-rules.ts'
import { type Collection, leaveOut, note, startCollection, starters, textsIn } from './collect.ts'
import type { Foreign, ForeignContext, ForeignFile } from './foreign.ts'
import { placeBelow } from './paths.ts'
import { readToml } from './toml.ts'
import { at, entriesOf, flagOf, type Tree, textOf, type Unreadable } from './tree.ts'

interface State {
  approval: string | undefined
  sandbox: string | undefined
  keep: readonly string[] | undefined
  /** The place of the value that decides. */
  origin: { readonly file: string; readonly line: number }
}

export function readCodex(
  files: readonly ForeignFile[],
  context: ForeignContext,
): Foreign | (Unreadable & { file: string }) {
  const collection = startCollection()
  const state: State = {
    approval: undefined,
    sandbox: undefined,
    keep: undefined,
    origin: { file: files[0]?.shown ?? '', line: 1 },
  }
  const roots: { readonly file: ForeignFile; readonly root: Tree }[] = []
  for (const file of files) {
    if (file.path.endsWith('.rules')) continue
    const document = readToml(file.text)
    if (!document.ok) return { file: file.shown, line: document.line, reason: document.reason }
    readConfig(collection, state, file.shown, document.root)
    roots.push({ file, root: document.root })
  }
  const isNever = state.approval === 'never'
  for (const file of files) if (file.path.endsWith('.rules')) codexRules(collection, file, isNever)
  if (state.sandbox === 'workspace-write')
    for (const { file, root } of roots) writable(collection, file.shown, root, context)
  if (state.sandbox === 'workspace-write')
    addWrite(collection, state.origin, 'sandbox_mode: workspace-write', 'allow', ['**'])
  const closed: Answer = isNever ? 'deny' : 'ask'
  return {
    host: 'codex',
    ...collection,
    order: 'strictest',
    defaults: { exec: closed, files: closed, network: closed },
    opaque: starters,
    always: [],
    stationary: [],
    guarded: ['**/{.git,.codex,.agents}/**'],
    ...(state.sandbox === undefined || state.sandbox === 'danger-full-access' ? {} : { sandbox: 'prefer' as const }),
    ...(state.keep === undefined ? {} : { keep: state.keep.length > 0 ? state.keep : ['PATH'] }),
  }
}

const untouched: Readonly<Record<string, string>> = {
  profiles: 'one policy holds: import the values of the profile that you use by writing them at the top',
  projects: 'trust in a place is given with `reeve trust`',
  mcp_servers: 'tools of servers are not part of a policy',
  hooks: 'programs that run at events are not carried',
  permissions: 'permission profiles are not carried: write rules in `files` and `network`',
  default_permissions: 'permission profiles are not carried: write rules in `files` and `network`',
  notify: 'programs that run at events are not carried',
}

function readConfig(collection: Collection, state: State, file: string, root: Tree): void {
  for (const { key, line } of entriesOf(root)) {
    const reason = Object.hasOwn(untouched, key) ? untouched[key] : undefined
    if (reason !== undefined) leaveOut(collection, { origin: { file, line }, source: key }, reason)
  }
  readApproval(collection, state, file, at(root, 'approval_policy'))
  readSandboxMode(collection, state, file, at(root, 'sandbox_mode'))
  readEnvironment(collection, state, file, at(root, 'shell_environment_policy'))
}

function readApproval(collection: Collection, state: State, file: string, tree: Tree | undefined): void {
  if (tree === undefined) return
  const value = textOf(tree)
  state.approval = value
  const source = `approval_policy: ${value ?? ''}`.slice(0, 80)
  const origin = { file, line: tree.line }
  if (value === 'never') note(collection, origin, source, 'what no rule allows is denied, since nobody would be asked')
  else if (value === 'on-request' || value === 'on-failure' || value === 'untrusted')
    note(collection, origin, source, 'what no rule allows is asked about; commands in a sandbox too')
  else leaveOut(collection, { origin, source }, 'it is no policy that is known: what no rule allows is asked about')
}

function readSandboxMode(collection: Collection, state: State, file: string, tree: Tree | undefined): void {
  if (tree === undefined) return
  const value = textOf(tree) ?? ''
  const origin = { file, line: tree.line }
  state.sandbox = ['read-only', 'workspace-write'].includes(value) ? value : undefined
  state.origin = origin
  if (state.sandbox !== undefined) return
  const reason =
    value === 'danger-full-access' ? 'a mode without any limit is never carried' : 'it is no mode that is known'
  leaveOut(collection, { origin, source: `sandbox_mode: ${value}`.slice(0, 80) }, reason)
}

function writable(collection: Collection, file: string, root: Tree, context: ForeignContext): void {
  const settings = at(root, 'sandbox_workspace_write')
  for (const { value, line } of textsIn(collection, file, at(settings, 'writable_roots'), 'writable_roots')) {
    const pattern = placeBelow(value, context)
    if (pattern === undefined)
      leaveOut(collection, { origin: { file, line }, source: value }, 'the path cannot be said')
    else addWrite(collection, { file, line }, value, 'allow', [pattern])
  }
  const access = at(settings, 'network_access')
  if (flagOf(access) === true && access)
    collection.rules.push({
      origin: { file, line: access.line },
      source: 'network_access: true',
      answer: 'allow',
      area: 'network',
      narrow: ['*'],
      wide: ['*'],
    })
}

function addWrite(
  collection: Collection,
  origin: State['origin'],
  source: string,
  answer: Answer,
  patterns: readonly string[],
): void {
  collection.rules.push({ origin, source, answer, area: 'write', narrow: patterns, wide: patterns })
}

/** What Reeve keeps where a policy is silent; a file of Codex can only make it less. */
const usual = ['PATH', 'HOME', 'LANG', 'LC_*', 'TERM', 'TMPDIR', 'USER', 'LOGNAME']

function readEnvironment(collection: Collection, state: State, file: string, tree: Tree | undefined): void {
  for (const { key, line, value } of entriesOf(tree)) {
    const said = { origin: { file, line }, source: `shell_environment_policy.${key}` }
    if (key === 'include_only')
      state.keep = textsIn(collection, file, value, key).flatMap(({ value: name }) => keptName(collection, said, name))
    else if (key === 'exclude')
      state.keep = without(
        state.keep ?? usual,
        textsIn(collection, file, value, key).map((item) => item.value),
      )
    else if (key === 'set')
      leaveOut(collection, said, 'values may be secrets: write `environment { set … }` for those that commands need')
    else leaveOut(collection, said, 'commands get the variables that `environment { keep … }` names, and no others')
  }
}

function keptName(
  collection: Collection,
  said: { origin: State['origin']; source: string },
  name: string,
): readonly string[] {
  if (/^[A-Za-z_]\w*\*?$/.test(name)) return [name]
  leaveOut(collection, { ...said, source: name.slice(0, 80) }, 'a pattern of names that is no prefix cannot be said')
  return []
}

/** Names that no pattern of the excluded could be about; a search path is always needed. */
function without(names: readonly string[], excluded: readonly string[]): readonly string[] {
  const isAbout = (pattern: string, name: string) => {
    const [glob, own] = [compileGlob(pattern.toLowerCase(), 'word'), name.replace('*', '').toLowerCase()]
    const isPrefixed = name.endsWith('*') && pattern.toLowerCase().startsWith(own)
    return isPrefixed || !isGlob(glob) || matchGlob(glob, own)
  }
  return names.filter((name) => name === 'PATH' || !excluded.some((pattern) => isAbout(pattern, name)))
}
