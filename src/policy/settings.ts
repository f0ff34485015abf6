// The blocks that set values: environment, limits, exit codes, sandbox, agent, gate, waivers, datasets and plugins.
import { gateChoices } from '../../grammar/choices.ts'
import type {
  GateClause,
  ModelClause,
  Setting,
  Statement,
  TextNode,
  WaiveStatement,
  WordNode,
} from '../../grammar/tree.ts'
import { nearest } from '../base/nearest.ts'
import { type Checks, once, type Single, single } from './checks.ts'
import { addNamed, type Draft, type ExitName, type LimitName } from './draft.ts'
import { pathPattern, plainText, variableName, workspacePath } from './patterns.ts'
import type { AgentBlock, Plugin } from './policy.ts'
import type { Place } from './unit.ts'
import { date, digest, duration, integer, shortened, size } from './values.ts'
import { splitWords } from './words.ts'

type Of<Kind extends Statement['kind']> = Extract<Statement, { kind: Kind }>

export function addEnvironment(checks: Checks, draft: Draft, place: Place, { clauses }: Of<'environment'>): void {
  const { environment } = draft
  environment.isGiven = true
  for (const clause of clauses) {
    if (clause.kind === 'set')
      for (const { name, value } of clause.pairs) {
        const checked = variableName(checks, name, false)
        if (checked === undefined) continue
        if (value.value.includes('\0')) checks.error('RV316', 'a value with a NUL character', value.span, 'take it out')
        const known = environment.set.get(checked) ?? single<string>(checks, `the variable \`${checked}\``)
        environment.set.set(checked, known)
        known.set(value.value, name.span)
      }
    else
      for (const node of place.lists.resolve(clause.items)) {
        const name = variableName(checks, node, clause.kind === 'keep')
        if (name !== undefined && !environment[clause.kind].includes(name)) environment[clause.kind].push(name)
      }
  }
}

export function addLimits(checks: Checks, draft: Draft, { settings }: Of<'limits' | 'exit'>): void {
  for (const { name, value } of settings) {
    const limit = name.text as LimitName
    const checked =
      limit === 'time'
        ? duration(checks, value)
        : isSize(limit)
          ? size(checks, value)
          : integer(checks, value, [1, 1_000_000])
    if (checked !== undefined) draft.limits[limit].set(checked, name.span)
  }
}

function isSize(limit: LimitName): boolean {
  return limit === 'output' || limit === 'memory'
}

const reservedCodes = [2, 3, 4, 5, 20, 21, 22, 23, 130]

export function addExitCodes(checks: Checks, draft: Draft, { settings }: Of<'limits' | 'exit'>): void {
  for (const { name, value } of settings) {
    const code = integer(checks, value, [0, 255])
    if (code === undefined) continue
    if (reservedCodes.includes(code))
      checks.error(
        'RV317',
        `the exit code ${code} has a meaning of its own`,
        value.span,
        'reserved are 2 to 5, 20 to 23 and 130',
      )
    else if (code === 0 && name.text !== 'verified')
      checks.error(
        'RV317',
        `\`${name.text}\` may not be exit code 0, which says that all is proven`,
        value.span,
        'take one from 1',
      )
    else draft.exit[name.text as ExitName].set(code, name.span)
  }
}

export function addAgent(checks: Checks, draft: Draft, { clauses }: Of<'agent'>): void {
  for (const clause of clauses) {
    if (clause.kind === 'model') addModel(checks, draft.agent.model, clause)
    else {
      const value = integer(checks, clause.value, clause.name.text === 'turns' ? [1, 10_000] : [1, 1_000_000_000])
      if (value !== undefined) draft.agent[clause.name.text as 'turns' | 'tokens'].set(value, clause.name.span)
    }
  }
}

function addModel(checks: Checks, model: Single<NonNullable<AgentBlock['model']>>, clause: ModelClause): void {
  const name = plainText(checks, clause.name, "the model's name")
  const url = clause.url?.value
  if (clause.url && !/^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/i.test(clause.url.value))
    checks.error(
      'RV318',
      `\`${shortened(clause.url.value)}\` is no server's URL`,
      clause.url.span,
      'http:// or https://, without user, query and fragment: `http://127.0.0.1:8080/v1`',
    )
  const key = clause.key ? keyVariable(checks, clause.key) : undefined
  if (name === undefined) return
  const provider = clause.provider.text as NonNullable<AgentBlock['model']>['provider']
  model.set({ provider, name, ...(url ? { url } : {}), ...(key ? { key } : {}) }, clause.word.span)
}

/** The value is not repeated: it may be the key itself. */
function keyVariable(checks: Checks, { value, span }: TextNode): string | undefined {
  if (/^[A-Za-z_]\w*$/.test(value)) return value
  const help = 'name the environment variable that holds the key, never the key: `key "MODEL_KEY"`'
  return checks.error('RV316', '`key` is no name of a variable', span, help)
}

export function addGate(checks: Checks, draft: Draft, place: Place, { clauses }: Of<'gate'>): void {
  for (const clause of clauses) {
    if (clause.kind === 'list') {
      const patterns = place.lists.resolve(clause.items).flatMap((node) => pathPattern(checks, node, 'workspace') ?? [])
      draft.gate[clause.name.text === 'observe' ? 'observeExcept' : 'uncovered'].push(...patterns)
    } else if (clause.kind === 'setting') setAttempts(checks, draft, clause)
    else setChoice(checks, draft, clause)
  }
}

function setAttempts(checks: Checks, draft: Draft, { name, value }: Setting): void {
  const attempts = integer(checks, value, [1, 100])
  if (attempts !== undefined) draft.gate.attempts.set(attempts, name.span)
}

function setChoice({ error }: Checks, { gate }: Draft, { name, value }: Extract<GateClause, { kind: 'choice' }>): void {
  const choices: readonly string[] = gateChoices[name.text as keyof typeof gateChoices]
  if (!choices.includes(value.text)) {
    error('RV206', `\`${name.text}\` is never \`${value.text}\``, value.span, `one of ${choices.join(', ')}`)
    return
  }
  const key = name.text as keyof typeof gateChoices
  if (key === 'verifier' || key === 'coverage') gate[key].set(value.text === 'on', name.span)
  else (gate[key] as Single<string>).set(value.text, name.span)
}

export function addWaiver(checks: Checks, draft: Draft, statement: WaiveStatement): void {
  const isFirst = once(checks)
  const said: { because?: string; by?: string; until?: string } = {}
  for (const option of statement.options) {
    if (!isFirst(option.word.text, option.word.span)) continue
    const value =
      option.kind === 'until'
        ? date(checks, option.date)
        : plainText(checks, option.text, `the text of \`${option.kind}\``)
    if (value !== undefined) said[option.kind] = value
  }
  const effectDigest = digest(checks, statement.digest)
  for (const kind of ['because', 'by'] as const)
    if (!statement.options.some((option) => option.kind === kind))
      checks.error('RV321', `the waiver does not say \`${kind}\``, statement.span, `add \`${kind} "…"\``)
  if (effectDigest === undefined || said.because === undefined || said.by === undefined) return
  const { because, by, until } = said
  draft.waivers.push({ effectDigest, because, by, ...(until === undefined ? {} : { until }), span: statement.span })
}

export function addDataset(checks: Checks, draft: Draft, { name, path }: Of<'dataset'>): void {
  const checked = workspacePath(checks, path, "dataset's path")
  addNamed(
    checks,
    'dataset',
    draft.datasets,
    (dataset) => dataset.name,
  )({ name: name.text, path: checked ?? '', span: name.span })
}

const pluginTimeoutMs = 30_000

export function addPlugin(checks: Checks, draft: Draft, { name, command, options }: Of<'plugin'>): void {
  const isFirst = once(checks)
  const plugin: { -readonly [Key in keyof Plugin]: Plugin[Key] } = {
    name: name.text,
    command: command.value,
    timeoutMs: pluginTimeoutMs,
    span: name.span,
  }
  for (const option of options) {
    if (!isFirst(option.word.text, option.word.span)) continue
    if (option.kind === 'timeout') plugin.timeoutMs = duration(checks, option.value) ?? plugin.timeoutMs
    else {
      const pinned = digest(checks, option.text)
      if (pinned) plugin.sha256 = pinned
    }
  }
  const split = splitWords(command.value)
  const program = split.kind === 'words' ? split.words[0]?.text : undefined
  if (!program)
    checks.error(
      'RV322',
      'a plugin is one program with its arguments',
      command.span,
      'no shell syntax: `"tools/licences --json"`',
    )
  else if (program.includes('/') && !program.startsWith('/') && !options.some(({ kind }) => kind === 'sha256'))
    checks.error(
      'RV323',
      `the plugin \`${shortened(program)}\` lies in the workspace, where the agent may change it`,
      command.span,
      'add `sha256 "…"` with the digest of its file, or name a program outside',
    )
  addNamed(checks, 'plugin', draft.plugins, (other) => other.name)(plugin)
}

/** A dataset or plugin by its name; a name whose definition could not be read is no second mistake. */
export function known<Named extends { readonly name: string }>(
  checks: Checks,
  kind: 'dataset' | 'plugin',
  word: WordNode,
  { list, lost }: { readonly list: readonly Named[]; readonly lost: readonly string[] },
): Named | undefined {
  const found = list.find(({ name }) => name === word.text)
  if (found || lost.includes(word.text)) return found
  const near = nearest(
    word.text,
    list.map(({ name }) => name),
  )
  const help = near
    ? `did you mean \`${near}\`?`
    : kind === 'dataset'
      ? `define it: \`dataset ${word.text} "data/file.csv"\``
      : `define it: \`plugin ${word.text} "program" sha256 "…"\``
  return checks.error(kind === 'dataset' ? 'RV204' : 'RV205', `no ${kind} is named \`${word.text}\``, word.span, help)
}
