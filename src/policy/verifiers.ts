// What proves a criterion: each verifier checked against its own rules and brought to plain data.
import type { CommandNode, FileOption, ReportNode, TextNode, VerifierNode } from '../../grammar/tree.ts'
import { compileRegex } from '../base/regex.ts'
import { type Checks, once } from './checks.ts'
import { pathPattern, workspacePath } from './patterns.ts'
import type { CommandVerifier, Comparison, CountCheck, DataCheck, Dataset, Plugin, Regex, Verifier } from './policy.ts'
import { known } from './settings.ts'
import { decimal, digest, duration, integer, percent } from './values.ts'
import { splitWords } from './words.ts'

export interface Names {
  readonly datasets: readonly Dataset[]
  readonly plugins: readonly Plugin[]
  /** Names whose definition could not be read. */
  readonly lost: readonly string[]
}

export function verifierOf(checks: Checks, names: Names, node: VerifierNode): Verifier | undefined {
  switch (node.kind) {
    case 'command':
      return commandVerifier(checks, node.command)
    case 'file':
      return fileVerifier(checks, node)
    case 'data':
      return dataVerifier(checks, names, node)
    case 'coverage':
      return coverageVerifier(checks, node)
    case 'report':
      return reportVerifier(checks, node)
    case 'plugin': {
      const plugin = known(checks, 'plugin', node.name, { list: names.plugins, lost: names.lost })
      return plugin && pluginVerifier(plugin)
    }
    case 'manual':
      return { kind: 'manual' }
  }
}

function pluginVerifier({ name, command: text, sha256, timeoutMs }: Plugin): Verifier {
  const argv = staticArgv(text)
  const command: CommandVerifier = { kind: 'command', text, ...(argv ? { argv } : {}), exitCode: 0, timeoutMs }
  return { kind: 'plugin', plugin: name, command, ...(sha256 ? { sha256 } : {}) }
}

function commandVerifier(checks: Checks, { text, options }: CommandNode): CommandVerifier | undefined {
  const isFirst = once(checks)
  const verifier: { -readonly [Key in keyof CommandVerifier]: CommandVerifier[Key] } = {
    kind: 'command',
    text: text.value,
    exitCode: 0,
  }
  if (text.value.trim() === '')
    return checks.error('RV309', 'an empty command', text.span, 'write the command that proves it')
  const argv = staticArgv(text.value)
  if (argv) verifier.argv = argv
  for (const option of options) {
    if (!isFirst(option.word.text, option.word.span)) continue
    if (option.kind === 'exit') verifier.exitCode = integer(checks, option.value, [0, 255]) ?? 0
    else if (option.kind === 'timeout') setDefined(verifier, 'timeoutMs', duration(checks, option.value))
    else if (option.kind === 'in') setDefined(verifier, 'directory', insideDirectory(checks, option.directory))
    else if (option.kind === 'tests' && option.comparison.text !== '>=')
      checks.error(
        'RV324',
        'a command says only how many tests it runs at least',
        option.comparison.span,
        'write `tests >= N`',
      )
    else setDefined(verifier, 'minimumTests', integer(checks, option.value, [1, 10_000_000]))
  }
  return verifier
}

function setDefined<Target extends object, Key extends keyof Target>(
  target: Target,
  key: Key,
  value: Target[Key] | undefined,
): void {
  if (value !== undefined) target[key] = value
}

/** The workspace itself is what an absent directory means. */
function insideDirectory(checks: Checks, node: TextNode): string | undefined {
  const path = workspacePath(checks, node, 'directory')
  return path === '.' ? undefined : path
}

/** The argument vector of a text that a shell would only split; undefined when a shell would do more. */
export function staticArgv(text: string): readonly string[] | undefined {
  const split = splitWords(text)
  if (split.kind !== 'words' || split.words.length === 0) return undefined
  const needsShell = split.words.some(({ text: word, glob, isQuoted, start }) => {
    const isFirst = start === split.words[0]?.start
    const unquoted = isQuoted ? glob.replaceAll(/\\./gsu, '') : word
    return /[*?[\]{}~!\\$]/.test(unquoted) || (isFirst && /^[A-Za-z_]\w*\+?=/.test(word))
  })
  return needsShell ? undefined : split.words.map((word) => word.text)
}

function fileVerifier(checks: Checks, node: Extract<VerifierNode, { kind: 'file' }>): Verifier | undefined {
  const isFirst = once(checks)
  const path = workspacePath(checks, node.path, 'path')
  const said: { absent: boolean; sha256?: ReturnType<typeof digest>; pattern?: Regex | undefined } = { absent: false }
  const contents: FileOption[] = []
  for (const option of node.options) {
    if (!isFirst(option.word.text, option.word.span)) continue
    if (option.kind === 'absent') said.absent = true
    else contents.push(option)
    if (option.kind === 'sha256') said.sha256 = digest(checks, option.text)
    if (option.kind === 'matches') said.pattern = regex(checks, option.regex)
  }
  const [contradiction] = said.absent ? contents : []
  if (contradiction)
    return checks.error(
      'RV325',
      'a file that is absent has no contents',
      contradiction.word.span,
      `keep either \`absent\` or \`${contradiction.word.text}\``,
    )
  if (path === undefined) return undefined
  const { absent, sha256, pattern } = said
  return { kind: 'file', path, absent, ...(sha256 ? { sha256 } : {}), ...(pattern ? { pattern } : {}) }
}

/** `/source/flags`; must be one that runs in time linear in the text. */
function regex(checks: Checks, { text, span }: { text: string; span: TextNode['span'] }): Regex | undefined {
  const end = text.lastIndexOf('/')
  if (end < 1) return undefined // never closed, which was told
  const [source, flags] = [text.slice(1, end), text.slice(end + 1)]
  const compiled = compileRegex(source, flags)
  if (compiled.kind === 'regex') return { source, flags }
  return checks.error(
    'RV326',
    `this regular expression cannot be used: ${compiled.reason}`,
    span,
    'no look-around and no back-references; flags are i, m, s and u',
  )
}

function dataVerifier(
  checks: Checks,
  names: Names,
  node: Extract<VerifierNode, { kind: 'data' }>,
): Verifier | undefined {
  const dataset = known(checks, 'dataset', node.dataset, { list: names.datasets, lost: names.lost })
  const check = dataCheck(checks, node.check)
  if (!dataset || !check) return undefined
  return {
    kind: 'data',
    dataset: dataset.name,
    path: dataset.path,
    check,
    ...(node.table ? { table: node.table.value } : {}),
  }
}

function dataCheck(
  checks: Checks,
  { word, column, comparison, value }: Extract<VerifierNode, { kind: 'data' }>['check'],
): DataCheck | undefined {
  const kind = word.text
  if (kind === 'equals') {
    const wanted = value && ('value' in value ? value.value : decimal(checks, value))
    return column && wanted !== undefined ? { kind, column: column.text, value: wanted } : undefined
  }
  if (kind === 'not-null' || kind === 'unique') return column && { kind, column: column.text }
  const wanted = value && decimal(checks, value)
  if (wanted === undefined || !comparison) return undefined
  const compared = { comparison: comparison.text as Comparison, value: wanted }
  if (kind === 'rows') return { kind, ...compared }
  return column && { kind: kind as 'sum' | 'min' | 'max' | 'distinct', column: column.text, ...compared }
}

function coverageVerifier(checks: Checks, node: Extract<VerifierNode, { kind: 'coverage' }>): Verifier | undefined {
  const command = commandVerifier(checks, node.command)
  const minimum = percent(checks, node.minimum)
  const report = node.report ? workspacePath(checks, node.report, 'path') : undefined
  if (!command || !minimum || (node.report && report === undefined)) return undefined
  return { kind: 'coverage', command, minimum, ...(report === undefined ? {} : { report }) }
}

function reportVerifier(checks: Checks, node: ReportNode): Verifier | undefined {
  const isFirst = once(checks)
  const path = pathPattern(checks, node.path, 'workspace')
  const counts: CountCheck[] = []
  for (const { name, comparison, value } of node.counts) {
    const wanted = integer(checks, value, [0, 1_000_000_000])
    if (!isFirst(name.text, name.span) || wanted === undefined) continue
    counts.push({ count: name.text as CountCheck['count'], comparison: comparison.text as Comparison, value: wanted })
  }
  const after = node.after ? commandVerifier(checks, node.after) : undefined
  if (path === undefined || (node.after && !after)) return undefined
  const format = node.format.text as 'junit' | 'tap' | 'ctrf'
  return { kind: 'report', format, path, counts, ...(after ? { after } : {}) }
}
