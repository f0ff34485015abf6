// Places in texts. Offsets count UTF-16 units, lines and columns count from 1 (columns in Unicode code points).

/** A text with its name as shown to people (a path relative to the working directory, or `<builtin:careful>`). */
export interface Source {
  readonly file: string
  readonly text: string
}

/** Half-open range [start, end) in the text of `file`. */
export interface Span {
  readonly file: string
  readonly start: number
  readonly end: number
}

export interface Position {
  readonly line: number
  readonly column: number
}

/** Line and column of an offset; an offset past the end gives the last place. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, Math.max(0, offset))
  const lastBreak = before.lastIndexOf('\n')
  let line = 1
  for (let index = before.indexOf('\n'); index !== -1; index = before.indexOf('\n', index + 1)) line++
  return { line, column: [...before.slice(lastBreak + 1)].length + 1 }
}

/** The whole line that holds an offset, without its line break. */
export function lineAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const end = text.indexOf('\n', offset)
  return text.slice(start, end === -1 ? undefined : end).replace(/\r$/, '')
}
