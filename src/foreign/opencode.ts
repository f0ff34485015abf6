// opencode: `permission` in `opencode.json` (by tool, then pattern to answer) and `permissions` (a list of action, resource, effect).
// The last matching rule decides. A later file adds to an earlier one; a key that both have keeps its place and takes the later answer.
import type { Answer } from '../base/answer.ts'
import {
  addRule,
  type Collection,
  leaveOut,
  note,
  noteRepeated,
  type Said,
  startCollection,
  starters,
} from './collect.ts'
import { commandsOf, everyCommand, tokensOf } from './commands.ts'
import type { Foreign, ForeignFile, Origin, Reach } from './foreign.ts'
import { urlReach } from './hosts.ts'
import { readJson } from './json.ts'
import { crossingPaths, everyPath } from './paths.ts'
import { at, type Entry, entriesOf, type Tree, textOf, type Unreadable } from './tree.ts'

interface Rule {
  readonly action: string
  readonly resource: string
  readonly answer: string
  readonly origin: Origin
}

export function readOpencode(files: readonly ForeignFile[]): Foreign | (Unreadable & { file: string }) {
  const collection = startCollection()
  /** By tool and pattern, in the order in which each was first written. */
  const merged = new Map<string, Map<string, Rule>>()
  const listed: Rule[] = []
  for (const { shown, text } of files) {
    const document = readJson(text)
    if (!document.ok) return { file: shown, line: document.line, reason: document.reason }
    noteRepeated(collection, shown, document)
    const { root } = document
    for (const entry of entriesOf(at(root, 'tools'))) legacyTool(collection, merged, shown, entry)
    readPermission(collection, merged, shown, at(root, 'permission'))
    listed.push(...readList(collection, shown, at(root, 'permissions')))
    readAgents(collection, merged, listed, shown, root)
  }
  for (const rule of [...inOrder(merged), ...listed]) addOpencodeRule(collection, rule)
  if (!collection.rules.some(({ area }) => area === 'exec')) {
    const [file] = files
    if (file)
      note(collection, { file: file.shown, line: 1 }, 'bash', 'what the file says nothing of is asked about here')
  }
  return {
    host: 'opencode',
    ...collection,
    order: 'last',
    defaults: { exec: 'ask', files: 'ask', network: 'ask' },
    opaque: starters,
    always: [],
    stationary: [],
    guarded: [],
  }
}

/** A general `*` that allows stands before all others wherever it is written, one that stops keeps its place. */
function inOrder(merged: ReadonlyMap<string, ReadonlyMap<string, Rule>>): readonly Rule[] {
  const all = [...merged.values()].flatMap((rules) => [...rules.values()])
  const isFirst = ({ action, answer }: Rule) => action === '*' && answer === 'allow'
  return [...all.filter(isFirst), ...all.filter((rule) => !isFirst(rule))]
}

function legacyTool(
  collection: Collection,
  merged: Map<string, Map<string, Rule>>,
  file: string,
  { key, line, value }: Entry,
): void {
  const action = ['write', 'edit', 'patch', 'multiedit'].includes(key) ? 'edit' : key
  const origin = { file, line }
  if (value.kind !== 'flag') leaveOut(collection, { origin, source: `tools.${key}` }, 'it is neither true nor false')
  else if (value.value)
    leaveOut(collection, { origin, source: `tools.${key}: true` }, 'a tool that there is may still be asked about here')
  else put(merged, { action, resource: '*', answer: 'deny', origin })
}

function put(merged: Map<string, Map<string, Rule>>, rule: Rule): void {
  const rules = merged.get(rule.action) ?? new Map<string, Rule>()
  merged.set(rule.action, rules.set(rule.resource, rule))
}

function readPermission(
  collection: Collection,
  merged: Map<string, Map<string, Rule>>,
  file: string,
  tree: Tree | undefined,
): void {
  if (tree === undefined) return
  const whole = textOf(tree)
  const origin = { file, line: tree.line }
  if (whole === 'allow')
    leaveOut(collection, { origin, source: 'permission: allow' }, 'a mode that asks about nothing is never carried')
  else if (whole !== undefined) put(merged, { action: '*', resource: '*', answer: whole, origin })
  else if (tree.kind !== 'table') leaveOut(collection, { origin, source: 'permission' }, 'it is no object')
  for (const { key, line, value } of entriesOf(tree)) {
    const answer = textOf(value)
    if (answer !== undefined) {
      // One answer takes the place of all patterns that an earlier file has.
      merged.get(key)?.clear()
      put(merged, { action: key, resource: '*', answer, origin: { file, line } })
    } else if (value.kind !== 'table') unreadable(merged, key, '*', { file, line })
    for (const entry of entriesOf(value))
      put(merged, {
        action: key,
        resource: entry.key,
        answer: textOf(entry.value) ?? '',
        origin: { file, line: entry.line },
      })
  }
}

function unreadable(merged: Map<string, Map<string, Rule>>, action: string, resource: string, origin: Origin): void {
  put(merged, { action, resource, answer: '', origin })
}

function readList(collection: Collection, file: string, tree: Tree | undefined): readonly Rule[] {
  if (tree === undefined) return []
  if (tree.kind !== 'list') {
    leaveOut(collection, { origin: { file, line: tree.line }, source: 'permissions' }, 'it is no list')
    return []
  }
  return tree.items.map((item) => ({
    action: textOf(at(item, 'action')) ?? '*',
    resource: textOf(at(item, 'resource')) ?? '*',
    answer: textOf(at(item, 'effect')) ?? '',
    origin: { file, line: item.line },
  }))
}

/** The agent that works by default is the one that a policy is for. */
function readAgents(
  collection: Collection,
  merged: Map<string, Map<string, Rule>>,
  listed: Rule[],
  file: string,
  root: Tree,
): void {
  for (const parent of ['agent', 'agents', 'mode'])
    for (const { key, value } of entriesOf(at(root, parent))) {
      const own = at(value, 'permission') ?? at(value, 'permissions') ?? at(value, 'tools')
      if (own === undefined) continue
      if (key !== 'build') {
        leaveOut(
          collection,
          { origin: { file, line: own.line }, source: `${parent}.${key}` },
          'one policy holds for the agent that works by default',
        )
        continue
      }
      const override = new Map<string, Map<string, Rule>>()
      for (const entry of entriesOf(at(value, 'tools'))) legacyTool(collection, override, file, entry)
      readPermission(collection, override, file, at(value, 'permission'))
      for (const rules of override.values())
        for (const rule of rules.values()) merged.set(`${merged.size} of ${key}`, new Map([[rule.resource, rule]]))
      listed.push(...readList(collection, file, at(value, 'permissions')))
    }
}

const actions: Readonly<Record<string, readonly ForeignRuleArea[]>> = {
  bash: ['exec'],
  shell: ['exec'],
  edit: ['write'],
  write: ['write'],
  patch: ['write'],
  multiedit: ['write'],
  read: ['read'],
  webfetch: ['network'],
  '*': ['exec', 'read', 'write', 'network'],
}
type ForeignRuleArea = 'exec' | 'read' | 'write' | 'network'

function addOpencodeRule(collection: Collection, { action, resource, answer, origin }: Rule): void {
  const source = `${action} ${resource}: ${answer}`.slice(0, 300)
  const isKnown = answer === 'allow' || answer === 'ask' || answer === 'deny'
  if (action === 'external_directory') {
    outside(collection, { origin, source, answer: isKnown ? answer : 'ask' }, resource)
    return
  }
  const isWild = action.includes('*') && action !== '*'
  const areas = Object.hasOwn(actions, action) ? (actions[action] ?? []) : []
  if (areas.length === 0 && !(isWild && answer !== 'allow' && !action.startsWith('mcp')))
    leaveOut(collection, { origin, source }, 'there is no such tool here')
  if (!isKnown && areas.length > 0)
    note(collection, origin, source, 'the answer is none that is known, so it is asked about')
  const said: Said = { origin, source, answer: isKnown ? answer : 'ask' }
  for (const area of isWild && areas.length === 0 && answer !== 'allow' && !action.startsWith('mcp')
    ? everyArea
    : areas)
    addRule(collection, said, area, reachOf(area, resource))
}

const everyArea: readonly ForeignRuleArea[] = ['exec', 'read', 'write', 'network']

function reachOf(area: ForeignRuleArea, resource: string): Reach {
  if (/^\*+$/.test(resource)) {
    if (area === 'exec') return everyCommand
    return area === 'network' ? { narrow: ['*'], wide: ['*'] } : everyPath
  }
  if (area === 'network') return urlReach(resource)
  if (area !== 'exec') return crossingPaths(resource)
  const tokens = tokensOf(resource.replace(/^\$HOME(?=\/)/, '~'), '*?')
  const before = tokens.at(-2)
  const isBounded = typeof before === 'object' && before.text.endsWith(' ') && resource.endsWith(' *')
  return isBounded
    ? commandsOf({ tokens: tokens.slice(0, -1), tail: 'boundary' })
    : commandsOf({ tokens, tail: 'exact' })
}

/** What lies outside is asked about here anyway; only what stops is carried. */
function outside(collection: Collection, said: Said, resource: string): void {
  if (said.answer !== ('deny' satisfies Answer)) {
    if (said.answer === 'allow')
      leaveOut(collection, said, 'what lies outside the workspace is asked about: write `allow read "…"` for it')
    return
  }
  if (/^\*+$/.test(resource)) {
    leaveOut(collection, said, 'what lies outside the workspace is asked about here')
    return
  }
  for (const area of ['read', 'write'] as const) addRule(collection, said, area, crossingPaths(resource))
}
