// What a finished command says of the criteria that its start entry claimed.
import type { Digest } from '../base/digest.ts'
import type { Claim, Proof } from '../ledger/entry.ts'
import { type MovedDirectory, movedDirectories, touched } from '../observe/compare.ts'
import type { Snapshot } from '../observe/snapshot.ts'
import { criterionScope, freshness } from '../session/freshness.ts'
import type { Session } from '../session/session.ts'
import type { Claimed } from './claims.ts'
import { findingOf } from './finding.ts'
import type { Outcome } from './outcome.ts'
import { told } from './read-proof.ts'

export interface Finished {
  readonly before: Snapshot
  readonly after: Snapshot
  readonly outcome: Outcome
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

export async function proofsOf(
  session: Session,
  claimed: readonly Claimed[],
  claims: readonly Claim[],
  finished: Finished,
): Promise<readonly Proof[]> {
  if (claimed.length === 0) return []
  const { before, after } = finished
  const moved = new Set(touched(before, after))
  const directories = movedDirectories(before, after)
  const proofs: Proof[] = []
  for (const [index, one] of claimed.entries()) {
    const { criterion } = one
    const scope = new Set([...criterionScope(before, criterion).files, ...criterionScope(after, criterion).files])
    const around = directories.filter((directory) => concerns(directory, scope, finished.overlapped))
    const places = around.map(({ path }) => `${path === '' ? '.' : path}/`)
    const unsettled = bounded([...[...moved].filter((path) => scope.has(path)), ...places])
    const judged = told(session, await findingOf(session, one, finished.outcome))
    proofs.push({
      criterion: criterion.id,
      definition: criterion.definition,
      ...judged,
      before: claims[index]?.scope ?? ('' as Digest),
      after: freshness(session, criterion, after),
      unsettled: [...unsettled, ...others(finished, judged.reports !== undefined)],
    })
  }
  return proofs
}

/** Who else may have written: what the command left running, and, where a report was read, another call. */
function others({ outlived, overlapped }: Finished, hasReport: boolean): readonly string[] {
  return [
    ...(outlived ? ['a process that it left running'] : []),
    ...(overlapped && hasReport ? ['another command that ran meanwhile and may have written the report'] : []),
  ]
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
