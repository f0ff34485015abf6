// `[[ … ]]` runs nothing itself, but its arithmetic comparisons and `-v` evaluate subscripts.
import type { TestCommand, TestExpression, Word as WordNode } from 'unbash'

import { calculateText } from './arithmetic.ts'
import { placeOf, refuse, type Spot } from './reader.ts'

/** Reads the words of a test; whatever could evaluate code is refused. */
export function readTest(spot: Spot, node: TestCommand): void {
  if (spot.scope.dialect !== 'bash') refuse(spot.reader, 'not every shell knows `[[`', placeOf(spot.scope, node))
  readExpression(spot, node.expression)
}

function readExpression(spot: Spot, node: TestExpression): void {
  const { reader, scope } = spot
  switch (node.type) {
    case 'TestLogical':
      for (const operand of node.operands) readExpression(spot, operand)
      return
    case 'TestNot':
      readExpression(spot, node.operand)
      return
    case 'TestGroup':
      readExpression(spot, node.expression)
      return
    case 'TestUnary':
      reader.verbs.word(spot, node.operand, 'pattern')
      if (/^-[vR]$/.test(node.operator) && !/^[A-Za-z_]\w*$/.test(node.operand.text)) {
        refuse(
          reader,
          `the subscript of a name in \`${node.operand.text}\` can run commands`,
          placeOf(scope, node.operand),
        )
      }
      return
    case 'TestBinary':
      for (const word of [node.left, node.right]) {
        reader.verbs.word(spot, word, 'pattern')
        if (/^-(eq|ne|lt|le|gt|ge)$/.test(node.operator)) calculateWord(spot, word)
      }
      return
    default:
      refuse(reader, 'a test is not understood', placeOf(scope, node))
  }
}

function calculateWord({ reader, scope }: Spot, word: WordNode): void {
  const isArithmetic = word.parts?.length === 1 && word.parts[0]?.type === 'ArithmeticExpansion'
  if (!isArithmetic) calculateText(reader, word.text, placeOf(scope, word))
}
