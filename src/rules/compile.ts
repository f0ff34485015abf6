// A policy to its program: every glob compiled, command rules filed under the names of the programs they speak of.
import { assert } from '../base/assert.ts'
import { expandBraces } from '../base/braces.ts'
import { compileGlob, type Dialect, type Glob, isGlob } from '../base/glob.ts'
import type { CommandPattern, ExecRule, PatternWord, Policy } from '../policy/policy.ts'
import { compileHost } from './hosts.ts'
import type {
  CompiledExecRule,
  CompiledPattern,
  CompiledWord,
  ExecProgram,
  Mode,
  PathPattern,
  Program,
} from './program.ts'

const alternativeLimit = 256

export function compileProgram(policy: Policy, mode: Mode): Program {
  return {
    policy,
    mode,
    exec: compileExec(policy.exec.rules),
    files: policy.fileAccess.rules.map((rule) => ({
      patterns: rule.patterns.map(compilePath),
      except: rule.except.map(compilePath),
    })),
    network: policy.network.rules.map((rule) => rule.hosts.map(compileHost)),
  }
}

function compileExec(rules: readonly ExecRule[]): ExecProgram {
  const compiled = rules.map(compileRule)
  const byName: Record<string, number[]> = Object.create(null)
  const open = new Set<number>()
  compiled.forEach((rule, index) => {
    for (const { program } of rule.patterns) {
      if (program.kind === 'path' || program.glob.literal === undefined) open.add(index)
      else file(byName, program.glob.literal, index)
    }
  })
  return { rules: compiled, byName, open: [...open] }
}

function file(byName: Record<string, number[]>, name: string, index: number): void {
  const filed = byName[name] ?? []
  if (filed.at(-1) !== index) filed.push(index)
  byName[name] = filed
}

function compileRule(rule: ExecRule): CompiledExecRule {
  return {
    patterns: rule.patterns.flatMap(compilePattern),
    except: rule.except.flatMap(compilePattern),
    directories: rule.directories.map(compilePath),
  }
}

/** One pattern for each alternative of the program word, and of words that may be an option or an operand. */
function compilePattern(pattern: CommandPattern): readonly CompiledPattern[] {
  const [first, ...rest] = pattern.words[0]?.kind === 'rest' ? [anyProgram, ...pattern.words] : pattern.words
  assert(first?.kind === 'glob', `a command pattern has words: ${pattern.text}`)
  const programs = expandBraces(first.text, alternativeLimit) ?? [first.text]
  const words = alternativesOf(rest)
  return programs.flatMap((program) =>
    words.map((list) => ({ program: compileProgramWord(program), words: list.map(compileWord), text: pattern.text })),
  )
}

/** A pattern that begins with `**` speaks of every program. */
const anyProgram: PatternWord = { kind: 'glob', text: '*' }

function alternativesOf(words: readonly PatternWord[]): readonly (readonly PatternWord[])[] {
  let lists: readonly (readonly PatternWord[])[] = [[]]
  for (const word of words) {
    const choices = mixedAlternatives(word)
    if (lists.length * choices.length > alternativeLimit) lists = lists.map((list) => [...list, word])
    else lists = lists.flatMap((list) => choices.map((choice) => [...list, choice]))
  }
  return lists
}

/** The word itself, unless some of its alternatives are options and some are not. */
function mixedAlternatives(word: PatternWord): readonly PatternWord[] {
  if (word.kind === 'rest') return [word]
  const all = expandBraces(word.text, alternativeLimit)
  const options = all?.filter((text) => text.startsWith('-')).length
  if (!all || options === 0 || options === all.length) return [word]
  return all.map((text) => ({ kind: 'glob', text }))
}

function compileProgramWord(text: string): CompiledPattern['program'] {
  return text.includes('/') ? { kind: 'path', pattern: compilePath(text) } : { kind: 'name', glob: glob(text, 'word') }
}

function compileWord(word: PatternWord): CompiledWord {
  if (word.kind === 'rest') return word
  const compiled = glob(word.text, 'word')
  const options = expandBraces(word.text, alternativeLimit)
  const isOption = options?.every((text) => text.length > 1 && text.startsWith('-') && text !== '--')
  const home = word.text === '~' || word.text.startsWith('~/') ? glob(word.text.slice(1), 'word') : undefined
  return {
    kind: 'glob',
    glob: compiled,
    ...(options && isOption ? { options } : {}),
    ...(home ? { afterHome: home } : {}),
  }
}

/** `./x` is `x`, `~/x` lies in the home directory, `/x` is absolute, and a trailing slash covers the contents. */
function compilePath(text: string): PathPattern {
  const covering = text.length > 1 && text.endsWith('/') ? `${text}**` : text
  if (covering === '~' || covering.startsWith('~/'))
    return { from: 'home', glob: glob(covering.slice(2) || '.', 'path') }
  if (covering.startsWith('/')) return { from: 'root', glob: glob(covering, 'path') }
  const relative = covering.replace(/^(\.\/+)+/, '')
  return { from: 'workspace', glob: glob(relative === '' ? '.' : relative, 'path') }
}

/** Patterns are checked when a policy is loaded, so one that is no glob is our own mistake. */
function glob(text: string, dialect: Dialect): Glob {
  const compiled = compileGlob(text, dialect)
  assert(isGlob(compiled), `a pattern that was never checked: ${text}`)
  return compiled
}
