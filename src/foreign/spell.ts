// Texts of the other host as words of a pattern: what means something in a pattern is quoted, so that it stands for itself.

/** A piece of a word: text that stands for itself, or a wildcard. */
export type Piece = { readonly text: string } | '*' | '?'

/** What no string of a pattern can hold: line breaks, NUL, half a character. */
export const unsayable = /[\0\r\n]|\p{Cs}/u

/** Undefined for what no pattern can hold. */
export function spellWord(pieces: readonly Piece[], home: boolean): string | undefined {
  let spelled = ''
  for (const [index, piece] of pieces.entries()) {
    if (typeof piece === 'string') {
      if (piece !== '*' || !spelled.endsWith('*')) spelled += piece
      continue
    }
    if (unsayable.test(piece.text)) return undefined
    const isHome = home && index === 0 && piece.text.startsWith('~')
    spelled += isHome ? `~${spellText(piece.text.slice(1))}` : spellText(piece.text)
  }
  return spelled === '' ? "''" : spelled
}

/** Text that stands for itself in a pattern of a command. */
function spellText(text: string): string {
  if (/^[\w/.:@%+=,^-]*$/.test(text)) return text
  return text
    .split("'")
    .map((part) => (part === '' ? '' : /^[\w/.:@%+=,^-]*$/.test(part) ? part : `'${part}'`))
    .join("\\'")
}

/** Text that stands for itself in a pattern of a path. */
export function spellPath(text: string): string {
  return text.replaceAll(/[\\*?[\]{}$]|^!|(?<=^[A-Za-z]):/g, '\\$&')
}

/** Alternatives in one word; undefined when one of them holds what means something there. */
export function spellChoices(texts: readonly string[]): string | undefined {
  const [only = ''] = texts
  if (texts.length === 1) return spellWord([{ text: only }], false)
  return texts.every((text) => /^[\w/.:@%+=^-]+$/.test(text)) ? `{${texts.join(',')}}` : undefined
}
