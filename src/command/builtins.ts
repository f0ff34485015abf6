// Built-ins that move the shell, set variables, end the text or run other text. Uses that could hide a program are refused;
// those that only change variables are no commands but assignments.
import { calculateText } from './arithmetic.ts'
import type { Assignment, Word } from './command.ts'
import { assign, type Extras, emit, emitLoose, inside, refuse, type Spot } from './reader.ts'
import { changed, ended, type Flow, staying, union, type Where } from './where.ts'

type Builtin = (spot: Spot, words: readonly Word[], extras: Extras) => Flow

/** What this built-in does; undefined for one that is like any program. */
export function builtinOf(name: string): Builtin | undefined {
  return table.get(name)
}

const name = /^[A-Za-z_]\w*$/

function listed(spot: Spot, words: readonly Word[], extras: Extras, transparent = false): void {
  const [program, ...args] = words
  if (program !== undefined) emit(spot.reader, { program, args, ...extras, transparent }, spot.scope, spot.where)
}

/** `cd`, `pushd`: to a known place when the operand is known. */
const change: Builtin = (spot, words, extras) => {
  const { reader, where } = spot
  listed(spot, words, extras)
  reader.moves++
  const operands = words.slice(1).filter((word) => !(word.kind === 'literal' && /^(-[LPe@]+|--)$/.test(word.text)))
  const isPhysical = words.slice(1).some((word) => word.kind === 'literal' && /^-[LPe@]*P/.test(word.text))
  const [target] = operands
  if (operands.length > 1) return { ok: 'any', bad: where }
  if (target === undefined)
    return { ok: words[0]?.kind === 'literal' && words[0].text === 'cd' ? home(spot) : 'any', bad: where }
  if (target.kind === 'dynamic' || isPhysical || /^([-+]|$)/.test(target.text)) return { ok: 'any', bad: where }
  // A relative name may be looked for elsewhere when CDPATH is set.
  const mayWander = reader.names.has('CDPATH') && !/^\.{0,2}\//.test(target.text)
  return { ok: mayWander ? 'any' : changed(where, target.text), bad: where }
}

function home({ reader }: Spot): Where {
  reader.constantsUsed.add('HOME')
  return reader.constants ? [reader.home] : 'any'
}

const popd: Builtin = (spot, words, extras) => {
  listed(spot, words, extras)
  spot.reader.moves++
  return { ok: 'any', bad: spot.where }
}

/** `exit` ends the text; unless it surely fails, or stands where the text ends anyhow, nothing decides the exit any more. */
const exit: Builtin = (spot, words, extras) => {
  const { reader, scope } = spot
  listed(spot, words, extras)
  const [, status] = words
  const fails =
    status === undefined
      ? scope.afterFailure
      : status.kind === 'literal' && /^[1-9]\d{0,2}$/.test(status.text) && Number(status.text) % 256 !== 0
  if (!fails && !scope.decides) reader.mayEnd = true
  return ended
}

const jump: Builtin = (spot, words, extras) => {
  listed(spot, words, extras)
  spot.reader.jumped = union(spot.reader.jumped, spot.where)
  return ended
}

/** `export A=b`, `declare`, `local`, `readonly`: assignments, of which some reach every later program. */
const declare: Builtin = (spot, words, extras) => {
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
function setting(values: string, forbidden: RegExp, operandAt = 0): Builtin {
  return (spot, words, extras) => {
    const { reader, where } = spot
    listed(spot, words, extras)
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

function variable({ reader }: Spot, word: Word | undefined): void {
  if (word === undefined) return
  if (word.kind === 'literal' && name.test(word.text)) assign(reader, word.text, 'any', word.place)
  else refuse(reader, 'which variable is set cannot be told, or its subscript can run commands', word.place)
}

const unset: Builtin = (spot, words, extras) => {
  const { reader, where } = spot
  const assignments: Assignment[] = []
  for (const word of words.slice(1)) {
    if (word.kind === 'literal' && word.text === '-v') continue
    if (word.kind === 'literal' && word.text.startsWith('-'))
      refuse(reader, `\`unset ${word.text}\` can change what runs`, extras.place)
    variable(spot, word)
    if (word.kind === 'literal')
      assignments.push({ name: word.text, value: { ...word, text: '' }, place: word.place, shellOnly: true })
  }
  emitLoose(reader, assignments, extras.redirections, where)
  return staying(where)
}

/** `test` and `[`: `-v` evaluates subscripts, and a word of unknown value may be `-v`. */
const test: Builtin = (spot, words, extras) => {
  const { reader, where } = spot
  listed(spot, words, extras)
  words.forEach((word, at) => {
    const next = words[at + 1]
    if (at === 0) return
    if (word.kind === 'literal') {
      const isName = next === undefined || (next.kind === 'literal' && (name.test(next.text) || next.text === ']'))
      if (/^-[vR]$/.test(word.text) && !isName)
        refuse(reader, 'the subscript of a name in a test can run commands', extras.place)
      return
    }
    const isOperator =
      next === undefined || (next.kind === 'literal' && /^(=|==|!=|<|>|-[a-z]{1,2}|\]|\))$/.test(next.text))
    if (word.neverOption === true || (word.prefix !== '' && !/^-/.test(word.prefix))) return
    if (!word.quoted && !counted(spot, word))
      refuse(reader, `the value of \`${word.source}\` may become an operator of the test; quote it`, word.place)
    else if (!isOperator) refuse(reader, `the value of \`${word.source}\` may be an operator of the test`, word.place)
  })
  return staying(where)
}

/** An unquoted variable that only ever holds integers stays one word; which it is, is known when the text is read. */
function counted({ reader }: Spot, word: Word & { kind: 'dynamic' }): boolean {
  if (/^\$\(\(.*\)\)$/.test(word.source)) return true
  if (!/^\$\{?[A-Za-z_]\w*\}?$/.test(word.source)) return false
  const variableName = word.source.replaceAll(/[${}]/g, '')
  if (reader.names.get(variableName) !== 'integer') return false
  calculateText(reader, word.source, word.place)
  return true
}

const printf: Builtin = (spot, words, extras) => {
  const [, format] = words
  const isOption =
    format?.kind === 'literal' ? /^-v/.test(format.text) : format !== undefined && /^(-|$)/.test(format.prefix)
  if (isOption && format?.kind === 'literal') refuse(spot.reader, '`printf -v` sets a variable', extras.place)
  else if (isOption && (words.length > 2 || (format?.kind === 'dynamic' && !format.quoted))) {
    refuse(spot.reader, 'the format of `printf` may be an option that sets a variable', extras.place)
  }
  listed(spot, words, extras)
  return staying(spot.where)
}

const set: Builtin = (spot, words, extras) => {
  listed(spot, words, extras)
  for (let at = 1; at < words.length; at++) {
    const word = words[at]
    const text = word?.kind === 'literal' ? word.text : undefined
    if (text === '--' || text === '-') break
    const isPlain = text !== undefined && /^[-+][euxfC]*o?$/.test(text)
    const option = words[at + 1]
    if (text !== undefined && !/^[-+]/.test(text)) break
    if (isPlain && text.endsWith('o') && option !== undefined) {
      at++
      if (option.kind === 'literal' && /^(errexit|nounset|pipefail|xtrace|noglob|noclobber)$/.test(option.text))
        continue
    } else if (isPlain) continue
    refuse(spot.reader, 'a setting of the shell can change what runs', extras.place)
    break
  }
  return staying(spot.where)
}

const evaluate: Builtin = (spot, words, extras) => {
  const { reader, scope, where } = spot
  const index = reader.commands.length
  listed(spot, words, extras, true)
  const args = words.slice(1)
  if (args.some((word) => word.kind === 'dynamic')) {
    refuse(reader, 'what `eval` runs is not known', extras.place)
    return staying('any')
  }
  const text = args.map((word) => (word.kind === 'literal' ? word.text : '')).join(' ')
  return reader.verbs.text(reader, text, inside(scope, 'eval', { unwrappedFrom: index, place: extras.place }), where)
}

const source: Builtin = (spot, words, extras) => {
  const { reader, scope } = spot
  listed(spot, words, extras)
  if (words[1]?.kind !== 'literal') refuse(reader, 'which file is read into the shell is not known', extras.place)
  reader.moves++
  reader.sourced = true
  if (!scope.decides) reader.mayEnd = true
  return staying('any')
}

/** The action of a trap runs later, from anywhere. */
const trap: Builtin = (spot, words, extras) => {
  const { reader, scope, where } = spot
  const index = reader.commands.length
  listed(spot, words, extras, true)
  const args = words.slice(1).filter((word) => !(word.kind === 'literal' && word.text === '--'))
  const [action] = args
  if (args.length < 2 || (action?.kind === 'literal' && /^(-.*|)$/.test(action.text))) return staying(where)
  reader.mayEnd = true
  if (action?.kind !== 'literal') refuse(reader, 'what a trap runs is not known', extras.place)
  else
    reader.verbs.text(
      reader,
      action.text,
      inside(scope, 'trap', { unwrappedFrom: index, place: extras.place, decides: false }),
      'any',
    )
  return staying(where)
}

/** Built-ins that change how words are read or what names mean. */
const refused: Builtin = (spot, words, extras) => {
  listed(spot, words, extras)
  const shown = words[0]?.kind === 'literal' ? words[0].text : ''
  refuse(spot.reader, `\`${shown}\` can change what runs, or run commands`, extras.place)
  return staying('any')
}

function refusedWith(option: RegExp): Builtin {
  return (spot, words, extras) => {
    const isBad = words.slice(1).some((word) => word.kind === 'dynamic' || option.test(word.text))
    if (isBad) return refused(spot, words, extras)
    listed(spot, words, extras)
    return staying(spot.where)
  }
}

const always: Builtin = (spot, words, extras) => {
  listed(spot, words, extras)
  return words[0]?.kind === 'literal' && words[0].text === 'false'
    ? { ok: [], bad: spot.where }
    : { ok: spot.where, bad: [] }
}

const table: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ['cd', change],
  ['pushd', change],
  ['popd', popd],
  ['exit', exit],
  ['logout', exit],
  ...['break', 'continue', 'return'].map((word) => [word, jump] as const),
  ...['export', 'declare', 'typeset', 'readonly', 'local'].map((word) => [word, declare] as const),
  ['read', setting('dinNptua', /(?!)/)],
  ['mapfile', setting('dnOsu', /^-.*[Cc]/)],
  ['readarray', setting('dnOsu', /^-.*[Cc]/)],
  ['getopts', setting('', /(?!)/, 1)],
  ['wait', refusedWith(/^-.*p/)],
  ['unset', unset],
  ['test', test],
  ['[', test],
  ['printf', printf],
  ['set', set],
  ['eval', evaluate],
  ['.', source],
  ['source', source],
  ['trap', trap],
  ['hash', refusedWith(/^(?!-r$)/)],
  ['jobs', refusedWith(/^-.*x/)],
  ...['alias', 'unalias', 'shopt', 'enable', 'bind', 'complete', 'compgen', 'compopt', 'let', 'fc', 'suspend'].map(
    (word) => [word, refused] as const,
  ),
  [':', always],
  ['true', always],
  ['false', always],
])
