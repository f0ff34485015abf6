// The status table: each row is one law of the page, in the order in which the steps are tried.
import { describe, expect, test } from 'vitest'

import { sha256 } from '../../src/base/digest.ts'
import type { CommandVerifier } from '../../src/policy/policy.ts'
import type { CriterionFacts } from '../../src/proof/facts.ts'
import { weigh } from '../../src/proof/weigh.ts'
import { attestation, command, facts, run } from './facts.ts'

type Row = readonly [law: string, facts: CriterionFacts, status: string, reason: string, evidence?: number]

const manual = { verifier: { kind: 'manual' } } as const
const pinned = { kind: 'changed', paths: ['package.json'] } as const
const acceptingReported = { evidence: 'reported', flaky: 'accept', presence: 'none', coverage: false } as const
const reviewing = { evidence: 'executed', flaky: 'review', presence: 'none', coverage: false } as const
const notApplicable = {
  active: { ...facts().active, notApplicable: { because: 'no code here', seq: 7 } },
}

const rows: readonly Row[] = [
  ['without evidence nothing is checked', facts(), 'not_checked', 'no-evidence'],
  ['a pass on the present state is verified', facts({ evidence: [run(4, 'passed')] }), 'verified', 'passed', 4],
  [
    'the latest result decides: fail after pass',
    facts({ evidence: [run(4, 'passed'), run(6, 'failed')] }),
    'failed',
    'failed',
    6,
  ],
  ['a pass on another state is stale', facts({ evidence: [run(4, 'passed', { on: 'B' })] }), 'not_checked', 'stale', 4],
  [
    'a pass whose own run changed its scope is unsettled',
    facts({ evidence: [run(4, 'passed', { on: 'B', endsOn: 'A' })] }),
    'not_checked',
    'unsettled',
    4,
  ],
  [
    'a pass beside another writer is unsettled',
    facts({ evidence: [run(4, 'passed', { unsettled: ['a.js'] })] }),
    'not_checked',
    'unsettled',
    4,
  ],
  [
    'an unsettled pass takes nothing from a settled one on the same state',
    facts({ evidence: [run(4, 'passed'), run(6, 'passed', { unsettled: ['a.js'] })] }),
    'verified',
    'passed',
    4,
  ],
  [
    'undoing an edit restores an earlier pass, also over a later pass elsewhere',
    facts({ evidence: [run(4, 'passed'), run(6, 'passed', { on: 'B' })] }),
    'verified',
    'passed',
    4,
  ],
  [
    'undoing an edit does not outlive a later failure',
    facts({ evidence: [run(4, 'passed'), run(6, 'failed', { on: 'B' })] }),
    'failed',
    'failed',
    6,
  ],
  [
    'undoing an edit restores an earlier failure too',
    facts({ evidence: [run(4, 'failed'), run(6, 'passed', { on: 'B' })] }),
    'failed',
    'failed',
    4,
  ],
  [
    'a pass of an older version counts no more',
    facts({ evidence: [run(4, 'passed', { definition: sha256('old') })] }),
    'not_checked',
    'no-evidence',
  ],
  [
    'a failure of an older version counts no more',
    facts({ evidence: [run(4, 'failed', { definition: sha256('old') })] }),
    'not_checked',
    'no-evidence',
  ],
  [
    'a call that was cut off counts as failed',
    facts({ evidence: [run(4, 'passed'), run(5, 'unknown')] }),
    'failed',
    'failed',
    5,
  ],
  ['an interrupted call counts as failed', facts({ evidence: [run(4, 'interrupted')] }), 'failed', 'failed', 4],
  [
    'a pass after a call that was cut off is not flaky',
    facts({ evidence: [run(4, 'unknown'), run(6, 'passed')] }),
    'verified',
    'passed',
    6,
  ],
  [
    'a reported pass does not verify where executed evidence is asked',
    facts({ evidence: [run(4, 'passed', { capture: 'reported' })] }),
    'not_checked',
    'no-evidence',
  ],
  [
    'a reported pass verifies where the policy says so',
    facts({ evidence: [run(4, 'passed', { capture: 'reported' })], gate: acceptingReported }),
    'verified',
    'passed',
    4,
  ],
  [
    'a reported failure counts whatever the policy asks',
    facts({ evidence: [run(4, 'passed'), run(6, 'failed', { capture: 'reported' })] }),
    'failed',
    'failed',
    6,
  ],
  [
    'a pass with another exit code than stated is believed by nobody',
    facts({ evidence: [run(4, 'passed', { exitCode: 3 })] }),
    'failed',
    'failed',
    4,
  ],
  [
    'a pass of a command that timed out is believed by nobody',
    facts({ evidence: [run(4, 'passed', { outcome: 'timed-out' })] }),
    'failed',
    'failed',
    4,
  ],
  [
    'fail and then pass on one state waits for a second pass',
    facts({ evidence: [run(4, 'failed'), run(6, 'passed')] }),
    'not_checked',
    'flaky',
    6,
  ],
  [
    'two passes in a row settle a flaky check',
    facts({ evidence: [run(4, 'failed'), run(6, 'passed'), run(8, 'passed')] }),
    'verified',
    'passed',
    8,
  ],
  [
    'pass, fail, pass is one pass in a row',
    facts({ evidence: [run(4, 'passed'), run(6, 'failed'), run(8, 'passed')] }),
    'not_checked',
    'flaky',
    8,
  ],
  [
    'a failure on another state does not make a check flaky',
    facts({ evidence: [run(4, 'failed', { on: 'B' }), run(6, 'passed')] }),
    'verified',
    'passed',
    6,
  ],
  [
    '`flaky review` asks a person however often it passes',
    facts({ gate: reviewing, evidence: [run(4, 'failed'), run(6, 'passed'), run(8, 'passed')] }),
    'manual_review',
    'flaky',
    8,
  ],
  [
    'a person’s word on this state settles a flaky check',
    facts({ gate: reviewing, evidence: [run(4, 'failed'), run(6, 'passed')], attestations: [attestation(9, 'A')] }),
    'verified',
    'passed',
    6,
  ],
  [
    'a person’s word before the newest run settles nothing',
    facts({ gate: reviewing, evidence: [run(4, 'failed'), run(6, 'passed')], attestations: [attestation(5, 'A')] }),
    'manual_review',
    'flaky',
    6,
  ],
  [
    'a person’s word does not undo a failure',
    facts({ evidence: [run(4, 'failed')], attestations: [attestation(9, 'A')] }),
    'failed',
    'failed',
    4,
  ],
  [
    'a changed check needs a person before a pass verifies',
    facts({ pins: pinned, evidence: [run(4, 'passed')] }),
    'manual_review',
    'check-changed',
    4,
  ],
  [
    'files of a check that nobody accepted need a person',
    facts({ pins: { kind: 'unaccepted', paths: ['x'] }, evidence: [run(4, 'passed')] }),
    'manual_review',
    'check-changed',
    4,
  ],
  [
    'a failing result still says failed when the check changed',
    facts({ pins: pinned, evidence: [run(4, 'failed')] }),
    'failed',
    'failed',
    4,
  ],
  ['a changed check without evidence is not checked', facts({ pins: pinned }), 'not_checked', 'no-evidence'],
  [
    'a scope that matches nothing proves nothing',
    facts({ isScopeEmpty: true, evidence: [run(4, 'passed')] }),
    'not_checked',
    'empty-scope',
  ],
  [
    'a failure stays a failure with an empty scope',
    facts({ isScopeEmpty: true, evidence: [run(4, 'failed')] }),
    'failed',
    'failed',
    4,
  ],
  [
    'a link to what nobody observes needs a person',
    facts({ unobservedLinks: ['lib'], evidence: [run(4, 'passed')] }),
    'manual_review',
    'unobserved-link',
    4,
  ],
  [
    'a person may accept where the link leads',
    facts({ unobservedLinks: ['lib'], evidence: [run(4, 'passed')], attestations: [attestation(9, 'A')] }),
    'verified',
    'passed',
    4,
  ],
  ['a manual criterion needs a person', facts({ criterion: manual }), 'manual_review', 'needs-person'],
  [
    'a manual criterion is verified by a person’s word on this state',
    facts({ criterion: manual, attestations: [attestation(9, 'A')] }),
    'verified',
    'attested',
    9,
  ],
  [
    'a person’s word on another state is over',
    facts({ criterion: manual, attestations: [attestation(9, 'B')] }),
    'manual_review',
    'needs-person',
  ],
  [
    'a passing command does nothing for a manual criterion',
    facts({ criterion: manual, evidence: [run(4, 'passed')] }),
    'manual_review',
    'needs-person',
  ],
  [
    'without a verifier nothing is checked, whatever ran',
    facts({ criterion: { verifier: { kind: 'none' } }, evidence: [run(4, 'passed')] }),
    'not_checked',
    'no-verifier',
  ],
  [
    'a plugin’s word that is bound to nothing seen here is for a person',
    facts({ evidence: [{ ...run(4, 'passed'), isUnbound: true }] }),
    'manual_review',
    'plugin-answer',
    4,
  ],
  [
    'coverage that is not switched on is not judged, whatever ran',
    facts({
      criterion: { verifier: { kind: 'coverage', command: command as CommandVerifier, minimum: { text: '80' } } },
      evidence: [run(4, 'passed')],
    }),
    'not_checked',
    'switched-off',
  ],
  ['not applicable is a person’s word with a reason', facts(notApplicable), 'not_applicable', 'not-applicable', 7],
  [
    'an untrusted policy’s criteria are drafts, whatever ran',
    facts({ trust: 'untrusted', evidence: [run(4, 'passed')] }),
    'not_checked',
    'untrusted',
  ],
  [
    'an untrusted policy’s criteria are no failures either',
    facts({ trust: 'untrusted', evidence: [run(4, 'failed')] }),
    'not_checked',
    'untrusted',
  ],
  [
    'a foreign ledger feeds nothing, not even what is not applicable',
    facts({ ...notApplicable, standing: { kind: 'foreign', reason: 'another key', help: '' } }),
    'not_checked',
    'foreign',
  ],
]

describe('the status of a criterion', () => {
  for (const [law, given, status, reason, evidence] of rows) {
    test(law, () => {
      const answer = weigh(given)
      expect({ status: answer.status, reason: answer.reason, evidence: answer.evidence }).toEqual({
        status,
        reason,
        evidence,
      })
    })
  }

  test('stale evidence names the paths that changed', () => {
    const answer = weigh(facts({ evidence: [run(4, 'passed', { on: 'B' })], changedSince: () => ['src/a.js'] }))
    expect(answer).toMatchObject({ stale: true, paths: ['src/a.js'] })
    expect(answer.explanation).toContain('src/a.js')
  })

  test('a failure on files that changed since says failed and stale', () => {
    const answer = weigh(facts({ evidence: [run(4, 'failed', { on: 'B' })], changedSince: () => ['src/a.js'] }))
    expect(answer).toMatchObject({ status: 'failed', stale: true, paths: ['src/a.js'] })
  })

  test('a verified check that wavered says so', () => {
    expect(weigh(facts({ evidence: [run(4, 'failed'), run(6, 'passed'), run(8, 'passed')] })).flaky).toBe(true)
    expect(weigh(facts({ evidence: [run(6, 'passed'), run(8, 'passed')] })).flaky).toBe(false)
  })

  test('everything that is missing comes with the exact way to supply it, and nothing else does', () => {
    for (const [law, given, status] of rows) {
      const done = status === 'verified' || status === 'not_applicable'
      expect(weigh(given).remedy === undefined, law).toBe(done)
    }
    expect(weigh(facts()).remedy).toBe('run exactly `npm test`: `reeve prove tests` or `reeve exec -- npm test`')
    expect(weigh(facts({ criterion: manual })).remedy).toContain('`reeve attest tests --because WHY`')
  })

  test('a file criterion is as fresh as its own file, in its scope or not', () => {
    const verifier = { kind: 'file', path: 'NOTES.md', absent: false } as const
    const read = { ...run(4, 'passed'), source: { kind: 'read', read: readOf('one') } as const }
    const given = (content: string) => facts({ criterion: { verifier }, evidence: [read], content: sha256(content) })
    expect(weigh(given('one')).status).toBe('verified')
    expect(weigh(given('two'))).toMatchObject({ status: 'not_checked', reason: 'stale' })
    expect(weigh(facts({ criterion: { verifier }, evidence: [read] }))).toMatchObject({ reason: 'stale' })
  })

  test('a read of another file proves nothing of the criterion’s file', () => {
    const verifier = { kind: 'file', path: 'NOTES.md', absent: false } as const
    const read = {
      ...run(4, 'passed'),
      source: { kind: 'read', read: { ...readOf('one'), path: 'other.md' } } as const,
    }
    expect(weigh(facts({ criterion: { verifier }, evidence: [read], content: sha256('one') })).status).toBe('failed')
  })

  test('a command criterion is never proven by a read', () => {
    const read = { ...run(4, 'passed'), source: { kind: 'read', read: readOf('one') } as const }
    expect(weigh(facts({ evidence: [read], content: sha256('one') })).status).toBe('failed')
  })

  test('verified always names its evidence', () => {
    for (const [law, given, status] of rows)
      if (status === 'verified') expect(weigh(given).evidence, law).toBeTypeOf('number')
  })
})

function readOf(content: string) {
  return {
    kind: 'read',
    tool: 'prove',
    call: 'c4',
    path: 'NOTES.md',
    bytes: 3,
    digest: sha256(content),
    proves: [],
    capture: 'executed',
  } as const
}
