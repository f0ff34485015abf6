// Files: whether a place may be read or written. A link and what it leads to are both judged, and so is every place that a path
// could be; the strictest counts. The protected list stands over every rule.
import { relativePath, resolvePath } from '../base/path.ts'
import type { Authority } from './authority.ts'
import type { World } from './decision.ts'
import type { Reach } from './demand.ts'
import { couldMatchPlace, mustMatchPlace, namesBelow, type Place } from './paths.ts'
import type { CompiledFileRule, Program } from './program.ts'
import { type Finding, join, law, type Ruling, referenceOf, stricter } from './ruling.ts'

interface Access {
  readonly kind: 'read' | 'write'
  readonly places: readonly Place[]
  /** Takes along everything below: a recursive removal, a move. */
  readonly tree: boolean
  /** Absent: the place itself. */
  readonly reach?: Reach
  /** It may be no path at all (`git checkout NAME`): only rules that stop are asked. */
  readonly doubtful: boolean
  /** An allow of the command names this very path: no default stands against it. */
  readonly granted: boolean
}

export function ruleOnAccess(authority: Authority, access: Access, world: World): Ruling {
  const rulings = access.places.flatMap((place) =>
    variants(place, world).map((each) => ruleOnPlace(authority, access, each, world)),
  )
  const [first = law('allow', 'no file is touched'), ...rest] = rulings
  return rest.reduce(stricter, first)
}

/** Devices that hold nothing: reading and writing them changes nothing. */
function isFree(path: string): boolean {
  return /^\/dev\/(null|zero|full|u?random|stdin|stdout|stderr|fd\/\d+)$/.test(path)
}

/** The place as written, and the place that it leads to when links are followed. */
function variants(place: Place, world: World): readonly Place[] {
  if (place.kind === 'known') {
    const real = world.realPath(place.path)
    return real === place.path ? [place] : [place, { kind: 'known', path: real }]
  }
  if (!place.below) return [place]
  const real = world.realPath(place.below.prefix)
  return real === place.below.prefix ? [place] : [place, { ...place, below: { ...place.below, prefix: real } }]
}

function ruleOnPlace(authority: Authority, access: Access, place: Place, world: World): Ruling {
  if (place.kind === 'known' && isFree(place.path)) return law('allow', 'the device holds nothing')
  const stop = access.kind === 'write' ? protection(access, place, world) : undefined
  const ruling = join(authority.layers.map((layer) => findingOf(layer, access, place, world)))
  return stop ? stricter(stop, ruling) : ruling
}

function protection(access: Access, place: Place, world: World): Ruling | undefined {
  if (place.kind === 'open' && couldBeProtected(place, world)) return law('ask', 'the place could be a protected one')
  const path = place.kind === 'known' ? place.path : place.below?.prefix
  if (path === undefined) return undefined
  if (world.isProtected(path) && access.reach === 'perhaps')
    return law('ask', 'the place is protected, and it is not known what the program does with it')
  if (world.isProtected(path)) return law('deny', 'the place is protected: nothing the agent does may write it')
  if (access.reach === 'below' && place.kind === 'known' && world.holdsProtected(path))
    return law('ask', 'which names it writes there is not known beforehand, and some there are protected')
  const isTaken = access.tree && place.kind === 'known' && world.holdsProtected(path)
  return isTaken ? law('deny', 'a protected place lies below: nothing the agent does may write it') : undefined
}

/** Some protected name begins and ends as the word does. */
function couldBeProtected(place: Place & { readonly kind: 'open' }, world: World): boolean {
  if (!place.below) return true
  const { prefix: directory, text } = place.below
  const { prefix, suffix, crosses, hidesDots } = text
  // Without a dot a name is that of settings only where settings are kept already.
  const isHome = world.holdsProtected(directory)
  const isOne = (name: string) =>
    world.isProtected(resolvePath(directory, name)) && (isHome || name.startsWith('.') || world.isProtected(directory))
  return world.protectedNames.some(
    (name) =>
      (crosses || isOne(name)) &&
      (crosses || name.startsWith(prefix.toLowerCase())) &&
      name.endsWith(suffix.toLowerCase()) &&
      !(hidesDots && !crosses && name.startsWith('.')),
  )
}

function findingOf(layer: Program, access: Access, place: Place, world: World): Finding {
  const { rules } = layer.policy.fileAccess
  const matched = rules.flatMap((rule, index) => {
    const compiled = layer.files[index]
    if (!compiled || rule.access !== access.kind || (layer.mode === 'tighten' && rule.answer === 'allow')) return []
    const isMatch =
      rule.answer === 'allow' ? surely(compiled, place, world) : possibly(compiled, place, access.tree, world)
    return isMatch ? [{ answer: rule.answer, rule: referenceOf(rule) }] : []
  })
  const standard = layer.policy.fileAccess.default
  const isOpen = layer.mode !== 'tighten' && matched.length === 0
  if (isOpen && access.doubtful)
    return { mode: layer.mode, matched, default: standard, covered: { reason: 'no rule stops it' } }
  // A default of deny is meant; a default of ask has been answered by the person who wrote the path into the command's rule.
  const isGranted = isOpen && access.granted && standard !== 'deny'
  const covered = isGranted ? { covered: { reason: 'the rule of the command names it' } } : {}
  return { mode: layer.mode, matched, default: standard, ...covered }
}

function surely(rule: CompiledFileRule, place: Place, world: World): boolean {
  return (
    rule.patterns.some((pattern) => mustMatchPlace(pattern, place, world)) &&
    !rule.except.some((pattern) => couldMatchPlace(pattern, place, world))
  )
}

function possibly(rule: CompiledFileRule, place: Place, tree: boolean, world: World): boolean {
  const could = (pattern: CompiledFileRule['patterns'][number]) =>
    couldMatchPlace(pattern, place, world) || (tree && place.kind === 'known' && namesBelow(pattern, place.path, world))
  return rule.patterns.some(could) && !rule.except.some((pattern) => mustMatchPlace(pattern, place, world))
}

/** A path as people see it: relative inside the workspace, absolute outside. */
export function shownPath(path: string, world: World): string {
  return relativePath(path, world.workspace) ?? path
}
