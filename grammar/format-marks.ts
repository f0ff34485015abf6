// What a token of a text begins, by its offset: a clause, an option, a list, an element. The printer sees tokens and these marks,
// never values, so that it can move words and cannot change one.
import type {
  CommandNode,
  CriterionClause,
  EnvironmentClause,
  ExampleNode,
  GateClause,
  Item,
  ModelClause,
  PolicyTree,
  RuleClause,
  Setting,
  Statement,
  VerifierNode,
} from './tree.ts'

export type Mark =
  | 'statement'
  | 'clause'
  /** The first element of a list; the others are put below it where the line ends. */
  | 'list'
  | 'item'
  /** Stands on a line of its own where its clause does not fit one. */
  | 'option'
  /** Stands behind what is before it as long as it fits. */
  | 'tail'
  /** Makes its clause more than one line. */
  | 'example'
  | 'access'

export interface Marks {
  readonly at: ReadonlyMap<number, Mark>
  /** Offsets of the answers, each of which begins a clause as well. */
  readonly answers: ReadonlySet<number>
}

interface Marker {
  readonly at: Map<number, Mark>
  readonly answers: Set<number>
}

export function markTokens(tree: PolicyTree): Marks {
  const marker: Marker = { at: new Map(), answers: new Set() }
  for (const statement of tree.statements) {
    marker.at.set(statement.span.start, 'statement')
    markStatement(marker, statement)
  }
  return marker
}

function markStatement(marker: Marker, statement: Statement): void {
  switch (statement.kind) {
    case 'exec':
    case 'files':
    case 'network':
      for (const clause of statement.clauses) {
        if (clause.kind === 'rule') markRule(marker, clause)
        else marker.at.set(clause.span.start, 'clause')
      }
      break
    case 'expect':
      for (const { answer, examples } of statement.clauses) {
        markAnswer(marker, answer.span.start)
        markExamples(marker, examples)
      }
      break
    case 'let':
      markList(marker, statement.items)
      break
    case 'plugin':
    case 'waive':
      for (const { word } of statement.options) marker.at.set(word.span.start, 'option')
      break
    default:
      for (const clause of clausesOf(statement)) markClause(marker, clause)
  }
}

type Clause = EnvironmentClause | Setting | ModelClause | CriterionClause | GateClause

function clausesOf(statement: Statement): readonly Clause[] {
  if (statement.kind === 'limits' || statement.kind === 'exit') return statement.settings
  const hasClauses =
    statement.kind === 'environment' ||
    statement.kind === 'agent' ||
    statement.kind === 'gate' ||
    statement.kind === 'criterion'
  return hasClauses ? statement.clauses : []
}

function markClause(marker: Marker, clause: Clause): void {
  const word = 'word' in clause ? clause.word : clause.name
  marker.at.set(word.span.start, 'clause')
  if ('items' in clause) markList(marker, clause.items)
  if (clause.kind === 'set')
    clause.pairs.forEach(({ name }, index) => {
      marker.at.set(name.span.start, index === 0 ? 'list' : 'item')
    })
  if (clause.kind === 'verify') markVerifier(marker, clause.verifier)
}

function markVerifier(marker: Marker, verifier: VerifierNode): void {
  const command = (node: CommandNode | undefined) => {
    for (const { word } of node?.options ?? []) marker.at.set(word.span.start, 'tail')
  }
  if (verifier.kind === 'command' || verifier.kind === 'coverage') command(verifier.command)
  if (verifier.kind !== 'report') return
  for (const { name } of verifier.counts) marker.at.set(name.span.start, 'tail')
  command(verifier.after)
}

function markRule(marker: Marker, { answer, access, patterns, options }: RuleClause): void {
  markAnswer(marker, answer.span.start)
  if (access) marker.at.set(access.span.start, 'access')
  markList(marker, patterns)
  for (const option of options) {
    const isExample = option.kind === 'matches' || option.kind === 'misses'
    const isTail = option.kind === 'except' || option.kind === 'in'
    marker.at.set(option.word.span.start, isExample ? 'example' : isTail ? 'tail' : 'option')
    if ('items' in option) markList(marker, option.items)
    if ('examples' in option) markExamples(marker, option.examples)
  }
}

function markAnswer({ at, answers }: Marker, offset: number): void {
  at.set(offset, 'clause')
  answers.add(offset)
}

function markExamples(marker: Marker, examples: readonly ExampleNode[]): void {
  examples.forEach(({ command }, index) => {
    marker.at.set(command.span.start, index === 0 ? 'list' : 'item')
  })
}

function markList(marker: Marker, items: readonly Item[]): void {
  items.forEach(({ span }, index) => {
    marker.at.set(span.start, index === 0 ? 'list' : 'item')
  })
}
