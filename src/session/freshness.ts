// What evidence for a criterion is fresh *for* (decision 18): the files of its scope, the files that define its check, the program
// that runs, and the environment that is assigned or kept. One digest of all of it: equal at the start, at the end and now, or the
// evidence says nothing of now.
import { type Digest, sha256 } from '../base/digest.ts'
import { escapeGlob } from '../base/glob.ts'
import { canonicalJson } from '../base/json.ts'
import { baseName, resolvePath } from '../base/path.ts'
import { readCommand } from '../command/read.ts'
import { keyedDigest } from '../host/sealed.ts'
import { digestFile } from '../observe/content.ts'
import { type Scope, scopeOf } from '../observe/link.ts'
import type { Snapshot } from '../observe/snapshot.ts'
import { digestOf, pathMatcher } from '../observe/tree.ts'
import { commandOf } from '../policy/commands.ts'
import type { CommandVerifier, Criterion, Verifier } from '../policy/policy.ts'
import { pinnedPaths } from './pins.ts'
import type { Session } from './session.ts'

export function freshness(session: Session, criterion: Criterion, snapshot: Snapshot): Digest {
  const command = commandOf(criterion.verifier)
  return sha256(
    canonicalJson({
      scope: digestOf(snapshot, criterionScope(snapshot, criterion).files),
      pins: digestOf(snapshot, pinnedPaths(snapshot, criterion)),
      programs: command ? programsOf(session, command) : [],
      environment: command ? session.authority.policy.environment.set.map(({ name, value }) => `${name}=${value}`) : [],
      kept: command ? keptEnvironment(session) : '',
    }),
  )
}

/** How to talk to whoever sits there differs from terminal to terminal and is no part of what was checked; PATH is the session's. */
const spoken = /^(?:PATH|TERM|COLORTERM|COLUMNS|LINES|LANG|LANGUAGE|LC_.*|TMPDIR)$/s

/** What commands get from our own environment. Under a key of this user, since a value may be a secret that is easy to guess. */
function keptEnvironment({ host, authority }: Session): string {
  const { keep } = authority.policy.environment
  const isKept = (name: string) =>
    keep.some((entry) => (entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : entry === name))
  const kept = Object.entries(host.environment).filter(([name]) => isKept(name) && !spoken.test(name))
  return keyedDigest(host, 'environment', canonicalJson(Object.fromEntries(kept)))
}

/** The files that a criterion speaks of, with the targets of links; not what its own command declares to write (decision 20). */
export function criterionScope(snapshot: Snapshot, criterion: Criterion): Scope {
  return scopeOf(snapshot, scopePatterns(criterion), pathMatcher(declaredOutputs(criterion.verifier)))
}

/** Without a scope a criterion about one file speaks of that file, every other of all that is observed (no pattern). */
export function scopePatterns({ scope, verifier }: Pick<Criterion, 'scope' | 'verifier'>): readonly string[] {
  if (scope.length > 0 || (verifier.kind !== 'file' && verifier.kind !== 'data')) return scope
  return [escapeGlob(verifier.path)]
}

function declaredOutputs(verifier: Verifier): readonly string[] {
  if (verifier.kind === 'report') return [verifier.path]
  if (verifier.kind !== 'coverage' || verifier.report === undefined) return []
  const directory = verifier.report.replace(/^\.\//, '').split('/').slice(0, -1).join('/')
  // Only a directory that is one of reports by its name: `src/lcov.info` must not take the sources out of the scope.
  return /cov|report|result/i.test(baseName(directory)) ? [verifier.report, `${directory}/**`] : [verifier.report]
}

/** Absolute directory in which a verifier's command runs. */
export function verifierDirectory(session: Pick<Session, 'workspace'>, verifier: CommandVerifier): string {
  return resolvePath(session.workspace.path, verifier.directory ?? '.')
}

/** Every program of the command with its path and content, so that another program of the same name is another check. */
function programsOf(session: Session, verifier: CommandVerifier): readonly string[] {
  const directory = verifierDirectory(session, verifier)
  const reading = readCommand({ kind: 'shell', text: verifier.text, directory }, { home: session.world.home })
  return reading.commands.flatMap(({ program }) => {
    const name = program.kind === 'literal' ? program.text : undefined
    const found = name === undefined ? undefined : resolveProgram(session, name, directory)
    return found ? [`${found.path} ${found.digest}`] : [`${name ?? program.place.start} is not found`]
  })
}

export interface ResolvedProgram {
  /** Where it was found; the digest is of the file behind every link. */
  readonly path: string
  readonly digest: Digest
}

/** A bare name on the trusted PATH, anything with a slash from the directory; undefined when there is no such file. */
export function resolveProgram(session: Session, name: string, directory: string): ResolvedProgram | undefined {
  const path = name.includes('/') ? resolvePath(directory, name) : session.world.findProgram(name)
  if (path === undefined) return undefined
  try {
    const { files } = session.host
    const real = files.realPath(path)
    return { path, digest: digestFile(session.host, real, files.lstat(real), session.digests) }
  } catch {
    return undefined
  }
}
