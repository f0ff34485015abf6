// A policy's own examples: a rule's `matches` and `misses`, and every `expect`. They bind programs by name and never look at a
// disk, so that a policy means the same on every machine.
import type { Diagnostic, Note } from '../base/diagnostic.ts'
import { resolvePath } from '../base/path.ts'
import type { Reading } from '../command/command.ts'
import { readCommand } from '../command/read.ts'
import type { Example, ExecRule, Expectation, Policy } from '../policy/policy.ts'
import { compileProgram } from './compile.ts'
import { decide } from './decide.ts'
import type { World } from './decision.ts'
import { firstDifference } from './difference.ts'
import { isMatchedBy } from './exec.ts'
import type { Program } from './program.ts'
import { holdsProtectedPath, isProtectedPath, protectedNames } from './protected.ts'
import { survey } from './survey.ts'

const workspace = '/workspace'
const home = '/home/user'

const protectedPlaces = { home, workspace, policyFiles: [], directories: [] }

/** A world without links, where every program is found by its own name and nothing is protected but by name. */
export const exampleWorld: World = {
  workspace,
  home,
  realPath: (path) => path,
  isDirectory: () => false,
  findProgram: (name) => name,
  isWritable: () => false,
  isProtected: (path) => isProtectedPath(path, protectedPlaces),
  holdsProtected: (path) => holdsProtectedPath(path, protectedPlaces),
  protectedNames: protectedNames(protectedPlaces),
  namesOf: (path) => [path.slice(path.lastIndexOf('/') + 1)],
  isReeve: (path) => /(^|\/)reeve(\.mjs)?$/.test(path),
  repositoryHazard: () => undefined,
}

/** One diagnostic for each example that is not as the policy says. */
export function checkExamples(policy: Policy): readonly Diagnostic[] {
  const program = compileProgram(policy, 'full')
  const ofRules = policy.exec.rules.flatMap((rule, index) => [
    ...rule.matches.flatMap((example) => checkMatch(program, rule, index, example)),
    ...rule.misses.flatMap((example) => checkMiss(program, rule, index, example)),
  ])
  return [...ofRules, ...policy.expectations.flatMap((expectation) => checkExpectation(program, expectation))]
}

/** The same for cases that stand outside of the policy. */
export function checkCases(policy: Policy, cases: readonly Expectation[]): readonly Diagnostic[] {
  const program = compileProgram(policy, 'full')
  return cases.flatMap((expectation) => checkExpectation(program, expectation))
}

/** As a shell in that directory would read it. */
export function readExample(example: { readonly command: string; readonly directory?: string }): Reading {
  const directory = resolvePath(workspace, example.directory ?? '.')
  return readCommand({ kind: 'shell', text: example.command, directory }, { home })
}

function checkMatch(program: Program, rule: ExecRule, index: number, example: Example): readonly Diagnostic[] {
  const reading = readExample(example)
  const facts = survey(reading, exampleWorld)
  if (facts.some((each) => isMatchedBy(program, index, each, exampleWorld))) return []
  const differences = facts.flatMap((each) => firstDifference(program.exec.rules[index], each, exampleWorld.home) ?? [])
  return [
    {
      code: 'RV390',
      severity: 'error',
      message: `the rule does not match its example \`${example.command}\``,
      span: example.span,
      ...(differences[0] === undefined ? {} : { help: differences[0].sentence }),
      notes: [...unreadable(reading), ...patternNotes(rule)],
    },
  ]
}

function checkMiss(program: Program, rule: ExecRule, index: number, example: Example): readonly Diagnostic[] {
  const reading = readExample(example)
  if (!survey(reading, exampleWorld).some((each) => isMatchedBy(program, index, each, exampleWorld))) return []
  return [
    {
      code: 'RV391',
      severity: 'error',
      message: `the rule matches \`${example.command}\`, which it should miss`,
      span: example.span,
      help: 'narrow the pattern, or name the exception with `except`',
      notes: patternNotes(rule),
    },
  ]
}

function checkExpectation(program: Program, expectation: Expectation): readonly Diagnostic[] {
  const decision = decide(
    { policy: program.policy, layers: [program], ignored: [] },
    readExample(expectation),
    exampleWorld,
  )
  if (decision.answer === expectation.answer) return []
  const deciding = decision.effects.find((effect) => effect.answer === decision.answer)?.rule
  return [
    {
      code: 'RV392',
      severity: 'error',
      message: `expected ${expectation.answer} for \`${expectation.command}\`, but the policy answers ${decision.answer}`,
      span: expectation.span,
      help: decision.reason,
      notes: deciding ? [{ message: `decided by \`${deciding.text}\` at ${deciding.file}:${deciding.line}` }] : [],
    },
  ]
}

function patternNotes(rule: ExecRule): readonly Note[] {
  return rule.patterns.map((pattern) => ({ message: `the pattern is \`${pattern.text}\``, span: pattern.span }))
}

function unreadable(reading: Reading): readonly Note[] {
  return reading.kind === 'readable' ? [] : [{ message: `the example cannot be read: ${reading.reason}` }]
}
