// A decision told to people, and as one JSON object to programs. Only the rules that matched are shown, never the whole policy.
import { escapeLine } from '../base/escape.ts'
import type { Json } from '../base/json.ts'
import { subjectOf } from './decide.ts'
import type { Decision, Effect, MatchedRule } from './decision.ts'

interface ExplainOptions {
  /** Says of an untrusted policy what was ignored; empty otherwise. */
  readonly ignored: readonly string[]
}

export function explainText(decision: Decision, { ignored }: ExplainOptions): string {
  const lines = [
    ...decision.effects.flatMap(effectLines),
    `${decision.answer}: ${decision.reason}`,
    ...(decision.instead === undefined ? [] : [`instead: ${decision.instead}`]),
    ...(decision.answer === 'ask' && !decision.answerable
      ? ['a person must look: neither --yes nor an earlier answer counts']
      : []),
    ...(ignored.length === 0 ? [] : [`the policy is not trusted here, so this was ignored: ${ignored.join(', ')}`]),
  ]
  return `${lines.map(escapeLine).join('\n')}\n`
}

function effectLines(effect: Effect): readonly string[] {
  const from = effect.unwrappedFrom.length === 0 ? '' : `  (inside ${effect.unwrappedFrom.join(' > ')})`
  const head = `${effect.answer.padEnd(5)} ${effect.kind} ${subjectOf(effect)}${from}`
  if (effect.matched.length === 0 && !effect.rule) return [head, `        ${effect.reason}`]
  const shown: readonly MatchedRule[] =
    effect.matched.length > 0 || !effect.rule ? effect.matched : [{ answer: effect.answer, rule: effect.rule }]
  const law = effect.from === 'law' ? [`        ${effect.reason}`] : []
  return [head, ...law, ...shown.flatMap(ruleLines)]
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

export function explainJson(decision: Decision): Json {
  return {
    decision: decision.answer,
    readable: decision.readable,
    reason: decision.reason,
    effects: decision.effects.map(effectJson),
  }
}

function effectJson(effect: Effect): Json {
  const { rule } = effect
  return {
    kind: effect.kind,
    argv: effect.argv,
    path: effect.path,
    decision: effect.answer,
    rule: rule && { file: rule.file, line: rule.line, text: rule.text, because: rule.because },
  }
}
