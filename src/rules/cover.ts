// Whether one pattern is surely wider than another: every command, path or host of the narrow one is one of the wide one. Unsure
// is no, since a warning that is wrong is worse than one that is missing.
import { expandBraces } from '../base/braces.ts'
import { compileGlob, type Dialect, isGlob, matchGlob } from '../base/glob.ts'
import type { CommandPattern, PatternWord } from '../policy/policy.ts'

/** `reach`: what a wildcard of the wide one stands for. An allow's wildcards stand for no option and for nothing else that must
 *  be written out, so between allows they cover wildcards only. */
export type Reach = 'everything' | 'wildcards'

export function coversCommand(wide: CommandPattern, narrow: CommandPattern, reach: Reach): boolean {
  const [left, right] = [wide.words, narrow.words]
  // Positions of the wide pattern that can be reached, word by word of the narrow one.
  let positions = pastRests(left, new Set([0]))
  for (const word of right) {
    const next = new Set<number>()
    for (const at of positions) {
      const candidate = left[at]
      if (candidate?.kind === 'rest' && (reach === 'everything' || word.kind === 'rest')) next.add(at)
      if (candidate?.kind === 'glob' && word.kind === 'glob' && coversWord(candidate.text, word.text, reach))
        next.add(at + 1)
    }
    positions = pastRests(left, next)
    if (positions.size === 0) return false
  }
  return positions.has(left.length)
}

function pastRests(words: readonly PatternWord[], positions: ReadonlySet<number>): Set<number> {
  const all = new Set(positions)
  for (const start of positions) for (let at = start; words[at]?.kind === 'rest'; at++) all.add(at + 1)
  return all
}

const alternativeLimit = 64

function coversWord(wide: string, narrow: string, reach: Reach): boolean {
  if (wide === narrow) return true
  if (wide === '*') return reach === 'everything' || /^[*?]+$/.test(narrow)
  return coversAlternatives(wide, narrow, reach === 'everything' ? 'word' : undefined)
}

export function coversPath(wide: string, narrow: string): boolean {
  if (wide === narrow) return true
  // What lies inside the workspace and what lies outside are two worlds.
  if (/^[/~]/.test(wide) !== /^[/~]/.test(narrow)) return false
  if (wide === '**') return true
  const base = wide.endsWith('/**') ? wide.slice(0, -3) : undefined
  if (base !== undefined && !/[*?[\]{}\\]/.test(base) && (narrow === base || narrow.startsWith(`${base}/`))) return true
  return coversAlternatives(wide, narrow, 'path')
}

/** Each alternative of the narrow one is one of the wide one, or a plain text that the wide one matches. */
function coversAlternatives(wide: string, narrow: string, dialect: Dialect | undefined): boolean {
  const [left, right] = [expandBraces(wide, alternativeLimit), expandBraces(narrow, alternativeLimit)]
  if (!left || !right) return false
  const globs = dialect === undefined ? [] : left.map((text) => compileGlob(text, dialect)).filter(isGlob)
  return right.every(
    (text) => left.includes(text) || (!/[*?[\]\\{}]/.test(text) && globs.some((glob) => matchGlob(glob, text))),
  )
}

export function coversHost(wide: string, narrow: string): boolean {
  const [left, right] = [parts(wide.toLowerCase()), parts(narrow.toLowerCase())]
  if (left.port !== undefined && left.port !== right.port) return false
  if (left.name === right.name || (left.name === '*' && /^[\w.*-]+$/.test(right.name))) return true
  return left.name.startsWith('*.') && right.name.endsWith(left.name.slice(1)) && !right.name.includes('/')
}

function parts(host: string): { readonly name: string; readonly port: string | undefined } {
  const [, name = host, port] =
    /^(.*?)(?::(\d+))?$/.exec(host.includes('[') || host.split(':').length < 3 ? host : '') ?? []
  return { name: name === '' ? host : name, port }
}
