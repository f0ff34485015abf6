// One pattern word against one argument: surely (for what lets through) or possibly (for what stops).
import { matchGlob } from '../base/glob.ts'
import { couldMatchGlob, mustMatchGlob, type OpenText, writtenMatch } from '../base/glob-open.ts'
import type { DynamicWord, Word } from '../command/command.ts'
import type { CompiledGlob } from './program.ts'
import type { Slot } from './slot.ts'

/** The glob surely matches this one argument, and writes out what must be written out. */
export function mustCover(pattern: CompiledGlob, slot: Slot, home: string, optionsAreDangerous: boolean): boolean {
  const { word } = slot
  if (word.kind === 'literal') {
    const below = pattern.afterHome && textBelowHome(word.text, home)
    if (pattern.afterHome) return below !== undefined && writtenMatch(pattern.afterHome, below, slot.writtenLength)
    return writtenMatch(pattern.glob, word.text, slot.writtenLength)
  }
  if (!word.quoted || slot.writtenLength > 0 || (slot.mayBeOption && optionsAreDangerous)) return false
  return mustMatchGlob(pattern.glob, { prefix: word.prefix, suffix: word.suffix, crosses: true, hidesDots: false })
}

/** `**` may stand for this argument in an allow. */
export function restMayCover(slot: Slot, optionsAreDangerous: boolean): boolean {
  return slot.writtenLength === 0 && !(slot.mayBeOption && optionsAreDangerous)
}

/** The glob could match this argument, or one of those that it turns into. */
export function couldCover(pattern: CompiledGlob, slot: Slot, home: string): boolean {
  const { word } = slot
  if (word.kind === 'literal') return couldMatchText(pattern, word.text, home)
  if (!slot.mayBeOption && pattern.options) return false
  return couldMatchGlob(pattern.glob, openText(word)) || pattern.afterHome !== undefined
}

export function couldMatchText(pattern: CompiledGlob, text: string, home: string): boolean {
  const below = pattern.afterHome && textBelowHome(text, home)
  return matchGlob(pattern.glob, text) || (below !== undefined && matchGlob(pattern.afterHome ?? pattern.glob, below))
}

/** What is surely known of a dynamic word. Of a word that is split nothing is: it may become several. */
function openText(word: DynamicWord): OpenText {
  if (isSplit(word)) return { prefix: '', suffix: '', crosses: true, hidesDots: false }
  const isName = isShellGlob(word) && /(^|\/)$/.test(word.prefix)
  return {
    prefix: word.prefix,
    suffix: word.suffix,
    crosses: !isShellGlob(word) || /[*?\]].*\//.test(word.source),
    hidesDots: isName,
  }
}

/** An unquoted expansion: any number of arguments with any text. */
function isSplit(word: DynamicWord): boolean {
  return !word.quoted && !isShellGlob(word)
}

/** File names found by the shell: each begins and ends as written, and is found below the written directory. */
export function isShellGlob(word: DynamicWord): boolean {
  return !word.quoted && !/[$`<>]/.test(word.source)
}

function textBelowHome(text: string, home: string): string | undefined {
  return text === home || text.startsWith(`${home}/`) ? text.slice(home.length) : undefined
}

/** For people: the text of a known word, the source of another. */
export function shownWord(word: Word): string {
  return word.kind === 'literal' ? word.text : word.source
}
