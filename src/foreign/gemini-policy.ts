// Policy files of Gemini CLI: `[[rule]] toolName = "run_shell_command" commandPrefix = "git" decision = "allow" priority = 100`.
import type { Answer } from '../base/answer.ts'
import { type Collection, leaveOut, note, type Said } from './collect.ts'
import { commandsOf, type Token } from './commands.ts'
import type { Area, ForeignFile, ForeignRule, Origin, Reach } from './foreign.ts'
import { areaOf, everyReach, prefixReach, type Ranked } from './gemini-tools.ts'
import { readRegex } from './regex.ts'
import { at, entriesOf, flagOf, itemsOf, type Tree, textOf } from './tree.ts'

const decisions: Readonly<Record<string, Answer>> = { allow: 'allow', ask_user: 'ask', deny: 'deny' }

export function geminiPolicy(
  collection: Collection,
  ranked: Ranked[],
  file: ForeignFile,
  root: Tree,
  mode: string,
): void {
  const tier = file.path.startsWith('/etc/') || file.path.startsWith('/Library/') ? 5 : 4
  for (const { key, line } of entriesOf(root))
    if (key !== 'rule' && key !== 'safety_checker')
      leaveOut(collection, { origin: { file: file.shown, line }, source: key }, 'it is no part of a policy')
  for (const table of itemsOf(at(root, 'rule')))
    readRule({ collection, ranked, file: file.shown, tier, mode }, table, undefined)
  // A checker may refuse what a rule allows.
  for (const table of itemsOf(at(root, 'safety_checker')))
    readRule({ collection, ranked, file: file.shown, tier: tier + 1, mode }, table, 'ask')
}

/** The shell is allowed as a whole. */
export function isUnlimited({ area, answer, narrow }: ForeignRule): boolean {
  return area === 'exec' && answer === 'allow' && narrow.includes('* **')
}

interface Desk {
  readonly collection: Collection
  readonly ranked: Ranked[]
  readonly file: string
  readonly tier: number
  readonly mode: string
}

function readRule(desk: Desk, table: Tree, fixed: Answer | undefined): void {
  const { collection, ranked, file, tier } = desk
  const origin: Origin = { file, line: table.line }
  const decision = textOf(at(table, 'decision')) ?? ''
  const answer = fixed ?? (Object.hasOwn(decisions, decision) ? decisions[decision] : undefined)
  const because = textOf(at(table, 'denyMessage')) ?? textOf(at(table, 'deny_message'))
  const tools = itemsOf(at(table, 'toolName')).flatMap((item) => textOf(item) ?? [])
  const source = sourceOf(table, tools)
  const said: Said = {
    origin,
    source,
    answer: answer ?? 'ask',
    ...(because === undefined || answer !== 'deny' ? {} : { because }),
  }
  const priority = at(table, 'priority')
  const rank = priority?.kind === 'number' ? priority.value : undefined
  const isWhole =
    answer !== undefined &&
    (fixed !== undefined || (rank !== undefined && Number.isInteger(rank) && rank >= 0 && rank <= 999))
  if (!isWhole) note(collection, origin, source, 'its decision or priority is none that is known, so it is asked about')
  if (!appliesHere(desk, table, said)) return
  const carried: Said = isWhole ? said : { ...said, answer: 'ask' }
  for (const rule of rulesFor(collection, table, tools, carried))
    ranked.push({ rule, priority: isWhole && fixed === undefined ? tier + (rank ?? 0) / 1000 : tier + 1 })
}

function sourceOf(table: Tree, tools: readonly string[]): string {
  const prefixes = itemsOf(at(table, 'commandPrefix')).flatMap((item) => textOf(item) ?? [])
  const more = prefixes.join(', ') || textOf(at(table, 'commandRegex')) || textOf(at(table, 'argsPattern')) || ''
  return `rule ${tools.join(', ')}${more === '' ? '' : ` ${more}`}`.slice(0, 300)
}

/** Conditions that a policy does not know: an allow under one is left out, a stop holds without it. */
function appliesHere({ collection, mode }: Desk, table: Tree, said: Said): boolean {
  const tell = (reason: string) => leaveOut(collection, said, reason)
  if (at(table, 'mcpName')) {
    tell('tools of servers are not part of a policy')
    return false
  }
  const modes = itemsOf(at(table, 'modes')).flatMap((item) => textOf(item) ?? [])
  if (modes.length > 0 && !modes.includes(mode === 'auto_edit' ? 'autoEdit' : mode)) {
    tell(`it holds only in the mode ${modes.join(', ')}`.slice(0, 120))
    return false
  }
  const condition = ['subagent', 'toolAnnotations', 'interactive', 'safety_checker'].find(
    (key) => at(table, key) !== undefined,
  )
  if (condition === undefined) return true
  if (said.answer === 'allow') tell(`it holds only under a condition, \`${condition}\``)
  else if (condition === 'interactive' && flagOf(at(table, 'interactive')) === false)
    tell('it holds only where nobody can be asked, and there an ask is a deny')
  else {
    note(collection, said.origin, said.source, `it holds without its condition, \`${condition}\``)
    return true
  }
  return false
}

function rulesFor(collection: Collection, table: Tree, tools: readonly string[], said: Said): readonly ForeignRule[] {
  const isAny = tools.includes('*') || (tools.length === 0 && said.answer !== 'allow')
  const named = isAny ? (['exec', 'read', 'write', 'network'] as const) : tools.flatMap((tool) => areaOf(tool) ?? [])
  if (named.length === 0) leaveOut(collection, said, 'there is no such tool here')
  if (flagOf(at(table, 'allowRedirection')) === true)
    note(collection, said.origin, said.source, 'a redirection is judged as the file that it reads or writes')
  return [...new Set<Area>(named)].flatMap((area) =>
    reachesOf(table, area).map((reach) => ({ ...said, area, ...reach })),
  )
}

function reachesOf(table: Tree, area: Area): readonly Reach[] {
  const prefixes = itemsOf(at(table, 'commandPrefix'))
  if (prefixes.length > 0)
    return prefixes.map((item) =>
      item.kind === 'text' && item.value !== '' ? prefixReach(item.value) : unread('its prefix is no text'),
    )
  const regex = textOf(at(table, 'commandRegex'))
  if (regex !== undefined) return area === 'exec' ? [regexReach(regex)] : []
  const args = textOf(at(table, 'argsPattern'))
  if (args === undefined)
    return at(table, 'argsPattern') || at(table, 'commandRegex')
      ? [unread('its pattern is no text')]
      : [everyReach(area)]
  const command = /^\^?(?:\\\{|\{)?"command":\s*"([\s\S]*)$/.exec(args)?.[1]
  if (area === 'exec' && command !== undefined && !args.startsWith('^')) return [regexReach(command)]
  return [unread('a pattern over the arguments of the tool cannot be said')]
}

function unread(inexact: string): Reach {
  return { narrow: [], wide: undefined, inexact }
}

/** It is tried on the text from its start on, and anything may follow. */
function regexReach(text: string): Reach {
  const read = text.length > 2048 ? undefined : readRegex(text)
  if (!read) return unread('the regular expression cannot be said')
  const { starts, end } = read
  const bounded = (tokens: readonly Token[]) => commandsOf({ tokens, tail: 'boundary' })
  const open = (tokens: readonly Token[]) => commandsOf({ tokens: [...tokens, 'any'], tail: 'exact' })
  const exact = (tokens: readonly Token[]) => commandsOf({ tokens, tail: 'exact' })
  const said = {
    open,
    word: bounded,
    end: exact,
    bound: (tokens: readonly Token[]) => ({ ...open(tokens), narrow: bounded(tokens).narrow }),
  }
  const reaches: readonly Reach[] = starts.map((tokens) => said[end](tokens))
  const wides = reaches.map(({ wide }) => wide)
  const wide = wides.every((each) => each !== undefined) ? [...new Set(wides.flat())] : undefined
  const inexact = read.isExact
    ? reaches.find((reach) => reach.inexact)?.inexact
    : 'the regular expression cannot be said exactly'
  return {
    narrow: read.isExact ? [...new Set(reaches.flatMap(({ narrow }) => narrow))] : [],
    wide,
    ...(inexact === undefined ? {} : { inexact }),
  }
}
