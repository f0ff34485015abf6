// What a finished command says of the criteria that its start entry claimed.
import type { Digest } from '../base/digest.ts'
import { readTests } from '../figures/tests.ts'
import type { Claim, Proof } from '../ledger/entry.ts'
import { type MovedDirectory, movedDirectories, touched } from '../observe/compare.ts'
import type { Snapshot } from '../observe/snapshot.ts'
import type { CommandVerifier } from '../policy/policy.ts'
import { criterionScope, freshness } from '../session/freshness.ts'
import type { Session } from '../session/session.ts'
import type { Claimed } from './claims.ts'
import type { Outcome } from './outcome.ts'

export interface Finished {
  readonly before: Snapshot
  readonly after: Snapshot
  readonly outcome: Outcome
  /** Both streams as they came, as far as kept. */
  readonly output: string
  /** Something that the command started is still there and may write. */
  readonly outlived: boolean
  /** Another guarded call ran at the same time. */
  readonly overlapped: boolean
}

/** What evidence for each claimed criterion would be fresh for now. */
export function claimsAt(session: Session, claimed: readonly Claimed[], snapshot: Snapshot): readonly Claim[] {
  return claimed.map(({ criterion }) => ({
    criterion: criterion.id,
    definition: criterion.definition,
    scope: freshness(session, criterion, snapshot),
  }))
}

export function proofsOf(
  session: Session,
  claimed: readonly Claimed[],
  claims: readonly Claim[],
  finished: Finished,
): readonly Proof[] {
  if (claimed.length === 0) return []
  const { before, after } = finished
  const moved = new Set(touched(before, after))
  const directories = movedDirectories(before, after)
  return claimed.map(({ criterion, verifier }, index) => {
    const scope = new Set([...criterionScope(before, criterion).files, ...criterionScope(after, criterion).files])
    const around = directories.filter((directory) => concerns(directory, scope, finished.overlapped))
    const places = around.map(({ path }) => `${path === '' ? '.' : path}/`)
    const unsettled = bounded([...[...moved].filter((path) => scope.has(path)), ...places])
    return {
      criterion: criterion.id,
      definition: criterion.definition,
      ...judge(verifier, finished),
      before: claims[index]?.scope ?? ('' as Digest),
      after: freshness(session, criterion, after),
      unsettled: finished.outlived ? [...unsettled, 'a process that it left running'] : unsettled,
    }
  })
}

/** A moved directory concerns all that lies below it; one that was entered only the names beside those that came and went, and
 *  only when somebody else may have made them. */
function concerns({ path, how }: MovedDirectory, scope: ReadonlySet<string>, overlapped: boolean): boolean {
  if (how === 'moved') return [...scope].some((file) => path === '' || file.startsWith(`${path}/`))
  return overlapped && [...scope].some((file) => file.slice(0, Math.max(0, file.lastIndexOf('/'))) === path)
}

/** An entry names enough of them to look at, and says that there are more. */
function bounded(paths: readonly string[]): readonly string[] {
  return paths.length <= 20 ? paths : [...paths.slice(0, 20), `${paths.length - 20} more files`]
}

type Judged = Pick<Proof, 'passed' | 'reason' | 'actual' | 'expected'>

function judge(verifier: CommandVerifier, { outcome, output }: Finished): Judged {
  const exited = exitReason(verifier, outcome)
  if (exited || verifier.minimumTests === undefined)
    return exited ?? { passed: true, reason: `exited ${outcome.exitCode}` }
  const tests = readTests(output)?.counts.tests
  const expected = `tests >= ${verifier.minimumTests}`
  if (tests === undefined) return { passed: false, reason: 'no count of tests was found in its output', expected }
  const passed = tests >= verifier.minimumTests
  return { passed, reason: `ran ${tests} tests`, actual: String(tests), expected }
}

/** Undefined when it ended as the criterion says. */
function exitReason(verifier: CommandVerifier, outcome: Outcome): Judged | undefined {
  const expected = `exit ${verifier.exitCode}`
  if (outcome.how !== 'exited') return { passed: false, reason: howText(outcome), expected }
  if (outcome.exitCode === verifier.exitCode) return undefined
  return { passed: false, reason: `exited ${outcome.exitCode}`, actual: `exit ${outcome.exitCode}`, expected }
}

/** How a command ended, for people. */
export function howText(outcome: Outcome): string {
  if (outcome.how === 'exited') return `exited ${outcome.exitCode}`
  if (outcome.how === 'signalled') return `was ended by ${outcome.signal}`
  if (outcome.how === 'failed') return `could not be started: ${outcome.failure}`
  return outcome.how === 'timed-out' ? 'was ended at its time limit' : 'was interrupted'
}
