// The proof document as SARIF 2.1.0: each criterion is a rule, its status a result. Kinds map one to one: verified is pass, failed
// is fail, not_checked is open, manual_review is review, not_applicable is notApplicable.
import { version } from '../base/version.ts'
import type { CriterionRecord, ProofDocument } from './document.ts'
import { safeJson } from './escape.ts'

const kinds: Readonly<Record<string, string>> = {
  verified: 'pass',
  failed: 'fail',
  not_checked: 'open',
  manual_review: 'review',
  not_applicable: 'notApplicable',
}

export function sarif(document: ProofDocument): string {
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Reeve', semanticVersion: version, rules: document.criteria.map(rule) } },
        automationDetails: { id: `reeve/${document.sessionId}` },
        invocations: [
          { executionSuccessful: true, exitCode: document.summary.exitCode, endTimeUtc: document.generatedAt },
        ],
        results: document.criteria.map((criterion, index) => result(document, criterion, index)),
        properties: {
          verdict: document.verdict.kind,
          policyDigest: document.policy.digest,
          ledgerRoot: document.ledger.root,
        },
      },
    ],
  }
  return `${safeJson(JSON.stringify(log, undefined, 2))}\n`
}

function rule(criterion: CriterionRecord): object {
  return {
    id: criterion.id,
    shortDescription: { text: criterion.text || criterion.id },
    fullDescription: { text: criterion.verifier.text },
    defaultConfiguration: { level: criterion.required ? 'error' : 'warning' },
  }
}

/** `level` may be other than `none` only for kind `fail` (SARIF 3.27.10). */
function result(document: ProofDocument, criterion: CriterionRecord, ruleIndex: number): object {
  const kind = kinds[criterion.status] ?? 'open'
  const file = document.policy.files[0]?.file
  return {
    ruleId: criterion.id,
    ruleIndex,
    kind,
    level: kind === 'fail' ? (criterion.required ? 'error' : 'warning') : 'none',
    message: { text: criterion.explanation || criterion.status },
    locations: file === undefined ? [] : [{ physicalLocation: { artifactLocation: { uri: encodeURI(file) } } }],
    partialFingerprints: { 'reeveDefinition/v1': criterion.definition },
    properties: {
      status: criterion.status,
      reason: criterion.reason,
      stale: criterion.stale,
      evidence: criterion.evidenceId,
    },
  }
}
