// The proof document of a session from plain parts: the same parts give the same bytes, but for `generatedAt`.

import { isoInstant } from '../base/instant.ts'
import { encodeJson, type Json } from '../base/json.ts'
import type { Entry } from '../ledger/entry.ts'
import type { Head, Standing } from '../ledger/ledger.ts'
import type { Policy } from '../policy/policy.ts'
import { divergencesOf, type Told } from '../proof/divergences.ts'
import { evidenceOf } from '../proof/evidence.ts'
import type { Verdict } from '../proof/verdict.ts'
import type { Trust } from '../rules/authority.ts'
import type { DivergenceRecord, ProofDocument } from './document.ts'
import { safeJson } from './escape.ts'
import { actRecords, criterionRecords, evidenceRecords, summaryRecord, verdictRecord } from './records.ts'

export interface DocumentParts {
  readonly session: string
  readonly generatedMs: number
  readonly entries: readonly Entry[]
  readonly verdict: Verdict
  readonly policy: Pick<Policy, 'name' | 'digest' | 'files'>
  readonly trust: Trust
  readonly ignored: readonly string[]
  readonly ledger: { readonly id: string; readonly standing: Standing; readonly head: Head }
}

export function documentOf(parts: DocumentParts): ProofDocument {
  const { verdict, policy, ledger } = parts
  const evidence = evidenceOf(parts.entries, parts.session)
  return {
    schema: 'proof/v1',
    sessionId: parts.session,
    generatedAt: isoInstant(parts.generatedMs),
    summary: summaryRecord(verdict),
    criteria: criterionRecords(verdict.statuses, evidence),
    evidence: evidenceRecords(
      evidence,
      verdict.statuses.map(({ criterion }) => criterion),
    ),
    divergences: divergenceRecords({ ...parts, evidence }),
    verdict: verdictRecord(verdict),
    policy: {
      name: policy.name,
      digest: policy.digest,
      trust: parts.trust,
      files: policy.files.map(({ file, digest }) => ({ file, digest })),
      ignored: parts.ignored,
    },
    acts: actRecords(parts.entries, parts.session),
    ledger: {
      id: ledger.id,
      standing: ledger.standing.kind,
      size: ledger.head.size,
      root: ledger.head.root,
      checkpoint: ledger.head.checkpoint,
    },
  }
}

/** proof.json: two spaces, keys in the order of the schema, nothing in it that acts on a terminal. */
export function proofJson(document: ProofDocument): string {
  return `${safeJson(JSON.stringify(JSON.parse(encodeJson(document as unknown as Json)), null, 2))}\n`
}

/** Signals: no status reads them. */
function divergenceRecords(told: Told): readonly DivergenceRecord[] {
  return divergencesOf(told).map(({ sentence, kind, language, criterion }) => ({
    claim: sentence,
    kind,
    language,
    criterionId: criterion ?? null,
  }))
}
