// One simple command: its words, assignments and redirections, and what follows from them.
import type {
  Assignment as AssignmentNode,
  Command as CommandNode,
  Redirection as RedirectionNode,
  Word as WordNode,
} from 'unbash'

import type { Assignment, Word } from './command.ts'
import { assign, emitLoose, placeOf, refuse, type Spot } from './reader.ts'
import { redirectionsOf } from './redirect.ts'
import { type Flow, staying } from './where.ts'
import { expandOne } from './words.ts'

/** Reads the command and gives where the shell stands after it. */
export function readSimple(spot: Spot, node: CommandNode): Flow {
  const { reader, scope, where } = spot
  const place = placeOf(scope, node)
  checkApart(spot, node)
  const assignments = node.prefix
    .filter((child) => child.type === 'Assignment')
    .map((child) => readAssignment(spot, child))
  const words =
    node.name === undefined
      ? []
      : [node.name, ...node.suffix.filter(isArgument)].flatMap((child) => wordsOf(spot, child))
  const { redirections, feed } = redirectionsOf(spot, [...node.prefix, ...node.suffix].filter(isRedirection))
  const [program] = words
  const called = program?.kind === 'literal' ? scope.functions.get(program.text) : undefined
  if (program === undefined || called !== undefined) {
    const free =
      program === undefined
        ? assignments.map((assignment) => ({ ...assignment, shellOnly: true as const }))
        : assignments
    emitLoose(reader, free, redirections, where)
    if (called === true) reader.moves++
    return staying(called === true ? 'any' : where)
  }
  return reader.verbs.words(spot, words, { assignments, redirections, place, ...(feed === undefined ? {} : { feed }) })
}

/** The parser parts a word at a process substitution inside it, where the shell does not. */
function checkApart({ reader, scope }: Spot, node: CommandNode): void {
  const parts = [...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.suffix]
  parts.forEach((part, at) => {
    const before = parts[at - 1]
    if (before?.end === part.pos && !isRedirection(part))
      refuse(reader, 'words that run together are not understood', placeOf(scope, part))
  })
}

type Child = CommandNode['suffix'][number]

function isRedirection(child: Child): child is RedirectionNode {
  return child.type !== 'Word' && child.type !== 'Assignment'
}

function isArgument(child: Child): child is WordNode | AssignmentNode {
  return child.type === 'Word' || child.type === 'Assignment'
}

function wordsOf(spot: Spot, node: WordNode | AssignmentNode): readonly Word[] {
  if (node.type === 'Word') return spot.reader.verbs.word(spot, node, 'argument')
  // `export A=b`: the built-in sees one word.
  const { name, value, place } = readAssignment(spot, node)
  const head = `${name}${node.append === true ? '+' : ''}=`
  if (value.kind === 'literal') return [{ ...value, text: head + value.text, place }]
  return [{ ...value, prefix: head + value.prefix, source: node.text, place }]
}

function readAssignment(spot: Spot, node: AssignmentNode): Assignment {
  const { reader, scope } = spot
  const place = placeOf(scope, node)
  const { name, index } = node
  if (index !== undefined) {
    reader.verbs.word(spot, index, 'single')
    if (!/^\d+$/.test(index.text)) refuse(reader, `the subscript in \`${node.text}\` can run commands`, place)
  }
  const value =
    node.value.type === 'ArrayValue'
      ? readArray(spot, node.value.elements, node.text, place)
      : expandOne(spot, node.value, 'assignment')
  const isInteger = node.append !== true && index === undefined && isIntegerValue(node, value)
  assign(reader, name, isInteger ? 'integer' : 'any', place)
  return { name, value: value.kind === 'dynamic' || node.append !== true ? value : appended(value), place }
}

/** `A+=b` begins with what was there before. */
function appended(value: Word & { kind: 'literal' }): Word {
  const { text, place } = value
  return { kind: 'dynamic', quoted: true, prefix: '', suffix: text, source: text, place }
}

function isIntegerValue(node: AssignmentNode, value: Word): boolean {
  if (value.kind === 'literal') return /^-?\d+$/.test(value.text)
  const parts = node.value.type === 'Word' ? (node.value.parts ?? []) : []
  return parts.length === 1 && parts[0]?.type === 'ArithmeticExpansion'
}

function readArray(spot: Spot, elements: readonly WordNode[], source: string, place: Assignment['place']): Word {
  if (spot.scope.dialect !== 'bash') refuse(spot.reader, 'not every shell knows arrays', place)
  for (const element of elements) {
    if (element.text.startsWith('['))
      refuse(spot.reader, `the subscript in \`${element.text}\` can run commands`, place)
    spot.reader.verbs.word(spot, element, 'argument')
  }
  return { kind: 'dynamic', quoted: true, prefix: '', suffix: '', source, place }
}
