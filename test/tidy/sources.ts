// The sources as the house rules see them: text without strings and comments where words are looked for, imports, functions.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export interface SourceFile {
  /** Relative to the repository. */
  readonly path: string
  readonly room: string
  readonly text: string
  readonly lines: readonly string[]
  readonly imports: readonly Import[]
}

export interface Import {
  /** Path of one of ours, or the name of a package or `node:` module. */
  readonly target: string
  readonly isOurs: boolean
  readonly names: readonly string[]
  readonly line: number
}

export const root = new URL('../..', import.meta.url).pathname

export function readSources(...directories: readonly string[]): readonly SourceFile[] {
  return directories.flatMap((directory) =>
    readdirSync(join(root, directory), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => readSource(join(entry.parentPath, entry.name).slice(root.length)))
      .sort((left, right) => (left.path < right.path ? -1 : 1)),
  )
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  return { path, room: roomOf(path), text, lines: text.split('\n'), imports: importsOf(path, text) }
}

export function roomOf(path: string): string {
  if (path === 'policies/embed.ts') return 'main' // a script that stands at the end of the street, like the build
  const [first = '', second = ''] = path.split('/')
  if (first !== 'src') return first
  return second.replace(/\.ts$/, '')
}

function importsOf(path: string, text: string): readonly Import[] {
  const found: Import[] = []
  const pattern =
    /^(?:import|export)\s+(?:type\s+)?([^'"]*?)\s*from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm
  for (const match of text.matchAll(pattern)) {
    const target = match[2] ?? match[3] ?? match[4] ?? ''
    const isOurs = target.startsWith('.')
    const names = (match[1] ?? '')
      .replace(/^\{|\}$/g, '')
      .split(',')
      .map(
        (name) =>
          name
            .replace(/\btype\b/, '')
            .trim()
            .split(/\s+as\s+/)[0] ?? '',
      )
      .filter((name) => name !== '')
    const line = text.slice(0, match.index).split('\n').length
    found.push({ target: isOurs ? normalize(join(dirname(path), target)) : packageName(target), isOurs, names, line })
  }
  return found
}

function packageName(target: string): string {
  if (target.startsWith('node:') || target.startsWith('bun:')) return target
  return target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/')
}

/** Comments and strings blanked, so that words in them are no code. */
export function codeLines(file: SourceFile): readonly string[] {
  return file.text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .split('\n')
    .map((line) =>
      line.replace(/(^|\s)\/\/.*$/, '$1').replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, "''"),
    )
}

/** Top-level and member functions with their length in lines, told by indentation as the formatter leaves it. */
export function functionsOf(
  file: SourceFile,
): readonly { readonly name: string; readonly line: number; readonly length: number }[] {
  const found: { name: string; line: number; length: number }[] = []
  for (const [index, line] of file.lines.entries()) {
    const match = /^(\s*)(?:export )?(?:async )?(?:function\*? (\w+)|(?:async )?(#?\w+)\([^)]*\)[^;=]*\{$)/.exec(line)
    if (!match || /^\s*(?:if|for|while|switch|catch|return|else)\b/.test(line)) continue
    const end = file.lines.findIndex((other, at) => at > index && other === `${match[1]}}`)
    if (end !== -1) found.push({ name: match[2] ?? match[3] ?? '', line: index + 1, length: end - index + 1 })
  }
  return found
}
