// What the project's own continuous integration runs: hints for which checks the project holds itself to. Lines are only compared
// with commands that are known otherwise; none of them is taken over as it stands.
import { asObject, type Json } from '../base/json.ts'
import { isPlainName } from './names.ts'
import type { Project } from './preset.ts'
import { readYaml } from './texts.ts'

export interface CiLine {
  /** The file that says so. */
  readonly file: string
  /** Words of one simple command; no word holds shell syntax. */
  readonly words: readonly string[]
}

const directories = ['.github/workflows', '.gitea/workflows', '.forgejo/workflows', '.woodpecker', '.buildkite']
const files = [
  '.gitlab-ci.yml',
  '.circleci/config.yml',
  'azure-pipelines.yml',
  'bitbucket-pipelines.yml',
  '.travis.yml',
  '.drone.yml',
  '.woodpecker.yml',
  'appveyor.yml',
  '.cirrus.yml',
]
const fileLimit = 20
const lineLimit = 500

export function ciFiles(project: Project): readonly string[] {
  const listed = directories.flatMap((directory) =>
    project.list(directory).flatMap(({ name }) => (/^[\w.-]+\.ya?ml$/.test(name) ? [`${directory}/${name}`] : [])),
  )
  return [...listed, ...files.filter((file) => project.isFile(file))].slice(0, fileLimit)
}

export function ciLines(project: Project): readonly CiLine[] {
  return ciFiles(project)
    .flatMap((file) => scriptsIn(readYaml(project, file)).flatMap((script) => linesOf(file, script)))
    .slice(0, lineLimit)
}

/** Keys that hold commands in one format or another. */
const commandKeys = new Set([
  'run',
  'script',
  'before_script',
  'command',
  'commands',
  'bash',
  'test_script',
  'build_script',
])

/** Strings below such keys, in order, without recursion; aliases are followed as often as they stand there, up to a limit. */
function scriptsIn(root: Json | undefined): readonly string[] {
  const found: string[] = []
  const pending: { readonly value: Json | undefined; readonly isCommand: boolean }[] = [
    { value: root, isCommand: false },
  ]
  for (let count = 0; count < 20_000 && found.length < lineLimit; count++) {
    const next = pending.pop()
    if (!next) break
    const { value, isCommand } = next
    if (typeof value === 'string' && isCommand) found.push(value)
    const parts = Array.isArray(value)
      ? value.map((each) => ({ value: each, isCommand }))
      : Object.entries(asObject(value) ?? {}).map(([key, each]) => ({ value: each, isCommand: commandKeys.has(key) }))
    pending.push(...parts.slice(0, 2000).reverse())
  }
  return found
}

function linesOf(file: string, script: string): readonly CiLine[] {
  return script
    .slice(0, 20_000)
    .split(/\n|&&|;/)
    .slice(0, 200)
    .map((line) => ({ file, words: wordsOf(line) }))
    .filter(({ words }) => words.length > 0)
}

/** Empty when a word is not plain. Assignments before the command are left out: the command is the same without them. */
function wordsOf(line: string): readonly string[] {
  const words = line
    .slice(0, 300)
    .split(/[ \t\r]+/)
    .filter((word) => word !== '')
  const start = words.findIndex((word) => !/^[A-Z_]+=[\w.-]*$/.test(word))
  const own = start === -1 ? [] : words.slice(start)
  return own.every((word) => /^[\w@%+=:,./-]+$/.test(word)) ? own : []
}

/** Words that a tool may be told besides, because they choose neither what runs nor where it lies. */
const harmless = new Set(
  `-q --quiet -v -vv --verbose -x --all --workspace --all-features --all-targets --no-default-features --locked --frozen
   --offline --release --no-fail-fast -race -cover -short -count=1 ./... -B --batch-mode -ntp --no-transfer-progress
   --no-daemon --stacktrace --no-restore --no-build --nologo --strict --no-progress --check --ci --run --color=always
   --all-extras --no-sync -ra -n auto --maxfail=1`.split(/\s+/),
)

/** How the project's CI spells this check; undefined: it does not run it. */
export function ciSpelling(
  lines: readonly CiLine[],
  command: string,
): (CiLine & { readonly command: string }) | undefined {
  const wanted = core(command.split(' '))
  const found = lines.find(({ words }) => isSame(core(words), wanted))
  return found && { ...found, command: found.words.join(' ') }
}

/** Scripts of the project that CI calls by `npm run NAME`, `make NAME` and the like; plain names only. */
export function ciScripts(
  lines: readonly CiLine[],
  runner: string,
): readonly { readonly name: string; readonly file: string }[] {
  const head = runner.split(' ')
  return lines.flatMap(({ file, words }) => {
    const name = words.at(-1) ?? ''
    // `pnpm test:e2e` is `pnpm run test:e2e`; a name with a colon is no subcommand.
    const isShort = /^(?:pnpm|yarn) run$/.test(runner) && name.includes(':') && words.length === 2
    const isWhole = words.length === head.length + 1
    const isCall = isShort ? words[0] === head[0] : isWhole && head.every((word, index) => words[index] === word)
    return isCall && isPlainName(name) ? [{ name, file }] : []
  })
}

/** Without what only says through which environment the tool is found. */
function core(words: readonly string[]): readonly string[] {
  const [first = '', second = '', ...rest] = words
  if (/^(?:uv|poetry|pdm|pipenv|hatch)$/.test(first) && second === 'run') return core(rest)
  if (first === 'bundle' && second === 'exec') return core(rest)
  if (/^python3?$/.test(first) && second === '-m') return rest
  // `bun test` is a runner of its own; the others take a script's name with and without `run`.
  if (/^(?:npm|pnpm|yarn)$/.test(first)) return [first, ...(second === 'run' ? rest : [second, ...rest])]
  return words
}

function isSame(words: readonly string[], wanted: readonly string[]): boolean {
  const own = words.filter((word) => wanted.includes(word) || !harmless.has(word))
  return words.length > 0 && own.join(' ') === wanted.join(' ')
}
