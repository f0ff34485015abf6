// Lists of strings and of named lists, as rules of the parser, with what goes wrong about their commas.
import { ParserBase } from './parser-base.ts'
import { Comma, Reference, Text } from './tokens.ts'
import type { Item } from './tree.ts'

const listItem = 'a string in quotes or a `$name`'

export abstract class ListParser extends ParserBase {
  protected readonly list = this.RULE('list', (): Item[] => {
    this.ACTION(() => this.quoteBare(listItem))
    const items = [this.SUBRULE(this.item)]
    this.MANY(() => {
      this.OR([
        {
          ALT: () => {
            this.CONSUME(Comma)
            this.ACTION(() => {
              this.refuseSecondComma()
              this.quoteBare(listItem)
            })
            this.OPTION(() => items.push(this.SUBRULE2(this.item)))
          },
        },
        {
          ALT: () => {
            this.ACTION(() => this.reportMissingComma())
            items.push(this.SUBRULE3(this.item))
          },
        },
      ])
    })
    return items
  })

  protected readonly item = this.RULE(
    'item',
    (): Item =>
      this.OR({
        DEF: [
          { ALT: () => this.textNode(this.CONSUME(Text)) },
          { ALT: () => this.referenceNode(this.CONSUME(Reference)) },
        ],
        ERR_MSG: listItem,
      }),
  )

  protected refuseSecondComma(): void {
    while (this.LA(0).tokenType === Comma && this.LA(1).tokenType === Comma) {
      this.report('RV115', 'a comma with nothing before it', this.LA(1), 'take it out')
      this.CONSUME(Comma)
    }
  }

  protected reportMissingComma(): void {
    const before = { ...this.LA(0), isEnd: true }
    if (!this.isFollower(this.LA(1)))
      this.report('RV114', 'a comma is missing between two elements of a list', before, 'write `,` here')
  }
}
