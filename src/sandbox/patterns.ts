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
  const anchor = anchorOf(pattern.from, world)
  const texts = expandBraces(pattern.glob.text, alternativeLimit) ?? [pattern.glob.text]
  return texts.map((text) => {
    const { literal, rest } = splitLiteral(text)
    if (rest === '') return { path: resolvePath(anchor, literal), whole: true }
    const directory = literal.slice(0, literal.lastIndexOf('/') + 1)
    const path = resolvePath(anchor, directory === '' ? '.' : directory)
    return { path, whole: rest === '**' && directory === literal }
  })
}

function anchorOf(from: PathPattern['from'], world: World): string {
  return { root: '/', home: world.home, workspace: world.workspace }[from]
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

/** Never false for an absolute path that one of the patterns matches. Most look at the last name only, and are tried on that: this is
 *  asked of every file of a workspace. */
export function quickTest(patterns: readonly PathPattern[], world: World): (path: string) => boolean {
  const groups = (['workspace', 'home', 'root'] as const).flatMap((from) => {
    const tests = patterns.filter((pattern) => pattern.from === from).flatMap(testsOf)
    return tests.length === 0 ? [] : [{ anchor: anchorOf(from, world), tests }]
  })
  return (path) => {
    const name = baseName(path)
    return groups.some(({ anchor, tests }) => {
      const seen = anchor === '/' ? path : relativePath(path, anchor)
      return seen !== undefined && tests.some((test) => test(seen, name))
    })
  }
}

type Test = (path: string, name: string) => boolean

function testsOf({ glob }: PathPattern): readonly Test[] {
  const texts = expandBraces(glob.text, alternativeLimit)
  return texts?.map((text) => testOf(text, glob)) ?? [(path) => matchGlob(glob, path)]
}

function testOf(text: string, whole: Glob): Test {
  const last = /^\*\*\/([^/]+)$/.exec(text)?.[1]
  const parts = /^(\*?)([^*?[\]{}\\]*)(\*?)$/.exec(last ?? '?')
  if (parts) {
    const [, before, plain = '', after] = parts
    if (before && after) return (_, name) => name.includes(plain)
    if (before) return (_, name) => name.endsWith(plain)
    return after ? (_, name) => name.startsWith(plain) : (_, name) => name === plain
  }
  const below = /^\*\*\/([^*?[\]{}\\/]+)\/\*\*$/.exec(text)?.[1]
  if (below !== undefined)
    return (path, name) => name === below || path.startsWith(`${below}/`) || path.includes(`/${below}/`)
  const { literal } = splitLiteral(text)
  // `dir/**` matches `dir` itself.
  const start = literal.endsWith('/') ? literal.slice(0, -1) : literal
  return (path) => path.startsWith(start) && matchGlob(whole, path)
}
