// How the layers of an authority are joined into one ruling (decisions 6 and 7): matching rules of the policy and of the
// operator's base are met, the stricter wins; the base's default counts only where no rule of either matches; an untrusted policy
// adds its asks and denies.
import { type Answer, strictest } from '../base/answer.ts'
import type { Origin } from '../policy/policy.ts'
import type { MatchedRule, RuleReference } from './decision.ts'
import type { Mode } from './program.ts'

/** What one layer says of one effect. */
export interface Finding {
  readonly mode: Mode
  readonly matched: readonly MatchedRule[]
  /** Allowed without a rule of its own, by what `reason` says; only where no rule matched. */
  readonly covered?: { readonly reason: string; readonly rule?: RuleReference }
  readonly default: Answer
}

export interface Ruling {
  readonly answer: Answer
  readonly from: 'rule' | 'default' | 'law'
  readonly rule?: RuleReference
  readonly matched: readonly MatchedRule[]
  readonly reason: string
}

export function join(findings: readonly Finding[]): Ruling {
  const matched = findings.flatMap((finding) => finding.matched)
  const isBaseSilent = findings.some(
    ({ mode, matched: rules, covered }) => mode !== 'tighten' && (rules.length > 0 || covered),
  )
  const defaults = findings.filter(
    ({ mode, matched: rules, covered }) =>
      rules.length === 0 && !covered && (mode === 'full' || (mode === 'base' && !isBaseSilent)),
  )
  const answer = strictest(...matched.map((rule) => rule.answer), ...defaults.map((finding) => finding.default))
  const deciding = matched.find((rule) => rule.answer === answer)
  if (deciding) return { answer, from: 'rule', rule: deciding.rule, matched, reason: reasonOf(deciding) }
  const covered = findings.find((finding) => finding.covered)?.covered
  if (answer === 'allow' && covered) return { answer, from: covered.rule ? 'rule' : 'law', matched, ...covered }
  return { answer, from: 'default', matched, reason: `no rule matches, and the default is ${answer}` }
}

function reasonOf({ answer, rule }: MatchedRule): string {
  if (rule.because !== undefined && answer !== 'allow') return rule.because
  const verbs = { allow: 'allows it', ask: 'asks a person', deny: 'denies it' }
  return `${rule.file}:${rule.line} ${verbs[answer]}`
}

/** A law of the guard, which no policy changes. */
export function law(answer: Answer, reason: string): Ruling {
  return { answer, from: 'law', matched: [], reason }
}

/** The stricter of two rulings, the first one when they are alike. */
export function stricter(left: Ruling, right: Ruling): Ruling {
  const matched = [
    ...left.matched,
    ...right.matched.filter((rule) => !left.matched.some((other) => isSame(rule, other))),
  ]
  return { ...(strictest(left.answer, right.answer) === left.answer ? left : right), matched }
}

function isSame({ rule: left }: MatchedRule, { rule: right }: MatchedRule): boolean {
  return left.file === right.file && left.line === right.line && left.text === right.text
}

export function referenceOf(rule: {
  readonly origin: Origin
  readonly because?: string
  readonly instead?: string
}): RuleReference {
  const { origin, because, instead } = rule
  return {
    file: origin.span.file,
    line: origin.line,
    text: origin.text,
    ...(because === undefined ? {} : { because }),
    ...(instead === undefined ? {} : { instead }),
  }
}
