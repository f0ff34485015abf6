// Arithmetic of the shell evaluates the values of variables again, and a subscript in such a value runs commands. So only
// numbers, plain names and operators are taken, and every name is noted to be compared with what the text assigns.
import type { ArithmeticExpression } from 'unbash'

import type { Place } from './command.ts'
import { assignUnknown, inside, type Reader, refuse, type Spot } from './reader.ts'

const number = /^(0[xX][\da-fA-F]+|\d+|\d+#[\da-zA-Z]+)$/
const variable = /^(?:([A-Za-z_]\w*)|\$([A-Za-z_]\w*)|\$\{([A-Za-z_]\w*)\}|"\$([A-Za-z_]\w*)"|"\$\{([A-Za-z_]\w*)\}")$/
const counts = /^"?\$(\{?[?#$!]\}?|\{#\w+(\[[@*]\])?\})"?$/

/** What the shell itself sets from words and inputs: an earlier command can choose these values. */
const shellSet = /^(_|REPLY|OPTARG|MAPFILE|COPROC|DIRSTACK|FUNCNAME|PWD|OLDPWD|BASH\w*)$/

/** One operand: a number, a variable or a count; anything else is refused. */
export function calculateText(reader: Reader, text: string, place: Place): void {
  const operand = text.trim().replace(/^[-+]\s*/, '')
  if (number.test(operand) || counts.test(operand)) return
  const name = variable
    .exec(operand)
    ?.slice(1)
    .find((found) => found !== undefined)
  if (name === undefined || shellSet.test(name))
    refuse(reader, `calculating with \`${text.trim()}\` can run commands`, place)
  else reader.calculated.push({ name, place })
}

/** `((…))`, `$((…))` and the parts of `for ((…))`. */
export function calculate(spot: Spot, node: ArithmeticExpression | undefined, place: Place): void {
  const { reader } = spot
  switch (node?.type) {
    case undefined:
      return
    case 'ArithmeticBinary':
      if (/^(?:[-+*/%&|^]|<<|>>)?=$/.test(node.operator) && node.left.type === 'ArithmeticWord')
        set(spot, node.left.value, place)
      calculate(spot, node.left, place)
      calculate(spot, node.right, place)
      return
    case 'ArithmeticUnary':
      if (/^(\+\+|--)$/.test(node.operator) && node.operand.type === 'ArithmeticWord')
        set(spot, node.operand.value, place)
      calculate(spot, node.operand, place)
      return
    case 'ArithmeticTernary':
      calculate(spot, node.test, place)
      calculate(spot, node.consequent, place)
      calculate(spot, node.alternate, place)
      return
    case 'ArithmeticGroup':
      calculate(spot, node.expression, place)
      return
    case 'ArithmeticWord':
      for (const part of node.parts ?? []) {
        if (part.type === 'CommandExpansion' && part.script !== undefined) substitute(spot, part.script, place)
      }
      calculateText(reader, node.value, place)
      return
    case 'ArithmeticCommandExpansion':
      if (node.script !== undefined) substitute(spot, node.script, place)
      refuse(reader, 'calculating with what a command prints can run commands', place)
      return
    default:
      refuse(reader, 'an arithmetic expression is not understood', place)
  }
}

function set(spot: Spot, text: string, place: Place): void {
  if (/^[A-Za-z_]\w*$/.test(text)) assignUnknown(spot, text, 'integer', place)
}

function substitute(spot: Spot, script: Parameters<Reader['verbs']['script']>[1], place: Place): void {
  const { reader, scope, where } = spot
  const source = script.source === undefined ? {} : { source: script.source, place }
  reader.verbs.script(
    reader,
    script,
    inside(scope, 'substitution', { ...source, decides: false, functions: new Map(scope.functions) }),
    where,
  )
}

/** An empty expression, or one that the parser gave up on. */
export function calculateBody(spot: Spot, node: ArithmeticExpression | undefined, body: string, place: Place): void {
  if (node === undefined && body.trim() !== '')
    refuse(spot.reader, `calculating \`${body.trim()}\` is not understood`, place)
  calculate(spot, node, place)
}
