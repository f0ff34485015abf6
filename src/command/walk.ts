// Walks lists, pipelines and compound commands, and follows where each `cd` leads. A closed world: a kind of node that is not
// named here makes the text unreadable.
import type {
  AndOr,
  CommandNode,
  CompoundCommand,
  CompoundList,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Statement,
} from 'unbash'
import { calculate, calculateBody } from './arithmetic.ts'
import { readCase, readFor, readIf, readWhile } from './compound.ts'
import { defineFunction } from './functions.ts'
import { deeper, emitLoose, inside, placeOf, type Reader, refuse, type Scope } from './reader.ts'
import { redirectionsOf } from './redirect.ts'
import { readSimple } from './simple.ts'
import { readTest } from './test.ts'
import { type Flow, staying, union, type Where } from './where.ts'

/** A whole script: the text itself, or that of a substitution. */
export function readScript(reader: Reader, script: ParsedScript, scope: Scope, where: Where): Flow {
  const error = script.errors?.[0]
  if (error !== undefined) {
    refuse(
      reader,
      `the shell text is not whole: ${error.message}`,
      scope.place ?? { start: error.pos, end: error.pos + 1 },
    )
  }
  return readStatements(reader, script.commands, scope, where)
}

function readStatements(reader: Reader, statements: readonly Statement[], scope: Scope, where: Where): Flow {
  let flow: Flow = staying(where)
  statements.forEach((statement, position) => {
    const isLast = position === statements.length - 1
    const start = union(flow.ok, flow.bad)
    const decides = scope.decides && isLast && statement.background !== true
    if (statement.background !== true) flow = readNode(reader, statement.command, { ...scope, decides }, start)
    else {
      readNode(
        reader,
        statement.command,
        inside(scope, 'background', { decides, functions: new Map(scope.functions) }),
        start,
      )
      flow = staying(start)
    }
  })
  return flow
}

function readList(reader: Reader, list: CompoundList, scope: Scope, where: Where): Flow {
  return deeper(reader, placeOf(scope, list), staying(where), () => readStatements(reader, list.commands, scope, where))
}

function readNode(reader: Reader, node: PipelineNode | AndOr, scope: Scope, where: Where): Flow {
  if (node.type === 'AndOr') return readAndOr(reader, node, scope, where)
  if (node.type === 'Pipeline') return readPipeline(reader, node, scope, where)
  return readCommandNode(reader, node, scope, where)
}

/** Left to right with equal rank. Only what stands after the last `||` and its right side surely ran when all succeeds. */
function readAndOr(reader: Reader, node: AndOr, scope: Scope, where: Where): Flow {
  const lastOr = node.operators.lastIndexOf('||')
  let flow: Flow = staying(where)
  node.commands.forEach((command, position) => {
    const operator = node.operators[position - 1]
    const isOr = operator === '||'
    const inner = inside(scope, operator ?? node.operators[0] ?? '&&', {
      decides: scope.decides && (lastOr === -1 || position > lastOr + 1),
      // What a part of the list defines may not be defined when the next one runs.
      functions: new Map(scope.functions),
      afterFailure: isOr,
    })
    const next = readNode(reader, command, inner, position === 0 ? where : isOr ? flow.bad : flow.ok)
    if (position === 0) flow = next
    else flow = isOr ? { ok: union(flow.ok, next.ok), bad: next.bad } : { ok: next.ok, bad: union(flow.bad, next.bad) }
  })
  return flow
}

function readPipeline(reader: Reader, node: Pipeline, scope: Scope, where: Where): Flow {
  const isNegated = node.prefixes.filter(({ type }) => type === 'Negation').length % 2 === 1
  const decides = scope.decides && !isNegated
  const [only] = node.commands
  if (node.commands.length === 1 && only !== undefined) {
    const inner = inside(scope, isNegated ? '!' : 'time', { decides })
    const flow = readCommandNode(reader, only, inner, where)
    return isNegated ? { ok: flow.bad, bad: flow.ok } : flow
  }
  node.commands.forEach((command, position) => {
    const isLast = position === node.commands.length - 1
    const inner = inside(scope, 'pipeline', { decides: decides && isLast, functions: new Map(scope.functions) })
    readCommandNode(reader, command, inner, where)
  })
  return staying(where)
}

function readCommandNode(reader: Reader, node: CommandNode, scope: Scope, where: Where): Flow {
  switch (node.type) {
    case 'Command':
      return readSimple({ reader, scope, where }, node)
    case 'Redirected': {
      const { redirections } = redirectionsOf({ reader, scope, where }, node.redirects)
      emitLoose(reader, [], redirections, where)
      return readCompound(reader, node.command, scope, where)
    }
    case 'Function':
      return defineFunction({ reader, scope, where }, node, (body, inner) => readFunctionBody(reader, body, inner))
    case 'Coproc':
      refuse(reader, 'a coprocess runs under a name that cannot be told', placeOf(scope, node))
      if (node.body.type !== 'CompoundList')
        readCommandNode(reader, node.body, inside(scope, 'background', { decides: false }), where)
      return staying('any')
    default:
      return readCompound(reader, node, scope, where)
  }
}

function readFunctionBody(reader: Reader, body: CommandNode | CompoundList, scope: Scope): void {
  if (body.type === 'CompoundList') refuse(reader, 'a function is not whole', placeOf(scope, body))
  else readCommandNode(reader, body, scope, 'any')
}

function readCompound(reader: Reader, node: CompoundCommand, scope: Scope, where: Where): Flow {
  const place = placeOf(scope, node)
  const spot = { reader, scope, where }
  switch (node.type) {
    case 'BraceGroup':
      return readList(reader, node.body, inside(scope, 'group'), where)
    case 'Subshell':
      readList(reader, node.body, inside(scope, 'subshell', { functions: new Map(scope.functions) }), where)
      return staying(where)
    case 'If':
      return readIf(spot, node, readList)
    case 'While':
      return readWhile(spot, node, readList)
    case 'For':
    case 'Select':
      return readFor(spot, node, readList)
    case 'Case':
      return readCase(spot, node, readList)
    case 'TestCommand':
      readTest(spot, node)
      return staying(where)
    case 'ArithmeticCommand':
      calculatePlain(spot, place)
      calculateBody(spot, node.expression, node.body, place)
      return staying(where)
    case 'ArithmeticFor':
      calculatePlain(spot, place)
      for (const part of [node.initialize, node.test, node.update]) calculate(spot, part, place)
      return readWhile(spot, { body: node.body }, readList)
    default:
      refuse(reader, 'a construct of the shell is not known', place)
      return staying('any')
  }
}

/** `((` is two subshells where it is not arithmetic. */
function calculatePlain(
  { reader, scope }: { reader: Reader; scope: Scope },
  place: { start: number; end: number },
): void {
  if (scope.dialect !== 'bash') refuse(reader, 'not every shell reads `((` alike', place)
}
