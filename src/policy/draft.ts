// A policy in the making: what all its files say, collected block by block. Rules and lists add up; single values take the
// strictest of several files, or must agree (decision 7).
import type { Answer } from '../base/answer.ts'
import { strictest } from '../base/answer.ts'
import type { Span } from '../base/span.ts'
import type { Checks, Single } from './checks.ts'
import { single } from './checks.ts'
import type {
  AgentBlock,
  Criterion,
  Dataset,
  ExecRule,
  Expectation,
  FileRule,
  GateBlock,
  NetworkRule,
  Plugin,
  Policy,
  Waiver,
} from './policy.ts'

export interface Draft {
  readonly exec: { readonly default: Single<Answer>; readonly rules: ExecRule[] }
  readonly files: { isGiven: boolean; readonly default: Single<Answer>; readonly rules: FileRule[] }
  readonly network: { readonly default: Single<Answer>; readonly rules: NetworkRule[] }
  readonly environment: {
    isGiven: boolean
    readonly keep: string[]
    readonly assign: string[]
    readonly set: Map<string, Single<string>>
  }
  readonly limits: Readonly<Record<LimitName, Single<number>>>
  readonly sandbox: Single<Policy['sandbox']>
  readonly agent: {
    readonly model: Single<NonNullable<AgentBlock['model']>>
    readonly turns: Single<number>
    readonly tokens: Single<number>
  }
  readonly datasets: Dataset[]
  readonly plugins: Plugin[]
  readonly criteria: Map<string, Criterion>
  readonly gate: {
    readonly observeExcept: string[]
    readonly uncovered: string[]
    readonly evidence: Single<GateBlock['evidence']>
    readonly verifier: Single<boolean>
    readonly attempts: Single<number>
    readonly coverage: Single<boolean>
    readonly flaky: Single<GateBlock['flaky']>
    readonly presence: Single<GateBlock['presence']>
  }
  readonly waivers: Waiver[]
  readonly exit: Readonly<Record<ExitName, Single<number>>>
  readonly expectations: Expectation[]
}

export type LimitName = 'time' | 'output' | 'memory' | 'processes' | 'descriptors'
export type ExitName = 'verified' | 'failed' | 'unproven' | 'error'

export function startDraft(checks: Checks): Draft {
  const answer = (block: string) => single<Answer>(checks, `the default of \`${block}\``, strictest)
  const smaller = (name: string) => single<number>(checks, `\`${name}\``, Math.min)
  const code = (name: string) => single<number>(checks, `the exit code \`${name}\``)
  return {
    exec: { default: answer('exec'), rules: [] },
    files: { isGiven: false, default: answer('files'), rules: [] },
    network: { default: answer('network'), rules: [] },
    environment: { isGiven: false, keep: [], assign: [], set: new Map() },
    limits: {
      time: smaller('time'),
      output: smaller('output'),
      memory: smaller('memory'),
      processes: smaller('processes'),
      descriptors: smaller('descriptors'),
    },
    sandbox: single(checks, '`sandbox`', later(['off', 'prefer', 'require'])),
    agent: { model: single(checks, '`model`'), turns: smaller('turns'), tokens: smaller('tokens') },
    datasets: [],
    plugins: [],
    criteria: new Map(),
    gate: startGate(checks),
    waivers: [],
    exit: { verified: code('verified'), failed: code('failed'), unproven: code('unproven'), error: code('error') },
    expectations: [],
  }
}

function startGate(checks: Checks): Draft['gate'] {
  return {
    observeExcept: [],
    uncovered: [],
    evidence: single(checks, '`evidence`', later(['reported', 'hosted', 'executed'])),
    verifier: single(checks, '`verifier`', later([false, true])),
    attempts: single<number>(checks, '`attempts`', Math.min),
    coverage: single(checks, '`coverage`'),
    flaky: single(checks, '`flaky`', later(['accept', 'review'])),
    presence: single(checks, '`presence`', later(['none', 'terminal', 'passphrase'])),
  }
}

/** The one that stands later in a list from lax to strict. */
function later<Value>(order: readonly Value[]): (left: Value, right: Value) => Value {
  return (left, right) => (order.indexOf(right) > order.indexOf(left) ? right : left)
}

/** Adds something with a name, which must be new. */
export function addNamed<Named extends { readonly span: Span }>(
  checks: Checks,
  what: string,
  list: Named[],
  nameOf: (named: Named) => string,
): (named: Named) => void {
  return (named) => {
    const before = list.find((other) => nameOf(other) === nameOf(named))
    if (!before) list.push(named)
    else {
      const notes = [{ message: 'defined first here', span: before.span }]
      checks.error(
        'RV202',
        `the ${what} \`${nameOf(named)}\` is defined twice`,
        named.span,
        'give one of them another name',
        notes,
      )
    }
  }
}
