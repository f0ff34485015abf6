// Which of a project's checks become criteria: of several that do the same, the one that its CI runs, else the first. Tests are
// required; another check is where the project's CI runs it or its language has but one of them: what the project does not hold
// itself to, a first policy does not demand.
import { freeName } from '../base/name.ts'
import type { CiLine } from '../presets/ci.ts'
import { ciScripts, ciSpelling } from '../presets/ci.ts'
import { isPublishing } from '../presets/names.ts'
import type { PresetCommand, PresetKind } from '../presets/preset.ts'
import { kindOfName } from '../presets/scripts.ts'
import { statedCoverage, statedReports } from '../presets/stated.ts'
import { runnersOf } from '../presets/tasks.ts'
import type { Place } from './place.ts'
import type { NamedList, ProposedCommand, ProposedCriterion } from './proposal.ts'

/** A criterion that has no scope yet. */
export interface ChosenCheck extends Omit<ProposedCriterion, 'lists' | 'scope'> {
  readonly directory: string
}

export interface Chosen {
  readonly checks: readonly ChosenCheck[]
  /** Every check of the project may be run, also one that is no criterion. */
  readonly commands: readonly ProposedCommand[]
}

const texts: Readonly<Record<PresetKind, readonly [string, string]>> = {
  test: ['tests', 'The tests pass'],
  type_check: ['types', 'The types are right'],
  lint: ['lint', 'The linter has nothing to say'],
  format: ['format', 'The code is formatted'],
  build: ['build', 'It builds'],
}

export function chooseChecks(places: readonly Place[], lines: readonly CiLine[]): Chosen {
  const taken = new Set<string>()
  const parts = places.map((place) => choiceOf(place, lines, taken))
  return { checks: parts.flatMap(({ checks }) => checks), commands: parts.flatMap(({ commands }) => commands) }
}

/** A policy that requires nothing proves nothing: without tests the best of the other checks is required, and where nothing can be
 *  run at all, a person's word is the only proof there is. */
export function withReview(
  criteria: readonly ProposedCriterion[],
  lists: readonly NamedList[],
  documents: readonly string[],
): readonly ProposedCriterion[] {
  if (criteria.some(({ required }) => required)) return criteria
  const order = ['types', 'build', 'lint', 'coverage', 'format']
  const rank = ({ id }: ProposedCriterion) => order.findIndex((name) => id === name || id.startsWith(`${name}-`))
  const [best] = [...criteria].sort((one, other) => rank(one) - rank(other))
  const why = 'required, since no test was found'
  if (best) return criteria.map((each) => (each === best ? { ...each, required: true, why } : each))
  return [
    {
      id: 'review',
      required: true,
      text: 'A person read the change',
      verifier: { kind: 'manual' },
      lists: [...lists.map(({ name }) => name), ...(documents.length > 0 ? ['documents'] : [])],
      scope: [],
      from: 'no file here names a check',
      why: 'required, since nothing else proves anything',
    },
  ]
}

interface Candidate extends PresetCommand {
  readonly ci: CiLine | undefined
}

function choiceOf(place: Place, lines: readonly CiLine[], taken: Set<string>): Chosen {
  const candidates = [...place.commands.map((command) => spelled(command, lines)), ...calledScripts(place, lines)]
  const chosen = choose(candidates, directoryOf(place))
  const checks = chosen.map((each) => checkOf(place, each, nameFor(each, taken)))
  const commands = candidates.map(({ command, directory, from }) => allow(command, directory, from))
  const coverage = coverageOf(place, lines, taken)
  return {
    checks: [...checks, ...coverage],
    commands: [...commands, ...coverage.map((each) => allow(commandOf(each), directoryOf(place), each.from))],
  }
}

/** Where the project's own file says what it does, and nowhere else: anybody can write a Makefile into a directory of sources. */
function allow(pattern: string, directory: string | undefined, from: string): ProposedCommand {
  return { answer: 'allow', pattern, directories: [directory ?? '.'], from }
}

function commandOf({ verifier }: ChosenCheck): string {
  return verifier.kind === 'manual' ? '' : verifier.command
}

function directoryOf({ directory }: Place): string | undefined {
  return directory === '' ? undefined : directory
}

/** As the project's CI spells it, where that says more. Scripts of a package manager keep their one spelling. */
function spelled(command: PresetCommand, lines: readonly CiLine[]): Candidate {
  const ci = ciSpelling(lines, command.command)
  const isScript = command.id.startsWith('node:')
  return { ...command, ci, ...(ci && !isScript ? { command: ci.command } : {}) }
}

const memberLimit = 12

/** Of several that do the same one, in the order of the candidates; what CI calls by another name besides. */
function choose(candidates: readonly Candidate[], directory: string | undefined): readonly Candidate[] {
  const chosen = (Object.keys(texts) as PresetKind[]).flatMap((kind) =>
    ofOneKind(
      candidates.filter((each) => each.kind === kind && !isCalled(each)),
      directory,
    ),
  )
  const isTested = chosen.some(({ kind }) => kind === 'test')
  // Of members a first policy demands their tests, and what CI runs.
  const isNeedless = (each: Candidate) =>
    isTested && each.directory !== directory && each.kind !== 'test' && !isInCi(each)
  return candidates.filter((each) => isCalled(each) || (chosen.includes(each) && !isNeedless(each)))
}

/** A target of make and its likes mostly calls what the ecosystem's own tool would: it stands for that where CI calls it. */
function ofOneKind(candidates: readonly Candidate[], directory: string | undefined): readonly Candidate[] {
  const [targets, own] = [candidates.filter(isTarget), candidates.filter((each) => !isTarget(each))]
  const isByTarget = own.length === 0 || (targets.some(isInCi) && !own.some(isInCi))
  if (targets.length > 0 && isByTarget) return preferred(targets)
  return [...new Set(own.map(ecosystemOf))].flatMap((ecosystem) => {
    const same = own.filter((each) => ecosystemOf(each) === ecosystem)
    const above = same.filter((each) => each.directory === directory)
    if (above.length > 0) return preferred(above)
    const members = [...new Set(same.map((each) => each.directory))].slice(0, memberLimit)
    return members.flatMap((member) => preferred(same.filter((each) => each.directory === member)))
  })
}

function preferred(candidates: readonly Candidate[]): readonly Candidate[] {
  const found = candidates.find(isInCi) ?? candidates[0]
  return found ? [found] : []
}

function isInCi({ ci }: Candidate): boolean {
  return ci !== undefined
}

function isCalled({ id }: Candidate): boolean {
  return id.startsWith('ci:')
}

function isTarget({ id }: Candidate): boolean {
  return /^(?:make|just|task):/.test(id)
}

function ecosystemOf({ id }: Candidate): string {
  return id.split(':')[0] ?? ''
}

/** Checks of other names that CI calls: `npm run test:e2e`, `make verify`. Known by their names and declared here. */
function calledScripts(place: Place, lines: readonly CiLine[]): readonly Candidate[] {
  if (place.directory !== '') return []
  const known = new Set(place.commands.map(({ command }) => command))
  const found = runnersOf(place.project).flatMap(({ runner, targets, file }) =>
    ciScripts(lines, runner).flatMap((called) => {
      const kind = kindOfName(called.name)
      const command = `${runner} ${called.name}`
      const isKnown = [...known].some((each) => each === command || each === command.replace(' run ', ' '))
      if (kind === undefined || isKnown || isPublishing(called.name) || !targets.includes(called.name)) return []
      const ci = { file: called.file, words: command.split(' ') }
      return [{ id: `ci:${called.name}`, kind, required: true, command, description: '', from: file, ci }]
    }),
  )
  return [...new Map(found.map((each) => [each.command, each])).values()].slice(0, 6)
}

function checkOf(place: Place, candidate: Candidate, id: string): ChosenCheck {
  const { kind, command, directory, from, ci, required } = candidate
  const reports = kind === 'test' && directory === directoryOf(place) ? reportsOf(place, candidate) : undefined
  const at = directory === undefined ? {} : { directory }
  const [, text] = texts[kind]
  const isRequired = kind === 'test' || required || ci !== undefined
  const why =
    kind === 'test' && !isCalled(candidate)
      ? 'tests are required'
      : ci
        ? `required, since ${ci.file} runs it`
        : required
          ? 'required, as everywhere in this language'
          : 'optional: no CI file runs it'
  return {
    id,
    required: isRequired,
    text: isCalled(candidate) ? `\`${command}\` passes` : directory === undefined ? text : `${text} in ${directory}`,
    verifier: reports === undefined ? { kind: 'command', command, ...at } : { kind: 'junit', command, ...at, reports },
    from,
    why,
    directory: directory ?? '',
  }
}

/** Only of the runner that writes them. */
function reportsOf(place: Place, { id }: Candidate): string | undefined {
  const reports = statedReports(place.project)
  if (reports?.by !== id) return undefined
  return place.directory === '' ? reports.pattern : `${place.directory}/${reports.pattern}`
}

function coverageOf(place: Place, lines: readonly CiLine[], taken: Set<string>): readonly ChosenCheck[] {
  const stated = statedCoverage(place.project)
  if (!stated) return []
  const directory = directoryOf(place)
  const { command, least, from } = stated
  const ci = ciSpelling(lines, command)
  const where = directory === undefined ? '' : ` in ${directory}`
  return [
    {
      id: named('coverage', directory, taken),
      required: ci !== undefined,
      text: `At least ${least} of the lines are covered${where}`,
      verifier: { kind: 'coverage', command, least, ...(directory === undefined ? {} : { directory }) },
      from: directory === undefined ? from : `${directory}/${from}`,
      why: ci ? `required, since ${ci.file} runs it` : 'optional: no CI file runs it',
      directory: place.directory,
    },
  ]
}

function nameFor(candidate: Candidate, taken: Set<string>): string {
  const { id, kind, directory } = candidate
  const name = isCalled(candidate) ? id.slice(3) : texts[kind][0]
  const isTaken = taken.has(freeName(directory === undefined ? name : `${name} ${directory}`, new Set()))
  return named(isTaken ? `${name} ${ecosystemOf(candidate)}` : name, directory, taken)
}

function named(name: string, directory: string | undefined, taken: Set<string>): string {
  const id = freeName(directory === undefined ? name : `${name} ${directory}`, taken)
  taken.add(id)
  return id
}
