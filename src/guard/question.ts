// What a person is asked, so that they know what they say yes to: the real words with every invisible character shown, why it is
// asked, by which rule, and what it would touch.
import { escapeLine } from '../base/escape.ts'
import { subjectOf } from '../rules/decide.ts'
import type { Decision, Effect } from '../rules/decision.ts'

interface Asked {
  readonly decision: Decision
  /** What would happen, as it really is. */
  readonly subject: string
  readonly directory: string
}

const most = 8

/** Lines, each ended. */
export function questionText({ decision, subject, directory }: Asked): string {
  const asking = decision.effects.filter(({ answer }) => answer === 'ask')
  const [first, ...others] = asking
  const rows: readonly (readonly [string, string])[] = [
    ['in', directory],
    ['because', decision.reason],
    ...(first?.rule ? [['rule', ruleText(first)] as const] : []),
    ...others.slice(0, most).map((effect) => ['also', `${told(effect)}: ${effect.reason}`] as const),
    ...(others.length > most ? [['also', `${others.length - most} more`] as const] : []),
    ...touched(decision).map((text) => ['would', text] as const),
    ...(decision.instead === undefined ? [] : [['better', decision.instead] as const]),
  ]
  const lines = rows.map(([name, text]) => `  ${`${name}:`.padEnd(10)} ${escapeLine(text)}\n`)
  return `reeve asks:\n  ${escapeLine(subject)}\n${lines.join('')}`
}

function ruleText({ rule }: Effect): string {
  return rule ? `${rule.file}:${rule.line}: ${rule.text}` : ''
}

/** What is allowed and comes with it. */
function touched({ effects }: Decision): readonly string[] {
  const allowed = effects.filter(({ answer, kind }) => answer === 'allow' && kind !== 'directory').map(told)
  const unique = [...new Set(allowed)]
  return unique.length <= most ? unique : [...unique.slice(0, most), `${unique.length - most} more`]
}

const verbs: Readonly<Record<Effect['kind'], string>> = {
  exec: 'run',
  read: 'read',
  write: 'write',
  network: 'reach',
  environment: 'set',
  directory: 'work in',
}

function told(effect: Effect): string {
  return `${verbs[effect.kind]} \`${subjectOf(effect)}\``
}
