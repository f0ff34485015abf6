// Files that a command writes without naming them: a copy takes the name of its source, an archive or a patch brings its own names,
// and of an argument of an unknown program nobody knows what it is for.
import { baseName, resolvePath } from '../base/path.ts'
import type { Directory, Word } from '../command/command.ts'
import type { World } from './decision.ts'
import type { FileDemand } from './demand.ts'
import type { Facts } from './facts.ts'
import type { Place } from './paths.ts'
import type { Slot } from './slot.ts'

export function unnamedDemands(facts: Facts, world: World): readonly FileDemand[] {
  if (!facts.args.described) return unknownDemands(facts, world)
  return [...spilled(facts), ...copied(facts, world), ...linked(facts, world)]
}

/** What an archive, a patch or a download brings lies below the working directory. */
function spilled(facts: Facts): readonly FileDemand[] {
  if (!facts.args.spills) return []
  const { directory } = facts
  const paths = directory.kind === 'known' ? [directory.path] : directory.among
  const places: readonly Place[] = paths?.map((path) => ({ kind: 'known', path })) ?? [{ kind: 'open', source: '.' }]
  return [{ ...write(facts.command.program, places), reach: 'below' }]
}

const copiers = new Set(['cp', 'gcp', 'mv', 'gmv', 'ln', 'gln', 'install', 'ginstall', 'rsync', 'scp'])

/** `cp a/b dir` writes `dir/b`. */
function copied(facts: Facts, world: World): readonly FileDemand[] {
  if (!isCopier(facts)) return []
  const { sources, target, isGiven } = copyOf(facts)
  if (target === undefined || (target.kind === 'dynamic' && target.prefix === '')) return []
  const isMany = isGiven || sources.length > 1 || sources.some(({ word }) => word.kind === 'dynamic')
  return pathsOf(target, facts.directory).flatMap((path) => {
    const isDirectory = isMany || (target.kind === 'literal' && /(^|\/)\.{0,2}$/.test(target.text))
    if (!isDirectory && !world.isDirectory(path)) return []
    return sources.flatMap(({ word }) => inside(word, path, world))
  })
}

function isCopier(facts: Facts): boolean {
  const names = facts.identity?.possibly ?? []
  const subcommand = facts.args.slots.find(({ part }) => part === 'subcommand')?.word
  const isMoving = subcommand?.kind === 'literal' && subcommand.text === 'mv'
  return names.some((name) => copiers.has(name)) || (names.includes('git') && isMoving)
}

/** A link opens all that lies below what it names; a symbolic one is read from where it lies. */
function linked(facts: Facts, world: World): readonly FileDemand[] {
  const isLn = facts.identity?.possibly.some((name) => name === 'ln' || name === 'gln') === true
  const isLinking = facts.args.given.has('--link') || facts.args.given.has('--symbolic-link')
  if (!isLn && !isLinking) return []
  const { sources, target } = copyOf(facts)
  const froms = target === undefined ? [] : pathsOf(target, facts.directory)
  return sources.flatMap(({ word }) => {
    if (word.kind === 'dynamic') return []
    const here = pathsOf(word, facts.directory)
    const there = froms.flatMap((from) => [
      resolvePath(resolvePath(from, '..'), word.text),
      ...(world.isDirectory(from) ? [resolvePath(from, word.text)] : []),
    ])
    const places = [...new Set([...here, ...there])].map((path): Place => ({ kind: 'known', path }))
    return [{ ...write(word, places), doubtful: true, reach: 'below' as const }]
  })
}

/** The sources of a copy, and where they go: by option, by the last operand, or (for a link alone) to the working directory. */
function copyOf(facts: Facts): { sources: readonly Slot[]; target: Word | undefined; isGiven: boolean } {
  const { slots } = facts.args
  const operands = slots.filter(({ part }) => part === 'operand')
  const option = slots.flatMap(({ uses }) => uses).find(({ names }) => names.includes('--target-directory'))
  if (option) return { sources: operands, target: option.value, isGiven: true }
  if (facts.args.given.has('--no-target-directory'))
    return { sources: operands.slice(0, -1), target: undefined, isGiven: false }
  const [only] = operands
  if (only && operands.length === 1)
    return { sources: operands, target: { kind: 'literal', text: '.', place: only.word.place }, isGiven: true }
  return { sources: operands.slice(0, -1), target: operands.at(-1)?.word, isGiven: false }
}

function pathsOf(target: Word, directory: Directory): readonly string[] {
  const text = target.kind === 'literal' ? target.text : target.prefix.slice(0, target.prefix.lastIndexOf('/') + 1)
  if (text.startsWith('/')) return [resolvePath('/', text)]
  const paths = directory.kind === 'known' ? [directory.path] : (directory.among ?? [])
  return paths.map((path) => resolvePath(path, text === '' ? '.' : text))
}

/** One source in the target: under its own name when that is known; what lies in `dir/.`, or is found at run time, has any. */
function inside(word: Word, path: string, world: World): readonly FileDemand[] {
  const name = word.kind === 'literal' ? baseName(word.text.replace(/\/+$/, '')) : ''
  const isNamed = word.kind === 'literal' && !/(^|\/)\.{0,2}$/.test(word.text) && name !== ''
  if (isNamed) return [{ ...write(word, [{ kind: 'known', path: resolvePath(path, name) }]), doubtful: true }]
  if (!world.holdsProtected(path) && !world.holdsProtected(world.realPath(path))) return []
  if (word.kind === 'literal' || !isShellName(word))
    return [{ ...write(word, [{ kind: 'known', path }]), doubtful: true, reach: 'below' }]
  const text = {
    prefix: word.prefix.slice(word.prefix.lastIndexOf('/') + 1),
    suffix: word.suffix.slice(word.suffix.lastIndexOf('/') + 1),
    crosses: false,
    hidesDots: /(^|\/)$/.test(word.prefix),
  }
  return [{ ...write(word, [{ kind: 'open', below: { prefix: path, text }, source: word.source }]), doubtful: true }]
}

function isShellName(word: Word & { kind: 'dynamic' }): boolean {
  return !word.quoted && !/[$`<>]/.test(word.source)
}

/** A program of which nothing is known may write whatever it is told of; that matters where the place is protected. */
function unknownDemands(facts: Facts, world: World): readonly FileDemand[] {
  const { program } = facts.command
  if (program.kind === 'literal' && world.isReeve(facts.identity?.path ?? program.text)) return []
  return facts.args.slots.flatMap((slot) => {
    const text = slot.word.kind === 'literal' ? slot.word.text.replace(/^-[^=]*=/, '') : ''
    if (text === '' || text.startsWith('-')) return []
    const paths = pathsOf({ kind: 'literal', text, place: slot.word.place }, facts.directory)
    const found = paths.filter((path) => world.isProtected(path) || world.isProtected(world.realPath(path)))
    if (found.length === 0) return []
    const places = found.map((path): Place => ({ kind: 'known', path }))
    return [{ ...write(slot.word, places), doubtful: true, reach: 'perhaps' as const }]
  })
}

function write(word: Word, places: readonly Place[]): FileDemand {
  return { kind: 'write', word, places, tree: false, doubtful: false }
}
