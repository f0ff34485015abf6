// Which of a criterion's evidence counts now, which piece decides, and whether the check wavers on one state.
import type { Capture } from '../ledger/entry.ts'
import { commandOf } from '../policy/commands.ts'
import type { Criterion, Verifier } from '../policy/policy.ts'
import type { Evidence } from './evidence.ts'
import type { CriterionFacts } from './facts.ts'

export type Weighed = CriterionFacts & Sifted

interface Sifted {
  /** What counts for this version, oldest first. */
  readonly counting: readonly Evidence[]
  /** The piece that decides; undefined when nothing counts. */
  readonly deciding: Evidence | undefined
  /** Passes since the last failure, on the present state. */
  readonly passesInRow: number
  readonly flaky: boolean
}

const grades: Readonly<Record<Capture, number>> = { reported: 0, hosted: 1, executed: 2 }

export function sift(facts: CriterionFacts): Sifted {
  const { criterion } = facts.active
  // A failure counts whoever saw it; a pass only with the capture grade that the policy asks for.
  const counting = facts.evidence
    .filter((piece) => piece.definition === criterion.definition)
    .filter((piece) => piece.result !== 'passed' || grades[piece.capture] >= grades[facts.gate.evidence])
    .map((piece) => checked(piece, criterion))
  const fresh = counting.filter((piece) => isFresh(piece, facts))
  const settled = fresh.filter((piece) => piece.result !== 'passed' || isSettled(piece))
  // A call that was cut off is no result of the check: it must be run again, but it does not make the check flaky.
  const results = settled.filter((piece) => piece.result === 'passed' || piece.result === 'failed')
  const latest = counting.at(-1)
  const hasFailed = latest !== undefined && latest.result !== 'passed'
  return {
    counting,
    deciding: hasFailed ? latest : (settled.at(-1) ?? fresh.at(-1) ?? latest),
    passesInRow: results.length - 1 - results.findLastIndex((piece) => piece.result === 'failed'),
    flaky: new Set(results.map((piece) => piece.result)).size === 2,
  }
}

/** Made on exactly the present state. */
export function isFresh(piece: Evidence, facts: CriterionFacts): boolean {
  if (piece.after !== facts.now) return false
  return piece.source.kind !== 'read' || facts.content === piece.source.read.digest
}

/** Nothing that it covers moved while it ran. */
export function isSettled(piece: Evidence): boolean {
  return piece.before === piece.after && piece.unsettled.length === 0
}

/** INVARIANT: a pass is believed only when the entry itself shows it: the stated exit code of a process that ended by itself,
 *  or a read of the criterion's own file; and, where a figure is asked for, the figure. */
function checked(piece: Evidence, { verifier }: Criterion): Evidence {
  if (piece.result !== 'passed') return piece
  const shown = isShown(piece, verifier) && (!needsFigure(verifier) || piece.actual !== undefined)
  return shown ? piece : { ...piece, result: 'failed', reason: 'its entry does not show what the criterion asks for' }
}

function isShown({ source }: Evidence, verifier: Verifier): boolean {
  const command = commandOf(verifier)
  if (command) {
    return source.kind === 'command' && source.end?.outcome === 'exited' && source.end.exitCode === command.exitCode
  }
  return source.kind === 'read' && 'path' in verifier && source.read.path === verifier.path
}

function needsFigure(verifier: Verifier): boolean {
  const { kind } = verifier
  return kind === 'coverage' || kind === 'report' || kind === 'data' || commandOf(verifier)?.minimumTests !== undefined
}
