// From a project to a policy in proposal: what may be run, what is asked about, where work lies, and what must be proven. Pure but
// for the project that it looks at; nothing is run.
import { freeName } from '../base/name.ts'
import { baseName } from '../base/path.ts'
import { defaultEnvironment } from '../policy/defaults.ts'
import { ciLines } from '../presets/ci.ts'
import { isPlainPath, isPublishing } from '../presets/names.ts'
import type { Project } from '../presets/preset.ts'
import { runnersOf } from '../presets/tasks.ts'
import { type ChosenCheck, chooseChecks, withReview } from './criteria.ts'
import type { Ecosystem } from './ecosystem.ts'
import { hostsOf } from './hosts.ts'
import { type Ignored, readIgnored } from './ignored.ts'
import { findPlaces, type Place } from './place.ts'
import type { NamedList, Proposal, ProposedCommand, ProposedCriterion } from './proposal.ts'
import { documentsOf, type Ground, type Sources, sourcesAt } from './sources.ts'

export interface Proposed {
  readonly proposal: Proposal
  readonly places: readonly Place[]
}

interface Given {
  readonly project: Project
  /** Of the workspace; its last name is what the policy is called. */
  readonly root: string
  /** Names of the policies that are shipped. */
  readonly shipped: ReadonlySet<string>
  /** Of a path in this user's home directory. */
  readonly isInHome: (path: string) => boolean
}

export function propose({ project, root, shipped, isInHome }: Given): Proposed {
  const ignored = readIgnored(project)
  const places = findPlaces(project, ignored.isHere)
  const nested = places.map(({ directory }) => directory).filter((directory) => directory !== '')
  const groundOf = (directory: string): Ground => {
    return { project, isIgnored: ignored.isHere, others: new Set(nested.filter((other) => other !== directory)) }
  }
  const found = places.map((place) => withLock(place, sourcesAt(groundOf(place.directory), place.directory)))
  const lists = nameLists(places, found)
  const known = lists.filter((list) => list !== undefined)
  const documents = documentsOf(groundOf(''))
  const { checks, commands } = chooseChecks(places, ciLines(project))
  const { except, outputs } = outputsOf(project, places, ignored)
  const proposal: Proposal = {
    name: isPlainPath(baseName(root)) ? baseName(root) : 'project',
    uses: usesOf(project, places, shipped),
    lists: known,
    documents,
    commands: mergeCommands([...commands, ...publishing(places, ({ kind }) => shipped.has(kind))]),
    hosts: hostsOf(places),
    ...environmentOf(places),
    criteria: withReview(criteriaOf(checks, { places, lists, found }), known, documents),
    except,
    outputs: [...new Set([...outputs, ...reportsOf(checks)])],
    tools: toolsOf(places, isInHome),
    expectations: [],
  }
  return { proposal, places }
}

/** Cargo writes a lock file where there is none yet, and what is in it counts from then on. */
function withLock(place: Place, { sources, manifests }: Sources): Sources {
  if (place.project.isFile('Cargo.lock')) return { sources, manifests }
  const [from, to] = [inPlace(place, 'Cargo.toml'), inPlace(place, 'Cargo.{toml,lock}')]
  return { sources, manifests: manifests.map((name) => (name === from ? to : name)) }
}

/** One for each project that has sources: `sources` in the workspace itself, else called after the directory. */
function nameLists(places: readonly Place[], found: readonly Sources[]): readonly (NamedList | undefined)[] {
  const taken = new Set(['documents', 'outputs', 'secrets', 'tools'])
  return places.map(({ directory }, index) => {
    const items = found[index]?.sources ?? []
    if (items.length === 0) return undefined
    const name = freeName(directory === '' ? 'sources' : directory, taken)
    taken.add(name)
    return { name, items }
  })
}

function usesOf(project: Project, places: readonly Place[], shipped: ReadonlySet<string>): Proposal['uses'] {
  const own = [
    { name: 'careful', from: 'holds everywhere' },
    { name: 'git', from: project.isDirectory('.git') || project.isFile('.git') ? '.git' : 'no repository yet' },
  ]
  const kinds = places.flatMap((place) =>
    place.kinds.map(({ kind, marks }) => ({ name: kind, from: inPlace(place, markOf(place, marks)) })),
  )
  const found = [...own, ...kinds].filter(({ name }) => shipped.has(name))
  return [...new Map(found.reverse().map((each) => [each.name, each])).values()].reverse()
}

function markOf({ project }: Place, marks: readonly string[]): string {
  return marks.find((name) => project.isFile(name)) ?? marks[0] ?? ''
}

function inPlace({ directory }: Place, name: string): string {
  return directory === '' ? name : `${directory}/${name}`
}

/** What makes something public is asked about: scripts by their names, an ecosystem's own commands where no shipped policy speaks. */
function publishing(places: readonly Place[], isUsed: (ecosystem: Ecosystem) => boolean): readonly ProposedCommand[] {
  const scripts = places.flatMap((place) =>
    runnersOf(place.project).flatMap(({ file, runner, targets }) =>
      targets.filter(isPublishing).map(
        (name): ProposedCommand => ({
          answer: 'ask',
          pattern: `${runner} ${name}`,
          directories: [],
          from: inPlace(place, file),
        }),
      ),
    ),
  )
  const known = places.flatMap((place) =>
    place.kinds.flatMap((kind) =>
      isUsed(kind)
        ? []
        : (kind.publishes ?? []).map(
            (pattern): ProposedCommand => ({
              answer: 'ask',
              pattern,
              directories: [],
              from: inPlace(place, markOf(place, kind.marks)),
            }),
          ),
    ),
  )
  return [...scripts.slice(0, 20), ...known]
}

/** The same command in several directories is one. */
function mergeCommands(commands: readonly ProposedCommand[]): readonly ProposedCommand[] {
  const found = new Map<string, ProposedCommand>()
  for (const command of commands) {
    const key = `${command.answer} ${command.pattern}`
    const known = found.get(key) ?? command
    found.set(key, { ...known, directories: [...new Set([...known.directories, ...command.directories])] })
  }
  return [...found.values()]
}

function environmentOf(places: readonly Place[]): Pick<Proposal, 'keep' | 'assign' | 'set'> {
  const kinds = [...new Set(places.flatMap((place) => place.kinds))]
  const assign = [...new Set(kinds.flatMap((kind) => kind.assign ?? []))]
  const set = kinds.flatMap((kind) => kind.set ?? [])
  const keep = [...new Set(kinds.flatMap((kind) => kind.keep ?? []))]
  const isNeeded = assign.length + set.length + keep.length > 0
  return { keep: isNeeded ? [...defaultEnvironment.keep, ...keep] : [], assign, set }
}

interface Found {
  readonly places: readonly Place[]
  readonly lists: readonly (NamedList | undefined)[]
  readonly found: readonly Sources[]
}

function criteriaOf(checks: readonly ChosenCheck[], { places, lists, found }: Found): readonly ProposedCriterion[] {
  return checks.map(({ directory, ...check }) => {
    // What lies beside a project may be part of it, and the workspace's own checks may look everywhere.
    const isPart = (index: number) => directory === '' || index === 0 || places[index]?.directory === directory
    return {
      ...check,
      lists: lists.flatMap((list, index) => (list && isPart(index) ? [list.name] : [])),
      scope: [...new Set(found.flatMap(({ manifests }, index) => (isPart(index) ? manifests : [])))],
    }
  })
}

/** Report files are written by the checks themselves. */
function reportsOf(checks: readonly ChosenCheck[]): readonly string[] {
  return checks.flatMap(({ verifier }) => (verifier.kind === 'junit' ? [verifier.reports] : []))
}

/** Left out of observation is only what the ecosystem is known to leave there, and only where the project ignores it, or where it
 *  lies and nothing says what is ignored. A pattern that begins with `**` lets a check make the directory, too. */
function outputsOf(
  project: Project,
  places: readonly Place[],
  { isHere, isAnywhere }: Ignored,
): Pick<Proposal, 'except' | 'outputs'> {
  const hasIgnored = project.isFile('.gitignore')
  const parts = places.flatMap((place) => {
    const isIgnored = (name: string) => isAnywhere(name) || (place.directory === '' && isHere(name))
    const isLeft = (name: string) => isIgnored(name) || (!hasIgnored && place.project.isDirectory(name))
    const anywhere = (name: string) => inPlace(place, `**/${name}/**`)
    return place.kinds.map(({ installed = [], built = [], made = [], caches = [] }) => ({
      except: [...[...installed, ...made].filter(isLeft), ...built.filter(isIgnored)].map((name) =>
        isAnywhere(name) ? `**/${name}/**` : inPlace(place, `${name}/**`),
      ),
      outputs: [
        ...[...made, ...built.filter(isIgnored)].map(anywhere),
        ...caches.map((pattern) => inPlace(place, pattern)),
      ],
    }))
  })
  return {
    except: [...new Set(parts.flatMap(({ except }) => except))],
    outputs: [...new Set(parts.flatMap(({ outputs }) => outputs))],
  }
}

/** Who commits, and how. */
const gitSettings: readonly string[] = ['.gitconfig', '.config/git/config', '.config/git/ignore']

/** Those that are there: a sandbox shows nothing else of a home directory. */
function toolsOf(places: readonly Place[], isInHome: (path: string) => boolean): readonly string[] {
  const own = places.flatMap(({ kinds }) => kinds.flatMap(({ tools = [] }) => tools))
  const patterns = new Set([...gitSettings, ...own])
  return [...patterns]
    .filter((pattern) => isInHome(pattern.replace(/\/(?:\*\*|\{.*)$/, '')))
    .map((pattern) => `~/${pattern}`)
}
