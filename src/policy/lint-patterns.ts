// Warnings about single patterns: wider or narrower than they look, or written with characters that look like others.
import { expandBraces } from '../base/braces.ts'
import { baseName } from '../base/path.ts'
import { type Breadth, breadthOf, executingOption, needsArguments } from '../programs/breadth.ts'
import type { Checks } from './checks.ts'
import type { CommandPattern, ExecRule, FileRule, Policy } from './policy.ts'

export function lintPatterns(checks: Checks, { exec, fileAccess, network }: Policy): void {
  for (const rule of exec.rules) {
    for (const pattern of rule.patterns) lintCommand(checks, rule, pattern)
    for (const pattern of [...rule.patterns, ...rule.except]) lintSpelling(checks, pattern)
  }
  for (const rule of fileAccess.rules) lintPaths(checks, rule)
  for (const { answer, hosts, origin } of network.rules)
    if (answer === 'allow' && hosts.some((host) => /^\*(?::\d+)?$|^\*\.[a-z]+(?::\d+)?$|\/0(?::\d+)?$/i.test(host)))
      checks.warn(
        'RV503',
        'the rule allows every host, or every one of a whole domain of the root',
        origin.span,
        'name the hosts that are needed',
      )
}

function lintCommand(checks: Checks, rule: ExecRule, pattern: CommandPattern): void {
  const [program, ...rest] = pattern.words
  if (program?.kind !== 'glob') return
  const name = baseName(program.text)
  if (rest.length === 0) {
    const isMeant = rule.answer === 'allow' ? !needsArguments(name) : noArguments.has(name)
    if (!isMeant && !rule.patterns.some((other) => isSameProgram(other, pattern)))
      checks.warn(
        'RV502',
        `\`${pattern.text}\` is the program with no arguments at all`,
        pattern.span,
        `\`${pattern.text} **\` is the program with any`,
      )
  }
  if (rule.answer === 'allow') lintBreadth(checks, pattern, name)
}

/** Programs that do something of use, or of harm, without arguments. */
const noArguments = new Set([
  ...['pwd', 'ls', 'true', 'false', 'date', 'whoami', 'id', 'hostname', 'make', 'w', 'who', 'uptime', 'arch', 'nproc'],
  ...['env', 'printenv', 'set', 'export', 'mount', 'ps', 'top', 'history', 'reboot', 'halt', 'poweroff', 'shutdown'],
])

/** Another pattern of the rule that speaks of the program with arguments. */
function isSameProgram(other: CommandPattern, pattern: CommandPattern): boolean {
  const [left, right] = [other.words[0], pattern.words[0]]
  return other.words.length > 1 && left?.kind === 'glob' && right?.kind === 'glob' && left.text === right.text
}

function lintBreadth(checks: Checks, pattern: CommandPattern, name: string): void {
  const [, ...rest] = pattern.words
  const at = rest.findIndex(({ kind }) => kind === 'rest')
  if (at === -1) return
  const before = rest.slice(0, at).map((word) => (word.kind === 'glob' ? word.text : ''))
  if (at === 0 && /^[*?]+$/.test(name)) {
    checks.warn('RV503', 'the rule allows every program', pattern.span, 'name the programs that are needed')
    return
  }
  const names = expandBraces(name, 64) ?? [name]
  for (const each of names) {
    const option = [...before, ...rest.slice(at + 1).map((word) => (word.kind === 'glob' ? word.text : ''))].find(
      (word) => word.startsWith('-') && isOpenOption(each, word),
    )
    const breadth = alternatives(before).flatMap((words) => breadthOf(each, words) ?? [])[0]
    if (option !== undefined)
      checks.warn(
        'RV503',
        `\`${pattern.text}\` allows whatever \`${option}\` is told to run`,
        pattern.span,
        'write out what it may run, in place of the wildcard',
      )
    else if (breadth !== undefined) {
      const { message, help } = told[breadth](pattern.text, [each, ...before].join(' '))
      checks.warn('RV503', message, pattern.span, help)
    } else continue
    return
  }
}

/** An option that runs what it is given, where that is left open. */
function isOpenOption(name: string, word: string): boolean {
  const value = word.includes('=') ? word.slice(word.indexOf('=') + 1) : undefined
  return executingOption(name, word) !== undefined && (value === undefined || /[*?[]/.test(value))
}

function alternatives(words: readonly string[]): readonly (readonly string[])[] {
  const [word] = words
  if (word === undefined || words.length > 1) return [words]
  return (expandBraces(word, 64) ?? [word]).map((each) => [each])
}

type Told = (pattern: string, program: string) => { readonly message: string; readonly help: string }

const told: Readonly<Record<Breadth, Told>> = {
  code: (pattern, program) => ({
    message: `\`${pattern}\` allows any code that \`${program}\` is given, also what was just written`,
    help: 'write out the script or the target',
  }),
  starts: (pattern, program) => ({
    message: `\`${pattern}\` is meant for whatever \`${program}\` starts`,
    help: 'write out what it may start',
  }),
  options: (pattern, program) => ({
    message: `\`${pattern}\` looks as if \`${program}\` might start other programs, which an option must say in full`,
    help: 'write out the options that are needed',
  }),
  inside: (pattern, program) => ({
    message: `\`${pattern}\` allows a program from inside of which any other can be started`,
    help: `leave \`${program}\` to people`,
  }),
  elsewhere: (pattern, program) => ({
    message: `\`${pattern}\` allows \`${program}\` to act on any machine`,
    help: 'write out the host and what is done there',
  }),
  subcommands: (pattern, program) => ({
    message: `\`${pattern}\` allows every subcommand of \`${program}\``,
    help: `write out the subcommands: \`${program} {…} **\``,
  }),
}

function lintSpelling(checks: Checks, pattern: CommandPattern): void {
  const { text, span, words } = pattern
  const odd = oddCharacter(text, true)
  if (odd) checks.warn('RV516', `\`${text}\` ${odd}`, span, 'type it again on the keyboard')
  const regex =
    /(?:^|\s)\S*\\[dws]\S*/.exec(text)?.[0].trim() ??
    words.flatMap((word) => (word.kind === 'glob' && /\.\*|\.\+|^\^\w|\w\$$/.test(word.text) ? [word.text] : []))[0]
  if (regex !== undefined)
    checks.warn(
      'RV515',
      `\`${regex}\` reads like a regular expression, and a pattern is a glob`,
      span,
      '`*` is any text of one argument, `?` one character, `**` any arguments; there are no anchors',
    )
}

const dashes = /(?:^|\s)[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/
const quotes = /[\u2018-\u201f\u00ab\u00bb]/
const spaces = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/
const foreignProgram = /^\S*[^\u0000-\u007f]/
const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /[\uff01-\uff5e\u{1d400}-\u{1d7ff}]/u,
]

/** What is odd about the letters of a pattern. Names of files may be of any script, but not of several in one word. */
function oddCharacter(text: string, isCommand: boolean): string | undefined {
  if (dashes.test(text)) return 'begins a word with a dash that is no `-`'
  if (quotes.test(text)) return 'holds typographic quotes'
  if (spaces.test(text)) return 'holds a blank that is none'
  if (isCommand && foreignProgram.test(text)) return 'names a program with letters that may look like others'
  const isMixed = text.split(/[\s/.,{}_-]+/).some((word) => scripts.filter((script) => script.test(word)).length > 1)
  return isMixed ? 'mixes letters of several scripts in one word' : undefined
}

function lintPaths(checks: Checks, { answer, access, patterns, origin }: FileRule): void {
  if (origin.text.startsWith('default:')) return
  for (const text of patterns) {
    const odd = oddCharacter(text, false)
    if (odd) checks.warn('RV516', `\`${text}\` ${odd}`, origin.span, 'type it again on the keyboard')
    const isName = !text.includes('/') && !text.startsWith('**') && text !== '*' && text !== '.'
    const isEverywhere = /^\*?\.|^id_/.test(text)
    if (answer !== 'allow' && isName && isEverywhere)
      checks.warn(
        'RV517',
        `\`${text}\` is such a file in the workspace's own directory only`,
        origin.span,
        `\`**/${text}\` is any such file: \`${answer} ${access} "**/${text}"\``,
      )
  }
}
