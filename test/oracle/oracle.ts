// The plain, slow meaning of command rules, written from the language reference and knowing nothing of the compiled program:
// recursion over words and characters, and for words that are not known beforehand every value out of a list.
import { type Answer, strictest } from '../../src/base/answer.ts'

export interface OracleRule {
  readonly answer: Answer
  readonly pattern: readonly string[]
  readonly except?: readonly string[]
}

/** A literal word, `"$x"` (one word) or `$x` (any number of words). */
export type OracleWord = string | { readonly open: 'one' | 'many' }

/** The answer to a command whose words are all known. */
export function answerOf(rules: readonly OracleRule[], standard: Answer, words: readonly string[]): Answer {
  const matching = rules.filter((rule) => matchesRule(rule, words))
  return matching.length === 0 ? standard : strictest(...matching.map((rule) => rule.answer))
}

/** Every command that one with open words can become, out of a list of values. */
export function* instances(words: readonly OracleWord[], values: readonly string[]): Generator<readonly string[]> {
  const [first, ...rest] = words
  if (first === undefined) return yield []
  const heads: readonly (readonly string[])[] =
    typeof first === 'string'
      ? [[first]]
      : first.open === 'one'
        ? values.map((value) => [value])
        : [[], ...values.map((value) => [value]), ...values.map((value) => [value, 'x'])]
  for (const tail of instances(rest, values)) for (const head of heads) yield [...head, ...tail]
}

function matchesRule(rule: OracleRule, words: readonly string[]): boolean {
  const { answer, pattern, except } = rule
  if (answer === 'allow') return letsThrough(pattern, words) && !(except && stops(except, words))
  return stops(pattern, words) && !(except && letsThrough(except, words))
}

// What the descriptions say of the programs that the random commands use.
type Effect = 'harmless' | 'dangerous' | 'directory'
interface Option {
  readonly names: readonly string[]
  readonly takesValue: boolean
  readonly effect: Effect
}
const option = (names: string, effect: Effect, takesValue = false): Option => ({
  names: names.split(' '),
  takesValue,
  effect,
})
const globals = [option('--no-pager -P', 'harmless'), option('-C', 'directory', true), option('-c', 'dangerous', true)]
const ofSubcommand: Readonly<Record<string, readonly Option[]>> = {
  status: [option('-s --short', 'harmless'), option('-b --branch', 'harmless')],
  push: [
    option('-f --force', 'dangerous'),
    option('-q --quiet', 'harmless'),
    option('--receive-pack', 'dangerous', true),
  ],
}
const ofRm = [
  option('-f --force', 'dangerous'),
  option('-r -R --recursive', 'dangerous'),
  option('-i', 'harmless'),
  option('-v --verbose', 'harmless'),
]

interface Part {
  readonly kind: 'option' | 'value' | 'plain' | 'separator'
  readonly text: string
  /** For options: what each of them means, and whether it stands before the subcommand. */
  readonly meanings: readonly { readonly option: Option; readonly value?: string }[]
  readonly global: boolean
}

/** Reads a described command; undefined for a program that is not described. */
function read(words: readonly string[]): readonly Part[] | undefined {
  const [program, ...rest] = words
  if (program === 'rm') return readOptions(rest, ofRm, false)
  if (program !== 'git') return undefined
  let at = 0
  while (at < rest.length && rest[at]?.startsWith('-') && rest[at] !== '--')
    at += takes(rest[at] as string, globals) ? 2 : 1
  const before = readOptions(rest.slice(0, at), globals, true)
  const subcommand = rest[at]
  if (subcommand === undefined) return before
  const own = ofSubcommand[subcommand] ?? []
  return [...before, plain(subcommand), ...readOptions(rest.slice(at + 1), own, false)]
}

function takes(word: string, options: readonly Option[]): boolean {
  return options.some((each) => each.takesValue && each.names.includes(word))
}

function plain(text: string): Part {
  return { kind: text === '--' ? 'separator' : 'plain', text, meanings: [], global: false }
}

function readOptions(words: readonly string[], options: readonly Option[], global: boolean): readonly Part[] {
  const parts: Part[] = []
  for (let at = 0; at < words.length; at++) {
    const text = words[at] as string
    if (text === '--')
      return [...parts, plain(text), ...words.slice(at + 1).map((word) => ({ ...plain(word), kind: 'plain' as const }))]
    const meanings = meaningsOf(text, options)
    if (!meanings) {
      parts.push(plain(text))
      continue
    }
    const [only] = meanings
    const isSplit = only?.option.takesValue && only.value === undefined && words[at + 1] !== undefined
    parts.push({
      kind: 'option',
      text,
      global,
      meanings: isSplit && only ? [{ ...only, value: words[at + 1] as string }] : meanings,
    })
    if (isSplit) parts.push({ kind: 'value', text: words[++at] as string, meanings: [], global })
  }
  return parts
}

function meaningsOf(text: string, options: readonly Option[]): Part['meanings'] | undefined {
  const exact = options.find((each) => each.names.includes(text))
  if (exact) return [{ option: exact }]
  const [name, value] = text.split('=', 2)
  const long = options.find((each) => each.takesValue && text.includes('=') && each.names.includes(name ?? ''))
  if (long && value !== undefined) return [{ option: long, value }]
  if (!/^-[a-zA-Z]{2,}$/.test(text)) return undefined
  const letters = [...text.slice(1)].map((letter) => options.find((each) => each.names.includes(`-${letter}`)))
  return letters.every((each): each is Option => each !== undefined && !each.takesValue)
    ? letters.map((each) => ({ option: each }))
    : undefined
}

/** An allow: the written order, harmless globals left out if that helps, dangerous options never covered by a wildcard. */
function letsThrough(pattern: readonly string[], words: readonly string[]): boolean {
  if (pattern[0] !== words[0]) return false
  const parts = read(words)
  const tail = pattern.slice(1)
  const unguarded = words.slice(1).map((text) => ({ text, guarded: 0 }))
  if (!parts) return align(tail, unguarded)
  const all = parts.map((part) => ({ part, text: part.text, guarded: guardedLength(part) }))
  const visible = all.filter(({ part }, index) => {
    const opener = part.kind === 'value' ? all[index - 1]?.part : part
    return !(part.global && opener?.meanings.every(({ option: each }) => each.effect !== 'dangerous'))
  })
  return align(tail, all) || align(tail, visible)
}

/** How many first characters name dangerous options: a whole word, a long name before its `=`, a cluster up to the last such letter. */
function guardedLength({ text, meanings }: Part): number {
  const dangerous = meanings.filter(({ option: each }) => each.effect === 'dangerous')
  if (dangerous.length === 0) return 0
  if (text.startsWith('--')) return text.split('=')[0]?.length ?? 0
  const letters = dangerous.flatMap(({ option: each }) => each.names.map((name) => text.indexOf(name.slice(1), 1) + 1))
  return text.length === 2 ? 2 : Math.max(...letters)
}

function align(
  pattern: readonly string[],
  words: readonly { readonly text: string; readonly guarded: number }[],
): boolean {
  const [head, ...rest] = pattern
  const [word, ...others] = words
  if (head === undefined) return word === undefined
  if (head === '**') return align(rest, words) || (word !== undefined && word.guarded === 0 && align(pattern, others))
  if (word === undefined) return false
  const writes = (choice: string) => !/[*?]/.test(choice.slice(0, word.guarded)) && globMatches(choice, word.text)
  return choices(head).some(writes) && align(rest, others)
}

/** A deny, an ask, or an exception to an allow: as written, or its options anywhere. */
function stops(pattern: readonly string[], words: readonly string[]): boolean {
  if (pattern[0] !== words[0]) return false
  const tail = pattern.slice(1)
  if (
    align(
      tail,
      words.slice(1).map((text) => ({ text, guarded: 0 })),
    )
  )
    return true
  const parts = read(words)
  return parts !== undefined && anyOrder(tail, parts, words)
}

function anyOrder(pattern: readonly string[], parts: readonly Part[], words: readonly string[]): boolean {
  const known =
    words[0] === 'rm'
      ? ofRm
      : [...(ofSubcommand[parts.find((part) => part.kind === 'plain')?.text ?? ''] ?? []), ...globals]
  const found = parts.flatMap((part) => part.meanings.map((meaning) => ({ ...meaning, part })))
  const wanted: Wanted[] = []
  const operands: string[] = []
  for (let at = 0; at < pattern.length; at++) {
    const word = pattern[at] as string
    const isOption = word !== '--' && choices(word).every((choice) => choice.startsWith('-') && choice.length > 1)
    if (word === '--') {
      operands.push(...pattern.slice(at))
      break
    }
    if (!isOption) {
      operands.push(word)
      continue
    }
    const next = pattern[at + 1]
    const takesNext =
      choices(word).every((choice) => takes(choice, known)) &&
      next !== undefined &&
      next !== '**' &&
      !next.startsWith('-')
    wanted.push({ word, known, value: takesNext ? next : undefined })
    if (takesNext) at++
  }
  const isOpen = pattern.includes('**')
  if (!wanted.every((each) => choices(each.word).some((choice) => satisfied(choice, each, found)))) return false
  const isNamed = (one: Found) =>
    one.part.global ||
    wanted.some((each) =>
      choices(each.word).some((choice) => requirements(choice, known).some((want) => meets(want, each, one))),
    )
  if (!isOpen && !found.every(isNamed)) return false
  const rest = parts.filter((part) => part.kind === 'plain' || part.kind === 'separator')
  return alignOperands(operands, rest)
}

interface Wanted {
  readonly word: string
  readonly known: readonly Option[]
  readonly value: string | undefined
}

type Found = Part['meanings'][number] & { readonly part: Part }

function satisfied(choice: string, wanted: Wanted, found: readonly Found[]): boolean {
  return requirements(choice, wanted.known).every((want) => found.some((one) => meets(want, wanted, one)))
}

function meets(want: Requirement, wanted: Wanted, found: Found): boolean {
  const isThis =
    typeof want === 'string'
      ? [
          ...found.option.names,
          ...(found.value ? found.option.names.map((name) => `${name}=${found.value}`) : []),
          found.part.text,
        ].some((text) => globMatches(want, text))
      : want.option.names.some((name) => found.option.names.includes(name)) &&
        (want.value === undefined || want.value === found.value)
  return (
    isThis &&
    (wanted.value === undefined ||
      (found.value !== undefined && choices(wanted.value).some((choice) => globMatches(choice, found.value ?? ''))))
  )
}

/** The options that one written option stands for, each by all its spellings; a glob over spellings for what is no known option. */
function requirements(choice: string, known: readonly Option[]): readonly Requirement[] {
  return meaningsOf(choice, known) ?? [choice]
}

type Requirement = Part['meanings'][number] | string

function alignOperands(pattern: readonly string[], parts: readonly Part[]): boolean {
  const [head, ...rest] = pattern
  const [part, ...others] = parts
  if (part?.kind === 'separator' && alignOperands(pattern, others)) return true
  if (head === undefined) return part === undefined
  if (head === '**') return alignOperands(rest, parts) || (part !== undefined && alignOperands(pattern, others))
  return (
    part !== undefined && choices(head).some((choice) => globMatches(choice, part.text)) && alignOperands(rest, others)
  )
}

function choices(word: string): readonly string[] {
  const braces = /^(.*?)\{([^{}]*)\}(.*)$/.exec(word)
  if (!braces) return [word]
  return (braces[2] ?? '').split(',').flatMap((choice) => choices(`${braces[1]}${choice}${braces[3]}`))
}

function globMatches(pattern: string, text: string): boolean {
  if (pattern === '') return text === ''
  const [head, rest] = [pattern[0], pattern.slice(1)]
  if (head === '*') return globMatches(rest, text) || (text !== '' && globMatches(pattern, text.slice(1)))
  return text !== '' && (head === '?' || head === text[0]) && globMatches(rest, text.slice(1))
}
