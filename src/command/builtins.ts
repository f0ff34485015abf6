// Built-ins that move the shell, set variables, end the text or run other text. Uses that could hide a program are refused;
// those that only change variables are no commands but assignments.
import { calculateText } from './arithmetic.ts'
import type { Word } from './command.ts'
import { type Builtin, inside, listed, refuse, type Spot } from './reader.ts'
import { declare, setting, unset } from './variables.ts'
import { changed, ended, staying, union, type Where } from './where.ts'

/** What this built-in does; undefined for one that is like any program. */
export function builtinOf(name: string): Builtin | undefined {
  return table.get(name)
}

const name = /^[A-Za-z_]\w*$/

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
  const [, file] = words
  // `/dev/stdin` and its likes are texts that were never seen.
  if (file?.kind !== 'literal' || /^\/(dev|proc)\//.test(file.text)) {
    refuse(reader, 'which file is read into the shell is not known', extras.place)
  }
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
    const isBad = words
      .slice(1)
      .some((word) => (word.kind === 'dynamic' ? word.neverOption !== true : option.test(word.text)))
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
