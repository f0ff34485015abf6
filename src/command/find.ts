// What `find` and `fd` run. Each `-exec` is a command of its own, with `{}` for the paths that are found.
import { describeProgram } from '../programs/describe.ts'
import { parseArguments } from './arguments.ts'
import type { Command, Word } from './command.ts'
import { marked } from './marked.ts'
import { inside, refuse, type Spot } from './reader.ts'

/** `-exec … ;`, with `{}` for the paths that are found: these begin like the place where the search starts. */
export function readFind(spot: Spot, command: Command, args: readonly Word[], name: string): void {
  const { reader, scope, where } = spot
  const description = describeProgram(name)
  if (description === undefined) return
  const parsed = parseArguments(description, args)
  const starts = parsed.operands
    .filter(({ index }) => index < (parsed.options.find(({ global }) => !global)?.index ?? args.length))
    .map(({ word }) => word)
  for (const item of parsed.options.filter(({ option }) => option.value === 'command')) {
    const isInPlace = /dir$/.test(item.name)
    const words = untilEnd(args.slice(item.index + 1))
    const [first] = words
    const isAttached = literalAt(args, item.index).startsWith(`${item.name}=`)
    if (first === undefined || isAttached) {
      refuse(reader, `which program \`${item.name}\` runs cannot be told`, command.place)
      return
    }
    const prefix = isInPlace ? './' : isFd(name) ? '' : commonStart(starts, parsed.possible.length > 0)
    const inner = inside(scope, 'wrapper', {
      unwrappedFrom: command.index,
      decides: false,
      builtins: false,
      functions: new Map(),
      openEnded: false,
    })
    const place = { start: first.place.start, end: words.at(-1)?.place.end ?? first.place.end }
    const list = isFd(name) ? filledIn(words) : words.map((word) => found(word, prefix, args))
    reader.verbs.words({ reader, scope: inner, where: isInPlace ? 'any' : where }, list, {
      assignments: [],
      redirections: [],
      place,
    })
  }
}

function literalAt(args: readonly Word[], index: number): string {
  const word = args[index]
  return word?.kind === 'literal' ? word.text : ''
}

function isFd(name: string): boolean {
  return name === 'fd' || name === 'fdfind'
}

/** fd: `{}`, `{/}`, `{//}`, `{.}` and `{/.}` are filled in; without any of them the path comes last. */
function filledIn(words: readonly Word[]): readonly Word[] {
  const mark = /\{(|\/|\/\/|\.|\/\.)\}/
  const list = words.map((word) => {
    const [shown] = word.kind === 'literal' ? (mark.exec(word.text) ?? []) : []
    return shown === undefined || word.kind === 'dynamic' ? word : marked(word, shown)
  })
  if (list.some((word, at) => word !== words[at])) return list
  const place = words.at(-1)?.place ?? { start: 0, end: 0 }
  return [...list, { kind: 'dynamic', quoted: false, prefix: '', suffix: '', source: '{}', place }]
}

/** What every path that is found begins with; empty when that cannot be told. */
function commonStart(starts: readonly Word[], mayBeMore: boolean): string {
  const [start, ...others] = starts
  if (mayBeMore || others.length > 0) return ''
  if (start === undefined) return '.'
  return start.kind === 'literal' ? start.text : start.prefix
}

function untilEnd(words: readonly Word[]): readonly Word[] {
  const end = words.findIndex((word, at) => {
    const before = words[at - 1]
    return (
      word.kind === 'literal' &&
      (word.text === ';' || (word.text === '+' && before?.kind === 'literal' && before.text === '{}'))
    )
  })
  return end === -1 ? words : words.slice(0, end)
}

function found(word: Word, prefix: string, args: readonly Word[]): Word {
  if (word.kind === 'dynamic' || !word.text.includes('{}')) return word
  const made = marked(word, '{}')
  if (made.kind !== 'dynamic' || word.text !== '{}') return made
  const isMany = args.some((other) => other.kind === 'literal' && other.text === '+')
  return { ...made, quoted: !isMany, prefix, neverOption: true }
}
