// Why a pattern did not match, for people: the argument where it stopped, and the pattern word that stood there.
import type { Word } from '../command/command.ts'
import type { Facts } from './facts.ts'
import type { CompiledExecRule, CompiledPattern, CompiledWord } from './program.ts'
import { couldCover, shownWord } from './words.ts'

/** Of the pattern that came furthest; undefined for a rule without patterns. */
export function firstDifference(rule: CompiledExecRule | undefined, facts: Facts, home: string): Stop | undefined {
  const stops = (rule?.patterns ?? []).map((pattern) => ({ pattern: pattern.text, ...stopOf(pattern, facts, home) }))
  return stops.reduce<Stop | undefined>((best, stop) => (best && best.index >= stop.index ? best : stop), undefined)
}

interface Stop {
  /** How many arguments were met before the difference; -1: not even the program. */
  readonly index: number
  readonly sentence: string
  /** As written. */
  readonly pattern: string
  /** Every word was met. */
  readonly isWhole?: true
}

function stopOf(pattern: CompiledPattern, facts: Facts, home: string): Omit<Stop, 'pattern'> {
  const program = pattern.program.kind === 'name' ? pattern.program.glob : pattern.program.pattern.glob
  const isProgram = facts.identity?.possibly.includes(program.text) === true
  if (!isProgram)
    return {
      index: -1,
      sentence: `the program is \`${shownWord(facts.command.program)}\`, the pattern says \`${program.text}\``,
    }
  let positions: readonly number[] = reach(pattern.words, [0])
  for (const [index, slot] of facts.args.slots.entries()) {
    const next = positions.flatMap((at) => {
      const word = pattern.words[at]
      if (!word) return []
      if (word.kind === 'rest') return [at]
      return couldCover(word, slot, home) ? [at + 1] : []
    })
    if (next.length === 0) return { index, sentence: sentenceOf(slot.word, pattern.words[Math.max(...positions)]) }
    positions = reach(pattern.words, next)
  }
  const missing = pattern.words[Math.max(...positions)]
  const isWhole = positions.includes(pattern.words.length)
  if (isWhole || missing === undefined) {
    return {
      index: facts.args.slots.length,
      isWhole: true,
      sentence:
        'the words match, but an exception, the directory or an option that must be written out stands against it',
    }
  }
  return {
    index: facts.args.slots.length,
    sentence: `the command ends where the pattern still says \`${textOf(missing)}\``,
  }
}

function reach(words: readonly CompiledWord[], positions: readonly number[]): readonly number[] {
  const all = new Set(positions)
  for (const start of positions) for (let at = start; words[at]?.kind === 'rest'; at++) all.add(at + 1)
  return [...all]
}

function sentenceOf(word: Word, pattern: CompiledWord | undefined): string {
  return pattern === undefined
    ? `the pattern ends before \`${shownWord(word)}\`; a \`**\` at its end would take any more arguments`
    : `\`${shownWord(word)}\` stands where the pattern says \`${textOf(pattern)}\``
}

function textOf(word: CompiledWord): string {
  return word.kind === 'rest' ? '**' : word.glob.text
}
