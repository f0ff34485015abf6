// A decision told to people, and as one JSON object to programs. Only the rules that matched are shown, never the whole policy.
import { escapeLine } from '../base/escape.ts'
import type { Json } from '../base/json.ts'
import type { Place } from '../command/command.ts'
import { subjectOf } from './decide.ts'
import type { Decision, Effect, MatchedRule } from './decision.ts'
import { type NearMiss, nearKey } from './near.ts'

interface ExplainOptions {
  /** Says of an untrusted policy what was ignored; empty otherwise. */
  readonly ignored: readonly string[]
  readonly near: Near
  readonly unread: Unread | undefined
}

/** A text that cannot be read, and where. */
export interface Unread {
  readonly source: string
  readonly reason: string
  readonly place: Place
}

type Near = ReadonlyMap<string, readonly NearMiss[]>

export function explainText(decision: Decision, { ignored, near, unread }: ExplainOptions): string {
  const lines = [
    ...decision.effects.flatMap((effect) => effectLines(effect, near)),
    ...(unread ? unreadLines(unread) : []),
    `${decision.answer}: ${decision.reason}`,
    ...(decision.instead === undefined ? [] : [`instead: ${decision.instead}`]),
    ...(decision.answer === 'ask' && !decision.answerable
      ? ['a person must look: neither --yes nor an earlier answer counts']
      : []),
    ...(ignored.length === 0 ? [] : [`the policy is not trusted here, so this was ignored: ${ignored.join(', ')}`]),
  ]
  return `${lines.map(escapeLine).join('\n')}\n`
}

/** The line of the text with a caret under what cannot be read. */
function unreadLines({ source, reason, place }: Unread): readonly string[] {
  const from = source.lastIndexOf('\n', Math.max(0, place.start - 1)) + 1
  const before = source.slice(from, place.start)
  const cut = before.length > 60 ? before.slice(-60) : before
  const rest = source.slice(place.start).split('\n', 1)[0] ?? ''
  const marked = Math.max(1, Math.min(place.end - place.start, rest.length, 60))
  const lead = `${cut === before ? '' : '…'}${cut}`
  return [
    `  | ${lead}${rest.slice(0, 100)}`,
    `  | ${' '.repeat([...escapeLine(lead)].length)}${'^'.repeat(marked)} ${reason}`,
  ]
}

function effectLines(effect: Effect, near: Near): readonly string[] {
  const from = effect.unwrappedFrom.length === 0 ? '' : `  (inside ${effect.unwrappedFrom.join(' > ')})`
  const head = `${effect.answer.padEnd(5)} ${effect.kind} ${subjectOf(effect)}${from}`
  if (effect.matched.length === 0 && !effect.rule)
    return [head, `        ${effect.reason}`, ...missesOf(effect, near).map(missLine)]
  const shown: readonly MatchedRule[] =
    effect.matched.length > 0 || !effect.rule ? effect.matched : [{ answer: effect.answer, rule: effect.rule }]
  const law = effect.from === 'law' ? [`        ${effect.reason}`] : []
  return [head, ...law, ...shown.flatMap(ruleLines)]
}

/** Only of a command that no rule speaks of: elsewhere a rule has answered. */
function missesOf(effect: Effect, near: Near): readonly NearMiss[] {
  return effect.kind === 'exec' && effect.from === 'default' ? (near.get(nearKey(effect)) ?? []) : []
}

function missLine({ answer, rule, pattern, difference }: NearMiss): string {
  return `        nearly: ${rule.file}:${rule.line}  ${answer} "${pattern}": ${difference}`
}

function ruleLines({ rule }: MatchedRule): readonly string[] {
  return [
    `        ${rule.file}:${rule.line}  ${rule.text}`,
    ...unsaid(rule.text, 'because', rule.because),
    ...unsaid(rule.text, 'instead', rule.instead),
  ]
}

/** The text of a rule holds its own words unless it was cut. */
function unsaid(text: string, word: string, said: string | undefined): readonly string[] {
  return said === undefined || text.includes(said) ? [] : [`          ${word} ${said}`]
}

export function explainJson(decision: Decision, { near, unread }: Omit<ExplainOptions, 'ignored'>): Json {
  return {
    decision: decision.answer,
    readable: decision.readable,
    reason: decision.reason,
    place: unread && { start: unread.place.start, end: unread.place.end },
    effects: decision.effects.map((effect) => effectJson(effect, near)),
    instead: decision.instead,
  }
}

function effectJson(effect: Effect, near: Near): Json {
  const { rule, unwrappedFrom } = effect
  const nearly = missesOf(effect, near).map(({ answer, rule: other, pattern, difference }) => ({
    answer,
    file: other.file,
    line: other.line,
    pattern,
    difference,
  }))
  return {
    kind: effect.kind,
    argv: effect.argv,
    path: effect.path,
    decision: effect.answer,
    host: effect.host,
    name: effect.name,
    unwrappedFrom: unwrappedFrom.length === 0 ? undefined : unwrappedFrom,
    nearly: nearly.length === 0 ? undefined : nearly,
    rule: rule && { file: rule.file, line: rule.line, text: rule.text, because: rule.because },
  }
}
