// The parser: a whole policy text and its statements. Chevrotain reads the grammar from these methods themselves; the rules of
// lists, blocks and recovery are in `parser-base.ts`, criteria in `parser-verifiers.ts`, rules in `parser-rules.ts`.
import { EOF, type IToken } from 'chevrotain'

import type { Diagnostic } from '../src/base/diagnostic.ts'
import type { Source } from '../src/base/span.ts'
import { gateChoices } from './choices.ts'
import { listed, quoted } from './messages.ts'
import { statementWords, typeOf } from './parser-base.ts'
import { RuleParser } from './parser-rules.ts'
import { Equals, type Keyword, Quantity, Text, Word } from './tokens.ts'
import type {
  GateClause,
  Header,
  ModelClause,
  PluginOption,
  PolicyTree,
  Setting,
  Statement,
  WaiveOption,
  WordNode,
} from './tree.ts'

const limitWords = ['time', 'output', 'memory', 'processes', 'descriptors'] as const
const exitWords = ['verified', 'failed', 'unproven', 'error'] as const
const agentWords = ['model', 'turns', 'tokens'] as const
const gateWords = [
  ...(['observe', 'evidence', 'verifier', 'attempts', 'coverage', 'uncovered', 'flaky', 'presence'] as const),
]
const choiceWords = [
  ...(['executed', 'hosted', 'reported', 'on', 'off', 'accept', 'review', 'none', 'terminal', 'passphrase'] as const),
]

type SecondHeader = { readonly kind: 'header'; readonly header: Header }

export class PolicyParser extends RuleParser {
  constructor(skipValidations: boolean) {
    super(skipValidations)
    this.performSelfAnalysis()
  }

  /** Reads the tokens of one text. */
  read(source: Source, tokens: IToken[]): { readonly tree: PolicyTree; readonly diagnostics: readonly Diagnostic[] } {
    this.input = tokens
    this.source = source
    this.diagnostics = []
    const tree = this.policyText()
    return { tree, diagnostics: this.diagnostics }
  }

  protected readonly policyText = this.RULE('policyText', (): PolicyTree => {
    const statements: Statement[] = []
    const lostNames: string[] = []
    this.hint(['policy'])
    let header = this.OPTION(() => this.attempt(() => this.SUBRULE1(this.header)))
    this.ACTION(() => {
      const isLost = this.LA(0).tokenType !== EOF
      if (!header && !isLost) this.reportMissingHeader()
      this.findStart(statementWords, 'a policy')
    })
    this.MANY(() => {
      const [first, name] = [this.LA(1), this.LA(2)]
      const read = this.attempt(() => this.SUBRULE(this.statement))
      this.ACTION(() => {
        if (read === undefined && this.isDefinition(first)) lostNames.push(name.image)
        if (read?.kind === 'header') header ??= read.header
        else if (read) statements.push(read)
        this.findStart(statementWords, 'a policy')
      })
    })
    return { ...(header ? { header } : {}), statements, lostNames }
  })

  protected isDefinition(token: IToken): boolean {
    return (['let', 'dataset', 'plugin'] as const).some((word) => token.tokenType === typeOf(word))
  }

  protected readonly header = this.RULE('header', (): Header => {
    this.word('policy')
    const name = this.textNode(this.CONSUME(Text, { ERR_MSG: "the policy's name in quotes" }))
    this.hint(['version'])
    this.word('version')
    return { name, version: this.wordNode(this.CONSUME(Quantity, { ERR_MSG: 'the version of the language: `1`' })) }
  })

  protected readonly statement = this.RULE('statement', (): Statement | SecondHeader =>
    this.oneOf<Statement | SecondHeader>([
      ...[() => this.SUBRULE(this.ruleBlock), () => this.SUBRULE(this.criterion), () => this.SUBRULE(this.use)],
      ...[() => this.SUBRULE(this.letStatement), () => this.SUBRULE(this.environment)],
      ...[() => this.SUBRULE(this.limits), () => this.SUBRULE(this.exit), () => this.SUBRULE(this.sandbox)],
      ...[() => this.SUBRULE(this.agent), () => this.SUBRULE(this.dataset), () => this.SUBRULE(this.plugin)],
      ...[() => this.SUBRULE(this.gate), () => this.SUBRULE(this.waive), () => this.SUBRULE(this.expect)],
      () => this.SUBRULE(this.secondHeader),
    ]),
  )

  protected readonly secondHeader = this.RULE('secondHeader', (): SecondHeader => {
    const first = this.LA(1)
    const header = this.SUBRULE(this.header)
    this.ACTION(() => this.report('RV118', 'a second `policy` line', first, 'a policy text begins with its only one'))
    return { kind: 'header', header }
  })

  protected readonly use = this.RULE('use', (): Statement => {
    const first = this.word('use')
    const target = this.textNode(
      this.CONSUME(Text, { ERR_MSG: 'a shipped policy (`"node"`) or a file (`"./team.reeve"`)' }),
    )
    return { kind: 'use', target, span: this.spanFrom(first) }
  })

  protected readonly letStatement = this.RULE('letStatement', (): Statement => {
    const first = this.word('let')
    const name = this.wordNode(this.CONSUME(Word, { ERR_MSG: 'a name without `$`' }))
    this.CONSUME(Equals)
    return { kind: 'let', name, items: this.SUBRULE(this.list), span: this.spanFrom(first) }
  })

  protected readonly limits = this.RULE('limits', (): Statement => {
    const first = this.word('limits')
    const { clauses } = this.clauses('limits', limitWords, this.limit)
    return { kind: 'limits', settings: clauses, span: this.spanFrom(first) }
  })

  protected readonly limit = this.RULE('limit', (): Setting => this.setting(limitWords))

  protected readonly exit = this.RULE('exit', (): Statement => {
    const first = this.word('exit')
    const { clauses } = this.clauses('exit', exitWords, this.exitCode)
    return { kind: 'exit', settings: clauses, span: this.spanFrom(first) }
  })

  protected readonly exitCode = this.RULE('exitCode', (): Setting => this.setting(exitWords))

  protected readonly sandbox = this.RULE('sandbox', (): Statement => {
    const first = this.word('sandbox')
    return { kind: 'sandbox', value: this.oneWord(['off', 'prefer', 'require']), span: this.spanFrom(first) }
  })

  protected readonly agent = this.RULE('agent', (): Statement => {
    const first = this.word('agent')
    const { clauses } = this.clauses('agent', agentWords, this.agentClause)
    return { kind: 'agent', clauses, span: this.spanFrom(first) }
  })

  protected readonly agentClause = this.RULE('agentClause', (): ModelClause | Setting =>
    this.oneOf<ModelClause | Setting>([() => this.SUBRULE(this.model), () => this.SUBRULE(this.agentSetting)]),
  )

  protected readonly agentSetting = this.RULE('agentSetting', (): Setting => this.setting(['turns', 'tokens']))

  protected readonly model = this.RULE('model', (): ModelClause => {
    const word = this.keywordNode('model')
    const provider = this.oneWord(['openai', 'anthropic', 'replay'])
    const name = this.textNode(this.CONSUME(Text, { ERR_MSG: "the model's name in quotes" }))
    this.hint(['at', 'key', ...agentWords])
    const url = this.OPTION1(() => {
      this.word('at')
      return this.textNode(this.CONSUME1(Text, { ERR_MSG: "the server's URL in quotes" }))
    })
    this.hint(['key', ...agentWords])
    const key = this.OPTION2(() => {
      this.word('key')
      return this.textNode(this.CONSUME2(Text, { ERR_MSG: 'the name of an environment variable in quotes' }))
    })
    return { kind: 'model', word, provider, name, ...(url ? { url } : {}), ...(key ? { key } : {}) }
  })

  protected readonly dataset = this.RULE('dataset', (): Statement => {
    const first = this.word('dataset')
    const name = this.wordNode(this.CONSUME(Word, { ERR_MSG: 'a name for the dataset' }))
    const path = this.textNode(this.CONSUME(Text, { ERR_MSG: 'the path of its file in quotes' }))
    return { kind: 'dataset', name, path, span: this.spanFrom(first) }
  })

  protected readonly plugin = this.RULE('plugin', (): Statement => {
    const first = this.word('plugin')
    const name = this.wordNode(this.CONSUME(Word, { ERR_MSG: 'a name for the plugin' }))
    const command = this.textNode(this.CONSUME(Text, { ERR_MSG: 'its command in quotes' }))
    const options: PluginOption[] = []
    this.hint(['sha256', 'timeout'])
    this.MANY(() => {
      options.push(this.SUBRULE(this.pluginOption))
      this.hint(['sha256', 'timeout'])
    })
    return { kind: 'plugin', name, command, options, span: this.spanFrom(first) }
  })

  protected readonly pluginOption = this.RULE(
    'pluginOption',
    (): PluginOption =>
      this.oneOf<PluginOption>([
        () => {
          const word = this.keywordNode('sha256')
          return { kind: 'sha256', word, text: this.textNode(this.CONSUME(Text)) }
        },
        () => ({ ...this.numberOption('timeout', 'a duration like `30s`'), kind: 'timeout' }),
      ]),
  )

  protected readonly gate = this.RULE('gate', (): Statement => {
    const first = this.word('gate')
    const { clauses } = this.clauses('gate', gateWords, this.gateClause)
    return { kind: 'gate', clauses, span: this.spanFrom(first) }
  })

  protected readonly gateClause = this.RULE(
    'gateClause',
    (): GateClause =>
      this.oneOf<GateClause>([
        () => this.SUBRULE(this.gateList),
        () => this.SUBRULE(this.gateSetting),
        () => this.SUBRULE(this.gateChoice),
      ]),
  )

  protected readonly gateSetting = this.RULE('gateSetting', (): Setting => this.setting(['attempts']))

  protected readonly gateList = this.RULE('gateList', (): GateClause => {
    const name = this.oneOf<WordNode>([
      () => {
        const word = this.keywordNode('observe')
        this.hint(['except'])
        this.word('except')
        return word
      },
      () => this.keywordNode('uncovered'),
    ])
    return { kind: 'list', name, items: this.SUBRULE(this.list) }
  })

  protected readonly gateChoice = this.RULE('gateChoice', (): GateClause => {
    const names = ['evidence', 'verifier', 'coverage', 'flaky', 'presence'] as const
    const name = this.oneWord(names)
    const choices = gateChoices[name.text as (typeof names)[number]] ?? choiceWords
    this.hint(choices)
    return { kind: 'choice', name, value: this.SUBRULE(this.choiceValue, { ARGS: [choices] }) }
  })

  protected readonly choiceValue = this.RULE(
    'choiceValue',
    (choices: readonly Keyword[]): WordNode => this.oneWord(choiceWords, listed(quoted(choices ?? []))),
  )

  protected readonly waive = this.RULE('waive', (): Statement => {
    const first = this.word('waive')
    const digest = this.textNode(this.CONSUME(Text, { ERR_MSG: 'the effect digest in quotes' }))
    const options: WaiveOption[] = []
    this.hint(['because', 'by', 'until'])
    this.MANY(() => {
      options.push(this.SUBRULE(this.waiveOption))
      this.hint(['because', 'by', 'until'])
    })
    return { kind: 'waive', digest, options, span: this.spanFrom(first) }
  })

  protected readonly waiveOption = this.RULE(
    'waiveOption',
    (): WaiveOption =>
      this.oneOf<WaiveOption>([
        () => {
          const word = this.oneWord(['because', 'by'])
          return { kind: word.text as 'because' | 'by', word, text: this.textNode(this.CONSUME(Text)) }
        },
        () => {
          const word = this.keywordNode('until')
          return {
            kind: 'until',
            word,
            date: this.wordNode(this.CONSUME(Quantity, { ERR_MSG: 'a date like `2027-01-31`' })),
          }
        },
      ]),
  )

  /** `name value`; once in a rule. */
  protected setting(words: readonly Keyword[]): Setting {
    const name = this.oneWord(words)
    return { kind: 'setting', name, value: this.wordNode(this.CONSUME9(Quantity)) }
  }
}
