// Criteria: what must be true, what proves it, over which files, and what defines the check.
import type { CriterionClause, CriterionStatement } from '../../grammar/tree.ts'
import { proposedPins } from '../presets/pins.ts'
import { type Checks, once } from './checks.ts'
import { commandOf } from './commands.ts'
import { definitionOf } from './definition.ts'
import type { Draft } from './draft.ts'
import { pathPattern, plainText } from './patterns.ts'
import type { Criterion, Verifier } from './policy.ts'
import type { Place } from './unit.ts'
import { type Names, verifierOf } from './verifiers.ts'

export function addCriterion(
  checks: Checks,
  draft: Draft,
  place: Place,
  { statement, names }: { readonly statement: CriterionStatement; readonly names: Names },
): void {
  const isFirst = once(checks)
  const clauses = statement.clauses.filter(({ kind, word }) => isFirst(kind === 'pin-none' ? 'pin' : kind, word.span))
  const text = plainText(checks, statement.text, 'what the criterion demands')
  const verifier = verifierIn(checks, names, { statement, clauses })
  const scope = pathsOf(checks, place, clauses, 'scope')
  const pins = pinsOf(checks, place, clauses, verifier)
  const { id } = statement
  const before = draft.criteria.get(id.text)
  if (before) {
    const notes = [{ message: 'defined first here', span: before.origin.span }]
    checks.error(
      'RV202',
      `the criterion \`${id.text}\` is defined twice`,
      id.span,
      'give one of them another id',
      notes,
    )
  }
  if (before || text === undefined || !verifier) return
  const definition = definitionOf({ verifier, scope, pins })
  const origin = place.originOf(statement.span)
  draft.criteria.set(id.text, {
    id: id.text,
    text,
    required: statement.required,
    verifier,
    scope,
    pins,
    origin,
    definition,
  })
}

interface Given {
  readonly statement: CriterionStatement
  readonly clauses: readonly CriterionClause[]
}

function verifierIn(checks: Checks, names: Names, { statement, clauses }: Given): Verifier | undefined {
  const clause = clauses.find(({ kind }) => kind === 'verify')
  if (clause?.kind === 'verify') return verifierOf(checks, names, clause.verifier)
  if (statement.isIncomplete) return undefined
  return checks.error(
    'RV327',
    `the criterion \`${statement.id.text}\` says not how it is verified`,
    statement.id.span,
    'add `verify command "…"`, or `verify manual` when a person must look',
  )
}

function pathsOf(
  checks: Checks,
  place: Place,
  clauses: readonly CriterionClause[],
  wanted: 'scope' | 'pin',
): readonly string[] {
  const paths = clauses.flatMap((clause) => {
    if ((clause.kind !== 'scope' && clause.kind !== 'pin') || clause.kind !== wanted) return []
    return place.lists.resolve(clause.items).flatMap((node) => pathPattern(checks, node, 'workspace') ?? [])
  })
  return [...new Set(paths)]
}

function pinsOf(
  checks: Checks,
  place: Place,
  clauses: readonly CriterionClause[],
  verifier: Verifier | undefined,
): Criterion['pins'] {
  const none = clauses.find((clause) => clause.kind === 'pin-none')
  if (none?.kind !== 'pin-none') {
    const isSaid = clauses.some(({ kind }) => kind === 'pin')
    const proposed = isSaid || !verifier ? [] : proposedOf(verifier)
    if (proposed.length > 0) return { kind: 'paths', paths: proposed, proposed: true }
    return { kind: 'paths', paths: pathsOf(checks, place, clauses, 'pin') }
  }
  return { kind: 'none', because: plainText(checks, none.because, 'the text of `because`') ?? '' }
}

/** What defines the check of a known runner, beside what it checks (decision 19). */
function proposedOf(verifier: Verifier): readonly string[] {
  const command = commandOf(verifier)
  return command ? proposedPins(command.argv ?? [], command.directory) : []
}
