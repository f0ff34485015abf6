// Warnings about a policy that is right by its letters and probably not what its author meant.
import { baseName } from '../base/path.ts'
import type { Checks } from './checks.ts'
import { lintPatterns } from './lint-patterns.ts'
import type { CommandVerifier, Criterion, Policy } from './policy.ts'

/** `today` is `YYYY-MM-DD` in UTC; absent where there is no clock. */
export function lint(checks: Checks, policy: Policy, today: string | undefined): void {
  lintPatterns(checks, policy)
  for (const criterion of policy.criteria) lintCriterion(checks, policy, criterion)
  for (const { until, span } of policy.waivers)
    if (until !== undefined && today !== undefined && until < today)
      checks.warn('RV509', `the waiver ended on ${until}`, span, 'take it out')
  lintUnused(checks, policy)
}

function lintCriterion(checks: Checks, { gate }: Policy, { id, required, verifier, origin }: Criterion): void {
  const { span } = origin
  const weak = verifier.kind === 'command' ? weakness(verifier) : undefined
  if (weak !== undefined)
    checks.warn(
      'RV505',
      `${weak} proves little about \`${id}\``,
      span,
      'name the command that would fail when the work is not done',
    )
  if (verifier.kind === 'coverage' && !gate.coverage)
    checks.warn('RV506', `the coverage of \`${id}\` is not judged`, span, 'switch it on: `gate { coverage on }`')
  if (verifier.kind === 'manual' && required)
    checks.warn(
      'RV508',
      `\`${id}\` needs a person, so a run without one ends unproven`,
      span,
      '`reeve attest` supplies it',
    )
}

const weakPrograms = new Set([
  'true',
  'echo',
  'test',
  '[',
  ':',
  'printf',
  'ls',
  'exit',
  'cd',
  'pwd',
  'date',
  'sleep',
  'touch',
])

/** The part of a check that passes whatever was done. */
function weakness({ argv, text }: CommandVerifier): string | undefined {
  const program = argv?.[0]
  if (program !== undefined && weakPrograms.has(baseName(program))) return `\`${program}\``
  const tail = /(?:\|\||;|&)\s*(?:true|:|exit 0|echo\b[^|;&]*)\s*$/.exec(text)?.[0].trim()
  return tail === undefined ? undefined : `a check that ends in \`${tail}\``
}

function lintUnused(checks: Checks, { datasets, plugins, criteria }: Policy): void {
  const verifiers = criteria.map(({ verifier }) => verifier)
  for (const { name, span } of datasets)
    if (!verifiers.some((verifier) => verifier.kind === 'data' && verifier.dataset === name))
      checks.warn('RV504', `the dataset \`${name}\` is never used`, span, 'take it out')
  for (const { name, span } of plugins)
    if (!verifiers.some((verifier) => verifier.kind === 'plugin' && verifier.plugin === name))
      checks.warn('RV504', `the plugin \`${name}\` is never used`, span, 'take it out')
}
