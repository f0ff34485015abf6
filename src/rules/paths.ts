// Paths of a request against path patterns. Inside the workspace a pattern is relative to it; outside, only patterns that begin
// with `/` or `~/` match. A path that is known in part only is matched by what could be, or by what surely is.

import { matchGlob } from '../base/glob.ts'
import { couldMatchGlob, mustMatchGlob, type OpenText } from '../base/glob-open.ts'
import { isWithin, relativePath, resolvePath } from '../base/path.ts'
import type { Directory, Word } from '../command/command.ts'
import type { World } from './decision.ts'
import type { PathPattern } from './program.ts'
import { isShellGlob } from './words.ts'

/** A place named by a request. */
export type Place =
  | { readonly kind: 'known'; readonly path: string }
  /** Somewhere: below `directory` when the shell looks for names there, anywhere when that is absent. */
  | {
      readonly kind: 'open'
      readonly below?: { readonly prefix: string; readonly text: OpenText }
      readonly source: string
    }

/** Where a word leads when it is read as a path. */
export function placeOf(word: Word, directory: Directory): Place {
  if (word.kind === 'literal') {
    if (word.text.startsWith('/')) return { kind: 'known', path: resolvePath('/', word.text) }
    return directory.kind === 'known'
      ? { kind: 'known', path: resolvePath(directory.path, word.text) }
      : { kind: 'open', source: word.text }
  }
  const isBelow =
    isShellGlob(word) && !word.source.includes('..') && (directory.kind === 'known' || word.prefix.startsWith('/'))
  if (!isBelow) return { kind: 'open', source: word.source }
  const written = word.prefix.slice(0, word.prefix.lastIndexOf('/') + 1)
  const base = resolvePath(directory.kind === 'known' ? directory.path : '/', written === '' ? '.' : written)
  const text: OpenText = {
    prefix: word.prefix.slice(written.length),
    suffix: word.suffix.slice(word.suffix.lastIndexOf('/') + 1),
    crosses: word.source.slice(written.length).includes('/'),
    hidesDots: word.prefix === written,
  }
  return { kind: 'open', below: { prefix: base, text }, source: word.source }
}

/** An absolute path against a pattern. */
export function pathMatches(pattern: PathPattern, path: string, world: World): boolean {
  if (pattern.from === 'root') return matchGlob(pattern.glob, path)
  const relative = relativePath(path, pattern.from === 'home' ? world.home : world.workspace)
  return relative !== undefined && matchGlob(pattern.glob, relative)
}

/** Some file at an open place could match. */
export function couldMatchPlace(pattern: PathPattern, place: Place, world: World): boolean {
  if (place.kind === 'known') return pathMatches(pattern, place.path, world)
  const text = openText(pattern, place, world)
  return text !== 'elsewhere' && (text === 'anywhere' || couldMatchGlob(pattern.glob, text))
}

/** Every file at an open place surely matches. */
export function mustMatchPlace(pattern: PathPattern, place: Place, world: World): boolean {
  if (place.kind === 'known') return pathMatches(pattern, place.path, world)
  const text = openText(pattern, place, world)
  if (text === 'anywhere') return pattern.from === 'root' && pattern.glob.text === '/**'
  return text !== 'elsewhere' && mustMatchGlob(pattern.glob, text)
}

/** The pattern names something below a directory: what a recursive removal or a move takes along. A pattern without a written
 *  place (a `**` before a name) says nothing of one directory more than of another. */
export function namesBelow(pattern: PathPattern, directory: string, world: World): boolean {
  const anchor = { root: '/', home: world.home, workspace: world.workspace }[pattern.from]
  const written = writtenStart(pattern)
  return written !== '' && isWithin(resolvePath(anchor, written), directory)
}

/** The text before the first wildcard, up to its last whole name. */
function writtenStart({ glob }: PathPattern): string {
  if (glob.literal !== undefined) return glob.literal
  const end = glob.steps.findIndex((step) => step.kind !== 'char')
  const start = glob.steps
    .slice(0, end)
    .map((step) => (step.kind === 'char' ? step.char : ''))
    .join('')
  return glob.text.startsWith(`${start}/**`) ? start : start.slice(0, start.lastIndexOf('/') + 1)
}

function openText(
  pattern: PathPattern,
  place: Exclude<Place, { kind: 'known' }>,
  world: World,
): OpenText | 'anywhere' | 'elsewhere' {
  if (!place.below) return 'anywhere'
  const { prefix, text } = place.below
  if (pattern.from === 'root') return { ...text, prefix: `${prefix === '/' ? '' : prefix}/${text.prefix}` }
  const anchor = pattern.from === 'home' ? world.home : world.workspace
  const relative = relativePath(prefix, anchor)
  if (relative !== undefined) return { ...text, prefix: relative === '.' ? text.prefix : `${relative}/${text.prefix}` }
  // Above the anchor: what is found below may lie in it.
  return isWithin(anchor, prefix) && text.crosses ? 'anywhere' : 'elsewhere'
}
