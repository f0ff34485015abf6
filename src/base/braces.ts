// The alternatives of a glob's braces, each a glob without them: `{-f,--force}` is `-f` and `--force`. Classes and escapes are
// left as they stand.

/** All alternatives, in order; undefined when there are more than `limit`. */
export function expandBraces(text: string, limit: number): readonly string[] | undefined {
  const opened = findOpen(text)
  if (opened === -1) return [text]
  const parts = splitBraces(text, opened)
  if (!parts) return [text]
  const tails = expandBraces(text.slice(parts.end), limit)
  if (!tails) return undefined
  const all: string[] = []
  for (const choice of parts.choices) {
    const heads = expandBraces(choice, limit)
    if (!heads || all.length + heads.length * tails.length > limit) return undefined
    for (const head of heads) for (const tail of tails) all.push(text.slice(0, opened) + head + tail)
  }
  return all
}

function findOpen(text: string): number {
  for (let index = 0; index < text.length; index = skip(text, index)) if (text[index] === '{') return index
  return -1
}

function splitBraces(
  text: string,
  opened: number,
): { readonly choices: readonly string[]; readonly end: number } | undefined {
  const choices: string[] = []
  let depth = 0
  let start = opened + 1
  for (let index = start; index < text.length; index = skip(text, index)) {
    const char = text[index]
    if (char === '{') depth++
    if (depth > 0) {
      if (char === '}') depth--
    } else if (char === ',' || char === '}') {
      choices.push(text.slice(start, index))
      start = index + 1
      if (char === '}') return { choices, end: start }
    }
  }
  return undefined
}

/** The next place that is not escaped and not inside a class. */
function skip(text: string, index: number): number {
  if (text[index] === '\\') return index + 2
  if (text[index] !== '[') return index + 1
  const first = text[index + 1] === '!' || text[index + 1] === '^' ? index + 2 : index + 1
  for (let at = first; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === ']' && at > first) return at + 1
  }
  return index + 1
}
