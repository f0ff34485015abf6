// Reads the arguments of a described program: which words are options, which are their values, which are operands and what
// those are for. Nothing is guessed: a word that may or may not be an option is said to be `possible`.
import type { OperandRole, ProgramDescription, SubcommandDescription } from '../programs/description.ts'
import { isHarmlessScript } from '../programs/script.ts'
import type { Word } from './command.ts'
import { type Level, readLevel, type Scan } from './options.ts'
import type { OperandItem, OptionItem, ParsedArguments, ParsedItem } from './parsed.ts'

/** Reads the words after the program's name. */
export function parseArguments(description: ProgramDescription, words: readonly Word[]): ParsedArguments {
  const scan: Scan = { description, words, items: [], at: 0, ended: false }
  readLevel(scan, programLevel(description))
  const subcommand = description.subcommands.length === 0 ? undefined : readSubcommand(scan)
  if (subcommand !== undefined) readLevel(scan, subcommandLevel(description, subcommand))
  else if (description.subcommands.length > 0) readRest(scan)
  return finish(scan, subcommand)
}

function programLevel(description: ProgramDescription): Level {
  const stops = description.subcommands.length > 0
  return { ...description, permute: description.permute && !stops, global: stops, stops }
}

/** git clusters and abbreviates the options of its subcommands; the others take them as written. */
function subcommandLevel(description: ProgramDescription, subcommand: SubcommandDescription): Level {
  const { abbreviate } = description
  const { options, whole } = subcommand
  return {
    options,
    whole,
    abbreviate,
    cluster: abbreviate,
    permute: subcommand.permute !== false,
    global: false,
    stops: false,
  }
}

function readSubcommand(scan: Scan): SubcommandDescription | undefined {
  const { words, at, description } = scan
  const [first, second] = [words[at], words[at + 1]].map((word) => (word?.kind === 'literal' ? word.text : undefined))
  if (scan.items.at(-1)?.kind === 'possible' || first === undefined) return undefined
  const two = description.subcommands.find(({ name }) => name.length === 2 && name[0] === first && name[1] === second)
  const found = two ?? description.subcommands.find(({ name }) => name.length === 1 && name[0] === first)
  if (found === undefined) return undefined
  for (const _ of found.name) {
    const word = words[scan.at]
    if (word !== undefined) scan.items.push({ kind: 'subcommand', index: scan.at, word })
    scan.at++
  }
  return found
}

/** Words after an unknown subcommand: dashes are unknown options, the rest are operands. */
function readRest(scan: Scan): void {
  const level: Level = {
    options: [],
    cluster: false,
    abbreviate: false,
    permute: true,
    whole: false,
    global: false,
    stops: false,
  }
  if (scan.items.at(-1)?.kind === 'possible') scan.at++
  readLevel(scan, level)
}

function finish(scan: Scan, subcommand: SubcommandDescription | undefined): ParsedArguments {
  const { description } = scan
  const options = scan.items.filter((item) => item.kind === 'option').map((item) => readOnlyValue(item, scan))
  const operands = roles(scan, subcommand, options)
  const byIndex = new Map(operands.map((item) => [item.index, item]))
  const items = scan.items.flatMap((item): ParsedItem[] => {
    if (item.kind === 'operand') return [byIndex.get(item.index) ?? { ...item, role: 'text' }]
    return [item.kind === 'option' ? readOnlyValue(item, scan) : item]
  })
  return {
    items,
    ...(subcommand === undefined ? {} : { subcommand }),
    unknownSubcommand: description.subcommands.length > 0 && subcommand === undefined,
    options,
    operands,
    unknown: scan.items.filter((item) => item.kind === 'unknown'),
    possible: scan.items.filter((item) => item.kind === 'possible'),
    readOnly: subcommand?.readOnly ?? (description.subcommands.length === 0 && description.readOnly),
  }
}

function readOnlyValue(item: OptionItem, scan: Scan): OptionItem {
  const { readWith, at } = item.option
  const file = at === true && item.value !== undefined ? fileAt(item.value) : undefined
  if (file !== undefined) return { ...item, file }
  if (readWith === undefined || !scan.items.some((other) => other.kind === 'option' && has(other, readWith)))
    return item
  return { ...item, effect: 'read' }
}

/** `@FILE` and `name=@FILE`; a word that is not known may be one. */
function fileAt(value: Word): Word | undefined {
  const text = value.kind === 'literal' ? value.text : value.prefix
  const [head] = /^([^=@<]*=)?[@<]/.exec(text) ?? []
  if (value.kind === 'literal')
    return head === undefined ? undefined : { ...value, text: text.slice(head.length).replace(/;.*$/, '') }
  if (head !== undefined) return { ...value, prefix: text.slice(head.length) }
  return text === '' ? value : undefined
}

function has(item: OptionItem, names: readonly string[]): boolean {
  return item.option.names.some((name) => names.includes(name))
}

function roles(
  scan: Scan,
  subcommand: SubcommandDescription | undefined,
  options: readonly OptionItem[],
): OperandItem[] {
  const { description } = scan
  const { operands, lastOperand } = subcommand ?? description
  const isGiven = options.some((item) => has(item, description.firstGivenBy ?? []))
  const list = isGiven ? operands.slice(1) : operands
  const turned = strictestRole(options.flatMap(({ option }) => option.operands ?? []))
  const found = scan.items.filter((item) => item.kind === 'operand')
  return found.map((item, position) => {
    const isLast = position === found.length - 1 && found.length > 1
    const listed = list[Math.min(position, list.length - 1)] ?? 'text'
    const role = listed === 'code' ? listed : (turned ?? (isLast ? lastOperand : undefined) ?? listed)
    const isCode = role === 'code' || isPlusCommand(description, item.word)
    return { ...item, role: isCode ? (isHarmless(description, item.word) ? 'text' : 'code') : role }
  })
}

function strictestRole(roles: readonly OperandRole[]): OperandRole | undefined {
  return (['write', 'read'] as const).find((role) => roles.includes(role)) ?? roles[0]
}

/** `less +!id`, `vim +!id`. */
function isPlusCommand({ plusCommands }: ProgramDescription, word: Word): boolean {
  return plusCommands === true && (word.kind === 'literal' ? word.text : word.prefix).startsWith('+')
}

function isHarmless(description: ProgramDescription, word: Word): boolean {
  return word.kind === 'literal' && isHarmlessScript(description.names[0] ?? '', word.text)
}
