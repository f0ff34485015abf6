// Path patterns of other hosts as patterns of paths: gitignore's, and plain wildcards that cross directories.
import { resolvePath } from '../base/path.ts'
import type { ForeignContext, Reach } from './foreign.ts'
import { spellPath, unsayable } from './spell.ts'

export const everyPath: Reach = { narrow: ['**'], wide: ['/**', '**'] }

/** Where a gitignore pattern is anchored, as patterns of ours begin: '' is the workspace, else `/dir` or `~`. */
export interface Anchor {
  readonly base: string
  /** The text after the anchor. */
  readonly rest: string
  /** A name without a slash is found at any depth. */
  readonly floats: boolean
}

/** A gitignore pattern below an anchor. `deep`: a single directory (`src/**`) is found at any depth, as in a deny. */
export function gitignorePaths({ base, rest, floats }: Anchor, deep: boolean): Reach {
  if (isUnfit(rest) || rest.startsWith('!') || rest.split('/').includes('..'))
    return { narrow: [], wide: undefined, inexact: 'the path cannot be said' }
  const body = rest.replace(/^\/+/, '').replace(/\/+$/, '')
  if (body === '' || body === '.') return below(base, '**')
  const isDirectory = rest.endsWith('/')
  const isBare = !body.includes('/')
  const isSingle = /^[^/*]+\/\*\*$/.test(body)
  const isAnywhere = floats && (isBare || (isSingle && deep))
  const spelled = body.split('/').map(spellSegment)
  if (spelled.some((segment) => segment === undefined))
    return { narrow: [], wide: [join(base, '**')], inexact: 'the path cannot be said' }
  const inside = `${isAnywhere ? '**/' : ''}${spelled.join('/')}`
  const whole = inside.endsWith('/**') || inside === '**' ? inside : `${inside}/**`
  const isFile = !isDirectory && /[.*][^/]*$/.test(body) && !body.endsWith('**')
  return { narrow: [join(base, isFile ? inside : whole)], wide: [join(base, whole)] }
}

function isUnfit(text: string): boolean {
  return unsayable.test(text) || text.trim() === '' || text.length > 1500
}

function below(base: string, pattern: string): Reach {
  return { narrow: [join(base, pattern)], wide: [join(base, pattern)] }
}

function join(base: string, pattern: string): string {
  return base === '' ? pattern : `${base === '/' ? '' : base}/${pattern}`
}

/** gitignore knows `*`, `?`, `[a-z]` and `\`; braces stand for themselves. Undefined when it cannot be read. */
function spellSegment(segment: string): string | undefined {
  if (segment === '**') return '**'
  let spelled = ''
  for (let index = 0; index < segment.length; index++) {
    const char = segment[index] as string
    if (char === '[') return undefined
    if (char === '\\') {
      const next = segment[++index]
      if (next === undefined) return undefined
      spelled += spellPath(next)
    } else if (char === '*') spelled += spelled.endsWith('*') ? '' : '*'
    else spelled += char === '?' ? '?' : spellPath(char)
  }
  return spelled
}

/** A path as it is, with all below it; relative ones from the directory of the workspace. */
export function placeBelow(path: string, { workspace, home }: ForeignContext): string | undefined {
  if (isUnfit(path)) return undefined
  const full = path === '~' || path.startsWith('~/') ? `${home}${path.slice(1)}` : resolvePath(workspace, path)
  return `${shortPlace(full, { workspace, home }) || '.'}/**`.replace(/^\.\//, '').replace(/^\/\/\*\*$/, '/**')
}

/** An absolute path as a pattern begins: '' for the workspace, below it relative, below the home with `~`. */
export function shortPlace(path: string, { workspace, home }: ForeignContext): string {
  if (path === workspace) return ''
  if (path.startsWith(`${workspace}/`)) return spellPath(path.slice(workspace.length + 1))
  if (path === home) return '~'
  if (path.startsWith(`${home}/`)) return `~${spellPath(path.slice(home.length))}`
  return path === '/' ? '/' : spellPath(path)
}

/** A pattern whose `*` crosses directories and that matches the whole path: relative to the workspace, absolute, or below `~`. */
export function crossingPaths(text: string): Reach {
  if (isUnfit(text) || text.includes('\\') || text.split('/').includes('..'))
    return { narrow: [], wide: undefined, inexact: 'the path cannot be said' }
  if (/^\*+$/.test(text)) return everyPath
  const plain = text
    .replace(/^\.\/+/, '')
    .replace(/^\$HOME(?=\/|$)/, '~')
    .replaceAll(/\*+/g, '*')
  const wide = plain
    .split(/(\*)/)
    .map((part) => (part === '*' ? '**' : spellPath(part).replaceAll('\\?', '*')))
    .join('')
  // `**/` also stands for no directory at all, which `*/` does not.
  const narrow = plain
    .split(/(\*\/|\*)/)
    .map((part) => (part === '*' ? '**' : part === '*/' ? '**/*/' : spellPath(part).replaceAll('\\?', '?')))
    .join('')
  const isAbsolute = /^[/~]/.test(plain)
  const isWild = plain.startsWith('*')
  const some = narrow.includes('?/') || /\*\*[^/]*\*\*\/\*\//.test(narrow) ? [] : [narrow]
  return { narrow: some, wide: isAbsolute || !isWild ? [wide] : [wide, `/**${wide.replace(/^\*\*/, '')}`] }
}
