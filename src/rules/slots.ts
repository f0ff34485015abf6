// A command's words as slots, with what the program's description makes of them. Without a description every word is an operand
// of which nothing is known.
import { parseArguments } from '../command/arguments.ts'
import type { Command, Word } from '../command/command.ts'
import type { OptionItem, ParsedArguments, ParsedItem, UnknownItem } from '../command/parsed.ts'
import type { OperandRole, ProgramDescription } from '../programs/description.ts'
import { type Arguments, isDangerous, type OptionUse, type Slot } from './slot.ts'

export function argumentsOf(command: Command, description: ProgramDescription | undefined): Arguments {
  const words = command.openEnded ? [...command.args, elsewhere(command)] : command.args
  if (!description) return undescribed(words)
  const parsed = parseArguments(description, words)
  const level = parsed.subcommand ?? description
  const options = [...level.options, ...(parsed.subcommand ? description.options : [])]
  const isReaching = ({ effect }: { effect: string }) => effect !== 'harmless' && effect !== 'read'
  return {
    slots: words.map((word, index) => slotOf(word, index, parsed, description)),
    described: true,
    optionsAreDangerous: parsed.unknownSubcommand || !level.whole || level.options.some(isReaching),
    options,
    clusters: parsed.subcommand ? description.abbreviate : description.cluster,
    spills: isSpilling(level.spills, parsed),
  }
}

function isSpilling(spills: ProgramDescription['spills'], { options }: ParsedArguments): boolean {
  const hasOne = (names: readonly string[]) =>
    options.some(({ option }) => option.names.some((name) => names.includes(name)))
  return spills !== undefined && (spills.with === undefined || hasOne(spills.with)) && !hasOne(spills.unless ?? [])
}

/** Arguments that come from somewhere else at run time: any number, with any text. */
function elsewhere(command: Command): Word {
  return { kind: 'dynamic', quoted: false, prefix: '', suffix: '', source: '$@', place: command.place }
}

function undescribed(words: readonly Word[]): Arguments {
  const slots = words.map((word, index): Slot => {
    const isEnded = words.slice(0, index).some((before) => before.kind === 'literal' && before.text === '--')
    return {
      ...plain(word),
      part: 'operand',
      mayBeOption: word.kind === 'dynamic' && !isEnded && mayBeginWithDash(word),
    }
  })
  return { slots, described: false, optionsAreDangerous: true, options: [], clusters: false, spills: false }
}

function mayBeginWithDash(word: Word & { kind: 'dynamic' }): boolean {
  return word.neverOption !== true && (word.prefix === '' || word.prefix.startsWith('-'))
}

function plain(word: Word): Omit<Slot, 'part'> {
  return { word, global: false, uses: [], roles: [], mayBeOption: false, writtenLength: 0 }
}

function slotOf(word: Word, index: number, parsed: ParsedArguments, description: ProgramDescription): Slot {
  const items = parsed.items.filter((item) => item.index === index)
  const option = parsed.options.find((item) => item.valueIndex === index)
  const mayBeOption = items.some((item) => item.kind === 'possible')
  if (option) return { ...plain(word), part: 'value', global: option.global, mayBeOption }
  const uses = items.flatMap((item) => useOf(item, index))
  if (uses.length > 0) {
    const global = items.some((item) => item.kind === 'option' && item.global)
    return { ...plain(word), part: 'option', global, uses, writtenLength: writtenLength(word, items) }
  }
  const [item] = items
  if (!item) return { ...plain(word), part: 'value' }
  if (item.kind === 'subcommand' || item.kind === 'separator') return { ...plain(word), part: item.kind }
  const roles = rolesOf(item, parsed, description)
  // An unknown subcommand may be an alias that runs anything, and a program text may do anything: both must be written out.
  const isAlias = parsed.unknownSubcommand && parsed.operands[0]?.index === index
  const isCode = roles.includes('code')
  const length = word.kind === 'literal' ? word.text.length : 1
  return { ...plain(word), part: 'operand', roles, mayBeOption, writtenLength: isAlias || isCode ? length : 0 }
}

function useOf(item: ParsedItem, index: number): readonly OptionUse[] {
  if (item.kind === 'unknown') {
    const equals = item.word.kind === 'literal' ? item.word.text.indexOf('=') : -1
    const value =
      equals > 0 && item.word.kind === 'literal' ? { ...item.word, text: item.word.text.slice(equals + 1) } : undefined
    return [
      {
        names: [item.name],
        effect: item.executing ? 'execute' : 'harmless',
        attached: true,
        ...(value ? { value } : {}),
      },
    ]
  }
  if (item.kind !== 'option' || item.valueIndex === index) return []
  const { value, valueIndex, effect, file } = item
  const words = { ...(value ? { value } : {}), ...(file ? { file } : {}) }
  return [{ names: item.option.names, effect, attached: valueIndex === undefined, ...words }]
}

/** How far into the word the names of executing and writing options reach. The words of `find -exec` are judged as a command of
 *  their own, so that option itself adds nothing. */
function writtenLength(word: Word, items: readonly ParsedItem[]): number {
  const dangerous = items.filter(
    (item): item is OptionItem | UnknownItem =>
      (item.kind === 'option' && isDangerous(item.effect) && item.option.value !== 'command') ||
      (item.kind === 'unknown' && item.executing),
  )
  if (dangerous.length === 0) return 0
  if (word.kind === 'dynamic') return 1
  return Math.max(...dangerous.map((item) => nameEnd(word.text, item.name)))
}

function nameEnd(text: string, name: string): number {
  const isLetter = name.length === 2 && !text.startsWith('--') && text !== name
  const letter = isLetter ? text.indexOf(name.slice(1), text.startsWith('-') ? 1 : 0) : -1
  if (letter !== -1) return letter + 1
  const equals = text.startsWith('--') ? text.indexOf('=') : -1
  return equals === -1 ? text.length : equals
}

/** The role is sure while every word before it is surely no option and surely one word. */
function rolesOf(item: ParsedItem, parsed: ParsedArguments, description: ProgramDescription): readonly OperandRole[] {
  const isUnsure = (other: ParsedItem) =>
    other.kind === 'possible' || (other.kind === 'operand' && other.word.kind === 'dynamic' && !other.word.quoted)
  const before = parsed.items.filter((other) => other.index < item.index)
  if (item.kind === 'operand' && !before.some(isUnsure)) {
    // Something surely comes after it, so it is not the last one.
    const isFollowed = parsed.operands.some(({ index, word }) => index > item.index && word.kind === 'literal')
    const isMany = item.word.kind === 'dynamic' && !item.word.quoted
    const rest = isMany ? laterRoles(before, parsed, description, isFollowed) : []
    return [...new Set([item.role, ...rest])]
  }
  const turned = parsed.options.flatMap((option) => option.option.operands ?? [])
  return [...new Set([...laterRoles(before, parsed, description), ...turned])]
}

/** All roles that an operand here or further on can have. */
function laterRoles(
  before: readonly ParsedItem[],
  parsed: ParsedArguments,
  description: ProgramDescription,
  isFollowed = false,
): readonly OperandRole[] {
  const { operands, lastOperand } = parsed.subcommand ?? description
  const given = parsed.options.some(({ option }) =>
    option.names.some((name) => description.firstGivenBy?.includes(name)),
  )
  const list = given ? operands.slice(1) : operands
  const sure = before.filter((item) => item.kind === 'operand').length
  return [...list.slice(Math.min(sure, list.length - 1)), ...(lastOperand && !isFollowed ? [lastOperand] : [])]
}
