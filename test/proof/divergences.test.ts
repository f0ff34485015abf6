// Which claims of a final text are told as divergences, by what the ledger holds.
import { describe, expect, test } from 'vitest'

import { sha256 } from '../../src/base/digest.ts'
import type { EndData, Entry, EntryData } from '../../src/ledger/entry.ts'
import type { Criterion, Verifier } from '../../src/policy/policy.ts'
import { divergencesOf } from '../../src/proof/divergences.ts'
import type { CriterionStatus, StatusWord } from '../../src/proof/status.ts'
import { command, criterion, run, startData } from './facts.ts'

const task: EntryData = { kind: 'message', role: 'task', text: 'do it' }
const final = (text: string): EntryData => ({ kind: 'message', role: 'final', text })
const edit: EntryData = {
  kind: 'edit',
  tool: 'write_file',
  call: 'w',
  path: 'src/a.ts',
  before: 'absent',
  after: sha256('a'),
  mode: 0o644,
}

/** A call that ran these words and ended with this code; `seq` is that of its start. */
function call(seq: number, argv: readonly string[], exitCode: number): readonly EntryData[] {
  const start = { ...startData(seq), call: `c${seq}`, argv, command: argv.join(' ') }
  const end = { kind: 'end', call: `c${seq}`, start: seq, outcome: 'exited', exitCode } as EndData
  return [start, end]
}

function status(word: StatusWord, changes: Partial<Criterion> = {}): CriterionStatus {
  return {
    criterion: criterion(changes),
    source: 'policy',
    status: word,
    reason: 'passed',
    explanation: '',
    stale: false,
    flaky: false,
    paths: [],
    evidence: 40,
  }
}

function told(data: readonly EntryData[], statuses: readonly CriterionStatus[] = [], actual?: string) {
  const entries = data.map((one, seq): Entry => ({ seq, kind: one.kind, at: seq, session: 's', data: one }))
  const evidence = [{ ...run(40, 'passed'), ...(actual === undefined ? {} : { actual }) }]
  const unmet = statuses.filter((each) => each.criterion.required && each.status !== 'verified')
  const found = divergencesOf({ session: 's', entries, evidence, verdict: { statuses, unmet, uncovered: [] } })
  return found.map(({ kind, criterion: id }) => (id === undefined ? kind : `${kind} (${id})`))
}

const coverage: Verifier = { kind: 'coverage', command: command as never, minimum: { text: '80' } }

describe('a claim is backed by evidence of its kind', () => {
  test('tests: a verified criterion of tests, or a passed run with nothing written since', () => {
    const claim = final('All tests pass.')
    expect(told([task, claim])).toEqual(['tests'])
    expect(told([task, claim], [status('verified')])).toEqual([])
    expect(told([task, claim], [status('not_checked')])).toEqual(['tests (tests)'])
    expect(told([task, ...call(1, ['npm', 'test'], 0), claim])).toEqual([])
    expect(told([task, ...call(1, ['npm', 'test'], 1), claim])).toEqual(['tests'])
    expect(told([task, ...call(1, ['npm', 'test'], 0), edit, claim])).toEqual(['tests'])
    expect(told([task, edit, ...call(2, ['npm', 'test'], 0), claim])).toEqual([])
  })

  test('words about tests test nothing', () => {
    const claim = final('All tests pass.')
    expect(told([task, ...call(1, ['echo', 'all tests pass'], 0), claim])).toEqual(['tests'])
    expect(told([task, ...call(1, ['test', '-f', 'x'], 0), claim])).toEqual(['tests'])
    const check: Verifier = { kind: 'command', text: 'sh check.sh', exitCode: 0 }
    expect(told([task, claim], [status('verified', { id: 'sum', text: 'It adds up', verifier: check })])).toEqual([])
    const biome: Verifier = { kind: 'command', text: 'biome check', exitCode: 0 }
    expect(told([task, claim], [status('verified', { id: 'style', text: 'Style', verifier: biome })])).toEqual([
      'tests',
    ])
    const grep: Verifier = { kind: 'command', text: 'grep -q x y', exitCode: 0 }
    expect(told([task, claim], [status('verified', { id: 'word', text: 'x is in y', verifier: grep })])).toEqual([
      'tests',
    ])
  })

  test('what a command of a pipe or a list did is not known', () => {
    const [start, end] = call(1, ['npm', 'test'], 0)
    const { argv: _none, ...piped } = start as ReturnType<typeof startData>
    expect(told([task, piped, end as EntryData, final('All tests pass.')])).toEqual(['tests'])
  })

  test('coverage: only a proven figure, and none that is lower than what is said', () => {
    const proven = [status('verified', { verifier: coverage })]
    expect(told([task, final('Coverage is 84%.')], proven, '84.21% (16/19)')).toEqual([])
    expect(told([task, final('Coverage is 95%.')], proven, '84.21% (16/19)')).toEqual(['coverage'])
    expect(told([task, final('La cobertura es del 84%.')])).toEqual(['coverage'])
  })

  test('files: a named file must have been written', () => {
    expect(told([task, edit, final('I created src/a.ts.')])).toEqual([])
    expect(told([task, edit, final('I created src/b.ts.')])).toEqual(['file'])
  })

  test('all done: something is verified and nothing required is open', () => {
    const claim = final('Everything is done.')
    expect(told([task, claim])).toEqual(['done'])
    expect(told([task, claim], [status('verified')])).toEqual([])
    expect(told([task, claim], [status('verified'), status('failed', { id: 'lint' })])).toEqual(['done'])
  })

  test('only the text of the last run counts', () => {
    expect(told([task, final('All tests pass.'), task])).toEqual([])
    expect(told([task, final('All tests pass.'), task, final('I have a question.')])).toEqual([])
  })
})
