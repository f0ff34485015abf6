// The status of one criterion as a pure function of facts. The order of the steps is the law: the first one that finds
// something decides. Unsure means not verified.
import type { CriterionFacts } from './facts.ts'
import { remedyFor } from './remedy.ts'
import { isFresh, isSettled, sift, type Weighed } from './sift.ts'
import type { CriterionStatus, ReasonCode, StatusWord } from './status.ts'

export function weigh(facts: CriterionFacts): CriterionStatus {
  const weighed = { ...facts, ...sift(facts) }
  const finding = firstFinding(weighed)
  const { criterion, source } = facts.active
  const remedy = remedyFor(criterion, finding.reason)
  return {
    criterion,
    source,
    status: finding.status,
    reason: finding.reason,
    explanation: finding.explanation,
    stale: finding.stale ?? false,
    flaky: weighed.flaky,
    paths: finding.paths ?? [],
    ...(finding.evidence === undefined ? {} : { evidence: finding.evidence }),
    ...(remedy === undefined ? {} : { remedy }),
  }
}

interface Finding {
  readonly status: StatusWord
  readonly reason: ReasonCode
  readonly explanation: string
  readonly stale?: boolean
  readonly paths?: readonly string[]
  readonly evidence?: number
}

/** INVARIANT: in this order; `verified` is reached only past every other step. */
function firstFinding(facts: Weighed): Finding {
  return (
    foreign(facts) ??
    untrusted(facts) ??
    notApplicable(facts) ??
    withoutVerifier(facts) ??
    manual(facts) ??
    unboundAnswer(facts) ??
    failed(facts) ??
    emptyScope(facts) ??
    withoutEvidence(facts) ??
    checkChanged(facts) ??
    stale(facts) ??
    unsettled(facts) ??
    toolsChanged(facts) ??
    unobservedLink(facts) ??
    flaky(facts) ??
    passed(facts)
  )
}

function foreign({ standing }: Weighed): Finding | undefined {
  if (standing.kind === 'own') return undefined
  return { status: 'not_checked', reason: 'foreign', explanation: `the ledger feeds no status: ${standing.reason}` }
}

function untrusted({ active, trust }: Weighed): Finding | undefined {
  if (trust !== 'untrusted' || active.source === 'person') return undefined
  return {
    status: 'not_checked',
    reason: 'untrusted',
    explanation: 'a draft: nobody has trusted the policy that names it',
  }
}

function notApplicable({ active }: Weighed): Finding | undefined {
  if (!active.notApplicable) return undefined
  return {
    status: 'not_applicable',
    reason: 'not-applicable',
    explanation: `a person says so: ${active.notApplicable.because}`,
    evidence: active.notApplicable.seq,
  }
}

function withoutVerifier({ active, gate }: Weighed): Finding | undefined {
  const { kind } = active.criterion.verifier
  if (kind === 'none') {
    return { status: 'not_checked', reason: 'no-verifier', explanation: 'nothing says how it is proven' }
  }
  if (kind === 'coverage' && !gate.coverage) {
    return {
      status: 'not_checked',
      reason: 'switched-off',
      explanation: 'coverage is not judged here until the policy says `gate { coverage on }`',
    }
  }
  return undefined
}

function manual({ active, attestations, now }: Weighed): Finding | undefined {
  if (active.criterion.verifier.kind !== 'manual') return undefined
  const latest = attestations.at(-1)
  if (latest?.data.scope === now) {
    return {
      status: 'verified',
      reason: 'attested',
      explanation: `attested: ${latest.data.because}`,
      evidence: latest.seq,
    }
  }
  const explanation = latest
    ? 'what a person attested to has changed since'
    : 'a person has to look at it; no command and no model can'
  return { status: 'manual_review', reason: 'needs-person', explanation, stale: latest !== undefined }
}

function unboundAnswer(facts: Weighed): Finding | undefined {
  const { deciding } = facts
  if (!deciding?.isUnbound || isAttestedSince(facts)) return undefined
  return {
    status: 'manual_review',
    reason: 'plugin-answer',
    explanation: `${deciding.reason}, but its answer is bound to nothing that was seen here`,
    stale: !isFresh(deciding, facts),
    evidence: deciding.seq,
  }
}

function failed(facts: Weighed): Finding | undefined {
  const { deciding } = facts
  if (!deciding || deciding.result === 'passed') return undefined
  const isStale = !isFresh(deciding, facts)
  return {
    status: 'failed',
    reason: 'failed',
    explanation: `\`${deciding.subject}\`: ${deciding.reason}${isStale ? ', on files that have changed since' : ''}`,
    stale: isStale,
    paths: isStale ? facts.changedSince(deciding) : [],
    evidence: deciding.seq,
  }
}

function emptyScope({ active, isScopeEmpty }: Weighed): Finding | undefined {
  if (!isScopeEmpty) return undefined
  const patterns = active.criterion.scope.map((pattern) => `\`${pattern}\``).join(', ')
  const explanation = patterns ? `its scope matches no file: ${patterns}` : 'there is no file that it could cover'
  return { status: 'not_checked', reason: 'empty-scope', explanation }
}

function withoutEvidence(facts: Weighed): Finding | undefined {
  if (facts.deciding) return undefined
  const { definition } = facts.active.criterion
  const low = facts.evidence.findLast((piece) => piece.definition === definition)
  const explanation = low
    ? `its evidence is only ${low.capture}, and the policy asks for ${facts.gate.evidence}`
    : facts.evidence.length > 0
      ? 'its evidence is of another version: verifier, scope or pins have changed since'
      : 'no evidence yet'
  return { status: 'not_checked', reason: 'no-evidence', explanation: `${explanation}${nearText(facts)}` }
}

function checkChanged(facts: Weighed): Finding | undefined {
  const { pins, deciding } = facts
  if (pins.kind === 'same') return undefined
  return {
    status: 'manual_review',
    reason: 'check-changed',
    explanation:
      pins.kind === 'changed'
        ? 'files that define the check are not what a person accepted'
        : 'no person has accepted the files that define the check',
    stale: deciding !== undefined && !isFresh(deciding, facts),
    paths: pins.paths,
    ...(deciding ? { evidence: deciding.seq } : {}),
  }
}

function stale(facts: Weighed): Finding | undefined {
  const { deciding } = facts
  if (!deciding || isFresh(deciding, facts)) return undefined
  const paths = facts.changedSince(deciding)
  return {
    status: 'not_checked',
    reason: 'stale',
    explanation: `${
      paths.length > 0
        ? `it passed, and files that it covers have changed since: ${someOf(paths)}`
        : 'it passed, and the program, the pinned files or the environment of the check have changed since'
    }${nearText(facts)}`,
    stale: true,
    paths,
    evidence: deciding.seq,
  }
}

function unsettled({ deciding }: Weighed): Finding | undefined {
  if (!deciding || isSettled(deciding)) return undefined
  const paths = deciding.unsettled
  return {
    status: 'not_checked',
    reason: 'unsettled',
    explanation: `it passed while files that it covers were changing${paths.length > 0 ? `: ${someOf(paths)}` : ''}`,
    paths,
    evidence: deciding.seq,
  }
}

/** INVARIANT: a pass counts only where every tool, before it, after it and now, is in a state that is accepted. */
function toolsChanged({ deciding, tools }: Weighed): Finding | undefined {
  if (deciding?.source.kind !== 'command') return undefined
  const { start, end } = deciding.source
  const made = [start.tools ?? 'none', end?.tools ?? 'none'] as const
  const now = tools.now()
  const places = `${tools.places.length > 0 ? `${someOf(tools.places)}: ` : ''}what \`observe except\` leaves out`
  if ([...made, now].some((mark) => !tools.accepted.has(mark))) {
    return {
      status: 'manual_review',
      reason: 'tools-changed',
      explanation: `it passed, but ${places} was changed by something else than an installing command`,
      paths: tools.places,
      evidence: deciding.seq,
    }
  }
  if (made[1] === now) return undefined
  return {
    status: 'not_checked',
    reason: 'stale',
    explanation: `it passed, and ${places} was installed anew since`,
    stale: true,
    paths: tools.places,
    evidence: deciding.seq,
  }
}

function unobservedLink(facts: Weighed): Finding | undefined {
  const { unobservedLinks, deciding } = facts
  if (unobservedLinks.length === 0 || isAttestedSince(facts)) return undefined
  return {
    status: 'manual_review',
    reason: 'unobserved-link',
    explanation: `it passed, but what its scope names is not all observed: ${someOf(unobservedLinks)}`,
    paths: unobservedLinks,
    ...(deciding ? { evidence: deciding.seq } : {}),
  }
}

function flaky(facts: Weighed): Finding | undefined {
  const { deciding, gate, passesInRow } = facts
  if (!facts.flaky || !deciding || isAttestedSince(facts)) return undefined
  const asks = gate.flaky === 'review'
  if (!asks && passesInRow >= 2) return undefined
  return {
    status: asks ? 'manual_review' : 'not_checked',
    reason: 'flaky',
    explanation: asks
      ? 'on these very files it both failed and passed; the policy asks a person'
      : 'on these very files it failed and then passed; it counts after two passes in a row',
    evidence: deciding.seq,
  }
}

function passed(facts: Weighed): Finding {
  const { deciding } = facts
  return {
    status: 'verified',
    reason: 'passed',
    explanation: `\`${deciding?.subject}\`: ${deciding?.reason}${facts.flaky ? ', after failing on these very files' : ''}`,
    ...(deciding ? { evidence: deciding.seq } : {}),
  }
}

/** A person has seen the present state after the newest evidence. */
function isAttestedSince({ attestations, counting, now }: Weighed): boolean {
  const latest = attestations.at(-1)
  return latest !== undefined && latest.data.scope === now && latest.seq > (counting.at(-1)?.seq ?? -1)
}

function nearText({ near }: Weighed): string {
  return near ? `; near miss: \`${near.command}\` does not count, ${near.reason}` : ''
}

/** A few names and how many more. */
function someOf(paths: readonly string[]): string {
  const shown = paths.slice(0, 5).join(', ')
  return paths.length > 5 ? `${shown} and ${paths.length - 5} more` : shown
}
