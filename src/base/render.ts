// Diagnostics as people read them: place, message, source line with a caret under the span, mend, notes. Everything shown of a
// text is escaped, since it may come from a clone that wants to play with the terminal.
import type { Diagnostic } from './diagnostic.ts'
import { escapeLine } from './escape.ts'
import { lineAt, positionAt, type Source, type Span } from './span.ts'

interface RenderOptions {
  readonly color: boolean
  /** How a source's file is called here; absent: as it is. */
  readonly nameOf?: (file: string) => string
}

const windowWidth = 110
const red = 31
const yellow = 33
const cyan = 36
const bold = 1

/** All of them in their order, an empty line between; ends with a line feed unless there are none. */
export function renderDiagnostics(
  diagnostics: readonly Diagnostic[],
  sources: readonly Source[],
  options: RenderOptions,
): string {
  return diagnostics.map((diagnostic) => renderDiagnostic(diagnostic, sources, options)).join('\n')
}

function renderDiagnostic(diagnostic: Diagnostic, sources: readonly Source[], options: RenderOptions): string {
  const { code, severity, message, span, help, notes } = diagnostic
  const paint = painter(options)
  const kind = paint(severity === 'error' ? red : yellow, `${severity} ${code}`)
  const lines = [
    `${paint(bold, placeOf(span, sources, options))}: ${kind}: ${paint(bold, escapeLine(message))}`,
    ...excerpt(span, sources, (carets) => paint(severity === 'error' ? red : yellow, carets)),
    ...(help === undefined ? [] : [`${paint(cyan, 'help')}: ${escapeLine(help)}`]),
    ...notes.map((note) => {
      const place = note.span ? `${placeOf(note.span, sources, options)}: ` : ''
      return `${paint(cyan, 'note')}: ${place}${escapeLine(note.message)}`
    }),
  ]
  return `${lines.join('\n')}\n`
}

function painter({ color }: RenderOptions): (style: number, text: string) => string {
  return (style, text) => (color ? `\u001b[${style}m${text}\u001b[0m` : text)
}

function placeOf(span: Span, sources: readonly Source[], { nameOf }: RenderOptions): string {
  const name = escapeLine(nameOf?.(span.file) ?? span.file)
  const source = sources.find(({ file }) => file === span.file)
  if (!source) return name
  const { line, column } = positionAt(source.text, span.start)
  return `${name}:${line}:${column}`
}

function excerpt(span: Span, sources: readonly Source[], paint: (carets: string) => string): readonly string[] {
  const source = sources.find(({ file }) => file === span.file)
  if (!source || source.text === '') return []
  const { line } = positionAt(source.text, span.start)
  const lineStart = span.start === 0 ? 0 : source.text.lastIndexOf('\n', span.start - 1) + 1
  const text = lineAt(source.text, span.start)
  const from = Math.min(span.start - lineStart, text.length)
  const to = Math.max(from, Math.min(span.end - lineStart, text.length))
  const cut = cutAround(text, from, to)
  const gutter = String(line)
  const width = Math.max(1, widthOf(cut.marked))
  return [
    `  ${gutter} | ${cut.before}${cut.marked}${cut.after}`.trimEnd(),
    `  ${' '.repeat(gutter.length)} | ${' '.repeat(widthOf(cut.before))}${paint('^'.repeat(width))}`,
  ]
}

/** A window of the line with the marked part in it, everything made visible. */
function cutAround(text: string, from: number, to: number): { before: string; marked: string; after: string } {
  const start = to <= windowWidth ? 0 : Math.max(0, from - 40)
  const end = Math.min(text.length, start + windowWidth)
  const stop = Math.min(to, end)
  return {
    before: (start > 0 ? '…' : '') + visible(text.slice(start, from)),
    marked: visible(text.slice(from, stop)),
    after: visible(text.slice(stop, end)) + (end < text.length ? '…' : ''),
  }
}

function visible(text: string): string {
  return escapeLine(text.replaceAll('\t', '  '))
}

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u

/** Columns of a terminal: wide East Asian characters and pictures take two, combining marks none. */
function widthOf(text: string): number {
  let width = 0
  for (const char of text) width += wide.test(char) ? 2 : /\p{Mn}/u.test(char) ? 0 : 1
  return width
}
