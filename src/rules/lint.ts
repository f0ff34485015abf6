// Warnings that need all rules at once: rules that say nothing new, rules that never decide, and what only a habit of care demands.
// Each rule is held only against rules that could cover it, and against so many at most.
import type { Diagnostic, DiagnosticCode, Note } from '../base/diagnostic.ts'
import type { Span } from '../base/span.ts'
import type { Policy } from '../policy/policy.ts'
import { type Claim, claimsOf } from './claims.ts'
import { coversCommand } from './cover.ts'
import { lintNamesOfPrograms } from './lint-programs.ts'

/** What `reeve check` says as well; the others are for `reeve lint` and for `--strict`. */
export const habits: ReadonlySet<DiagnosticCode> = new Set(['RV510', 'RV520'])

export function lintRules(policy: Policy): readonly Diagnostic[] {
  const main = policy.files[0]?.file ?? ''
  const found = [
    ...claimsOf(policy).flatMap((claims) => lintClaims(claims, main)),
    ...lintExceptions(policy),
    ...lintExamples(policy),
    ...lintNames(policy),
    ...lintNamesOfPrograms(policy),
  ]
  // What has several names is met once for each.
  return [
    ...new Map(
      found.map((each) => [`${each.code} ${each.span.file} ${each.span.start} ${each.message}`, each]),
    ).values(),
  ]
}

const comparisonLimit = 2000

/** Claims of one kind: commands of one program, files read, files written, hosts. What an included policy says may be tightened or
 *  said again without a word; what the policy itself says should have an effect. */
function lintClaims(claims: readonly Claim[], main: string): readonly Diagnostic[] {
  const wide = claims.filter(({ isWide }) => isWide)
  const same = new Map<string, Claim>()
  // The very same pattern with another answer, which no wildcard need be in.
  const byText = new Map<string, Claim[]>()
  for (const claim of claims) {
    const others = byText.get(claim.text)
    if (others) others.push(claim)
    else byText.set(claim.text, [claim])
  }
  return claims.flatMap((claim) => {
    const twin = same.get(claim.key)
    if (!twin) same.set(claim.key, claim)
    if (twin && isOneFile(claim, twin)) return [duplicate(claim, twin)]
    const isStricter = (other: Claim) => rank(other) > rank(claim)
    const stricter =
      firstOf(wide, claim, isStricter) ??
      byText.get(claim.text)?.find((other) => isStricter(other) && other.covers(claim))
    if (stricter) return isOneFile(claim, stricter) || claim.span.file === main ? [covered(claim, stricter)] : []
    const other = firstOf(wide, claim, (each) => rank(each) === rank(claim) && each.text !== claim.text)
    return other && !claim.saysMore && isOneFile(claim, other) ? [duplicate(claim, other)] : []
  })
}

function isOneFile(claim: Claim, other: Claim): boolean {
  return claim.span.file === other.span.file
}

const order = { allow: 0, ask: 1, deny: 2 } as const

function rank({ answer }: Claim): number {
  return order[answer]
}

function firstOf(wide: readonly Claim[], claim: Claim, isWanted: (other: Claim) => boolean): Claim | undefined {
  let compared = 0
  for (const other of wide) {
    if (other === claim || !isWanted(other) || !canMeet(other, claim)) continue
    if (++compared > comparisonLimit) return undefined
    if (other.covers(claim)) return other
  }
  return undefined
}

function canMeet({ lead }: Claim, other: Claim): boolean {
  const length = Math.min(lead.length, other.lead.length)
  for (let at = 0; at < length; at++) if (lead[at] !== other.lead[at]) return false
  return true
}

function duplicate(claim: Claim, other: Claim): Diagnostic {
  const message =
    claim.text === other.text
      ? `\`${claim.text}\` is said twice with the same answer`
      : `\`${claim.text}\` says nothing that \`${other.text}\` does not say`
  return warning('RV511', message, claim.span, 'take one of them out', [at(other)])
}

function covered(claim: Claim, other: Claim): Diagnostic {
  const note = [at(other)]
  if (claim.answer === 'allow' && other.answer === 'deny')
    return warning(
      'RV513',
      `\`${claim.text}\` is never allowed: \`${other.text}\` is denied, and the stricter answer counts`,
      claim.span,
      'take the allow out, or name it with `except` on the deny',
      note,
    )
  return warning(
    'RV512',
    `this rule never decides about \`${claim.text}\`: ${other.answer} for \`${other.text}\` is stricter`,
    claim.span,
    'take it out, or name it with `except` on the other rule',
    note,
  )
}

function at({ span, text }: Claim): Note {
  return { message: `\`${text}\` stands here`, span }
}

/** A pattern that its own rule excepts. Only of an allow is it sure: the exception of a deny holds for what is known for certain. */
function lintExceptions({ exec }: Policy): readonly Diagnostic[] {
  return exec.rules.flatMap(({ answer, patterns, except }) =>
    patterns.flatMap((pattern) => {
      const exception =
        answer !== 'allow' ? undefined : except.find((other) => coversCommand(other, pattern, 'everything'))
      if (!exception) return []
      const message = `this rule never decides about \`${pattern.text}\`: its own exception covers it`
      return [
        warning('RV512', message, pattern.span, 'narrow the exception', [
          { message: 'the exception', span: exception.span },
        ]),
      ]
    }),
  )
}

/** An allow with a wildcard that shows nowhere where it ends. */
function lintExamples({ exec }: Policy): readonly Diagnostic[] {
  return exec.rules.flatMap(({ answer, patterns, misses }) => {
    const open = patterns.find(({ words }) => words.some((word) => word.kind === 'rest' || /[*?[]/.test(word.text)))
    if (answer !== 'allow' || misses.length > 0 || !open) return []
    const help = `add a command that must stay outside: \`misses "…"\``
    return [warning('RV510', `nothing shows where \`${open.text}\` ends`, open.span, help)]
  })
}

/** Where everything is allowed, a name is easily left behind: a copy, a script, another program that does the same. */
function lintNames({ exec }: Policy): readonly Diagnostic[] {
  const first = exec.rules.find(({ answer }) => answer !== 'allow')?.patterns[0]
  if (exec.default !== 'allow' || !first) return []
  const message = `\`${first.text}\` stops a name, and by default every other program is allowed`
  return [warning('RV514', message, first.span, 'say `default ask` or `default deny`, and allow what is needed')]
}

function warning(
  code: DiagnosticCode,
  message: string,
  span: Span,
  help: string,
  notes: readonly Note[] = [],
): Diagnostic {
  return { code, severity: 'warning', message, span, help, notes }
}
