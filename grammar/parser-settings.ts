// The statements that set values: limits, exit codes, sandbox, agent, datasets, plugins, gate and waivers, as rules of the parser.
import { gateChoices } from './choices.ts'
import { listed, quoted } from './messages.ts'
import { RuleParser } from './parser-rules.ts'
import type { Keyword } from './tokens.ts'
import type { GateClause, ModelClause, PluginOption, Setting, Statement, WaiveOption, WordNode } from './tree.ts'

const limitWords = ['time', 'output', 'memory', 'processes', 'descriptors'] as const
const exitWords = ['verified', 'failed', 'unproven', 'error'] as const
const agentWords = ['model', 'turns', 'tokens'] as const
const gateWords = [
  ...(['observe', 'evidence', 'verifier', 'attempts', 'coverage', 'uncovered', 'flaky', 'presence'] as const),
]
const choiceWords = [
  ...(['executed', 'hosted', 'reported', 'on', 'off', 'accept', 'review', 'none', 'terminal', 'passphrase'] as const),
]

export abstract class SettingParser extends RuleParser {
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
    const name = this.text("the model's name in quotes")
    this.hint(['at', 'key', ...agentWords])
    const url = this.OPTION1(() => {
      this.word('at')
      return this.text("the server's URL in quotes", 1)
    })
    this.hint(['key', ...agentWords])
    const key = this.OPTION2(() => {
      this.word('key')
      return this.text('the name of an environment variable in quotes', 2)
    })
    return { kind: 'model', word, provider, name, ...(url ? { url } : {}), ...(key ? { key } : {}) }
  })

  protected readonly dataset = this.RULE('dataset', (): Statement => {
    const first = this.word('dataset')
    const name = this.name('a name for the dataset')
    const path = this.text('the path of its file in quotes')
    return { kind: 'dataset', name, path, span: this.spanFrom(first) }
  })

  protected readonly plugin = this.RULE('plugin', (): Statement => {
    const first = this.word('plugin')
    const name = this.name('a name for the plugin')
    const command = this.text('its command in quotes')
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
          return { kind: 'sha256', word, text: this.text('the digest in quotes') }
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
    const digest = this.text('the effect digest in quotes')
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
          return {
            kind: word.text as 'because' | 'by',
            word,
            text: this.text(`the text of \`${word.text}\` in quotes`),
          }
        },
        () => {
          const word = this.keywordNode('until')
          return {
            kind: 'until',
            word,
            date: this.quantity('a date like `2027-01-31`'),
          }
        },
      ]),
  )

  /** `name value`; once in a rule. */
  protected setting(words: readonly Keyword[]): Setting {
    const name = this.oneWord(words)
    return { kind: 'setting', name, value: this.quantity(expectedOf(name.text), 9) }
  }
}

function expectedOf(name: string): string {
  if (name === 'time') return 'a duration like `10m`'
  if (name === 'output' || name === 'memory') return 'a size like `8MiB`'
  return 'a whole number'
}
