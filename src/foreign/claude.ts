// Claude Code: `permissions` in `.claude/settings.json`, `settings.local.json`, `~/.claude/settings.json` and managed settings. Rules of all
// files count together; deny comes before ask before allow. What is carried follows its documentation of permissions.
import type { Answer } from '../base/answer.ts'
import { claudeRule } from './claude-rule.ts'
import { type Collection, leaveOut, note, noteRepeated, startCollection, starters, textsIn } from './collect.ts'
import type { Foreign, ForeignContext, ForeignFile } from './foreign.ts'
import { domainReach } from './hosts.ts'
import { readJson } from './json.ts'
import { placeBelow } from './paths.ts'
import { at, entriesOf, flagOf, type Tree, textOf, type Unreadable } from './tree.ts'

export function readClaude(
  files: readonly ForeignFile[],
  context: ForeignContext,
): Foreign | (Unreadable & { file: string }) {
  const collection = startCollection()
  const state: State = { mode: 'default', sandbox: undefined }
  const documents: { readonly file: ForeignFile; readonly root: Tree }[] = []
  for (const file of files) {
    const document = readJson(file.text)
    if (!document.ok) return { file: file.shown, line: document.line, reason: document.reason }
    noteRepeated(collection, file.shown, document)
    readSettings(collection, state, file.shown, document.root)
    documents.push({ file, root: document.root })
  }
  for (const { file, root } of documents) {
    readRules(collection, file, root, context, state.mode)
    readDirectories(collection, file, root, context, state.mode)
    readSandbox(collection, file, root)
  }
  if (state.mode === 'acceptEdits') addMode(collection, documents, 'allow')
  if (state.mode === 'plan') addMode(collection, documents, 'deny')
  const closed: Answer = state.mode === 'dontAsk' ? 'deny' : 'ask'
  return {
    host: 'claude',
    ...collection,
    order: 'strictest',
    defaults: { exec: closed, files: closed, network: closed },
    opaque: starters.filter((name) => !looksThrough.has(name)),
    always: removals,
    stationary: ['git'],
    guarded,
    ...(state.sandbox === undefined ? {} : { sandbox: state.sandbox }),
  }
}

interface State {
  mode: string
  sandbox: 'prefer' | 'require' | undefined
}

const looksThrough = new Set(['time', 'timeout', 'nice', 'nohup', 'stdbuf', 'command', 'builtin'])

/** Critical paths, which no allow of Claude Code covers. */
const removals = ['{rm,rmdir} ** {/,/*,~,~/,~/*,.,./,./*,..,../**,*/..} **']

const guarded = [
  '**/{.git,.vscode,.idea,.husky,.cargo,.devcontainer,.yarn,.mvn,.claude}/**',
  '**/{.gitconfig,.gitmodules,.bashrc,.bash_profile,.bash_login,.bash_aliases,.bash_logout,.profile,.envrc}',
  '**/{.zshrc,.zprofile,.zshenv,.zlogin,.zlogout,.npmrc,.yarnrc,.yarnrc.yml,.pnp.cjs,.pnp.loader.mjs,.pnpmfile.cjs}',
  '**/{bunfig.toml,.bunfig.toml,.bazelrc,.bazelversion,.bazeliskrc,.pre-commit-config.yaml,.devcontainer.json}',
  '**/{lefthook.yml,lefthook.yaml,.lefthook.yml,.lefthook.yaml,gradle-wrapper.properties,maven-wrapper.properties}',
  '**/{.ripgreprc,pyrightconfig.json,.mcp.json,.claude.json}',
]

const keyReasons: Readonly<Record<string, string>> = {
  hooks: 'programs that run at events are not carried: a criterion can name a check, `reeve hook` a host',
  env: 'values may be secrets: name what commands need with `environment { keep … set … }`',
  apiKeyHelper: 'a program that prints a key is not carried',
  enableAllProjectMcpServers: 'servers of tools are not part of a policy',
  enabledMcpjsonServers: 'servers of tools are not part of a policy',
  disabledMcpjsonServers: 'servers of tools are not part of a policy',
}

function readSettings(collection: Collection, state: State, file: string, root: Tree): void {
  if (root.kind !== 'table')
    leaveOut(collection, { origin: { file, line: root.line }, source: 'settings' }, 'the file holds no object')
  for (const { key, line } of entriesOf(root)) {
    const reason = Object.hasOwn(keyReasons, key) ? keyReasons[key] : undefined
    if (reason !== undefined) leaveOut(collection, { origin: { file, line }, source: key }, reason)
  }
  const permissions = at(root, 'permissions')
  for (const { key, line } of entriesOf(permissions))
    if (
      ![
        'allow',
        'ask',
        'deny',
        'defaultMode',
        'additionalDirectories',
        'disableBypassPermissionsMode',
        'disableAutoMode',
      ].includes(key)
    )
      leaveOut(collection, { origin: { file, line }, source: `permissions.${key}` }, 'it is no setting that is known')
  readMode(collection, state, file, at(permissions, 'defaultMode'))
  if (flagOf(at(root, 'sandbox', 'enabled')) !== true) return
  const isHard =
    flagOf(at(root, 'sandbox', 'failIfUnavailable')) === true &&
    flagOf(at(root, 'sandbox', 'allowUnsandboxedCommands')) === false
  state.sandbox = isHard ? 'require' : (state.sandbox ?? 'prefer')
  if (flagOf(at(root, 'sandbox', 'autoAllowBashIfSandboxed')) !== false)
    leaveOut(
      collection,
      { origin: { file, line: at(root, 'sandbox', 'enabled')?.line ?? 1 }, source: 'sandbox.autoAllowBashIfSandboxed' },
      'commands in a sandbox are asked about like all others here',
    )
}

const modes = ['default', 'manual', 'acceptEdits', 'plan', 'dontAsk']

function readMode(collection: Collection, state: State, file: string, tree: Tree | undefined): void {
  if (tree === undefined) return
  const mode = textOf(tree) ?? ''
  const origin = { file, line: tree.line }
  const source = `defaultMode: ${mode.slice(0, 60)}`
  if (modes.includes(mode)) {
    state.mode = mode
    if (mode === 'acceptEdits')
      note(collection, origin, source, 'edits are allowed; commands such as `cp` and `rm` still need a rule here')
    return
  }
  state.mode = 'default'
  leaveOut(
    collection,
    { origin, source },
    mode === 'bypassPermissions'
      ? 'a mode that asks about nothing is never carried'
      : 'no such mode here: what no rule allows is asked about',
  )
}

function readRules(collection: Collection, file: ForeignFile, root: Tree, context: ForeignContext, mode: string): void {
  for (const answer of ['deny', 'ask', 'allow'] as const) {
    const key = `permissions.${answer}`
    const tree = at(root, 'permissions', answer)
    if (tree !== undefined && tree.kind !== 'list') {
      leaveOut(collection, { origin: { file: file.shown, line: tree.line }, source: key }, 'it is no list')
      continue
    }
    for (const { value, line } of textsIn(collection, file.shown, tree, key)) {
      // Nobody is asked in that mode.
      const carried = answer === 'ask' && mode === 'dontAsk' ? 'deny' : answer
      claudeRule(collection, { origin: { file: file.shown, line }, source: value, answer: carried }, file, context)
    }
  }
}

function readDirectories(
  collection: Collection,
  file: ForeignFile,
  root: Tree,
  context: ForeignContext,
  mode: string,
): void {
  for (const { value, line } of textsIn(
    collection,
    file.shown,
    at(root, 'permissions', 'additionalDirectories'),
    'additionalDirectories',
  )) {
    const said = { origin: { file: file.shown, line }, source: value, answer: 'allow' as const }
    const pattern = placeBelow(value, context)
    if (pattern === undefined) leaveOut(collection, said, 'the path cannot be said')
    else {
      collection.rules.push({ ...said, area: 'read', narrow: [pattern], wide: [pattern] })
      if (mode === 'acceptEdits') collection.rules.push({ ...said, area: 'write', narrow: [pattern], wide: [pattern] })
    }
  }
}

/** What the sandbox lets commands reach: hosts and places that are denied are carried, those that are allowed only as hosts. */
function readSandbox(collection: Collection, file: ForeignFile, root: Tree): void {
  const sandbox = at(root, 'sandbox')
  for (const [key, answer] of [
    ['allowedDomains', 'allow'],
    ['deniedDomains', 'deny'],
  ] as const)
    for (const { value, line } of textsIn(collection, file.shown, at(sandbox, 'network', key), key))
      collection.rules.push({
        origin: { file: file.shown, line },
        source: value,
        answer,
        area: 'network',
        ...domainReach(value),
      })
  for (const { key, line } of [...entriesOf(at(sandbox, 'filesystem')), ...entriesOf(at(sandbox, 'credentials'))])
    leaveOut(
      collection,
      { origin: { file: file.shown, line }, source: `sandbox: ${key}` },
      'what the sandbox does about files is not carried: write rules in `files`',
    )
}

function addMode(
  collection: Collection,
  documents: readonly { readonly file: ForeignFile; readonly root: Tree }[],
  answer: Answer,
): void {
  const found = documents.findLast(({ root }) => at(root, 'permissions', 'defaultMode'))
  const line = at(found?.root, 'permissions', 'defaultMode')?.line ?? 1
  const source = textOf(at(found?.root, 'permissions', 'defaultMode')) ?? ''
  const patterns = answer === 'allow' ? ['**'] : ['/**', '**']
  collection.rules.push({
    origin: { file: found?.file.shown ?? '', line },
    source,
    answer,
    area: 'write',
    narrow: patterns,
    wide: patterns,
  })
}
