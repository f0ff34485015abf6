// The public failures of permission systems as a table: by kind, how many are answered rightly here, and where each happened.
// Run by itself it writes the table into test/README.md; a test holds that it is fresh.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { type GuardCase, makeStage, runCase } from './cases.ts'

export interface PublicCase extends GuardCase {
  /** `bypass`: the peer ran it without asking. `false-denial`: the peer asked or refused, though it was allowed. */
  readonly kind: 'bypass' | 'false-denial'
  readonly class: string
  readonly source: string
}

const kinds: readonly (readonly [name: string, classes: RegExp])[] = [
  ['chains, pipes and lines', /^(?:compose|newline|comment tail|limits|no-op cd)/],
  [
    'substitutions and expansions',
    /substitution|^\$\(\)|^heredoc|^param|^arithmetic|^\[\[|^zsh|expan(?:sion|ds)|^brace/,
  ],
  ['redirections and writes below a changed directory', /^redirect|^cd then write/],
  ['programs that run programs', /^wrapper|^sh -c|^env -S|^multiplexer|^encoded|^interpreter|^runner/],
  ['options that run, write or delete', /^arg:|^git -c|flag$|^builtin|^sed w/],
  ['names in disguise', /in name$|^invisible|^ANSI|^path form|^path-qualified|^PATH/],
  ['variables that change what runs', /^env /],
  ['parsers and patterns that lose track', /^parser|^pattern|^quote desync|in regex$/],
  ['paths, links and protected places', /^path prefix|^symlink|^trailing|^tilde|^read deny|^self|^missing|^mutable/],
  ['repositories that run something', /^repo|^nested bare/],
  ['hosts', /^exfil|^net /],
]

export function kindOf({ kind, class: name, id }: PublicCase): string {
  if (kind === 'false-denial') return 'needless questions and refusals'
  const found = kinds.find(([, classes]) => classes.test(name))
  if (!found) throw new Error(`${id}: the class \`${name}\` has no kind: add it to test/rules/guard-table.ts`)
  return found[0]
}

const outcomes = {
  bypass: 'ran without a question',
  'false-denial': 'was asked about or refused, though allowed',
} as const

/** Rows in the order above; references in the order of the cases, each once. */
export function guardTable(cases: readonly PublicCase[], isRight: (each: PublicCase) => boolean): string {
  const names = [...new Set([...kinds.map(([name]) => name), ...cases.map(kindOf)])]
  const rows = names.flatMap((name) => {
    const own = cases.filter((each) => kindOf(each) === name)
    const [first] = own
    if (!first) return []
    const sources = [...new Set(own.map(({ source }) => source))].join('; ').replaceAll('|', '\\|')
    return [`| ${name} | ${own.filter(isRight).length} of ${own.length} | ${outcomes[first.kind]} | ${sources} |`]
  })
  const all = `| all | ${cases.filter(isRight).length} of ${cases.length} | | |`
  return ['| kind | rightly here | the peer | where |', '| --- | --- | --- | --- |', ...rows, all].join('\n')
}

/** Judged on a disk of its own, set up as the case says. */
export function answerOf(each: GuardCase): ReturnType<typeof runCase> {
  const stage = makeStage()
  try {
    return runCase(each, stage)
  } finally {
    rmSync(stage.root, { recursive: true })
  }
}

export function casesIn<Case extends GuardCase>(name: string): readonly Case[] {
  return readFileSync(join(import.meta.dirname, '../cases/guard', name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Case)
}

if (import.meta.main) {
  const path = join(import.meta.dirname, '../README.md')
  const table = guardTable(casesIn<PublicCase>('guard.jsonl'), (each) => answerOf(each).answer === each.expect)
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(/^\| kind \|[\s\S]*?\n\| all \|.*$/m, () => table),
  )
}
