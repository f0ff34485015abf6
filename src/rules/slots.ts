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
  const slots = slotsOf(words, parsed, description)
  return {
    slots,
    described: true,
    optionsAreDangerous: parsed.unknownSubcommand || !level.whole || level.options.some(isReaching),
    options,
    clusters: parsed.subcommand ? description.abbreviate : description.cluster,
    given: new Set(slots.flatMap(({ uses }) => uses.flatMap(({ names }) => names))),
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
  const end = words.findIndex((word) => word.kind === 'literal' && word.text === '--')
  const slots = words.map((word, index): Slot => {
    const isEnded = end !== -1 && end < index
    return {
      ...plain(word),
      part: 'operand',
      mayBeOption: word.kind === 'dynamic' && !isEnded && mayBeginWithDash(word),
    }
  })
  return {
    slots,
    described: false,
    optionsAreDangerous: true,
    options: [],
    clusters: false,
    given: new Set(),
    spills: false,
  }
}

function mayBeginWithDash(word: Word & { kind: 'dynamic' }): boolean {
  return word.neverOption !== true && (word.prefix === '' || word.prefix.startsWith('-'))
}

function plain(word: Word): Omit<Slot, 'part'> {
  return { word, global: false, uses: [], roles: [], mayBeOption: false, writtenLength: 0 }
}

/** What holds for the whole line, counted once: a line may have tens of thousands of words. */
interface Line {
  readonly parsed: ParsedArguments
  readonly items: ReadonlyMap<number, readonly ParsedItem[]>
  /** Options by the index of their value. */
  readonly valued: ReadonlyMap<number, OptionItem>
  /** How many operands stand before each one. */
  readonly before: ReadonlyMap<number, number>
  /** Index of the first word that may be an option or several words. */
  readonly firstUnsure: number
  readonly lastLiteral: number
  /** Roles in order, and that of the last one. */
  readonly roles: readonly OperandRole[]
  readonly lastRole: OperandRole | undefined
  readonly turned: readonly OperandRole[]
}

function slotsOf(words: readonly Word[], parsed: ParsedArguments, description: ProgramDescription): readonly Slot[] {
  const { operands, lastOperand } = parsed.subcommand ?? description
  const given = parsed.options.some(({ option }) =>
    option.names.some((name) => description.firstGivenBy?.includes(name)),
  )
  const line: Line = {
    parsed,
    items: byIndex(parsed.items),
    valued: new Map(
      parsed.options.flatMap((item) => (item.valueIndex === undefined ? [] : [[item.valueIndex, item] as const])),
    ),
    before: new Map(parsed.operands.map(({ index }, position) => [index, position])),
    firstUnsure: parsed.items.find(isUnsure)?.index ?? words.length,
    lastLiteral: parsed.operands.findLast(({ word }) => word.kind === 'literal')?.index ?? -1,
    roles: given ? operands.slice(1) : operands,
    lastRole: lastOperand,
    turned: parsed.options.flatMap((option) => option.option.operands ?? []),
  }
  return words.map((word, index) => slotOf(word, index, line))
}

/** As `Map.groupBy`, which Node 20 does not have. */
function byIndex(items: readonly ParsedItem[]): ReadonlyMap<number, readonly ParsedItem[]> {
  const groups = new Map<number, ParsedItem[]>()
  for (const item of items) {
    const group = groups.get(item.index)
    if (group) group.push(item)
    else groups.set(item.index, [item])
  }
  return groups
}

function isUnsure(item: ParsedItem): boolean {
  return item.kind === 'possible' || (item.kind === 'operand' && item.word.kind === 'dynamic' && !item.word.quoted)
}

function slotOf(word: Word, index: number, line: Line): Slot {
  const { parsed } = line
  const items = line.items.get(index) ?? []
  const option = line.valued.get(index)
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
  const roles = rolesOf(item, line)
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
function rolesOf(item: ParsedItem, line: Line): readonly OperandRole[] {
  if (item.kind !== 'operand' || item.index > line.firstUnsure)
    return [...new Set([...laterRoles(item, line, false), ...line.turned])]
  if (item.word.kind === 'literal' || item.word.quoted) return [item.role]
  // Where something surely comes after it, it is not the last one.
  return [...new Set([item.role, ...laterRoles(item, line, item.index < line.lastLiteral)])]
}

/** All roles that an operand here or further on can have. */
function laterRoles(
  item: ParsedItem,
  { roles, lastRole, before, parsed }: Line,
  isFollowed: boolean,
): readonly OperandRole[] {
  const sure = before.get(item.index) ?? parsed.operands.filter(({ index }) => index < item.index).length
  return [...roles.slice(Math.min(sure, roles.length - 1)), ...(lastRole && !isFollowed ? [lastRole] : [])]
}
