// A text as the clauses that can be claims: no code, no quotation, no question. Offsets point into the original text.

export interface Clause {
  /** Lower case, accents stripped, code as `CODE`, quotations as `QUOTE`. */
  readonly words: string
  readonly sentence: string
  readonly start: number
}

export function clausesOf(text: string): readonly Clause[] {
  return sentencesOf(blankOut(text)).flatMap(({ start, end }) => {
    const sentence = text.slice(start, end)
    if (/[?¿]/.test(sentence.replace(/`[^`\n]*`/g, ''))) return []
    const shown = sentence.trim().replace(/\s+/g, ' ')
    return normalise(sentence)
      .split(/;|,? (?:but|however|although|though|yet|except|while|pero|aunque|sin embargo|salvo|mientras) /)
      .map((words) => ({ words: words.trim(), sentence: shown, start }))
      .filter(({ words }) => words !== '')
  })
}

/** Fenced code and quoted lines become blanks of the same length, so that offsets stay true. */
function blankOut(text: string): string {
  let fenced = false
  return text
    .split('\n')
    .map((line) => {
      const fence = /^\s{0,3}(?:```|~~~)/.test(line)
      const hidden = fenced || fence || /^\s{0,3}>/.test(line) || /^(?: {4}|\t)\S/.test(line)
      if (fence) fenced = !fenced
      return hidden ? ' '.repeat(line.length) : line
    })
    .join('\n')
}

function sentencesOf(text: string): readonly { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = []
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string
    const ends = char === '\n' || ('.!?…'.includes(char) && /^[\s"'”»)*_]|^$/.test(text.slice(at + 1, at + 2)))
    if (!ends) continue
    found.push({ start, end: at + 1 })
    start = at + 1
  }
  found.push({ start, end: text.length })
  return found
    .map((sentence) => ({
      ...sentence,
      start: sentence.start + (/^\s*/.exec(text.slice(sentence.start, sentence.end))?.[0].length ?? 0),
    }))
    .filter((sentence) => sentence.start < sentence.end)
}

function normalise(sentence: string): string {
  return sentence
    .replace(/`[^`\n]*`/g, ' CODE ')
    .replace(/"[^"\n]*"|“[^”\n]*”|«[^»\n]*»|(?<![\w])'[^'\n]{3,}'(?!\w)/g, ' QUOTE ')
    .replace(/\bs\u00ed\b/gi, 'yes')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[’]/g, "'")
    .replace(/[*_#✅✓✔]/g, ' ')
    .replace(/\s+/g, ' ')
}
