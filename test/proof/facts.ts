// Facts of one criterion as a test wants them: everything fine unless said otherwise.
import { sha256 } from '../../src/base/digest.ts'
import type { AttestationData } from '../../src/ledger/act.ts'
import type { EndData, StartData } from '../../src/ledger/entry.ts'
import type { Criterion, Verifier } from '../../src/policy/policy.ts'
import type { Attestation, Evidence } from '../../src/proof/evidence.ts'
import type { CriterionFacts } from '../../src/proof/facts.ts'

export const definition = sha256('definition')

/** A workspace state by name, as a digest. */
export const state = (name: string) => sha256(`state ${name}`)

export const command: Verifier = { kind: 'command', text: 'npm test', argv: ['npm', 'test'], exitCode: 0 }

export function criterion(changes: Partial<Criterion> = {}): Criterion {
  return {
    id: 'tests',
    text: 'Unit tests pass',
    required: true,
    verifier: command,
    scope: [],
    pins: { kind: 'paths', paths: [] },
    origin: { span: { file: 'policy.reeve', start: 0, end: 0 }, line: 1, text: 'criterion tests' },
    definition,
    ...changes,
  }
}

export function facts(
  changes: Partial<CriterionFacts> & { readonly criterion?: Partial<Criterion> } = {},
): CriterionFacts {
  const { criterion: own, ...rest } = changes
  return {
    active: { criterion: criterion(own), source: 'policy' },
    trust: 'trusted',
    standing: { kind: 'own' },
    gate: { evidence: 'executed', flaky: 'accept', presence: 'none', coverage: false },
    evidence: [],
    attestations: [],
    now: state('A'),
    isScopeEmpty: false,
    pins: { kind: 'same' },
    tools: { accepted: new Set(['none']), places: [], now: () => 'none' },
    unobservedLinks: [],
    changedSince: () => [],
    ...rest,
  }
}

export interface RunOptions {
  readonly on?: string
  readonly endsOn?: string
  readonly unsettled?: readonly string[]
  readonly definition?: Evidence['definition']
  readonly capture?: Evidence['capture']
  readonly exitCode?: number
  readonly outcome?: EndData['outcome']
}

/** A finished run of `npm test`. */
export function run(seq: number, result: Evidence['result'], options: RunOptions = {}): Evidence {
  const before = state(options.on ?? 'A')
  const after = state(options.endsOn ?? options.on ?? 'A')
  const exitCode = options.exitCode ?? (result === 'passed' ? 0 : 1)
  const end: EndData = {
    kind: 'end',
    call: `c${seq}`,
    start: seq - 1,
    outcome: options.outcome ?? 'exited',
    exitCode,
    durationMs: 12,
    stdout: { bytes: 3, commitment: sha256('out') },
    stderr: { bytes: 0, commitment: sha256('') },
    excerpt: 'ok\n',
    after: sha256('tree'),
    proves: [],
    capture: options.capture ?? 'executed',
  } as EndData
  return {
    seq,
    call: `c${seq}`,
    tool: 'run_process',
    subject: 'npm test',
    criterion: 'tests',
    definition: options.definition ?? definition,
    result,
    reason: `exited ${exitCode}`,
    before,
    after,
    unsettled: options.unsettled ?? [],
    reports: [],
    isUnbound: false,
    capture: options.capture ?? 'executed',
    startedAt: 1000,
    endedAt: 2000,
    exitCode,
    source: { kind: 'command', start: startData(seq), ...(result === 'unknown' ? {} : { end }) },
  }
}

export function startData(seq: number): StartData {
  return {
    kind: 'start',
    call: `c${seq}`,
    tool: 'run_process',
    command: 'npm test',
    raw: sha256('raw'),
    argv: ['npm', 'test'],
    directory: '/work',
    answer: 'allow',
    answeredBy: 'policy',
    environment: ['PATH'],
    assigned: [],
    sandbox: 'none',
    before: sha256('tree'),
    proves: [],
  } as StartData
}

export function attestation(seq: number, on: string, changes: Partial<AttestationData> = {}): Attestation {
  return {
    seq,
    at: 3000,
    session: 's1',
    data: {
      kind: 'attestation',
      criterion: 'tests',
      definition,
      scope: state(on),
      because: 'I looked',
      person: { presence: 'terminal', user: 'ana', signature: 'sig' },
      ...changes,
    },
  }
}
