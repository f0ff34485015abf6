// Checks of data files, as rules of the parser.
import { ListParser } from './parser-lists.ts'
import { Quantity, Text, Word } from './tokens.ts'
import type { DataNode, TextNode, VerifierNode, WordNode } from './tree.ts'

const dataChecks =
  'a check: `rows = N`, `sum COLUMN = N` (also `min`, `max`, `distinct`), `COLUMN equals VALUE`, `not-null COLUMN` or `unique COLUMN`'

export abstract class DataParser extends ListParser {
  protected readonly dataVerifier = this.RULE('dataVerifier', (): VerifierNode => {
    this.word('data')
    const dataset = this.name('the name of a dataset')
    const table = this.OPTION(() => {
      this.word('table')
      return this.text('the name of a table in quotes')
    })
    const check = this.SUBRULE(this.dataCheck)
    return { kind: 'data', dataset, ...(table ? { table } : {}), check }
  })

  /** A column may be called like a check, so `COLUMN equals VALUE` is looked for first. */
  protected readonly dataCheck = this.RULE('dataCheck', (): DataNode => {
    const isEquals = () => this.LA(2).image === 'equals'
    return this.OR({
      DEF: [
        { GATE: isEquals, ALT: () => this.SUBRULE(this.equalsCheck) },
        { GATE: () => !isEquals(), ALT: () => this.SUBRULE(this.rowsCheck) },
        { GATE: () => !isEquals(), ALT: () => this.SUBRULE(this.figureCheck) },
        { GATE: () => !isEquals(), ALT: () => this.SUBRULE(this.columnCheck) },
      ],
      IGNORE_AMBIGUITIES: true,
      ERR_MSG: dataChecks,
    }) as DataNode
  })

  protected readonly equalsCheck = this.RULE('equalsCheck', (): DataNode => {
    const column = this.SUBRULE(this.column)
    const word = this.keywordNode('equals')
    return { word, column, value: this.SUBRULE(this.value) }
  })

  protected readonly rowsCheck = this.RULE('rowsCheck', (): DataNode => {
    const word = this.keywordNode('rows')
    const comparison = this.comparison()
    return { word, comparison, value: this.SUBRULE(this.value) }
  })

  protected readonly figureCheck = this.RULE('figureCheck', (): DataNode => {
    const word = this.oneWord(['sum', 'min', 'max', 'distinct'])
    const column = this.SUBRULE(this.column)
    const comparison = this.comparison()
    return { word, column, comparison, value: this.SUBRULE(this.value) }
  })

  protected readonly columnCheck = this.RULE('columnCheck', (): DataNode => {
    const word = this.oneWord(['not-null', 'unique'])
    return { word, column: this.SUBRULE(this.column) }
  })

  protected readonly column = this.RULE(
    'column',
    (): WordNode =>
      this.oneOf<WordNode>(
        [
          () => this.wordNode(this.CONSUME(Word)),
          () => {
            const { value, span } = this.textNode(this.CONSUME(Text))
            return { text: value, span }
          },
        ],
        'the name of a column',
      ),
  )

  protected readonly value = this.RULE('value', (): TextNode | WordNode => {
    this.hintQuantity()
    return this.oneOf<TextNode | WordNode>(
      [() => this.wordNode(this.CONSUME(Quantity)), () => this.textNode(this.CONSUME(Text))],
      'a number or a string in quotes',
    )
  })
}
