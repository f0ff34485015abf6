// Which patterns and rules the examples reach: what no example reaches can change its meaning without anybody being told.
import type { Span } from '../base/span.ts'
import type { Example, ExecRule, Expectation, Origin, Policy } from '../policy/policy.ts'
import { compileProgram } from './compile.ts'
import { decide } from './decide.ts'
import type { Decision, RuleReference } from './decision.ts'
import { exampleWorld, readExample } from './examples.ts'
import { isMatchedBy } from './exec.ts'
import type { Facts } from './facts.ts'
import type { Program } from './program.ts'
import { survey } from './survey.ts'

export interface Coverage {
  readonly total: number
  readonly unreached: readonly Unreached[]
}

export interface Unreached {
  /** The pattern of a command, or the rule about files or hosts. */
  readonly text: string
  readonly answer: 'allow' | 'ask' | 'deny'
  readonly span: Span
}

/** Of a shipped policy nothing is told: its examples are not this author's to add. Over a rule's own `matches` for its own patterns, and over expectations and cases for all. */
export function coverageOf(policy: Policy, cases: readonly Expectation[]): Coverage {
  const single = withSinglePatterns(policy)
  const program = compileProgram(single, 'full')
  const reached = new Set<number>()
  single.exec.rules.forEach((rule, index) => {
    if (
      rule.matches.some((example) => factsOf(example).some((facts) => isMatchedBy(program, index, facts, exampleWorld)))
    )
      reached.add(index)
  })
  const whole = compileProgram(policy, 'full')
  const rules = new Set<string>()
  for (const example of [...policy.expectations, ...cases]) {
    for (const facts of factsOf(example)) for (const index of matched(program, facts)) reached.add(index)
    for (const rule of matchedRules(decideExample(whole, example))) rules.add(keyOf(rule))
  }
  const written = [...policy.fileAccess.rules, ...policy.network.rules].filter(
    ({ origin }) => !origin.text.startsWith('default:') && !isShipped(origin),
  )
  return {
    total: single.exec.rules.length + written.length,
    unreached: [
      ...single.exec.rules.flatMap((rule, index) => (reached.has(index) ? [] : unreachedPattern(rule))),
      ...written.flatMap(({ answer, origin }) =>
        rules.has(keyOf({ file: origin.span.file, line: origin.line, text: origin.text }))
          ? []
          : [{ text: origin.text, answer, span: origin.span }],
      ),
    ],
  }
}

/** Each pattern as a rule of its own. */
function withSinglePatterns(policy: Policy): Policy {
  const rules = policy.exec.rules
    .filter(({ origin }) => !isShipped(origin))
    .flatMap((rule) => rule.patterns.map((pattern) => ({ ...rule, patterns: [pattern] })))
  return { ...policy, exec: { ...policy.exec, rules } }
}

function isShipped({ span }: Origin): boolean {
  return span.file.startsWith('<')
}

function unreachedPattern({ answer, patterns }: ExecRule): readonly Unreached[] {
  return patterns.map(({ text, span }) => ({ text, answer, span }))
}

function factsOf(example: Example): readonly Facts[] {
  return survey(readExample(example), exampleWorld)
}

function matched(program: Program, facts: Facts): readonly number[] {
  const names = facts.identity?.possibly ?? []
  const candidates = new Set([...program.exec.open, ...names.flatMap((name) => program.exec.byName[name] ?? [])])
  return [...candidates].filter((index) => isMatchedBy(program, index, facts, exampleWorld))
}

function decideExample(program: Program, example: Example): Decision {
  return decide({ policy: program.policy, layers: [program], ignored: [] }, readExample(example), exampleWorld)
}

function matchedRules({ effects }: Decision): readonly RuleReference[] {
  return effects.flatMap(({ rule, matched: all }) => [...(rule ? [rule] : []), ...all.map((each) => each.rule)])
}

function keyOf({ file, line, text }: Pick<RuleReference, 'file' | 'line' | 'text'>): string {
  return `${file}\n${line}\n${text}`
}
