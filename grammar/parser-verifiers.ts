// Criteria and their verifiers, as rules of the parser.
import { ParserBase } from './parser-base.ts'
import { Comparison, type Keyword, Quantity, Regex, Text, Word } from './tokens.ts'
import type {
  CommandNode,
  CommandOption,
  CriterionClause,
  CriterionStatement,
  DataNode,
  FileOption,
  ReportNode,
  TextNode,
  VerifierNode,
  WordNode,
} from './tree.ts'

const verifierWords = [
  ...(['command', 'file', 'data', 'coverage', 'junit', 'tap', 'ctrf', 'plugin', 'manual'] as const),
] satisfies readonly Keyword[]
const clauseWords = ['verify', 'scope', 'pin'] as const
const commandWords = ['exit', 'in', 'timeout', 'tests'] as const
const countWords = ['tests', 'passed', 'failures', 'errors', 'skipped'] as const
const dataChecks =
  'a check: `rows = N`, `sum COLUMN = N` (also `min`, `max`, `distinct`), `COLUMN equals VALUE`, `not-null COLUMN` or `unique COLUMN`'

export abstract class VerifierParser extends ParserBase {
  protected readonly criterion = this.RULE('criterion', (): CriterionStatement => {
    const first = this.word('criterion')
    const id = this.wordNode(this.CONSUME(Word, { ERR_MSG: "the criterion's id, a name like `tests`" }))
    this.hint(['required'])
    const required = this.OPTION(() => this.word('required'))
    const text = this.textNode(this.CONSUME(Text, { ERR_MSG: 'what must be true, as a string in quotes' }))
    const { clauses, isIncomplete } = this.clauses(`criterion ${id.text}`, clauseWords, this.criterionClause)
    return {
      kind: 'criterion',
      id,
      required: required !== undefined,
      text,
      clauses,
      isIncomplete,
      span: this.spanFrom(first),
    }
  })

  protected readonly criterionClause = this.RULE(
    'criterionClause',
    (): CriterionClause =>
      this.oneOf<CriterionClause>([
        () => this.SUBRULE(this.verify),
        () => this.SUBRULE(this.scope),
        () => this.SUBRULE(this.pin),
      ]),
  )

  protected readonly verify = this.RULE('verify', (): CriterionClause => {
    const first = this.word('verify')
    const verifier = this.SUBRULE(this.verifier)
    return { kind: 'verify', word: { ...this.wordNode(first), text: 'verify' }, verifier, span: this.spanFrom(first) }
  })

  protected readonly scope = this.RULE('scope', (): CriterionClause => {
    const word = this.keywordNode('scope')
    return { kind: 'scope', word, items: this.SUBRULE(this.list) }
  })

  protected readonly pin = this.RULE('pin', (): CriterionClause => {
    const word = this.keywordNode('pin')
    const because = () => {
      this.word('none')
      this.hint(['because'])
      this.word('because')
      return this.textNode(this.CONSUME(Text))
    }
    return this.oneOf<CriterionClause>(
      [
        () => ({ kind: 'pin-none', word, because: because() }),
        () => ({ kind: 'pin', word, items: this.SUBRULE(this.list) }),
      ],
      'path patterns in quotes, or `none`',
    )
  })

  protected readonly verifier = this.RULE('verifier', (): VerifierNode => {
    this.hint(verifierWords)
    return this.oneOf<VerifierNode>([
      () => this.SUBRULE(this.commandVerifier),
      () => this.SUBRULE(this.fileVerifier),
      () => this.SUBRULE(this.dataVerifier),
      () => this.SUBRULE(this.coverageVerifier),
      () => this.SUBRULE(this.reportVerifier),
      () => this.SUBRULE(this.pluginVerifier),
      () => this.SUBRULE(this.manualVerifier),
    ])
  })

  protected readonly pluginVerifier = this.RULE('pluginVerifier', (): VerifierNode => {
    this.word('plugin')
    return { kind: 'plugin', name: this.wordNode(this.CONSUME(Word, { ERR_MSG: 'the name of a plugin' })) }
  })

  protected readonly manualVerifier = this.RULE('manualVerifier', (): VerifierNode => {
    this.word('manual')
    return { kind: 'manual' }
  })

  protected readonly commandVerifier = this.RULE('commandVerifier', (): VerifierNode => {
    this.word('command')
    return { kind: 'command', command: this.SUBRULE(this.command) }
  })

  protected readonly command = this.RULE('command', (): CommandNode => {
    const text = this.textNode(this.CONSUME(Text, { ERR_MSG: 'the command as a string in quotes' }))
    const options: CommandOption[] = []
    this.hint([...commandWords, ...clauseWords, 'at', 'report', 'after'])
    this.MANY(() => {
      options.push(this.SUBRULE(this.commandOption))
      this.hint([...commandWords, ...clauseWords])
    })
    return { text, options }
  })

  protected readonly commandOption = this.RULE(
    'commandOption',
    (): CommandOption =>
      this.oneOf<CommandOption>([
        () => this.numberOption('exit', 'the exit code that counts as success, e.g. `0`'),
        () => this.numberOption('timeout', 'a duration like `30s`'),
        () => {
          const word = this.keywordNode('in')
          return { kind: 'in', word, directory: this.textNode(this.CONSUME(Text)) }
        },
        () => ({ kind: 'tests', ...this.SUBRULE(this.testCount) }),
      ]),
  )

  protected readonly fileVerifier = this.RULE('fileVerifier', (): VerifierNode => {
    this.word('file')
    const path = this.textNode(this.CONSUME(Text, { ERR_MSG: 'the path of a file as a string in quotes' }))
    const options: FileOption[] = []
    const words = ['absent', 'matches', 'sha256', ...clauseWords] as const
    this.hint(words)
    this.MANY(() => {
      options.push(this.SUBRULE(this.fileOption))
      this.hint(words)
    })
    return { kind: 'file', path, options }
  })

  protected readonly fileOption = this.RULE(
    'fileOption',
    (): FileOption =>
      this.oneOf<FileOption>([
        () => ({ kind: 'absent', word: this.keywordNode('absent') }),
        () => {
          const word = this.keywordNode('matches')
          return { kind: 'matches', word, regex: this.wordNode(this.CONSUME(Regex)) }
        },
        () => {
          const word = this.keywordNode('sha256')
          return { kind: 'sha256', word, text: this.textNode(this.CONSUME(Text)) }
        },
      ]),
  )

  protected readonly dataVerifier = this.RULE('dataVerifier', (): VerifierNode => {
    this.word('data')
    const dataset = this.wordNode(this.CONSUME(Word, { ERR_MSG: 'the name of a dataset' }))
    const table = this.OPTION(() => {
      this.word('table')
      return this.textNode(this.CONSUME(Text))
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
    const comparison = this.wordNode(this.CONSUME(Comparison))
    return { word, comparison, value: this.SUBRULE(this.value) }
  })

  protected readonly figureCheck = this.RULE('figureCheck', (): DataNode => {
    const word = this.oneWord(['sum', 'min', 'max', 'distinct'])
    const column = this.SUBRULE(this.column)
    const comparison = this.wordNode(this.CONSUME(Comparison))
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

  protected readonly value = this.RULE('value', (): TextNode | WordNode =>
    this.oneOf<TextNode | WordNode>(
      [() => this.wordNode(this.CONSUME(Quantity)), () => this.textNode(this.CONSUME(Text))],
      'a number or a string in quotes',
    ),
  )

  protected readonly coverageVerifier = this.RULE('coverageVerifier', (): VerifierNode => {
    this.word('coverage')
    const command = this.SUBRULE(this.command)
    this.hint(['at'])
    this.word('at')
    this.hint(['least'])
    this.word('least')
    const minimum = this.wordNode(this.CONSUME(Quantity, { ERR_MSG: 'a percentage like `80%`' }))
    this.hint(['report', ...clauseWords])
    const report = this.OPTION(() => {
      this.word('report')
      return this.textNode(this.CONSUME(Text))
    })
    return { kind: 'coverage', command, minimum, ...(report ? { report } : {}) }
  })

  protected readonly reportVerifier = this.RULE('reportVerifier', (): ReportNode => {
    const formats = ['junit', 'tap', 'ctrf'] as const
    const format = this.oneWord(formats)
    const path = this.textNode(this.CONSUME(Text, { ERR_MSG: 'the path of the report files in quotes' }))
    const counts: ReportNode['counts'][number][] = []
    this.hint([...countWords, 'after', ...clauseWords])
    this.MANY(() => {
      counts.push(this.SUBRULE(this.reportCount))
      this.hint([...countWords, 'after', ...clauseWords])
    })
    const after = this.OPTION(() => {
      this.word('after')
      return this.SUBRULE(this.command)
    })
    return { kind: 'report', format, path, counts, ...(after ? { after } : {}) }
  })

  protected readonly reportCount = this.RULE('reportCount', (): ReportNode['counts'][number] => {
    const name = this.oneWord(countWords)
    const comparison = this.wordNode(this.CONSUME(Comparison))
    return { name, comparison, value: this.wordNode(this.CONSUME(Quantity, { ERR_MSG: 'a whole number' })) }
  })

  protected readonly testCount = this.RULE(
    'testCount',
    (): Omit<ReportNode['counts'][number], 'name'> & { word: WordNode } => {
      const word = this.keywordNode('tests')
      const comparison = this.wordNode(this.CONSUME(Comparison))
      return { word, comparison, value: this.wordNode(this.CONSUME(Quantity, { ERR_MSG: 'a whole number' })) }
    },
  )

  protected numberOption<Kind extends 'exit' | 'timeout'>(
    kind: Kind,
    expected: string,
  ): { kind: Kind; word: WordNode; value: WordNode } {
    const word = this.keywordNode(kind)
    const value = this.wordNode(this.consume(kind === 'exit' ? 4 : 5, Quantity, { ERR_MSG: expected }))
    return { kind, word, value }
  }
}
