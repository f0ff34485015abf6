// Gemini CLI: `settings.json` (tools that are allowed, needed or left out, approval mode) and policy files in TOML. Of the rules that match,
// the one with the highest priority decides; of several with the same, the first.
import type { Answer } from '../base/answer.ts'
import { type Collection, leaveOut, note, noteRepeated, startCollection, starters, textsIn } from './collect.ts'
import type { Foreign, ForeignFile, ForeignRule } from './foreign.ts'
import { geminiPolicy, isUnlimited } from './gemini-policy.ts'
import { type Ranked, shellTools, toolRules } from './gemini-tools.ts'
import { readJson } from './json.ts'
import { readToml } from './toml.ts'
import { at, entriesOf, flagOf, type Tree, textOf, type Unreadable } from './tree.ts'

/** Where settings stand among the priorities of policy files of a user. */
const priorities = { exclude: 4.4, confirm: 4.35, allowed: 4.3, core: 4.25 } as const

export function readGemini(files: readonly ForeignFile[]): Foreign | (Unreadable & { file: string }) {
  const collection = startCollection()
  const ranked: Ranked[] = []
  const trees: { readonly file: ForeignFile; readonly root: Tree }[] = []
  for (const file of files) {
    const document = file.path.endsWith('.toml') ? readToml(file.text) : readJson(file.text)
    if (!document.ok) return { file: file.shown, line: document.line, reason: document.reason }
    noteRepeated(collection, file.shown, document)
    trees.push({ file, root: document.root })
  }
  const isSettings = ({ file }: { readonly file: ForeignFile }) => !file.path.endsWith('.toml')
  const settings = trees.filter(isSettings)
  const mode = modeOf(collection, settings)
  for (const { file, root } of settings) readSettings(collection, ranked, file.shown, root)
  for (const { file, root } of trees) if (!isSettings({ file })) geminiPolicy(collection, ranked, file, root, mode)
  // The last one decides below, so the highest priority stands last, and the first of equals behind the others.
  const rules = [...ranked]
    .reverse()
    .sort((one, other) => one.priority - other.priority)
    .map(({ rule }) => rule)
  const isUnlimitedShell = rules.some(isUnlimited)
  const written: readonly ForeignRule[] =
    mode === 'auto_edit' ? [modeRule(settings, 'allow')] : mode === 'plan' ? [modeRule(settings, 'deny')] : []
  return {
    host: 'gemini',
    rules: mode === 'plan' ? [...rules, ...written] : [...written, ...rules],
    remains: collection.remains,
    order: 'last',
    defaults: { exec: 'ask', files: 'ask', network: 'ask' },
    opaque: [...starters, 'cd', 'pushd', 'popd', 'test', 'true', 'false', 'set', 'read', 'type'],
    always: isUnlimitedShell ? dangerous : [],
    stationary: [],
    guarded: [],
    ...(settings.some(({ root }) => isSandboxed(root)) ? { sandbox: 'prefer' as const } : {}),
  }
}

/** What the host asks about where the shell is allowed as a whole. */
const dangerous = [
  'rm ** {-f,--force} **',
  'git branch * **',
  'git ** {-c*,--config-env*} **',
  'git {status,log,diff,show} ** {--output*,--ext-diff,--textconv,--exec*,--paginate} **',
  'find ** {-exec,-execdir,-ok,-okdir,-delete,-fls,-fprint*} **',
  'rg ** {-z,--search-zip,--pre*,--hostname-bin*} **',
  'base64 ** {-o*,--output*} **',
  'sudo **',
]

function isSandboxed(root: Tree): boolean {
  const value = at(root, 'tools', 'sandbox') ?? at(root, 'sandbox')
  return flagOf(value) === true || (textOf(value) ?? 'false') !== 'false'
}

function modeOf(
  collection: Collection,
  settings: readonly { readonly file: ForeignFile; readonly root: Tree }[],
): string {
  let mode = 'default'
  for (const { file, root } of settings) {
    const tree =
      at(root, 'general', 'defaultApprovalMode') ?? at(root, 'tools', 'approvalMode') ?? at(root, 'approvalMode')
    if (tree === undefined) continue
    const value = textOf(tree) ?? ''
    const origin = { file: file.shown, line: tree.line }
    mode = ['auto_edit', 'plan'].includes(value) ? value : 'default'
    if (value === 'yolo')
      leaveOut(collection, { origin, source: 'approval mode: yolo' }, 'a mode that asks about nothing is never carried')
    else if (!['default', 'auto_edit', 'plan'].includes(value))
      leaveOut(collection, { origin, source: 'approval mode' }, 'it is no mode that is known')
  }
  return mode
}

function modeRule(
  settings: readonly { readonly file: ForeignFile; readonly root: Tree }[],
  answer: Answer,
): ForeignRule {
  const found = settings.findLast(({ root }) => at(root, 'general', 'defaultApprovalMode'))
  const line = at(found?.root, 'general', 'defaultApprovalMode')?.line ?? 1
  const patterns = answer === 'allow' ? ['**'] : ['/**', '**']
  return {
    origin: { file: found?.file.shown ?? 'settings', line },
    source: 'defaultApprovalMode',
    answer,
    area: 'write',
    narrow: patterns,
    wide: patterns,
  }
}

const untouched: Readonly<Record<string, string>> = {
  mcp: 'servers of tools are not part of a policy',
  mcpServers: 'servers of tools are not part of a policy',
  hooks: 'programs that run at events are not carried',
  policyPaths: 'name the files: `reeve import gemini FILE…`',
  adminPolicyPaths: 'name the files: `reeve import gemini FILE…`',
}

function readSettings(collection: Collection, ranked: Ranked[], file: string, root: Tree): void {
  for (const { key, line } of entriesOf(root)) {
    const reason = Object.hasOwn(untouched, key) ? untouched[key] : undefined
    if (reason !== undefined) leaveOut(collection, { origin: { file, line }, source: key }, reason)
  }
  const lists = [
    { key: 'exclude', tree: at(root, 'tools', 'exclude') ?? at(root, 'excludeTools'), answer: 'deny' },
    { key: 'confirm', tree: at(root, 'tools', 'confirmationRequired'), answer: 'ask' },
    { key: 'allowed', tree: at(root, 'tools', 'allowed') ?? at(root, 'allowedTools'), answer: 'allow' },
    { key: 'core', tree: at(root, 'tools', 'core') ?? at(root, 'coreTools'), answer: 'allow' },
  ] as const
  for (const { key, tree, answer } of lists) {
    const texts = textsIn(collection, file, tree, `tools.${key}`)
    for (const { value, line } of texts)
      toolRules(collection, { origin: { file, line }, source: value, answer }, (rule) =>
        ranked.push({ rule, priority: priorities[key] }),
      )
    if (tree !== undefined && (key === 'core' || (key === 'allowed' && texts.some(({ value }) => isNarrowed(value)))))
      closeShell(
        collection,
        ranked,
        { file, line: tree.line },
        key,
        texts.map(({ value }) => value),
      )
  }
}

function isNarrowed(value: string): boolean {
  return shellTools.some((tool) => value.startsWith(`${tool}(`))
}

/** Naming commands shuts out all others; naming tools shuts out those that are not named. */
function closeShell(
  collection: Collection,
  ranked: Ranked[],
  origin: ForeignRule['origin'],
  key: 'core' | 'allowed',
  names: readonly string[],
): void {
  const source = `tools.${key}`
  note(collection, origin, source, 'what the list does not name is denied')
  const deny = (rule: Pick<ForeignRule, 'area' | 'narrow' | 'wide'>) =>
    ranked.push({ rule: { origin, source, answer: 'deny', ...rule }, priority: priorities[key] - 0.01 })
  deny({ area: 'exec', narrow: ['* **'], wide: ['* **'] })
  if (key === 'allowed') return
  const has = (...tools: readonly string[]) => names.some((name) => tools.includes(name.replace(/\(.*$/s, '')))
  if (!has('write_file', 'replace', 'WriteFileTool', 'EditTool'))
    deny({ area: 'write', narrow: ['**'], wide: ['/**', '**'] })
  if (!has('read_file', 'read_many_files', 'ReadFileTool', 'ReadManyFilesTool'))
    deny({ area: 'read', narrow: ['**'], wide: ['/**', '**'] })
  if (!has('web_fetch', 'WebFetchTool')) deny({ area: 'network', narrow: ['*'], wide: ['*'] })
}
