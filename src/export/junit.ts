// The proof document as JUnit XML: one test case a criterion. A required criterion that is not met fails; an optional one that is
// not met is skipped with its reason, since JUnit has no word for "unproven".
import type { CriterionRecord, ProofDocument } from './document.ts'
import { xmlText } from './xml.ts'

export function junit(document: ProofDocument): string {
  const cases = document.criteria.map((criterion) => testCase(document, criterion))
  const count = (element: string): number => cases.filter((each) => each.includes(`<${element}`)).length
  const attributes = `tests="${cases.length}" failures="${count('failure')}" errors="0" skipped="${count('skipped')}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="reeve" ${attributes}>`,
    `  <testsuite name="${xmlText(document.policy.name || 'criteria')}" id="${xmlText(document.sessionId)}" timestamp="${xmlText(document.generatedAt)}" ${attributes}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function testCase(document: ProofDocument, criterion: CriterionRecord): string {
  const evidence = document.evidence.find((each) => each.id === criterion.evidenceId)
  const seconds = ((evidence?.durationMs ?? 0) / 1000).toFixed(3)
  const open = `    <testcase classname="${criterion.required ? 'required' : 'optional'}" name="${xmlText(criterion.id)}" time="${seconds}"`
  if (criterion.status === 'verified') return `${open}/>`
  const message = `message="${xmlText(`${criterion.status} (${criterion.reason}): ${criterion.explanation}`)}"`
  const unmet = criterion.required && criterion.status !== 'not_applicable'
  const fails = unmet || criterion.status === 'failed'
  const body = xmlText(criterion.remedy ?? '')
  return `${open}>\n      <${fails ? 'failure' : 'skipped'} ${message}>${body}</${fails ? 'failure' : 'skipped'}>\n    </testcase>`
}
