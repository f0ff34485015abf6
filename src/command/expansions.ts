// What a shell puts into a word at run time: variables, and command and process substitutions. Known constants are filled in;
// what transforms a value, follows a name or assigns is refused.
import type {
  CommandExpansionPart,
  ParameterExpansionPart,
  ProcessSubstitutionPart,
  SimpleExpansionPart,
  WordPart,
} from 'unbash'

import { calculateText } from './arithmetic.ts'
import type { Place } from './command.ts'
import { literalBody } from './heredoc.ts'
import type { GapPiece, Piece } from './pieces.ts'
import { deeper, inside, type Reader, refuse, type Scope, type Spot } from './reader.ts'
import { onlyPath, staying } from './where.ts'

type Parameter = SimpleExpansionPart | ParameterExpansionPart

/** `$x`, `${x}`, `${x:-word}`, … */
export function expandParameter(spot: Spot, part: Parameter, quoted: boolean, place: Place): Piece {
  const name = part.type === 'SimpleExpansion' ? part.text.slice(1).replaceAll('\\\n', '') : part.parameter
  const isPlain =
    part.type === 'SimpleExpansion' ||
    (part.operation === undefined && part.prefix === undefined && part.index === undefined)
  if (part.type === 'ParameterExpansion') checkParameter(spot, part, place)
  const known = isPlain ? constant(spot, name, quoted) : undefined
  if (known !== undefined) return known
  if (isNumber(name, part)) return { kind: 'gap', spread: 'one', neverOption: true }
  const isList = name === '@' || (part.type === 'ParameterExpansion' && part.index?.text === '@')
  return { kind: 'gap', spread: quoted && !isList ? 'one' : 'many' }
}

/** `$?`, `$#`, `$$`, `$!` and `${#x}` are numbers without a sign. */
function isNumber(name: string, part: Parameter): boolean {
  if (part.type === 'ParameterExpansion') return part.prefix === '#' && part.operation === undefined
  return /^[?#$!]$/.test(name)
}

function constant({ reader, where }: Spot, name: string, quoted: boolean): Piece | undefined {
  const value = name === 'HOME' ? reader.home : name === 'PWD' ? onlyPath(where) : undefined
  if (value === undefined || !reader.constants || (!quoted && /[\s*?[\]\\]/.test(value))) return undefined
  reader.constantsUsed.add(name)
  if (!quoted) reader.constantsUsed.add('IFS')
  return { kind: 'text', text: value, quoted: true }
}

function checkParameter(spot: Spot, part: ParameterExpansionPart, place: Place): void {
  const { reader } = spot
  const shown = `\`${part.text}\``
  if (spot.scope.dialect !== 'bash' && !isPosix(part)) refuse(reader, `not every shell reads ${shown} alike`, place)
  if (part.prefix === '!') {
    refuse(reader, `${shown} follows a name that is known only at run time`, place)
    return
  }
  if (!/^(\w+|[@*#?$!-])$/.test(part.parameter)) {
    refuse(reader, `${shown} is not understood`, place)
    return
  }
  const { index, operation } = part
  if (index !== undefined && !/^([@*]|\d+)$/.test(index.text)) {
    spot.reader.verbs.word(spot, index, 'single')
    refuse(reader, `the subscript in ${shown} can run commands`, place)
  }
  switch (operation?.type) {
    case undefined:
      return
    case 'Default':
      if (/=$/.test(operation.operator)) refuse(reader, `${shown} assigns a value while it is read`, place)
      reader.verbs.word(spot, operation.operand, 'single')
      return
    case 'Remove':
      reader.verbs.word(spot, operation.operand, 'pattern')
      return
    case 'CaseModification':
      if (operation.operand !== undefined) reader.verbs.word(spot, operation.operand, 'pattern')
      return
    case 'Replace':
      reader.verbs.word(spot, operation.pattern, 'pattern')
      reader.verbs.word(spot, operation.replacement, 'single')
      return
    case 'Slice':
      for (const word of [operation.offset, operation.length]) {
        if (word === undefined) continue
        reader.verbs.word(spot, word, 'single')
        calculateText(reader, word.text, place)
      }
      return
    default:
      refuse(reader, `${shown} transforms a value, which can run commands`, place)
  }
}

function isPosix(part: ParameterExpansionPart): boolean {
  if (part.index !== undefined || part.prefix === '!') return false
  return part.operation === undefined || part.operation.type === 'Default' || part.operation.type === 'Remove'
}

/** `$(…)`, `` `…` ``, `<(…)`, `>(…)`: its commands are read, its result is not known. */
export function expandSubstitution(
  spot: Spot,
  part: CommandExpansionPart | ProcessSubstitutionPart,
  quoted: boolean,
  place: Place,
): readonly Piece[] {
  const { reader, scope } = spot
  const isProcess = part.type === 'ProcessSubstitution'
  if (part.text.startsWith('${')) refuse(reader, 'not every bash knows this kind of substitution', place)
  if (isProcess && scope.dialect !== 'bash') refuse(reader, 'not every shell knows a process substitution', place)
  const text = quoted ? inertText(spot, part) : undefined
  if (text !== undefined) return [{ kind: 'text', text, quoted: true }]
  const { script } = part
  if (part.text.startsWith('$') || isProcess) checkReprinted(reader, part, place)
  if (script === undefined) refuse(reader, `\`${part.text}\` is not understood`, place)
  else {
    const change: Partial<Scope> = {
      decides: false,
      functions: new Map(scope.functions),
      ...(script.source === undefined ? {} : { source: script.source, place }),
    }
    const inner = inside(scope, isProcess ? 'process substitution' : 'substitution', change)
    deeper(reader, place, staying(spot.where), () => reader.verbs.script(reader, script, inner, spot.where))
  }
  if (isProcess)
    return [
      { kind: 'text', text: '/dev/fd/', quoted: true },
      { kind: 'gap', spread: 'one' },
    ]
  const never = isNeverOption(part, quoted)
  const result: GapPiece = {
    kind: 'gap',
    spread: quoted ? 'one' : 'many',
    ...(never ? { neverOption: true as const } : {}),
  }
  return [here(spot, part, quoted) ?? result]
}

/** `"$(cat <<'EOF' … EOF)"` is the text of the here-document and nothing else. */
function inertText({ reader }: Spot, part: CommandExpansionPart | ProcessSubstitutionPart): string | undefined {
  const [statement, ...others] = part.script?.commands ?? []
  const node = statement?.command
  if (node?.type !== 'Command' || others.length > 0 || statement?.background === true || !reader.constants)
    return undefined
  const [document, ...more] = node.suffix
  if (node.name?.text !== 'cat' || node.prefix.length + more.length > 0 || document?.type !== 'HereDoc')
    return undefined
  if (part.script?.errors !== undefined || part.script?.source !== undefined) return undefined
  const text = literalBody(document)
  if (text !== undefined) reader.constantsUsed.add('PATH')
  return text?.replace(/\n+$/, '')
}

/** bash 5.2 prints a substitution anew before it runs it, and joins lines where a here-document follows a `;`. */
function checkReprinted(reader: Reader, part: CommandExpansionPart | ProcessSubstitutionPart, place: Place): void {
  // After `time` it takes the `)` of a pattern for the end of the substitution.
  if (/\btime\b[\s\S]*\bcase\b/.test(part.text))
    refuse(reader, 'bash misreads `time` with `case` in a substitution', place)
  if (!/(?<!<)<<(?!<)/.test(part.text) || part.script === undefined) return
  const [only, ...others] = part.script.commands
  const isSimple = (node: { readonly type: string }): boolean => node.type === 'Command'
  const command = only?.command
  const isPlain =
    command !== undefined &&
    (isSimple(command) ||
      ((command.type === 'Pipeline' || command.type === 'AndOr') && command.commands.every(isSimple)))
  if (others.length > 0 || !isPlain || only?.background === true)
    refuse(reader, 'bash misreads a here-document among other commands of a substitution', place)
}

/** `$(pwd)` in a known directory. */
function here({ reader, where }: Spot, part: WordPart, quoted: boolean): Piece | undefined {
  const path = onlyPath(where)
  if (!/^\$\( *pwd *\)$/.test(part.text) || path === undefined || !reader.constants) return undefined
  if (!quoted && /[\s*?[\]\\]/.test(path)) return undefined
  reader.constantsUsed.add('PWD')
  if (!quoted) reader.constantsUsed.add('IFS')
  return { kind: 'text', text: path, quoted: true }
}

/** Outputs that surely are one word, of digits, letters or a path; a path is one word only where it is quoted. */
function isNeverOption(part: WordPart, quoted: boolean): boolean {
  const command = /^\$\( *(.*?) *\)$/.exec(part.text)?.[1] ?? ''
  const isWord =
    /^(git rev-parse( --verify| --short(=\d+)?)* (@|\w[\w./-]*)([~^]\d*)*|git merge-base( (@|\w[\w./-]*)([~^]\d*)*)+|nproc|date \+%[sYFmd]|id -[ug]|git branch --show-current)$/.test(
      command,
    )
  return isWord || (quoted && /^(git rev-parse --(show-toplevel|absolute-git-dir)|pwd)$/.test(command))
}
