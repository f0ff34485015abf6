// Path patterns as places: the directory that a pattern opens, and a quick test that says which of many thousand paths are worth
// asking the rules about.
import { expandBraces } from '../base/braces.ts'
import { type Glob, matchGlob } from '../base/glob.ts'
import { baseName, relativePath, resolvePath } from '../base/path.ts'
import type { World } from '../rules/decision.ts'
import type { PathPattern } from '../rules/program.ts'

export interface Opened {
  /** Absolute. */
  readonly path: string
  /** The pattern covers the place and all below it; otherwise only some of it. */
  readonly whole: boolean
}

const alternativeLimit = 64

/** The smallest places that hold everything a pattern matches. */
export function openedPlaces(pattern: PathPattern, world: World): readonly Opened[] {
  const anchor = anchorOf(pattern, world)
  const texts = expandBraces(pattern.glob.text, alternativeLimit) ?? [pattern.glob.text]
  return texts.map((text) => {
    const { literal, rest } = splitLiteral(text)
    if (rest === '') return { path: resolvePath(anchor, literal), whole: true }
    const directory = literal.slice(0, literal.lastIndexOf('/') + 1)
    const path = resolvePath(anchor, directory === '' ? '.' : directory)
    return { path, whole: rest === '**' && directory === literal }
  })
}

function anchorOf(pattern: PathPattern, world: World): string {
  return { root: '/', home: world.home, workspace: world.workspace }[pattern.from]
}

/** The plain text before the first wildcard, without its escapes, and what follows. */
function splitLiteral(text: string): { readonly literal: string; readonly rest: string } {
  let literal = ''
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if ('*?[{'.includes(char)) return { literal, rest: text.slice(at) }
    if (char === '\\') at++
    literal += text.charAt(at)
  }
  return { literal, rest: '' }
}

/** Never false for an absolute path that the pattern matches. Most patterns look at the last name only, and are tried on that. */
export function quickTest(pattern: PathPattern, world: World): (path: string) => boolean {
  const anchor = anchorOf(pattern, world)
  const texts = expandBraces(pattern.glob.text, alternativeLimit)
  const tests = texts?.map((text) => testOf(text, pattern.glob)) ?? [(path: string) => matchGlob(pattern.glob, path)]
  return (path) => {
    const relative = relativePath(path, anchor)
    if (relative === undefined) return false
    const seen = pattern.from === 'root' ? path : relative
    return tests.some((test) => test(seen))
  }
}

function testOf(text: string, whole: Glob): (path: string) => boolean {
  const name = /^\*\*\/([^/]+)$/.exec(text)?.[1]
  const parts = /^(\*?)([^*?[\]{}\\]*)(\*?)$/.exec(name ?? '?')
  if (parts) {
    const [, before, plain = '', after] = parts
    if (before && after) return (path) => baseName(path).includes(plain)
    if (before) return (path) => path.endsWith(plain)
    return after ? (path) => baseName(path).startsWith(plain) : (path) => baseName(path) === plain
  }
  const below = /^\*\*\/([^*?[\]{}\\/]+)\/\*\*$/.exec(text)?.[1]
  if (below !== undefined) return (path) => `/${path}/`.includes(`/${below}/`)
  const { literal } = splitLiteral(text)
  // `dir/**` matches `dir` itself.
  const start = literal.endsWith('/') ? literal.slice(0, -1) : literal
  return (path) => path.startsWith(start) && matchGlob(whole, path)
}
