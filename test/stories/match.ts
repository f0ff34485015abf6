// Output as a story tells it: `…` inside a line stands for any text, a line that is only `…` for any number of lines.

/** What differs, line by line; empty when the output is as told. */
export function difference(text: string, told: readonly string[]): string {
  const actual = linesOf(text)
  const furthest = { actual: 0, told: 0 }
  if (matches(actual, told, { actual: 0, told: 0 }, furthest)) return ''
  const same = actual.slice(0, furthest.actual).map((line) => `  ${line}`)
  const missing = told.slice(furthest.told).map((line) => `- ${line}`)
  const found = actual.slice(furthest.actual).map((line) => `+ ${line}`)
  return [...same, ...missing, ...found].join('\n')
}

interface Place {
  readonly actual: number
  readonly told: number
}

function matches(
  actual: readonly string[],
  told: readonly string[],
  at: Place,
  furthest: { actual: number; told: number },
): boolean {
  if (at.told > furthest.told) Object.assign(furthest, at)
  const pattern = told[at.told]
  if (pattern === undefined) return at.actual === actual.length
  if (pattern.trim() === '…') {
    const rest = Array.from({ length: actual.length - at.actual + 1 }, (_, skipped) => at.actual + skipped)
    return rest.some((next) => matches(actual, told, { actual: next, told: at.told + 1 }, furthest))
  }
  const line = actual[at.actual]
  if (line === undefined || !matchesLine(line, pattern)) return false
  return matches(actual, told, { actual: at.actual + 1, told: at.told + 1 }, furthest)
}

function matchesLine(line: string, pattern: string): boolean {
  const [first = '', ...parts] = pattern.split('…')
  const last = parts.pop()
  if (last === undefined) return line === pattern
  if (!line.startsWith(first)) return false
  let at = first.length
  for (const part of parts) {
    const found = line.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return line.length - last.length >= at && line.endsWith(last)
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}
