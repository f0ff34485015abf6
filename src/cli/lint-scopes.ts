// Scopes held against a workspace: a criterion whose scope names no file can never be verified, and a pattern that names none is
// most probably misspelt. Only names are listed; nothing is read.
import type { Diagnostic } from '../base/diagnostic.ts'
import type { Host } from '../host/host.ts'
import { pathMatcher } from '../observe/tree.ts'
import type { Policy } from '../policy/policy.ts'

const fileLimit = 200_000

/** `workspace` is a real path. Nothing is said about a workspace that cannot be listed or has too many files. */
export function lintScopes(host: Host, { criteria, gate }: Policy, workspace: string): readonly Diagnostic[] {
  if (!criteria.some(({ scope }) => scope.length > 0)) return []
  const isExcepted = pathMatcher(gate.observeExcept)
  const files = listFiles(host, workspace, isExcepted)
  if (!files) return []
  return criteria.flatMap(({ id, scope, origin }) => {
    const empty = scope.filter((pattern) => !files.some(pathMatcher([pattern])))
    if (empty.length === 0) return []
    const names = empty.map((pattern) => `\`${pattern}\``).join(', ')
    const message =
      empty.length === scope.length
        ? `the scope of \`${id}\` matches no file, so it can never be verified`
        : `in the scope of \`${id}\` no file matches ${names}`
    const help = 'paths are written from the workspace; what `observe except` names is in no scope'
    return [{ code: 'RV507', severity: 'warning', message, span: origin.span, help, notes: [] }]
  })
}

/** Paths of files and links from the workspace; undefined when there are too many. */
function listFiles(
  host: Host,
  workspace: string,
  isExcepted: (path: string) => boolean,
): readonly string[] | undefined {
  const files: string[] = []
  const pending = ['']
  for (let directory = pending.pop(); directory !== undefined; directory = pending.pop()) {
    for (const { name, kind } of entriesOf(host, `${workspace}/${directory}`)) {
      const path = directory === '' ? name : `${directory}/${name}`
      if (path === '.git' || isExcepted(path)) continue
      if (kind === 'directory') pending.push(path)
      else if (files.push(path) > fileLimit) return undefined
    }
  }
  return files
}

function entriesOf(host: Host, path: string): ReturnType<Host['files']['list']> {
  try {
    return host.files.list(path)
  } catch {
    return []
  }
}
