// What a command or a criterion checks, told by its words: enough to lay a claim beside it, never enough to prove one.
import { baseName } from '../base/path.ts'
import { commandOf } from '../policy/commands.ts'
import type { Criterion } from '../policy/policy.ts'

export type CheckKind = 'tests' | 'build' | 'lint' | 'types' | 'deployed'

const words: Readonly<Record<CheckKind, RegExp>> = {
  tests:
    /(?:^|[^a-z])(?:tests?|specs?|vitest|jest|mocha|pytest|ava|rspec|phpunit|ctest|nextest|unittest|tox|nox|playwright|cypress|pruebas?)(?![a-z])/i,
  build: /(?:^|[^a-z])(?:builds?|compiles?|make|assemble|tsc|webpack|cargo check|compila|package)(?![a-z])/i,
  lint: /(?:^|[^a-z])(?:lint|linter|eslint|biome|oxlint|clippy|ruff|rubocop|prettier|fmt|format|golangci-lint|vet|phpcs|stylelint)(?![a-z])/i,
  types: /(?:^|[^a-z])(?:types?|type-?check|typecheck|tsc|mypy|pyright|phpstan|cargo check|tipos)(?![a-z])/i,
  deployed: /(?:^|[^a-z])(?:deploy|publish|release|push|merge)(?![a-z])/i,
}

const kinds = Object.keys(words) as readonly CheckKind[]

/** By id, text and command; a report and a coverage figure come from tests. */
export function kindsOfCriterion({ id, text, verifier }: Criterion): ReadonlySet<CheckKind> {
  const command = commandOf(verifier)
  const found = command ? kindsIn(`${id} ${text} ${command.text}`) : []
  // `sh check.sh` and `make ci` test something, unless their words say what else they check.
  if (command && found.length === 0 && /(?:^|[^a-z])(?:checks?|ci|verify)(?![a-z])/i.test(command.text)) {
    return new Set(['tests'])
  }
  return new Set(verifier.kind === 'coverage' || verifier.kind === 'report' ? [...found, 'tests'] : found)
}

/** By the words of the command alone; `test -f x` and `echo tests` test nothing. */
export function kindsOfCall(argv: readonly string[]): ReadonlySet<CheckKind> {
  const program = baseName(argv[0] ?? '')
  if (/^(?:test|\[|echo|printf|cat|ls|grep|rg|find|git|head|tail|sed|true|touch|cp|mv|rm|mkdir)$/.test(program)) {
    return new Set(program === 'git' && argv[1] === 'push' ? ['deployed'] : [])
  }
  return new Set(kindsIn(argv.join(' ')))
}

function kindsIn(text: string): CheckKind[] {
  return kinds.filter((kind) => words[kind].test(text))
}
