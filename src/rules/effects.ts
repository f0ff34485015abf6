// The effects of one command, each with its ruling: that it runs, what it touches, what it sets, where it works.
import { isWithin, resolvePath } from '../base/path.ts'
import { quoteArgv } from '../base/quote.ts'
import type { Assignment, Reading, Word } from '../command/command.ts'
import { describeProgram } from '../programs/describe.ts'
import { ruleOnAccess, shownPath } from './access.ts'
import type { Authority } from './authority.ts'
import type { Effect, World } from './decision.ts'
import type { Demand } from './demand.ts'
import { demandsOf, hostNamed, redirectionDemands } from './demands.ts'
import { ruleOnAssignment } from './environment.ts'
import { type ExecRuling, ruleOnExec } from './exec.ts'
import type { Facts } from './facts.ts'
import { writesGitConfig } from './git-config.ts'
import { ruleOnHost } from './network.ts'
import type { Place } from './paths.ts'
import { personsVerb } from './persons.ts'
import { law, type Ruling, stricter } from './ruling.ts'
import { shownWord } from './words.ts'

interface Judged {
  readonly authority: Authority
  readonly world: World
  readonly reading: Reading
  readonly facts: readonly Facts[]
}

export function commandEffects(judged: Judged, facts: Facts): readonly Effect[] {
  const exec = ruleOnExec(judged.authority, facts, judged.world, freely(judged, facts))
  const origin = { place: facts.command.place, unwrappedFrom: facts.outer.map((outer) => shownProgram(outer)) }
  return [
    execEffect(judged, facts, exec.ruling),
    ...facts.command.assignments.flatMap((assignment) => assignmentEffect(judged, assignment, origin)),
    ...demandsOf(facts, judged.world).flatMap((demand) => demandEffect(judged, facts, demand, exec, origin)),
    ...startEffect(judged, facts, origin),
  ]
}

/** Redirections and assignments that belong to no single command. */
export function looseEffects(judged: Judged): readonly Effect[] {
  const origin = { place: { start: 0, end: judged.reading.source.length }, unwrappedFrom: [] }
  return judged.reading.loose.flatMap((loose) => [
    ...loose.assignments.flatMap((assignment) => assignmentEffect(judged, assignment, origin)),
    ...loose.redirections
      .flatMap((redirection) => redirectionDemands(redirection, loose.directory))
      .flatMap((demand) => plainDemandEffect(judged, demand, false, origin)),
  ])
}

type Origin = Pick<Effect, 'place' | 'unwrappedFrom'>

function execEffect(judged: Judged, facts: Facts, ruling: Ruling): Effect {
  const { command } = facts
  const laws = lawsOf(judged, facts)
  return {
    ...laws.reduce((strict, each) => stricter(each, strict), ruling),
    kind: 'exec',
    argv: [command.program, ...command.args].map(shownWord),
    place: command.place,
    unwrappedFrom: facts.outer.map((outer) => shownProgram(outer)),
  }
}

/** Laws that stand over every policy: a person's verbs, and repositories that choose what git runs. */
function lawsOf({ world }: Judged, facts: Facts): readonly Ruling[] {
  const here = facts.command.directory
  const from = here.kind === 'known' ? here.path : world.workspace
  const isReeve = (text: string) =>
    world.isReeve(text.includes('/') ? resolvePath(from, text) : (world.findProgram(text) ?? text))
  const verb = personsVerb(facts.command, isReeve)
  const laws = verb === undefined ? [] : [law('deny', `\`reeve ${verb}\` is for a person, never for the agent`)]
  if (!facts.identity?.possibly.includes('git')) return laws
  if (writesGitConfig(facts))
    laws.push(law('deny', 'git’s configuration is protected: it names programs that git runs'))
  const { directory } = facts
  const paths = directory.kind === 'known' ? [directory.path] : (directory.among ?? [])
  const hazard = paths
    .map((path) => world.repositoryHazard(world.realPath(path)))
    .find((reason) => reason !== undefined)
  return hazard === undefined ? laws : [...laws, law('ask', hazard)]
}

/** Why a command needs no rule: built-ins that touch nothing but the shell, in a text of more than that, and a change of the
 *  working directory, which is an effect of its own. */
function freely(judged: Judged, facts: Facts): string | undefined {
  const { program } = facts.command
  if (program.kind === 'dynamic' || program.text.includes('/')) return undefined
  if (isMove(program.text)) return 'it only moves the working directory'
  const isAlone = judged.reading.commands.length === 1 && facts.command.within.length === 0
  // `command -v git` only looks where a program lies.
  const isLooking = program.text === 'command' && facts.command.transparent === true && facts.inner.length === 0
  if (!isAlone && isLooking) return 'it runs nothing'
  return !isAlone && describeProgram(program.text)?.builtin ? 'it touches nothing but the shell itself' : undefined
}

function isMove(name: string): boolean {
  return name === 'cd' || name === 'pushd' || name === 'popd'
}

function assignmentEffect(judged: Judged, assignment: Assignment, origin: Origin): readonly Effect[] {
  const ruling = ruleOnAssignment(judged.authority, assignment)
  return ruling ? [{ ...ruling, ...origin, kind: 'environment', name: assignment.name, place: assignment.place }] : []
}

function demandEffect(
  judged: Judged,
  facts: Facts,
  demand: Demand,
  exec: ExecRuling,
  origin: Origin,
): readonly Effect[] {
  const isAllowed = exec.ruling.answer === 'allow'
  const isNamed = isAllowed && demand.slot !== undefined && exec.named.has(demand.slot)
  const isWritten = isNamed && demand.slot !== undefined && exec.named.get(demand.slot) === true
  if (demand.kind === 'directory') return directoryEffect(judged, facts, demand, exec, isNamed, origin)
  const isGranted =
    demand.kind === 'network' ? isWritten : isNamed && isWhereWritten(judged, demand.word, demand.places)
  return plainDemandEffect(judged, demand, isGranted, { ...origin, place: demand.word.place })
}

function plainDemandEffect(judged: Judged, demand: Demand, granted: boolean, origin: Origin): readonly Effect[] {
  if (demand.kind === 'directory') return []
  if (demand.kind === 'network') {
    const name = hostNamed(demand.word)
    const host = name ? `${name.host}${name.port ? `:${name.port}` : ''}` : shownWord(demand.word)
    return [{ ...ruleOnHost(judged.authority, name, granted), ...origin, kind: 'network', host }]
  }
  const ruling = ruleOnAccess(judged.authority, { ...demand, granted }, judged.world)
  if (ruling.from === 'law' && ruling.answer === 'allow') return []
  const [place] = demand.places
  return [{ ...ruling, ...origin, kind: demand.kind, path: shownPlace(place, judged.world) }]
}

function shownPlace(place: Place | undefined, world: World): string {
  return place?.kind === 'known' ? shownPath(place.path, world) : (place?.source ?? '')
}

/** A rule's words speak of the path as written: only where no link and no `..` leads elsewhere. */
function isWhereWritten({ world }: Judged, word: Word, places: readonly Place[]): boolean {
  if (word.kind === 'literal' && word.text.split('/').includes('..')) return false
  return places.every((place) => {
    if (place.kind !== 'known') return false
    const anchor = [world.workspace, world.home].find((each) => isWithin(place.path, each)) ?? '/'
    const below = place.path.slice(anchor === '/' ? 0 : anchor.length)
    return world.realPath(place.path) === resolvePath(world.realPath(anchor), `.${below}`)
  })
}

/** `cd` and `-C`: free inside the workspace; outside only by a rule that names the place, or that allows `cd` there. */
function directoryEffect(
  judged: Judged,
  facts: Facts,
  demand: Demand & { readonly kind: 'directory' },
  exec: ExecRuling,
  isNamed: boolean,
  origin: Origin,
): readonly Effect[] {
  const { world } = judged
  const isInside = demand.places.every(
    (place) => place.kind === 'known' && isWithin(world.realPath(place.path), world.workspace),
  )
  const isByRule = exec.ruling.from === 'rule' && exec.ruling.answer === 'allow'
  const isMoving = facts.command.program.kind === 'literal' && isMove(facts.command.program.text)
  const ruling: Ruling = isInside
    ? law('allow', 'it lies inside the workspace')
    : isNamed || (isByRule && isMoving)
      ? { ...exec.ruling, reason: 'the rule of the command allows it' }
      : outside(judged)
  return [
    { ...ruling, ...origin, kind: 'directory', path: shownPlace(demand.places[0], world), place: demand.word.place },
  ]
}

function outside({ authority }: Judged): Ruling {
  const { default: answer } = authority.policy.exec
  return {
    answer,
    from: 'default',
    matched: [],
    reason: `it is not surely inside the workspace, and the default is ${answer}`,
  }
}

/** A request that starts outside the workspace, without a `cd` that was judged. */
function startEffect(judged: Judged, facts: Facts, origin: Origin): readonly Effect[] {
  const { world, facts: all } = judged
  if (facts !== all[0]) return []
  const { directory } = facts.command
  const isMoved = all.some(({ command }) => command.program.kind === 'literal' && isMove(command.program.text))
  if (isMoved || directory.kind !== 'known') return []
  if (isWithin(world.realPath(directory.path), world.workspace)) return []
  return [{ ...outside(judged), ...origin, kind: 'directory', path: shownPath(directory.path, world) }]
}

/** The program with its first option, as people call a wrapper: `sh -c`, `sudo`. */
function shownProgram(facts: Facts): string {
  const [first] = facts.command.args
  const option = first?.kind === 'literal' && first.text.startsWith('-') ? [first.text] : []
  return quoteArgv([shownWord(facts.command.program), ...option])
}
