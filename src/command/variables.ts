// Built-ins that set or unset variables by name. A name that is made at run time, or that has a subscript, is refused.
import type { Assignment, Word } from './command.ts'
import { assign, assignUnknown, type Builtin, emitLoose, listed, refuse, type Spot } from './reader.ts'
import { staying } from './where.ts'

const name = /^[A-Za-z_]\w*$/

/** `export A=b`, `declare`, `local`, `readonly`: assignments, of which some reach every later program. */
export const declare: Builtin = (spot, words, extras) => {
  const { reader, where } = spot
  const [builtin, ...args] = words
  const kind = builtin?.kind === 'literal' ? builtin.text : ''
  const options = args
    .filter((word) => word.kind === 'literal' && /^[-+]./.test(word.text))
    .map((word) => (word.kind === 'literal' ? word.text : ''))
  const bad = options.find(
    (option) => !/^([-+][xragplu]+|--)$/.test(option) || (kind === 'export' && !/^-[np]|--$/.test(option)),
  )
  if (bad !== undefined && !(kind === 'export' && bad === '-n'))
    refuse(reader, `\`${kind} ${bad}\` can run commands or hide them`, extras.place)
  const isExported = kind === 'export' || options.some((option) => /^-.*x/.test(option))
  const assignments: Assignment[] = [...extras.assignments]
  for (const word of args) {
    if (word.kind === 'literal' && /^[-+]/.test(word.text)) continue
    const found = declared(spot, word, kind)
    if (found === undefined) continue
    if (isExported) reader.exported.add(found.name)
    if (found.value !== undefined)
      assignments.push({
        name: found.name,
        value: found.value,
        place: word.place,
        ...(isExported ? {} : { shellOnly: true as const }),
      })
  }
  emitLoose(reader, assignments, extras.redirections, where)
  return staying(where)
}

function declared({ reader }: Spot, word: Word, kind: string): { name: string; value?: Word } | undefined {
  const text = word.kind === 'literal' ? word.text : word.prefix
  const match = /^([A-Za-z_]\w*)(?:(\+?)=|$)/.exec(text)
  const [head, found] = match ?? []
  if (head === undefined || found === undefined || (word.kind === 'dynamic' && (!head.endsWith('=') || !word.quoted))) {
    refuse(reader, `which variable \`${kind}\` sets cannot be told`, word.place)
    return undefined
  }
  const isSet = head.endsWith('=')
  const isInteger = word.kind === 'literal' && /^-?\d+$/.test(text.slice(head.length))
  assign(reader, found, isInteger && isSet ? 'integer' : 'any', word.place)
  if (!isSet) return { name: found }
  return {
    name: found,
    value:
      word.kind === 'literal'
        ? { ...word, text: text.slice(head.length) }
        : { ...word, prefix: text.slice(head.length) },
  }
}

/** Built-ins that set the variables they name. `values` are the letters of options that take a value. */
export function setting(values: string, forbidden: RegExp, operandAt = 0): Builtin {
  return (spot, words, extras) => {
    const { reader, where } = spot
    // `IFS= read` only says how this line is split.
    const assignments = extras.assignments.filter((assignment) => assignment.name !== 'IFS')
    listed(spot, words, { ...extras, assignments })
    let position = 0
    for (let at = 1; at < words.length; at++) {
      const word = words[at]
      if (word === undefined) break
      const text = word.kind === 'literal' ? word.text : undefined
      if (text !== undefined && /^-./.test(text) && position === 0) {
        if (forbidden.test(text)) refuse(reader, `\`${text}\` can run commands or hide them`, extras.place)
        if (values.includes(text.at(-1) ?? ' ') && text !== '--') {
          if (text.endsWith('a')) variable(spot, words[at + 1])
          at++
        }
      } else if (position++ >= operandAt && (operandAt === 0 || position === operandAt + 1)) variable(spot, word)
    }
    return staying(where)
  }
}

function variable(spot: Spot, word: Word | undefined): void {
  const { reader } = spot
  if (word === undefined) return
  if (word.kind === 'literal' && name.test(word.text)) assignUnknown(spot, word.text, 'any', word.place)
  else refuse(reader, 'which variable is set cannot be told, or its subscript can run commands', word.place)
}

export const unset: Builtin = (spot, words, extras) => {
  const { reader, where } = spot
  const assignments: Assignment[] = []
  for (const word of words.slice(1)) {
    if (word.kind === 'literal' && word.text === '-v') continue
    if (word.kind === 'literal' && word.text.startsWith('-')) {
      refuse(reader, `\`unset ${word.text}\` can change what runs`, extras.place)
      continue
    }
    if (word.kind === 'literal' && name.test(word.text)) {
      assign(reader, word.text, 'any', word.place)
      assignments.push({ name: word.text, value: { ...word, text: '' }, place: word.place, shellOnly: true })
    } else refuse(reader, 'which variable is unset cannot be told, or its subscript can run commands', word.place)
  }
  emitLoose(reader, assignments, extras.redirections, where)
  return staying(where)
}
