// What to do about a word that stands in the wrong place, and about a place that holds the wrong thing.
import type { IToken } from 'chevrotain'

import { nearest } from '../src/base/nearest.ts'
import { synonyms } from './messages.ts'
import { Word } from './tokens.ts'

const homes: readonly (readonly [string, readonly string[]])[] = [
  ['`exec { … }`, `files { … }` or `network { … }`', ['default', 'allow', 'ask', 'deny']],
  ['a rule: `deny "curl **" because "…"`', ['because', 'instead', 'except', 'in', 'matches', 'misses']],
  ['a rule of `files { … }`', ['read', 'write']],
  ['`environment { … }`', ['keep', 'set', 'assign']],
  ['`limits { … }`', ['time', 'output', 'memory', 'processes', 'descriptors']],
  ['`agent { … }`', ['model', 'turns', 'tokens']],
  ['`criterion NAME "…" { … }`', ['verify', 'scope', 'pin', 'required']],
  ['`criterion NAME "…" { verify … }`', ['command', 'file', 'data', 'junit', 'tap', 'ctrf', 'manual']],
  ['`gate { … }`', ['observe', 'evidence', 'verifier', 'attempts', 'coverage', 'uncovered', 'flaky', 'presence']],
  ['`exit { … }`', ['verified', 'failed', 'unproven', 'error']],
  ['the first line: `policy "name" version 1`', ['version']],
]

const numbers = 'a number of tests is written `tests >= 40`; a coverage `verify coverage "…" at least 80%`'

const advice: Readonly<Record<string, string>> = {
  exists: '`verify file "…"` alone says that the file is there',
  at: numbers,
  least: numbers,
  if: 'a policy has no conditions: `in "dir/**"` and `except "…"` on a rule say where it holds',
  when: 'a policy has no conditions: `in "dir/**"` and `except "…"` on a rule say where it holds',
  exclude: 'write `observe except "…"`',
  ignore: 'write `observe except "…"`',
}

/** Where a word that stands in the wrong place belongs; undefined for one that the language does not know. */
export function belongsTo(image: string, place: string): string | undefined {
  const word = synonyms[image.toLowerCase()]?.[0] ?? image.toLowerCase()
  const advised = advice[word]
  if (advised !== undefined) return advised
  if (place === '`environment`') return `${place} holds \`keep\`, \`set\` or \`assign\`: \`set "CI" = "true"\``
  if (place === '`expect`' && /^["']/.test(image)) return 'the answer stands first: `allow "git status"`'
  const home = homes.find(([, words]) => words.includes(word))?.[0]
  if (home !== undefined && home !== `${place} { … }`) return `\`${word}\` belongs into ${home}`
  return isStatementWord(word) && place !== 'a policy' ? `\`${word}\` stands outside of all blocks` : undefined
}

function isStatementWord(word: string): boolean {
  return /^(?:use|let|exec|files|network|environment|limits|sandbox|agent|dataset|plugin|criterion|gate|waive|exit|expect)$/.test(
    word,
  )
}

const mends: readonly (readonly [string, string])[] = [
  ['the version', 'write `version 1`'],
  ["the criterion's id", 'an id and a text: `criterion tests "Unit tests pass"`'],
  ['what must be true', 'a name is one word, and the text stands in quotes behind it'],
  ['`command`', 'say how it is verified: `verify command "make test"`'],
  [
    'the name of a dataset',
    'define one and use its name: `dataset orders "orders.csv"`, `verify data orders rows >= 1`',
  ],
  ['`openai`', 'the kind of server stands first: `model openai "…"`'],
  ['`except`', 'write `observe except "…"`'],
  ['`=`', '`let names = "…"`, `set "NAME" = "…"`'],
]

/** The help of a message that says what was expected; undefined where it says enough. */
export function mendOf(token: IToken, message: string): string | undefined {
  const near = token.tokenType === Word ? nearest(token.image, keywordsIn(message)) : undefined
  if (near !== undefined) return `did you mean \`${near}\`?`
  const mend = mends.find(([expected]) => message.startsWith(expected))
  if (mend) return mend[1]
  return message.startsWith('a string in quotes') ? 'write it in double quotes: `"…"`' : undefined
}

function keywordsIn(message: string): readonly string[] {
  return [...message.matchAll(/`([a-z][\w-]*)`/g)].map((match) => match[1] ?? '')
}
