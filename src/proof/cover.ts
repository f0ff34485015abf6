// Which paths a criterion speaks of, deleted ones too, and which changed paths no proven criterion speaks of: a verdict must not
// stand on a check that never looked at what was changed.
import type { Snapshot } from '../observe/snapshot.ts'
import { pathMatcher } from '../observe/tree.ts'
import type { Criterion } from '../policy/policy.ts'
import { criterionScope, scopePatterns } from '../session/freshness.ts'
import type { CriterionStatus } from './status.ts'

/** True for paths in the criterion's scope, also where no file lies now; with what links in the scope lead to. */
export function scopeMatcher(criterion: Criterion, snapshot: Snapshot): (path: string) => boolean {
  const patterns = scopePatterns(criterion)
  if (patterns.length === 0) return () => true
  const matches = pathMatcher(patterns)
  const reached = new Set(criterionScope(snapshot, criterion).files)
  return (path) => matches(path) || reached.has(path)
}

/** `exempt` are the patterns of `gate { uncovered }`. Every verified required criterion covers its scope. */
export function uncoveredPaths(
  changed: readonly string[],
  statuses: readonly CriterionStatus[],
  snapshot: Snapshot,
  exempt: readonly string[],
): readonly string[] {
  const covers = statuses
    .filter(({ criterion, status }) => criterion.required && status === 'verified')
    .map(({ criterion }) => scopeMatcher(criterion, snapshot))
  const isExempt = pathMatcher(exempt)
  return changed.filter((path) => !isExempt(path) && !covers.some((covered) => covered(path)))
}
