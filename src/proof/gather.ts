// Reads the facts of each criterion from an open session and a snapshot.
import type { Digest } from '../base/digest.ts'
import { resolvePath } from '../base/path.ts'
import { reportsNow } from '../guard/report-proof.ts'
import type { ToolsMark } from '../ledger/tools.ts'
import { compare } from '../observe/compare.ts'
import { digestFile } from '../observe/content.ts'
import type { Snapshot } from '../observe/snapshot.ts'
import { toolPlaces, toolsMark } from '../observe/tools.ts'
import type { Verifier } from '../policy/policy.ts'
import { criterionScope, freshness } from '../session/freshness.ts'
import { filesAfter } from '../session/past.ts'
import { acceptedPins, pinRecord } from '../session/pins.ts'
import { isPresent } from '../session/presence.ts'
import type { ActiveCriterion, Session } from '../session/session.ts'
import { scopeMatcher } from './cover.ts'
import { attestationsOf, type Evidence, evidenceOf, nearMissesOf } from './evidence.ts'
import type { CriterionFacts } from './facts.ts'
import { pinFacts } from './pins.ts'
import { acceptedTools, type ToolFacts, withAttested } from './tools.ts'

/** One walk over the ledger for all criteria; the answer gives the facts of one. */
export function gather(session: Session, snapshot: Snapshot): (active: ActiveCriterion) => CriterionFacts {
  const history = session.history()
  const evidence = evidenceOf(history, session.id)
  const nearMisses = nearMissesOf(history, session.id)
  const { gate } = session.authority.policy
  const tools = toolsOf(session, snapshot, acceptedTools(history, session.id))
  const attestations = attestationsOf(history).filter(({ data }) => isPresent(data.person, gate.presence))
  return (active) => {
    const { criterion } = active
    const scope = criterionScope(snapshot, criterion)
    const content = subjectNow(session, snapshot, criterion.verifier)
    const own = evidence.filter((piece) => piece.criterion === criterion.id)
    const near = nearMisses.findLast(({ criterion: id, seq }) => id === criterion.id && seq > (own.at(-1)?.seq ?? -1))
    return {
      active,
      trust: session.trust,
      standing: session.ledger.standing,
      gate,
      evidence: own,
      attestations: attestations.filter(
        (attestation) =>
          attestation.session === session.id &&
          attestation.data.criterion === criterion.id &&
          attestation.data.definition === criterion.definition,
      ),
      now: freshness(session, criterion, snapshot),
      // A criterion about one file speaks of it also where it is absent or not observed.
      isScopeEmpty: scope.files.length === 0 && (criterion.scope.length > 0 || content === undefined),
      pins: pinFacts(criterion, pinRecord(snapshot, criterion), acceptedPins(history, criterion), attestations),
      tools: { ...tools, accepted: withAttested(tools.accepted, criterion, attestations) },
      unobservedLinks: scope.unobserved,
      ...(content === undefined ? {} : { content }),
      ...(near ? { near } : {}),
      changedSince: (piece) => changedSince(session, snapshot, active, piece),
    }
  }
}

/** They are looked at when the first status asks, and then for all. */
function toolsOf(session: Session, snapshot: Snapshot, accepted: ToolFacts['accepted']): ToolFacts {
  const { host, workspace, digests } = session
  let mark: ToolsMark | undefined
  return {
    accepted,
    places: toolPlaces(snapshot),
    now: () => {
      mark ??= toolsMark(host, workspace.path, snapshot, digests)
      return mark
    },
  }
}

/** In-scope paths that are not what they were when the call had ended and what it wrote was recorded. */
function changedSince(
  session: Session,
  snapshot: Snapshot,
  { criterion }: ActiveCriterion,
  piece: Evidence,
): readonly string[] {
  const isInScope = scopeMatcher(criterion, snapshot)
  const changed = compare(filesAfter(session, piece), snapshot).map(({ path }) => path)
  return changed.filter((path) => !path.startsWith('.git/') && isInScope(path))
}

/** Of a criterion that rests on what is read: that, as it is now. */
function subjectNow(session: Session, snapshot: Snapshot, verifier: Verifier): Digest | 'absent' | undefined {
  if (verifier.kind === 'file' || verifier.kind === 'data') return contentNow(session, snapshot, verifier.path)
  return verifier.kind === 'report' && !verifier.after ? reportsNow(session, verifier.path).digest : undefined
}

/** The content of a criterion's own file now, observed or not, behind its links; undefined when it cannot be known. */
function contentNow(session: Session, snapshot: Snapshot, path: string): Digest | 'absent' | undefined {
  const absolute = resolvePath(session.workspace.path, path)
  const seen = snapshot.files.get(absolute.slice(session.workspace.path.length + 1))
  if (seen?.kind === 'file' && !seen.stat) return seen.digest
  const { files } = session.host
  try {
    const real = files.realPath(absolute)
    const stat = files.lstat(real)
    if (stat.kind !== 'file') return undefined
    return digestFile(session.host, real, stat, session.digests)
  } catch (error) {
    const { code } = error as { readonly code?: unknown }
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'absent' : undefined
  }
}
