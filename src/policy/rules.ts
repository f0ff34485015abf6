// The blocks of rules: exec, files, network, and the policy's own examples.
import type {
  DefaultClause,
  ExampleNode,
  RuleBlock,
  RuleClause,
  RuleOption,
  Statement,
  TextNode,
} from '../../grammar/tree.ts'
import type { Answer } from '../base/answer.ts'
import { type Checks, once } from './checks.ts'
import type { Draft } from './draft.ts'
import { commandPattern, directoryPath, hostPattern, pathPattern, plainText } from './patterns.ts'
import type { Example, ExecRule, FileRule, NetworkRule } from './policy.ts'
import type { Place } from './unit.ts'

const optionsOf: Readonly<Record<RuleBlock['kind'], readonly RuleOption['kind'][]>> = {
  exec: ['except', 'in', 'because', 'instead', 'matches', 'misses'],
  files: ['except', 'because', 'instead'],
  network: ['because', 'instead'],
}

export function addRules(checks: Checks, draft: Draft, place: Place, block: RuleBlock): void {
  if (block.kind === 'files') draft.files.isGiven = true
  for (const clause of block.clauses) {
    if (clause.kind === 'default') addDefault(checks, draft, block, clause)
    else addRule(checks, draft, place, { block, clause })
  }
}

const unnamed = { exec: 'commands', files: 'files', network: 'hosts' } as const

function addDefault(checks: Checks, draft: Draft, { kind }: RuleBlock, { answer, span }: DefaultClause): void {
  draft[kind].default.set(answer.text as Answer, span)
  const careful = kind === 'exec' ? 'ask' : 'deny'
  if (answer.text === 'allow')
    checks.warn(
      'RV501',
      `${unnamed[kind]} that no rule names are allowed`,
      span,
      `\`default ${careful}\` is the careful one`,
    )
}

function addRule(
  checks: Checks,
  draft: Draft,
  place: Place,
  { block, clause }: { block: RuleBlock; clause: RuleClause },
): void {
  const isFirst = once(checks)
  const options = clause.options.filter((option) => {
    const { word } = option
    if (!optionsOf[block.kind].includes(option.kind))
      return checks.error(
        'RV206',
        `\`${word.text}\` has no meaning in \`${block.kind}\``,
        word.span,
        helpWithout(option.kind),
      )
    return option.kind === 'matches' || option.kind === 'misses' || isFirst(word.text, word.span)
  })
  const checked = { checks, place, clause, options }
  if (block.kind === 'exec') draft.exec.rules.push(execRule(checked))
  else if (block.kind === 'network') draft.network.rules.push(networkRule(checked))
  else {
    const rule = fileRule(checked)
    if (rule) draft.files.rules.push(rule)
  }
}

function helpWithout(kind: RuleOption['kind']): string {
  if (kind === 'matches' || kind === 'misses') return 'examples are commands: say them on a rule of `exec`'
  return kind === 'in' ? 'only a command has a working directory' : 'leave it out'
}

interface Checked {
  readonly checks: Checks
  readonly place: Place
  readonly clause: RuleClause
  readonly options: readonly RuleOption[]
}

function execRule(checked: Checked): ExecRule {
  const { checks, place, clause } = checked
  refuseAccess(checked)
  const commands = (nodes: readonly TextNode[]) => nodes.flatMap((node) => commandPattern(checks, node) ?? [])
  return {
    answer: clause.answer.text as Answer,
    patterns: commands(place.lists.resolve(clause.patterns)),
    except: commands(listOf(checked, 'except')),
    directories: listOf(checked, 'in').flatMap((node) => pathPattern(checks, node, 'anywhere') ?? []),
    ...reasonsOf(checked),
    matches: examplesOf(checked, 'matches'),
    misses: examplesOf(checked, 'misses'),
    origin: place.originOf(clause.span),
  }
}

function networkRule(checked: Checked): NetworkRule {
  const { checks, place, clause } = checked
  refuseAccess(checked)
  return {
    answer: clause.answer.text as Answer,
    hosts: place.lists.resolve(clause.patterns).flatMap((node) => hostPattern(checks, node) ?? []),
    ...reasonsOf(checked),
    origin: place.originOf(clause.span),
  }
}

function fileRule(checked: Checked): FileRule | undefined {
  const { checks, place, clause } = checked
  const { access, answer } = clause
  const paths = (nodes: readonly TextNode[]) => nodes.flatMap((node) => pathPattern(checks, node, 'anywhere') ?? [])
  const rule = {
    patterns: paths(place.lists.resolve(clause.patterns)),
    except: paths(listOf(checked, 'except')),
    ...reasonsOf(checked),
    origin: place.originOf(clause.span),
  }
  if (access) return { answer: answer.text as Answer, access: access.text as 'read' | 'write', ...rule }
  return checks.error(
    'RV206',
    `a rule of \`files\` says \`read\` or \`write\``,
    answer.span,
    `\`${answer.text} read "…"\` or \`${answer.text} write "…"\``,
  )
}

function refuseAccess({ checks, clause: { access } }: Checked): void {
  if (access)
    checks.error(
      'RV206',
      `\`${access.text}\` has a meaning only in \`files\``,
      access.span,
      'leave it out, or move the rule',
    )
}

function listOf({ place, options }: Checked, kind: 'except' | 'in'): readonly TextNode[] {
  return options.flatMap((option) => (option.kind === kind ? place.lists.resolve(option.items) : []))
}

function reasonsOf({ checks, options }: Checked): { because?: string; instead?: string } {
  const reasons: { because?: string; instead?: string } = {}
  for (const option of options) {
    if (option.kind !== 'because' && option.kind !== 'instead') continue
    const text = plainText(checks, option.text, `the text of \`${option.kind}\``)
    if (text !== undefined) reasons[option.kind] = text
  }
  return reasons
}

function examplesOf({ checks, options }: Checked, kind: 'matches' | 'misses'): readonly Example[] {
  return options.flatMap((option) =>
    option.kind === kind ? option.examples.flatMap((node) => example(checks, node) ?? []) : [],
  )
}

/** A command to be judged; it is read as shell text where it is judged. */
function example(checks: Checks, { command, directory }: ExampleNode): Example | undefined {
  if (command.value.trim() === '') return checks.error('RV309', 'an empty example', command.span, 'write a command')
  const inside = directory ? directoryPath(checks, directory) : undefined
  if (directory && inside === undefined) return undefined
  return { command: command.value, ...(inside === undefined ? {} : { directory: inside }), span: command.span }
}

export function addExpectations(checks: Checks, draft: Draft, statement: Extract<Statement, { kind: 'expect' }>): void {
  for (const { answer, examples } of statement.clauses)
    for (const node of examples) {
      const checked = example(checks, node)
      if (checked) draft.expectations.push({ answer: answer.text as Answer, ...checked })
    }
}
