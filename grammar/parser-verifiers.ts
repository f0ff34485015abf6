// Criteria and their verifiers, as rules of the parser.
import { DataParser } from './parser-data.ts'
import { typeOf } from './parser-nodes.ts'
import { Comparison, type Keyword } from './tokens.ts'
import type {
  CommandNode,
  CommandOption,
  CriterionClause,
  CriterionStatement,
  FileOption,
  ReportNode,
  VerifierNode,
  WordNode,
} from './tree.ts'

const verifierWords = [
  ...(['command', 'file', 'data', 'coverage', 'junit', 'tap', 'ctrf', 'plugin', 'manual'] as const),
] satisfies readonly Keyword[]
const clauseWords = ['verify', 'scope', 'pin'] as const
const commandWords = ['exit', 'in', 'timeout', 'tests'] as const
const countWords = ['tests', 'passed', 'failures', 'errors', 'skipped'] as const

export abstract class VerifierParser extends DataParser {
  protected readonly criterion = this.RULE('criterion', (): CriterionStatement => {
    const first = this.word('criterion')
    const id = this.name("the criterion's id, a name like `tests`")
    this.hint(['required'])
    const required = this.OPTION(() => this.word('required'))
    const text = this.text('what must be true, as a string in quotes')
    const isLate = this.OPTION2(() => this.consume(1, typeOf('required')))
    this.ACTION(() => {
      if (isLate)
        this.report('RV110', '`required` stands behind the text', isLate, `write \`criterion ${id.text} required "…"\``)
    })
    const { clauses, isIncomplete } = this.clauses(`criterion ${id.text}`, clauseWords, this.criterionClause)
    return {
      kind: 'criterion',
      id,
      required: (required ?? isLate) !== undefined,
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
    this.ACTION(() => this.quoteBare('path patterns in quotes, or `none`'))
    const because = () => {
      this.word('none')
      this.hint(['because'])
      this.word('because')
      return this.text('the text of `because` in quotes')
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
    return { kind: 'plugin', name: this.name('the name of a plugin') }
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
    const text = this.text('the command as a string in quotes')
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
          return { kind: 'in', word, directory: this.text('a directory in quotes') }
        },
        () => ({ kind: 'tests', ...this.SUBRULE(this.testCount) }),
      ]),
  )

  protected readonly fileVerifier = this.RULE('fileVerifier', (): VerifierNode => {
    this.word('file')
    const path = this.text('the path of a file as a string in quotes')
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
          return { kind: 'matches', word, regex: this.regex() }
        },
        () => {
          const word = this.keywordNode('sha256')
          return { kind: 'sha256', word, text: this.text('the digest in quotes') }
        },
      ]),
  )

  protected readonly coverageVerifier = this.RULE('coverageVerifier', (): VerifierNode => {
    this.word('coverage')
    const command = this.SUBRULE(this.command)
    this.hint(['at'])
    const sign = this.OPTION2(() => this.CONSUME(Comparison))
    this.ACTION(() => {
      if (sign) this.report('RV110', `expected \`at least\`, found \`${sign.image}\``, sign, 'write `at least 80%`')
    })
    this.OPTION3(() => {
      this.word('at')
      this.hint(['least'])
      this.word('least')
    })
    const minimum = this.quantity('a percentage like `80%`')
    this.hint(['report', ...clauseWords])
    const report = this.OPTION(() => {
      this.word('report')
      return this.text('the path of its report in quotes')
    })
    return { kind: 'coverage', command, minimum, ...(report ? { report } : {}) }
  })

  protected readonly reportVerifier = this.RULE('reportVerifier', (): ReportNode => {
    const formats = ['junit', 'tap', 'ctrf'] as const
    const format = this.oneWord(formats)
    const path = this.text('the path of the report files in quotes')
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
    const comparison = this.comparison()
    return { name, comparison, value: this.quantity('a whole number') }
  })

  protected readonly testCount = this.RULE(
    'testCount',
    (): Omit<ReportNode['counts'][number], 'name'> & { word: WordNode } => {
      const word = this.keywordNode('tests')
      const comparison = this.comparison()
      return { word, comparison, value: this.quantity('a whole number') }
    },
  )

  protected numberOption<Kind extends 'exit' | 'timeout'>(
    kind: Kind,
    expected: string,
  ): { kind: Kind; word: WordNode; value: WordNode } {
    const word = this.keywordNode(kind)
    const value = this.quantity(expected, kind === 'exit' ? 4 : 5)
    return { kind, word, value }
  }
}
