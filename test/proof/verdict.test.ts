// The gate's order: each row changes one thing about finished work and says which step then decides.
import { describe, expect, test } from 'vitest'

import { sha256 } from '../../src/base/digest.ts'
import type { Criterion, Waiver } from '../../src/policy/policy.ts'
import type { CriterionStatus } from '../../src/proof/status.ts'
import { exitOfStatuses, type GateFacts, verdictOf } from '../../src/proof/verdict.ts'
import { criterion } from './facts.ts'

const effect = sha256('effect')
const day = Date.parse('2027-01-31T00:00:00Z')
const exit = { verified: 0, failed: 10, unproven: 11, error: 1 }
const waiver: Waiver = {
  effectDigest: effect,
  because: 'reviewed',
  by: 'release',
  until: '2027-01-31',
  span: { file: 'policy.reeve', start: 0, end: 0 },
}

function status(word: CriterionStatus['status'], changes: Partial<Criterion> = {}): CriterionStatus {
  const reason = word === 'verified' ? 'passed' : word === 'failed' ? 'failed' : 'no-evidence'
  return {
    criterion: criterion(changes),
    source: 'policy',
    status: word,
    reason,
    explanation: '',
    stale: false,
    flaky: false,
    paths: [],
  }
}

function done(changes: Partial<GateFacts> = {}): GateFacts {
  return {
    standing: { kind: 'own' },
    trust: 'trusted',
    isOpen: true,
    isCancelled: false,
    statuses: [status('verified')],
    incomplete: [],
    effect,
    net: sha256('net'),
    uncovered: [],
    unknown: [],
    waivers: [],
    vetoes: [],
    nowMs: day,
    lastEntryMs: day - 1000,
    exit,
    ...changes,
  }
}

/** Nothing differs from the opening. */
function untouched(changes: Partial<GateFacts> = {}): GateFacts {
  const { effect: _effect, net: _net, ...rest } = done(changes)
  return rest
}

const optional = { required: false }
const foreign = { kind: 'foreign', reason: 'another key', help: '' } as const

const rows: readonly (readonly [law: string, facts: GateFacts, kind: string, reason: string, exitCode: number])[] = [
  ['every required criterion verified is verified', done(), 'verified', 'verified', 0],
  ['nothing changed and nothing required is narrative', untouched({ statuses: [] }), 'narrative', 'narrative', 0],
  ['nothing changed and all required met is narrative', untouched(), 'narrative', 'narrative', 0],
  [
    'nothing changed, but a required criterion is unmet',
    untouched({ statuses: [status('not_checked')] }),
    'incomplete',
    'unmet',
    11,
  ],
  [
    'an unmet optional criterion keeps nothing open',
    done({ statuses: [status('verified'), status('failed', optional)] }),
    'verified',
    'verified',
    0,
  ],
  [
    'not applicable meets a required criterion',
    untouched({ statuses: [status('not_applicable')] }),
    'narrative',
    'narrative',
    0,
  ],
  ['work that no required criterion proves is bound by nothing', done({ statuses: [] }), 'incomplete', 'unbound', 11],
  [
    'an optional criterion binds nothing',
    done({ statuses: [status('verified', optional)] }),
    'incomplete',
    'unbound',
    11,
  ],
  ['what is not applicable binds nothing', done({ statuses: [status('not_applicable')] }), 'incomplete', 'unbound', 11],
  ['a failed required criterion', done({ statuses: [status('failed')] }), 'incomplete', 'unmet', 10],
  [
    'one failed among unproven still says failed',
    done({ statuses: [status('not_checked'), status('failed')] }),
    'incomplete',
    'unmet',
    10,
  ],
  ['an unproven required criterion', done({ statuses: [status('manual_review')] }), 'incomplete', 'unmet', 11],
  ['a changed path that no verified criterion covers', done({ uncovered: ['x'] }), 'incomplete', 'uncovered', 11],
  [
    'a waiver for exactly this digest',
    done({ statuses: [status('not_checked')], waivers: [waiver] }),
    'waived',
    'waived',
    0,
  ],
  [
    'a waiver stands over a failure, told',
    done({ statuses: [status('failed')], waivers: [waiver] }),
    'waived',
    'waived',
    0,
  ],
  [
    'a waiver for another digest',
    done({ statuses: [status('failed')], waivers: [{ ...waiver, effectDigest: sha256('other') }] }),
    'incomplete',
    'unmet',
    10,
  ],
  [
    'a waiver holds through its last day',
    done({ statuses: [], waivers: [waiver], nowMs: day + 86_399_999 }),
    'waived',
    'waived',
    0,
  ],
  [
    'a waiver is over after its last day',
    done({ statuses: [], waivers: [waiver], nowMs: day + 86_400_000 }),
    'incomplete',
    'unbound',
    11,
  ],
  [
    'a clock behind the last entry ends a waiver',
    done({ statuses: [], waivers: [waiver], lastEntryMs: day + 1 }),
    'incomplete',
    'unbound',
    11,
  ],
  [
    'a waiver without an end needs no clock',
    done({ statuses: [], waivers: [withoutEnd()], lastEntryMs: day + 1 }),
    'waived',
    'waived',
    0,
  ],
  [
    'no waiver closes an incomplete observation',
    done({ waivers: [waiver], incomplete: ['secret: EACCES'] }),
    'incomplete',
    'incomplete-observation',
    11,
  ],
  [
    'an incomplete observation is no narrative',
    untouched({ statuses: [], incomplete: ['secret: EACCES'] }),
    'incomplete',
    'incomplete-observation',
    11,
  ],
  [
    'an untrusted policy proves nothing',
    done({ trust: 'untrusted', waivers: [waiver] }),
    'incomplete',
    'untrusted',
    11,
  ],
  [
    'an untrusted policy is never narrative',
    untouched({ trust: 'untrusted', statuses: [] }),
    'incomplete',
    'untrusted',
    11,
  ],
  ['a foreign ledger proves nothing', done({ standing: foreign, waivers: [waiver] }), 'incomplete', 'foreign', 11],
  ['without a session nothing is known', untouched({ isOpen: false, statuses: [] }), 'incomplete', 'no-session', 11],
  [
    'cut-off work that changed something is never narrative or verified',
    done({ isCancelled: true }),
    'incomplete',
    'cancelled',
    11,
  ],
  [
    'cut-off work that changed nothing is narrative',
    untouched({ isCancelled: true, statuses: [] }),
    'narrative',
    'narrative',
    0,
  ],
]

describe('the verdict', () => {
  test.each(rows)('%s', (_law, given, kind, reason, exitCode) => {
    const verdict = verdictOf(given)
    expect({ kind: verdict.kind, reason: verdict.reason, exitCode: verdict.exitCode }).toEqual({
      kind,
      reason,
      exitCode,
    })
  })

  test('unproven work is refused with the digest and these words', () => {
    expect(verdictOf(done({ statuses: [] })).message).toBe(
      `completion gate: workspace mutation ${effect} has no bound Passed verification and no host waiver. Assistant text does not count.`,
    )
    expect(verdictOf(done({ statuses: [status('failed')] })).message).toBe(verdictOf(done({ statuses: [] })).message)
  })

  test('every incomplete verdict begins with `completion gate: `', () => {
    for (const [law, given, kind] of rows) {
      expect(verdictOf(given).message.startsWith('completion gate: '), law).toBe(kind === 'incomplete')
    }
  })

  test('the policy’s own exit codes are used', () => {
    const own = { verified: 7, failed: 40, unproven: 41, error: 1 }
    expect(verdictOf(done({ exit: own })).exitCode).toBe(7)
    expect(verdictOf(done({ exit: own, statuses: [status('failed')] })).exitCode).toBe(40)
    expect(verdictOf(done({ exit: own, statuses: [] })).exitCode).toBe(41)
    expect(exitOfStatuses([status('failed')], own)).toBe(40)
    expect(exitOfStatuses([status('not_checked')], own)).toBe(41)
    expect(exitOfStatuses([status('failed', optional)], own)).toBe(7)
  })

  test('both digests are named, and what is unmet', () => {
    const verdict = verdictOf(done({ statuses: [status('failed'), status('verified')] }))
    expect(verdict).toMatchObject({ effect, net: sha256('net') })
    expect(verdict.unmet.map((unmet) => unmet.status)).toEqual(['failed'])
  })
})

function withoutEnd(): Waiver {
  const { until: _until, ...rest } = waiver
  return rest
}
