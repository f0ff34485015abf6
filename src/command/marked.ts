// Words that a program fills in at run time: `{}` of `find -exec` and of `xargs -I`.
import type { Word } from './command.ts'

/** The word with its mark as a gap. An empty mark could stand anywhere. */
export function marked(word: Word & { kind: 'literal' }, mark: string): Word {
  const { text, place } = word
  const prefix = mark === '' ? '' : text.slice(0, text.indexOf(mark))
  const suffix = mark === '' ? '' : text.slice(text.lastIndexOf(mark) + mark.length)
  return { kind: 'dynamic', quoted: true, prefix, suffix, source: text, place }
}
