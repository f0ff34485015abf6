// Scans the words of one level of a command line (the program's own options, or those of its subcommand) into items. The
// roles of operands are given later, when all words are known.
import type { OptionDescription, OptionEffect, ProgramDescription } from '../programs/description.ts'
import { isHarmlessScript } from '../programs/script.ts'
import type { DynamicWord, Word } from './command.ts'
import type { OperandItem, ParsedItem } from './parsed.ts'

export type Draft =
  | Exclude<ParsedItem, OperandItem>
  | { readonly kind: 'operand'; readonly index: number; readonly word: Word }

export interface Scan {
  readonly description: ProgramDescription
  readonly words: readonly Word[]
  readonly items: Draft[]
  at: number
  /** `--` was seen. */
  ended: boolean
}

export interface Level {
  readonly options: readonly OptionDescription[]
  readonly cluster: boolean
  readonly abbreviate: boolean
  readonly permute: boolean
  readonly whole: boolean
  readonly global: boolean
  /** Stops at the first operand, which is the subcommand. */
  readonly stops: boolean
}

export function readLevel(scan: Scan, level: Level): void {
  if (scan.description.bareCluster && readBareCluster(scan, level)) scan.at++
  let operands = false
  while (scan.at < scan.words.length) {
    const word = scan.words[scan.at]
    if (word === undefined) return
    if (scan.ended || (operands && !level.permute)) operand(scan, word)
    else if (word.kind === 'dynamic') readDynamic(scan, level, word)
    else if (!readOption(scan, level, word)) {
      if (level.stops) return
      operands = true
      operand(scan, word)
    }
    if (level.stops && scan.items.at(-1)?.kind === 'possible') return
    scan.at++
  }
}

function operand(scan: Scan, word: Word): void {
  scan.items.push({ kind: 'operand', index: scan.at, word })
}

/** A literal word: true when it was an option, an option with its value, or `--`. */
function readOption(scan: Scan, level: Level, word: Word & { kind: 'literal' }): boolean {
  const { text } = word
  const exact = findOption(level, text, false)
  if (exact !== undefined) take(scan, level, exact, text, undefined)
  else if (text === '--') {
    scan.ended = true
    scan.items.push({ kind: 'separator', index: scan.at, word })
  } else if (text.startsWith('--')) readLong(scan, level, word)
  else if (text.startsWith('-') && text.length > 1) readShort(scan, level, word)
  else return false
  return true
}

function readLong(scan: Scan, level: Level, word: Word & { kind: 'literal' }): void {
  const equal = word.text.indexOf('=')
  const name = equal === -1 ? word.text : word.text.slice(0, equal)
  const option = findOption(level, name, level.abbreviate)
  const value = equal === -1 ? undefined : { ...word, text: word.text.slice(equal + 1) }
  if (option === undefined) unknown(scan, level, word, name)
  else take(scan, level, option, spelled(option, name), value)
}

/** `-a`, `-ofile`, `-abc`. */
function readShort(scan: Scan, level: Level, word: Word & { kind: 'literal' }): void {
  for (let at = 1; at < word.text.length; at++) {
    const name = `-${word.text[at]}`
    const option = findOption(level, name, false)
    const rest = word.text.slice(at + 1)
    const isValue = option !== undefined && option.value !== 'none'
    if (option === undefined || (!level.cluster && !isValue && rest !== '')) {
      unknown(scan, level, word, level.cluster ? name : word.text)
      return
    }
    take(scan, level, option, name, isValue && rest !== '' ? { ...word, text: rest } : undefined)
    if (isValue) return
  }
}

/** `tar xzf FILE`: each letter that needs a value takes the next word. */
function readBareCluster(scan: Scan, level: Level): boolean {
  const word = scan.words[0]
  if (word?.kind !== 'literal' || !/^[A-Za-z]+$/.test(word.text)) return false
  let next = 1
  for (const letter of word.text) {
    const option = findOption(level, `-${letter}`, false)
    if (option === undefined) unknown(scan, level, word, `-${letter}`)
    else if (option.value === 'required') {
      const value = scan.words[next]
      push(scan, level, option, `-${letter}`, value, value === undefined ? undefined : next++)
    } else push(scan, level, option, `-${letter}`, undefined, undefined)
  }
  scan.at = next - 1
  return true
}

function take(scan: Scan, level: Level, option: OptionDescription, name: string, attached: Word | undefined): void {
  if (option.value === 'command') {
    push(scan, level, option, name, undefined, undefined)
    skipCommand(scan)
  } else if (option.value === 'required' && attached === undefined) {
    const index = scan.at + 1
    const value = scan.words[index]
    push(scan, level, option, name, value, value === undefined ? undefined : index)
    if (value === undefined) return
    if (value.kind === 'dynamic' && !value.quoted && mayBeOption(value)) {
      scan.items.push({ kind: 'possible', index, word: value })
    }
    scan.at = index
  } else push(scan, level, option, name, attached, undefined)
}

function push(
  scan: Scan,
  level: Level,
  option: OptionDescription,
  name: string,
  value: Word | undefined,
  valueIndex: number | undefined,
): void {
  scan.items.push({
    kind: 'option',
    index: scan.at,
    name,
    option,
    effect: effectOf(scan, option, value),
    ...(value === undefined ? {} : { value }),
    ...(valueIndex === undefined ? {} : { valueIndex }),
    global: level.global,
  })
}

function effectOf(scan: Scan, option: OptionDescription, value: Word | undefined): OptionEffect {
  const isScript =
    option.effect === 'execute' && value?.kind === 'literal' && /^-(e|-expression|-source)$/.test(option.names[0] ?? '')
  const program = scan.description.names[0] ?? ''
  if (option.effect === 'write' && value?.kind === 'literal' && isNowhere(option, value.text)) return 'harmless'
  return isScript && isHarmlessScript(program, value.text) ? 'harmless' : option.effect
}

/** Writing to these changes nothing. */
function isNowhere({ output }: OptionDescription, text: string): boolean {
  return /^\/dev\/(null|stdout|stderr)$/.test(text) || (output === true && text === '-')
}

/** `find -exec … ;`: the words up to the end are a command of their own. */
function skipCommand(scan: Scan): void {
  while (scan.at + 1 < scan.words.length) {
    scan.at++
    const word = scan.words[scan.at]
    if (word?.kind === 'literal' && (word.text === ';' || (word.text === '+' && isBraces(scan.words[scan.at - 1]))))
      return
  }
}

function isBraces(word: Word | undefined): boolean {
  return word?.kind === 'literal' && word.text === '{}'
}

function readDynamic(scan: Scan, level: Level, word: DynamicWord): void {
  const attached = /^(--[\w-]+)=/.exec(word.prefix)
  const name = attached?.[1] ?? (/^-\w/.test(word.prefix) ? word.prefix.slice(0, 2) : '')
  const option = name === '' ? undefined : findOption(level, name, level.abbreviate && attached !== null)
  if (option !== undefined && (attached !== null || option.value !== 'none')) {
    const value = { ...word, prefix: word.prefix.slice(attached?.[0].length ?? 2) }
    take(scan, level, option, spelled(option, name), value)
  } else if (mayBeOption(word)) scan.items.push({ kind: 'possible', index: scan.at, word })
  else if (level.stops) scan.items.push({ kind: 'possible', index: scan.at, word })
  else operand(scan, word)
}

/** Decision 12: a dynamic word that begins with a letter other than `-` is no option. */
function mayBeOption(word: DynamicWord): boolean {
  return word.neverOption !== true && (word.prefix === '' || word.prefix.startsWith('-'))
}

function unknown(scan: Scan, level: Level, word: Word, name: string): void {
  scan.items.push({ kind: 'unknown', index: scan.at, name, word, executing: !level.whole })
}

/** An option by its spelling; by a prefix that only one option has, where abbreviations are taken. */
function findOption(level: Level, name: string, abbreviated: boolean): OptionDescription | undefined {
  const exact = level.options.find((option) => option.names.includes(name))
  if (exact !== undefined || !abbreviated || !name.startsWith('--') || name.length < 3) return exact
  const candidates = level.options.filter((option) => option.names.some((full) => full.startsWith(name)))
  if (candidates.length < 2) return candidates[0]
  // Ambiguous: the program refuses it, unless it knows fewer options than we do. The worst one is taken.
  return candidates.find((option) => option.effect !== 'harmless') ?? candidates[0]
}

function spelled(option: OptionDescription, name: string): string {
  return option.names.includes(name) ? name : (option.names.find((full) => full.startsWith(name)) ?? name)
}
