// The proof document for people: proof.md. Every text that is not ours passes `escape.ts`.
import type { ActRecord, CriterionRecord, EvidenceRecord, ProofDocument } from './document.ts'
import { markdownCode, markdownFence, markdownProse, markdownText } from './escape.ts'

export function proofMarkdown(document: ProofDocument): string {
  return `${[
    ...head(document),
    ...criteriaTable(document.criteria),
    ...document.criteria.flatMap(criterionPart),
    ...evidencePart(document.evidence),
    ...actsPart(document.acts),
    ...divergencesPart(document),
    ...foot(document),
  ].join('\n')}\n`
}

function head({ sessionId, generatedAt, summary, verdict, policy }: ProofDocument): readonly string[] {
  return [
    '# Proof',
    '',
    `**${summary.outcome}** — ${markdownProse(verdict.message)}`,
    '',
    '| | |',
    '| --- | --- |',
    `| Session | ${markdownCode(sessionId)} |`,
    `| Generated | ${generatedAt} |`,
    `| Policy | ${markdownText(policy.name)} ${markdownCode(policy.digest)}, ${policy.trust} |`,
    ...policy.ignored.map((ignored) => `| Ignored | ${markdownText(ignored)} |`),
    `| Effect digest | ${markdownCode(verdict.effectDigest ?? 'none')} |`,
    `| Net effect | ${markdownCode(verdict.netDigest ?? 'none')} |`,
    `| Exit code | ${verdict.exitCode} |`,
    ...verdict.uncovered.map((path) => `| Not covered | ${markdownCode(path)} |`),
    ...verdict.unknown.map((command) => `| No recorded end | ${markdownCode(command)} |`),
    ...waiverRows(verdict.waiver),
    '',
    `${summary.total} criteria, ${summary.required} required: ${summary.verified} verified, ${summary.failed} failed, ${summary.not_checked} not checked, ${summary.manual_review} for a person, ${summary.not_applicable} not applicable; ${summary.requiredUnmet} required unmet.`,
    '',
  ]
}

function waiverRows(waiver: ProofDocument['verdict']['waiver']): readonly string[] {
  if (!waiver) return []
  const end = waiver.until === null ? 'without an end' : `until ${markdownText(waiver.until)}`
  return [`| Waived by | ${markdownText(waiver.by)}: ${markdownText(waiver.because)}, ${end} |`]
}

function criteriaTable(criteria: readonly CriterionRecord[]): readonly string[] {
  if (criteria.length === 0) return ['No criteria.', '']
  return [
    '## Criteria',
    '',
    '| # | Id | Required | Status | Criterion | Verifier | Evidence |',
    '| ---: | --- | --- | --- | --- | --- | --- |',
    ...criteria.map(
      (criterion) =>
        `| ${criterion.n} | ${markdownCode(criterion.id)} | ${criterion.required ? 'yes' : 'no'} | ${statusText(criterion)} | ${markdownText(criterion.text)} | ${markdownCode(criterion.verifier.text)} | ${criterion.evidenceId ?? '—'} |`,
    ),
    '',
  ]
}

function statusText({ status, reason, stale, flaky }: CriterionRecord): string {
  const notes = [...(stale && reason !== 'stale' ? ['stale'] : []), ...(flaky && reason !== 'flaky' ? ['flaky'] : [])]
  return markdownText(`${status} (${[reason, ...notes].join(', ')})`)
}

function criterionPart(criterion: CriterionRecord): readonly string[] {
  return [
    `### ${criterion.n}\\. ${markdownText(criterion.id)}`,
    '',
    markdownText(criterion.text),
    '',
    `- Status: ${statusText(criterion)} — ${markdownProse(criterion.explanation)}`,
    `- Version ${criterion.version} from ${criterion.source}, definition ${markdownCode(criterion.definition)}`,
    `- Scope: ${codeList(criterion.scope, 'every observed file')}`,
    ...(criterion.pins.length > 0 ? [`- Pinned: ${codeList(criterion.pins, '')}`] : []),
    ...(criterion.paths.length > 0 ? [`- Paths: ${codeList(criterion.paths, '')}`] : []),
    ...(criterion.remedy === null ? [] : [`- Missing: ${markdownProse(criterion.remedy)}`]),
    '',
  ]
}

function evidencePart(evidence: readonly EvidenceRecord[]): readonly string[] {
  if (evidence.length === 0) return ['## Evidence', '', 'None.', '']
  return ['## Evidence', '', ...evidence.flatMap(evidenceLines)]
}

function evidenceLines(piece: EvidenceRecord): readonly string[] {
  const version = piece.isCurrent ? '' : ', of an older version: it counts no more'
  return [
    `### ${piece.id}: ${markdownText(piece.criterionId)}, ${piece.result}${version}`,
    '',
    `- ${piece.kind === 'command' ? 'Command' : 'File'} ${markdownCode(piece.subject)}${piece.directory === null ? '' : ` in ${markdownCode(piece.directory)}`}, by ${markdownText(piece.tool)}, call ${markdownCode(piece.call)}`,
    `- ${markdownText(piece.reason)}; ${outcomeText(piece)}`,
    `- ${piece.startedAt} to ${piece.endedAt ?? 'no recorded end'}${piece.durationMs === null ? '' : `, ${piece.durationMs} ms`}`,
    ...(piece.program ? [`- Program ${markdownCode(piece.program.path)} ${markdownCode(piece.program.digest)}`] : []),
    ...(piece.stdout && piece.stderr
      ? [
          `- Output ${piece.stdout.bytes} bytes ${markdownCode(piece.stdout.commitment)}, errors ${piece.stderr.bytes} bytes ${markdownCode(piece.stderr.commitment)}`,
        ]
      : []),
    ...(piece.content ? [`- Content ${piece.content.bytes} bytes ${markdownCode(piece.content.digest)}`] : []),
    ...(piece.actual === null && piece.expected === null
      ? []
      : [`- Found ${markdownCode(piece.actual ?? 'nothing')}, expected ${markdownCode(piece.expected ?? 'anything')}`]),
    ...piece.reports.map(({ path, digest }) => `- Report ${markdownCode(path)} ${markdownCode(digest)}`),
    `- Fresh for ${markdownCode(piece.freshFor.before)}${piece.freshFor.after === piece.freshFor.before ? '' : `, at its end ${markdownCode(piece.freshFor.after)}`}`,
    ...(piece.unsettled.length > 0 ? [`- Moved meanwhile: ${codeList(piece.unsettled, '')}`] : []),
    `- Capture ${markdownText(piece.capture)}${piece.sandbox === null ? '' : `, sandbox ${markdownText(piece.sandbox)}`}`,
    '',
    ...(piece.excerpt ? [markdownFence(piece.excerpt), ''] : []),
  ]
}

function outcomeText({ outcome, exitCode, signal }: EvidenceRecord): string {
  if (exitCode !== null) return `${markdownText(outcome)}, exit ${exitCode}`
  return signal === null ? markdownText(outcome) : `${markdownText(outcome)}, ${markdownText(signal)}`
}

function actsPart(acts: readonly ActRecord[]): readonly string[] {
  if (acts.length === 0) return []
  return [
    '## Acts of a person',
    '',
    '| Id | When | Act | Criterion | Because | By | Presence |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...acts.map(
      (act) =>
        `| ${act.id} | ${act.at} | ${markdownText(act.act)} | ${act.criterionId === null ? '—' : markdownCode(act.criterionId)} | ${markdownText(act.because ?? '—')} | ${markdownText(act.user)} | ${markdownText(act.presence)} |`,
    ),
    '',
  ]
}

function divergencesPart({ divergences }: ProofDocument): readonly string[] {
  if (divergences.length === 0) return []
  return [
    '## Claims without evidence',
    '',
    ...divergences.map(({ kind, claim }) => `- ${markdownText(kind)}: ${markdownText(claim)}`),
    '',
  ]
}

function foot({ schema, ledger }: ProofDocument): readonly string[] {
  return [
    '## Ledger',
    '',
    `Schema ${markdownCode(schema)}; ledger ${markdownCode(ledger.id)} (${ledger.standing}), ${ledger.size} entries, root ${markdownCode(ledger.root)}.`,
    '',
    markdownFence(ledger.checkpoint),
  ]
}

function codeList(texts: readonly string[], none: string): string {
  return texts.length === 0 ? none : texts.map(markdownCode).join(', ')
}
