// Which program a word names. A name means the file that the trusted PATH finds; a path counts as a name for an allow only when
// it is that file, and for a deny under every base name it goes by.
import { matchGlob } from '../base/glob.ts'
import { baseName, resolvePath } from '../base/path.ts'
import type { Directory, Word } from '../command/command.ts'
import type { World } from './decision.ts'
import { pathMatches } from './paths.ts'
import type { CompiledPattern } from './program.ts'

export interface Identity {
  /** Names by which an allow knows it; empty for a file in a place that the agent may write. */
  readonly surely: readonly string[]
  /** Names by which an ask or a deny knows it. */
  readonly possibly: readonly string[]
  /** Absolute path as written or as found; absent for a built-in, for what is not found, and in an unknown directory. */
  readonly path?: string
  /** The text had a `/`, and the directory is not known. */
  readonly isUnplaced: boolean
}

/** Undefined for a word whose value is not known. */
export function identify(word: Word, directory: Directory, world: World): Identity | undefined {
  if (word.kind === 'dynamic') return undefined
  if (!word.text.includes('/')) return identifyName(word.text, world)
  if (!word.text.startsWith('/') && directory.kind === 'unknown') {
    return { surely: [], possibly: [baseName(word.text)], isUnplaced: true }
  }
  const path = resolvePath(directory.kind === 'known' ? directory.path : '/', word.text)
  const isNamed = isFoundByName(path, world) && !isAgents(path, world)
  return { surely: isNamed ? [baseName(path)] : [], possibly: namesOf(path, world), path, isUnplaced: false }
}

function identifyName(name: string, world: World): Identity {
  const found = world.findProgram(name)
  if (found === undefined || !found.startsWith('/')) return { surely: [name], possibly: [name], isUnplaced: false }
  const possibly = [...new Set([name, ...namesOf(found, world)])]
  return { surely: isAgents(found, world) ? [] : [name], possibly, path: found, isUnplaced: false }
}

function namesOf(path: string, world: World): readonly string[] {
  return [...new Set([baseName(path), ...world.namesOf(path), baseName(world.realPath(path))])]
}

function isAgents(path: string, world: World): boolean {
  return world.isWritable(path) || world.isWritable(world.realPath(path))
}

/** Where nothing is found for the name (an example, or a program that is not installed), a system directory stands for it. */
function isFoundByName(path: string, world: World): boolean {
  const found = world.findProgram(baseName(path))
  if (found?.startsWith('/')) return world.realPath(found) === world.realPath(path)
  return /^\/(usr\/|usr\/local\/)?s?bin\/[^/]+$/.test(path)
}

/** Whether a pattern's program is this one: for what lets through only if it surely is. */
export function isProgramOf(
  pattern: CompiledPattern['program'],
  identity: Identity,
  world: World,
  surely: boolean,
): boolean {
  if (pattern.kind === 'name') {
    return (surely ? identity.surely : identity.possibly).some((name) => matchGlob(pattern.glob, name))
  }
  const { path } = identity
  const { literal } = pattern.pattern.glob
  if (path === undefined)
    return !surely && identity.isUnplaced && baseName(pattern.pattern.glob.text) === identity.possibly[0]
  if (pathMatches(pattern.pattern, path, world)) return true
  const real = world.realPath(path)
  if (!surely && pathMatches(pattern.pattern, real, world)) return true
  return pattern.pattern.from === 'root' && literal !== undefined && world.realPath(literal) === real
}
