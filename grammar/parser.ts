// The parser: a whole policy text and its statements. Chevrotain reads the grammar from these methods themselves; the rules of
// lists, blocks and recovery are in `parser-base.ts`, criteria in `parser-verifiers.ts`, rules in `parser-rules.ts`, what sets
// values in `parser-settings.ts`.
import { EOF, type IToken } from 'chevrotain'

import type { Diagnostic } from '../src/base/diagnostic.ts'
import type { Source, Span } from '../src/base/span.ts'
import { statementWords } from './parser-base.ts'
import { typeOf } from './parser-nodes.ts'
import { SettingParser } from './parser-settings.ts'
import { Equals, LeftBrace } from './tokens.ts'
import type { Header, PolicyTree, Statement } from './tree.ts'

export interface Read {
  readonly tree: PolicyTree
  readonly diagnostics: readonly Diagnostic[]
  /** Places that were read as something else than their characters say. */
  readonly covered: readonly Span[]
  /** It neither begins with its `policy` line nor with any other statement: nothing more is said of it. */
  readonly isForeign: boolean
}

type SecondHeader = { readonly kind: 'header'; readonly header: Header }

export class PolicyParser extends SettingParser {
  constructor(skipValidations: boolean) {
    super(skipValidations)
    this.performSelfAnalysis()
  }

  /** Reads the tokens of one text; `told` are the places where the lexer found a mistake, in order. */
  read(source: Source, tokens: IToken[], told: readonly number[]): Read {
    this.input = tokens
    this.source = source
    this.diagnostics = []
    this.covered = []
    this.closesPolicy = false
    this.isForeign = false
    this.told = told
    const tree = this.policyText()
    return { tree, diagnostics: this.diagnostics, covered: this.covered, isForeign: this.isForeign }
  }

  protected readonly policyText = this.RULE('policyText', (): PolicyTree => {
    const statements: Statement[] = []
    const lostNames: string[] = []
    this.hint(['policy'])
    let header = this.OPTION(() => this.attempt(() => this.SUBRULE1(this.header)))
    this.ACTION(() => {
      const isLost = this.LA(0).tokenType !== EOF
      if (!header && !isLost) this.reportMissingHeader()
      if (header) this.bearPolicyBrace()
      this.findStart(statementWords, 'a policy')
    })
    this.MANY(() => {
      const [first, name] = [this.LA(1), this.LA(2)]
      const read = this.attempt(() => this.SUBRULE(this.statement))
      this.ACTION(() => {
        if (read === undefined && this.isDefinition(first)) lostNames.push(name.image)
        if (read?.kind === 'header' && header)
          this.report('RV118', 'a second `policy` line', first, 'a policy text begins with its only one')
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
    const name = this.text("the policy's name in quotes")
    this.hint(['version'])
    const version = this.OPTION(() => {
      this.word('version')
      return this.quantity('the version of the language: `1`')
    })
    this.ACTION(() => {
      if (!version) this.reportMissingVersion()
    })
    return { name, version: version ?? { text: '1', span: name.span } }
  })

  protected reportMissingVersion(): void {
    if (this.isFollower(this.LA(1))) return
    const end = { ...this.LA(0), isEnd: true }
    this.report('RV110', 'the `policy` line does not say the version of the language', end, 'write `version 1` here')
    if (this.LA(1).tokenType !== LeftBrace) return
    this.CONSUME(LeftBrace)
    this.closesPolicy = true
  }

  /** `policy "p" version 1 { … }`: what stands inside is read as if the braces were not there. */
  protected bearPolicyBrace(): void {
    const token = this.LA(1)
    if (token.tokenType !== LeftBrace) return
    this.report(
      'RV111',
      'the `policy` line has no block',
      token,
      'take out this `{` and its `}`: statements stand by themselves',
    )
    this.CONSUME(LeftBrace)
    this.closesPolicy = true
  }

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

  protected readonly secondHeader = this.RULE(
    'secondHeader',
    (): SecondHeader => ({ kind: 'header', header: this.SUBRULE(this.header) }),
  )

  protected readonly use = this.RULE('use', (): Statement => {
    const first = this.word('use')
    const target = this.text('a shipped policy (`"node"`) or a file (`"./team.reeve"`)')
    return { kind: 'use', target, span: this.spanFrom(first) }
  })

  protected readonly letStatement = this.RULE('letStatement', (): Statement => {
    const first = this.word('let')
    const name = this.name('a name without `$`')
    this.CONSUME(Equals)
    return { kind: 'let', name, items: this.SUBRULE(this.list), span: this.spanFrom(first) }
  })
}
