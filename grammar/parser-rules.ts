// Rules of commands, files and hosts, the environment, and what a policy expects of itself. The three kinds of rules share one
// form; what has no meaning in a block is refused where meaning is checked, with better words than a syntax could find.
import { VerifierParser } from './parser-verifiers.ts'
import { Comma, Equals } from './tokens.ts'
import type {
  DefaultClause,
  EnvironmentClause,
  ExampleNode,
  ExpectClause,
  RuleBlock,
  RuleClause,
  RuleOption,
  Statement,
  TextNode,
  WordNode,
} from './tree.ts'

const answers = ['allow', 'ask', 'deny'] as const
const ruleWords = ['default', ...answers] as const
const optionWords = ['except', 'in', 'because', 'instead', 'matches', 'misses'] as const
const environmentWords = ['keep', 'set', 'assign'] as const

export abstract class RuleParser extends VerifierParser {
  protected readonly ruleBlock = this.RULE('ruleBlock', (): RuleBlock => {
    const names = ['exec', 'files', 'network'] as const
    const first = this.LA(1)
    const { text } = this.oneWord(names)
    const { clauses } = this.clauses(text, ruleWords, this.ruleClause)
    return { kind: text as RuleBlock['kind'], clauses, span: this.spanFrom(first) }
  })

  protected readonly ruleClause = this.RULE('ruleClause', (): DefaultClause | RuleClause =>
    this.oneOf<DefaultClause | RuleClause>([() => this.SUBRULE(this.defaultClause), () => this.SUBRULE(this.rule)]),
  )

  protected readonly defaultClause = this.RULE('defaultClause', (): DefaultClause => {
    const first = this.word('default')
    const answer = this.SUBRULE(this.answer)
    return { kind: 'default', answer, span: this.spanFrom(first) }
  })

  protected readonly answer = this.RULE('answer', (): WordNode => {
    this.hint(answers)
    return this.oneWord(answers)
  })

  protected readonly rule = this.RULE('rule', (): RuleClause => {
    const first = this.LA(1)
    const answer = this.SUBRULE(this.answer)
    this.hint(['read', 'write'])
    const access = this.OPTION(() => {
      const words = ['read', 'write'] as const
      return this.oneWord(words)
    })
    this.ACTION(() => {
      if (access) this.refuseSecondAccess()
    })
    const patterns = this.SUBRULE(this.list)
    const options: RuleOption[] = []
    this.hint([...optionWords, ...ruleWords])
    this.MANY(() => {
      options.push(this.SUBRULE(this.ruleOption))
      this.hint([...optionWords, ...ruleWords])
    })
    return { kind: 'rule', answer, ...(access ? { access } : {}), patterns, options, span: this.spanFrom(first) }
  })

  protected refuseSecondAccess(): void {
    const first = this.LA(1)
    const isAccess = () => ['read', 'write', 'and', ','].includes(this.LA(1).image)
    if (!isAccess()) return
    this.report('RV110', 'a rule is about `read` or about `write`', first, 'write a rule for each')
    while (isAccess()) this.CONSUME(this.LA(1).tokenType)
  }

  protected readonly ruleOption = this.RULE(
    'ruleOption',
    (): RuleOption =>
      this.oneOf<RuleOption>([
        () => this.SUBRULE(this.listOption),
        () => this.SUBRULE(this.textOption),
        () => this.SUBRULE(this.exampleOption),
      ]),
  )

  protected readonly listOption = this.RULE('listOption', (): RuleOption => {
    const words = ['except', 'in'] as const
    const word = this.oneWord(words)
    return { kind: word.text as 'except' | 'in', word, items: this.SUBRULE(this.list) }
  })

  protected readonly textOption = this.RULE('textOption', (): RuleOption => {
    const words = ['because', 'instead'] as const
    const word = this.oneWord(words)
    return { kind: word.text as 'because' | 'instead', word, text: this.text(`the text of \`${word.text}\` in quotes`) }
  })

  protected readonly exampleOption = this.RULE('exampleOption', (): RuleOption => {
    const words = ['matches', 'misses'] as const
    const word = this.oneWord(words)
    return { kind: word.text as 'matches' | 'misses', word, examples: this.SUBRULE(this.examples) }
  })

  /** `in` behind an example is that example's directory. */
  protected readonly examples = this.RULE('examples', (): ExampleNode[] => {
    const examples = [this.SUBRULE(this.example)]
    this.MANY(() => {
      this.CONSUME(Comma)
      this.ACTION(() => {
        this.refuseSecondComma()
        this.quoteBare('a command as a string in quotes')
      })
      this.OPTION(() => examples.push(this.SUBRULE2(this.example)))
    })
    return examples
  })

  protected readonly example = this.RULE('example', (): ExampleNode => {
    const command = this.text('a command as a string in quotes')
    const directory = this.OPTION((): TextNode => {
      this.word('in')
      return this.text('a directory as a string in quotes', 2)
    })
    return { command, ...(directory ? { directory } : {}) }
  })

  protected readonly environment = this.RULE('environment', (): Statement => {
    const first = this.word('environment')
    const { clauses } = this.clauses('environment', environmentWords, this.environmentClause)
    return { kind: 'environment', clauses, span: this.spanFrom(first) }
  })

  protected readonly environmentClause = this.RULE(
    'environmentClause',
    (): EnvironmentClause =>
      this.oneOf<EnvironmentClause>([() => this.SUBRULE(this.nameList), () => this.SUBRULE(this.set)]),
  )

  protected readonly nameList = this.RULE('nameList', (): EnvironmentClause => {
    const word = this.oneWord(['keep', 'assign'])
    return { kind: word.text as 'keep' | 'assign', word, items: this.SUBRULE(this.list) }
  })

  protected readonly set = this.RULE('set', (): EnvironmentClause => {
    const word = this.keywordNode('set')
    const pairs = [this.SUBRULE(this.pair)]
    this.MANY(() => {
      this.CONSUME(Comma)
      this.ACTION(() => this.refuseSecondComma())
      this.OPTION(() => pairs.push(this.SUBRULE2(this.pair)))
    })
    return { kind: 'set', word, pairs }
  })

  protected readonly pair = this.RULE('pair', (): { name: TextNode; value: TextNode } => {
    const name = this.text('the name of a variable in quotes', 0, 'word')
    this.CONSUME(Equals)
    return { name, value: this.text('the value in quotes', 2) }
  })

  protected readonly expect = this.RULE('expect', (): Statement => {
    const first = this.word('expect')
    const { clauses } = this.clauses('expect', answers, this.expectClause)
    return { kind: 'expect', clauses, span: this.spanFrom(first) }
  })

  protected readonly expectClause = this.RULE('expectClause', (): ExpectClause => {
    const answer = this.SUBRULE(this.answer)
    return { answer, examples: this.SUBRULE(this.examples) }
  })
}
