// What a command that has ended says of a criterion: first how it ended, then the figure that the criterion asks for. Figures are
// read from output that is kept whole (the very bytes in the ledger's blobs) or from a report that this run has written; output that
// was cut proves no figure, since what was cut out could say otherwise.
import { readTests } from '../figures/tests.ts'
import type { CommandVerifier } from '../policy/policy.ts'
import type { Session } from '../session/session.ts'
import type { Claimed } from './claims.ts'
import type { Captured, Outcome } from './outcome.ts'
import { pluginFinding } from './plugin.ts'
import { type Judged, tooLarge } from './read-proof.ts'

export async function findingOf(session: Session, claimed: Claimed, outcome: Outcome): Promise<Judged> {
  const { verifier } = claimed.criterion
  if (verifier.kind === 'plugin') return pluginFinding(session, outcome)
  const ended = endFinding(claimed.command, outcome)
  if (!ended.passed || (verifier.kind !== 'coverage' && verifier.kind !== 'report')) return ended
  // The readers of reports are loaded only by who needs them.
  const { coverageFinding, reportFinding } = await import('./figure-finding.ts')
  const { listed } = claimed
  if (verifier.kind === 'coverage') return coverageFinding(session, { verifier, listed, output: wholeOutput(outcome) })
  return reportFinding(session, verifier, listed)
}

function endFinding(command: CommandVerifier, outcome: Outcome): Judged {
  const exited = exitReason(command, outcome)
  if (exited) return exited
  const counted = testsOf(outcome)
  if (command.minimumTests !== undefined) return testsFinding(command.minimumTests, counted)
  const vacuous = counted.kind === 'counted' && counted.most === 0
  return {
    passed: true,
    reason: `exited ${outcome.exitCode}${vacuous ? `, vacuous: ${counted.runner} ran no test` : ''}`,
  }
}

function testsFinding(minimum: number, counted: Counted): Judged {
  const expected = `tests >= ${minimum}`
  if (counted.kind === 'too-large') return { passed: false, reason: tooLarge, expected }
  if (counted.kind !== 'counted')
    return { passed: false, reason: 'no count of tests was found in its output', expected }
  const { least } = counted
  return { passed: least >= minimum, reason: `ran ${least} tests`, actual: String(least), expected }
}

type Counted =
  | { readonly kind: 'counted'; readonly runner: string; readonly least: number; readonly most: number }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'too-large' }

/** Each stream is read by itself; where both name a number, the smaller one is believed. */
function testsOf(outcome: Outcome): Counted {
  const texts = [wholeText(outcome.stdout), wholeText(outcome.stderr)]
  const readings = texts.flatMap((text) => (text === undefined ? [] : (readTests(text) ?? [])))
  if (texts.includes(undefined)) return { kind: 'too-large' }
  const [first] = readings
  if (!first) return { kind: 'unknown' }
  const tests = readings.map(({ counts }) => counts.tests)
  return { kind: 'counted', runner: first.runner, least: Math.min(...tests), most: Math.max(...tests) }
}

/** Standard output, then standard error; undefined when either was cut. */
function wholeOutput({ stdout, stderr }: Outcome): string | undefined {
  const texts = [wholeText(stdout), wholeText(stderr)]
  return texts.includes(undefined) ? undefined : texts.join('\n')
}

function wholeText({ bytes, head, tail, gone }: Captured): string | undefined {
  return !gone && head.length === bytes && tail.length === 0 ? new TextDecoder().decode(head) : undefined
}

/** Undefined when it ended as the criterion says. */
function exitReason(command: CommandVerifier, outcome: Outcome): Judged | undefined {
  const expected = `exit ${command.exitCode}`
  if (outcome.how !== 'exited') return { passed: false, reason: howText(outcome), expected }
  if (outcome.exitCode === command.exitCode) return undefined
  return { passed: false, reason: `exited ${outcome.exitCode}`, actual: `exit ${outcome.exitCode}`, expected }
}

/** How a command ended, for people. */
export function howText(outcome: Outcome): string {
  if (outcome.how === 'exited') return `exited ${outcome.exitCode}`
  if (outcome.how === 'signalled') return `was ended by ${outcome.signal}`
  if (outcome.how === 'failed') return `could not be started: ${outcome.failure}`
  if (outcome.how === 'over-limit') return `was ended: ${outcome.failure}`
  return outcome.how === 'timed-out' ? 'was ended at its time limit' : 'was interrupted'
}
