// All files of a policy: the first one, and what it uses, each once, in the order in which they are met.
import { tooLarge } from '../../grammar/limits.ts'
import { type Parsed, parse } from '../../grammar/parse.ts'
import type { TextNode } from '../../grammar/tree.ts'
import { shippedPolicies } from '../../policies/embedded.ts'
import type { Diagnostic, DiagnosticCode } from '../base/diagnostic.ts'
import { type Digest, sha256 } from '../base/digest.ts'
import { nearest } from '../base/nearest.ts'
import { baseName, resolvePath } from '../base/path.ts'
import type { Span } from '../base/span.ts'
import type { Files } from '../host/host.ts'
import type { LoadedSource } from './loaded.ts'
import { readPolicyFile } from './read.ts'
import type { Unit } from './unit.ts'
import { shortened } from './values.ts'

export interface Gathered {
  /** Empty when the first file could not be read. */
  readonly units: readonly Unit[]
  readonly sources: readonly LoadedSource[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Files of one policy, and includes inside includes. */
const fileLimit = 64
const depthLimit = 16

interface State {
  readonly files: Files | undefined
  /** Directory of the first file; absent for a text without a place. */
  readonly directory: string | undefined
  readonly units: Unit[]
  readonly diagnostics: Diagnostic[]
  /** What tells files apart, of all that were met: the real path, or the name of a shipped policy. */
  readonly keys: Set<string>
}

/** One who uses a file: where it says so, and the files that led there, by the names shown. */
interface Step {
  readonly span: Span
  readonly chain: readonly { readonly key: string; readonly file: string }[]
}

export function gatherFiles(files: Files, path: string): Gathered {
  const state: State = {
    files,
    directory: path.slice(0, path.lastIndexOf('/')) || '/',
    units: [],
    diagnostics: [],
    keys: new Set(),
  }
  addFile(state, path, { span: { file: baseName(path), start: 0, end: 0 }, chain: [] })
  return gathered(state)
}

export function gatherText(text: string, file: string): Gathered {
  const state: State = { files: undefined, directory: undefined, units: [], diagnostics: [], keys: new Set() }
  addUnit(state, { text, file, digest: sha256(text), key: file, chain: [] })
  return gathered(state)
}

function gathered({ units, diagnostics }: State): Gathered {
  return {
    units,
    diagnostics,
    sources: units.map(({ source, path }) => ({ ...source, ...(path === undefined ? {} : { path }) })),
  }
}

function addFile(state: State, path: string, step: Step): void {
  if (!state.files) return
  const read = readPolicyFile(state.files, path)
  const isFirst = step.chain.length === 0
  const notes = isFirst ? [] : [{ message: chainText(step) }]
  if (read.kind === 'failed') {
    state.diagnostics.push({
      code: read.code,
      severity: 'error',
      message: read.reason,
      span: step.span,
      help: read.help,
      notes,
    })
  } else if (read.kind === 'too-large') {
    state.diagnostics.push({ ...tooLarge(step.span.file), span: step.span, notes })
  } else {
    const file = isFirst ? baseName(path) : shownPath(path, state.directory ?? '/')
    if (isKnown(state, step, read.realPath, file)) return
    addUnit(state, { text: read.text, file, path, digest: read.digest, key: read.realPath, chain: step.chain })
  }
}

function addUnit(
  state: State,
  given: { text: string; file: string; path?: string; digest: Digest; key: string; chain: Step['chain'] },
): void {
  const { text, file, path, digest, key } = given
  const source = { file, text }
  const { tree, diagnostics }: Parsed = parse(source)
  const isBroken = diagnostics.length > 0
  state.units.push({ file, ...(path === undefined ? {} : { path }), digest, source, tree, isBroken })
  state.keys.add(key)
  state.diagnostics.push(...diagnostics)
  const chain = [...given.chain, { key, file }]
  for (const statement of tree.statements) if (statement.kind === 'use') use(state, statement.target, { path, chain })
}

/** A file that was met before is taken once; one that leads back to itself is a mistake. */
function isKnown(state: State, step: Step, key: string, file: string): boolean {
  const at = step.chain.findIndex((link) => link.key === key)
  if (at !== -1) {
    const names = [...step.chain.slice(at).map((link) => link.file), file]
    fail(
      state,
      'RV403',
      `\`${file}\` uses itself`,
      step.span,
      'take one `use` of the circle out',
      names.map((name) => `\`${name}\``).join(' uses '),
    )
    return true
  }
  return state.keys.has(key)
}

function use(state: State, target: TextNode, from: { path: string | undefined; chain: Step['chain'] }): void {
  const step: Step = { span: target.span, chain: from.chain }
  const { value } = target
  if (state.units.length >= fileLimit || from.chain.length >= depthLimit) {
    fail(
      state,
      'RV405',
      `more than ${fileLimit} files, or \`use\` nested deeper than ${depthLimit}`,
      target.span,
      'join some of them',
    )
  } else if (/^[\w-]+$/.test(value)) useShipped(state, value, step)
  else if (!value.endsWith('.reeve')) {
    const help = 'files end in `.reeve`: `use "./team.reeve"`; a shipped policy is named alone: `use "node"`'
    fail(state, 'RV407', `\`${shortened(value)}\` is neither a policy file nor a shipped policy`, target.span, help)
  } else if (from.path === undefined) {
    fail(
      state,
      'RV408',
      `a file cannot be used from here`,
      target.span,
      'only a policy that is a file itself can use another file',
    )
  } else {
    const directory = from.path.slice(0, from.path.lastIndexOf('/')) || '/'
    addFile(state, resolvePath(directory, value), step)
  }
}

function useShipped(state: State, name: string, step: Step): void {
  const text = Object.hasOwn(shippedPolicies, name) ? shippedPolicies[name] : undefined
  const file = `<policy:${name}>`
  if (text === undefined) {
    const near = nearest(name, Object.keys(shippedPolicies))
    const help = near
      ? `did you mean \`${near}\`?`
      : `shipped are ${Object.keys(shippedPolicies).join(', ')}; a file is named with its path: \`use "./${name}.reeve"\``
    fail(state, 'RV404', `no shipped policy is named \`${name}\``, step.span, help)
  } else if (!isKnown(state, step, file, file)) {
    addUnit(state, { text, file, digest: sha256(text), key: file, chain: step.chain })
  }
}

function fail(state: State, code: DiagnosticCode, message: string, span: Span, help: string, note?: string): void {
  const notes = note === undefined ? [] : [{ message: note }]
  state.diagnostics.push({ code, severity: 'error', message, span, help, notes })
}

function chainText({ chain }: Step): string {
  return `used by ${chain
    .map(({ file }) => `\`${file}\``)
    .reverse()
    .join(', which is used by ')}`
}

/** From the first file's directory, with `..` where it lies above. */
function shownPath(path: string, directory: string): string {
  const [to, from] = [path.split('/'), directory === '/' ? [''] : directory.split('/')]
  let same = 0
  while (same < from.length && from[same] === to[same]) same++
  const up = from.length - same
  return up > 3 ? path : [...Array(up).fill('..'), ...to.slice(same)].join('/')
}
