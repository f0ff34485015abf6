// Files to a policy: every statement checked, everything merged, what is silent filled from the defaults.
import type { Statement } from '../../grammar/tree.ts'
import { assert } from '../base/assert.ts'
import { sha256 } from '../base/digest.ts'
import type { Span } from '../base/span.ts'
import type { Checks } from './checks.ts'
import { addCriterion } from './criteria.ts'
import {
  defaultAgent,
  defaultEnvironment,
  defaultExit,
  defaultFileRules,
  defaultGate,
  defaultLimits,
  execDefault,
  filesDefault,
  networkDefault,
  sandboxDefault,
} from './defaults.ts'
import { type Draft, startDraft } from './draft.ts'
import { lint } from './lint.ts'
import { readLists } from './lists.ts'
import type { ExitCodes, Limits, Policy, PolicyFile } from './policy.ts'
import { addExpectations, addRules } from './rules.ts'
import {
  addAgent,
  addDataset,
  addEnvironment,
  addExitCodes,
  addGate,
  addLimits,
  addPlugin,
  addWaiver,
} from './settings.ts'
import { originsOf, type Place, type Unit } from './unit.ts'
import { shortened } from './values.ts'
import type { Names } from './verifiers.ts'

/** The policy that the files make, given that no check finds an error. Undefined only when the first file has no name. */
export function buildPolicy(checks: Checks, units: readonly Unit[], today: string | undefined): Policy | undefined {
  const [main] = units
  assert(main, 'a policy has a file')
  for (const unit of units) checkHeader(checks, unit)
  const draft = startDraft(checks)
  const places = units.map((unit) => ({ unit, lists: readLists(checks, unit.tree), originOf: originsOf(unit.source) }))
  for (const { unit, ...place } of places)
    for (const statement of unit.tree.statements) addStatement(checks, draft, place, statement)
  const lost = units.flatMap(({ tree }) => tree.lostNames)
  const names: Names = { datasets: draft.datasets, plugins: draft.plugins, lost }
  for (const { unit, ...place } of places)
    for (const statement of unit.tree.statements)
      if (statement.kind === 'criterion') addCriterion(checks, draft, place, { statement, names })
  const { header } = main.tree
  if (!header) return undefined
  const policy = finish(checks, draft, { name: header.name.value, span: header.name.span, files: units })
  // Of a text with mistakes, what is unused or too wide says nothing yet.
  if (!units.some((unit) => unit.isBroken) && !checks.found().some(({ severity }) => severity === 'error')) {
    for (const { lists } of places) lists.warnOfUnused()
    lint(checks, policy, today)
  }
  return policy
}

function checkHeader(checks: Checks, { tree }: Unit): void {
  const { header } = tree
  if (!header) return
  if (header.name.value.trim() === '')
    checks.error('RV320', 'the name of the policy is empty', header.name.span, 'say in a word what it is for')
  const { text, span } = header.version
  if (text !== '1')
    checks.error('RV208', `version ${shortened(text)} of the language is not known here`, span, 'write `version 1`')
}

function addStatement(checks: Checks, draft: Draft, place: Place, statement: Statement): void {
  switch (statement.kind) {
    case 'exec':
    case 'files':
    case 'network':
      addRules(checks, draft, place, statement)
      break
    case 'environment':
      addEnvironment(checks, draft, place, statement)
      break
    case 'limits':
      addLimits(checks, draft, statement)
      break
    case 'exit':
      addExitCodes(checks, draft, statement)
      break
    case 'sandbox':
      draft.sandbox.set(statement.value.text as Policy['sandbox'], statement.span)
      break
    case 'agent':
      addAgent(checks, draft, statement)
      break
    case 'dataset':
      addDataset(checks, draft, statement)
      break
    case 'plugin':
      addPlugin(checks, draft, statement)
      break
    case 'gate':
      addGate(checks, draft, place, statement)
      break
    case 'waive':
      addWaiver(checks, draft, statement)
      break
    case 'expect':
      addExpectations(checks, draft, statement)
      break
    case 'criterion': // added later, when all datasets and plugins are known
    case 'let':
    case 'use':
      break
  }
}

interface Head {
  readonly name: string
  readonly span: Span
  readonly files: readonly Unit[]
}

function finish(checks: Checks, draft: Draft, { name, span, files }: Head): Policy {
  return {
    name,
    languageVersion: 1,
    files: files.map(policyFile),
    digest: sha256(files.map(({ digest }) => `${digest}\n`).join('')),
    exec: { default: draft.exec.default.value() ?? execDefault, rules: draft.exec.rules },
    fileAccess: {
      default: draft.files.default.value() ?? filesDefault,
      rules: draft.files.isGiven ? draft.files.rules : defaultFileRules(span),
    },
    network: { default: draft.network.default.value() ?? networkDefault, rules: draft.network.rules },
    environment: environmentOf(draft),
    limits: limitsOf(draft),
    sandbox: draft.sandbox.value() ?? sandboxDefault,
    agent: agentOf(draft),
    datasets: draft.datasets,
    plugins: draft.plugins,
    criteria: [...draft.criteria.values()],
    gate: gateOf(draft),
    waivers: draft.waivers,
    exit: exitOf(checks, draft, span),
    expectations: draft.expectations,
  }
}

function policyFile({ file, path, digest }: Unit): PolicyFile {
  return { file, ...(path === undefined ? {} : { path }), digest }
}

function environmentOf({ environment }: Draft): Policy['environment'] {
  if (!environment.isGiven) return defaultEnvironment
  const set = [...environment.set].map(([name, value]) => ({ name, value: value.value() ?? '' }))
  return { keep: environment.keep, set, assign: environment.assign }
}

function limitsOf({ limits }: Draft): Limits {
  const { timeMs, outputBytes, memoryBytes, processes } = defaultLimits
  const openFiles = limits.descriptors.value()
  return {
    timeMs: limits.time.value() ?? timeMs,
    outputBytes: limits.output.value() ?? outputBytes,
    memoryBytes: limits.memory.value() ?? memoryBytes ?? 0,
    processes: limits.processes.value() ?? processes ?? 0,
    ...(openFiles === undefined ? {} : { openFiles }),
  }
}

function agentOf({ agent }: Draft): Policy['agent'] {
  const model = agent.model.value()
  const { turns, tokens } = defaultAgent
  return { ...(model ? { model } : {}), turns: agent.turns.value() ?? turns, tokens: agent.tokens.value() ?? tokens }
}

function gateOf({ gate }: Draft): Policy['gate'] {
  const other = defaultGate
  return {
    observeExcept: gate.observeExcept,
    evidence: gate.evidence.value() ?? other.evidence,
    verifier: gate.verifier.value() ?? other.verifier,
    attempts: gate.attempts.value() ?? other.attempts,
    coverage: gate.coverage.value() ?? other.coverage,
    uncovered: gate.uncovered,
    flaky: gate.flaky.value() ?? other.flaky,
    presence: gate.presence.value() ?? other.presence,
  }
}

function exitOf(checks: Checks, { exit }: Draft, span: Span): ExitCodes {
  const codes = {
    verified: exit.verified.value() ?? defaultExit.verified,
    failed: exit.failed.value() ?? defaultExit.failed,
    unproven: exit.unproven.value() ?? defaultExit.unproven,
    error: exit.error.value() ?? defaultExit.error,
  }
  const same = (['failed', 'unproven', 'error'] as const).find((name) => codes[name] === codes.verified)
  const place = (same && exit[same].place()) ?? exit.verified.place() ?? span
  if (same)
    checks.error(
      'RV328',
      `\`verified\` and \`${same}\` have the same exit code, ${codes.verified}`,
      place,
      'give `verified` one of its own',
    )
  return codes
}
