// `# reeve: allow RV503 because …` silences one warning in one place: what the comment stands above, or at the end of whose line it
// stands. A silence without a reason, or one that silences nothing, is a warning of its own, so that none outlives its cause.
import { parse } from '../../grammar/parse.ts'
import type { PolicyTree } from '../../grammar/tree.ts'
import type { Diagnostic } from '../base/diagnostic.ts'
import type { Source, Span } from '../base/span.ts'

/** The diagnostics without those that are silenced, and with what is wrong about the silences. `unknown` are codes that were not
 *  looked for: silencing one is never needless. */
export function silence(
  diagnostics: readonly Diagnostic[],
  sources: readonly Source[],
  unknown: readonly string[],
): readonly Diagnostic[] {
  const silences = sources.filter(({ text }) => /#\s*reeve:/.test(text)).flatMap(silencesIn)
  if (silences.length === 0) return diagnostics
  const used = new Set<Silence>()
  const kept = diagnostics.filter((diagnostic) => {
    const found = silences.filter((each) => speaksOf(each, diagnostic))
    for (const each of found) used.add(each)
    return found.length === 0
  })
  return [
    ...kept,
    ...silences.flatMap(
      (each) => mistakeOf(each, used.has(each) || each.codes.some((code) => unknown.includes(code))) ?? [],
    ),
  ]
}

interface Silence {
  readonly span: Span
  /** Empty: the comment cannot be read. */
  readonly codes: readonly string[]
  readonly because: string
  /** Where a diagnostic must begin; offsets. */
  readonly from: number
  readonly to: number
}

function speaksOf({ span, codes, because, from, to }: Silence, diagnostic: Diagnostic): boolean {
  return (
    because !== '' &&
    diagnostic.severity === 'warning' &&
    diagnostic.span.file === span.file &&
    codes.includes(diagnostic.code) &&
    from <= diagnostic.span.start &&
    diagnostic.span.start < to
  )
}

const form = /^#\s*reeve:\s*allow\s+(RV5\d\d(?:\s*,\s*RV5\d\d)*)(?:\s+because\s+(\S.*))?$/

function silencesIn(source: Source): readonly Silence[] {
  const { tree, tokens, comments, diagnostics } = parse(source)
  if (diagnostics.length > 0) return []
  const units = unitsOf(tree)
  const starts = tokens.map(({ startOffset }) => startOffset)
  return comments.flatMap(({ image, startOffset }) => {
    if (!/^#\s*reeve:/.test(image)) return []
    const [, codes = '', because = ''] = form.exec(image.trimEnd()) ?? []
    const anchor = anchorOf(source.text, starts, startOffset)
    const span = { file: source.file, start: startOffset, end: startOffset + image.trimEnd().length }
    return [
      {
        span,
        codes: codes.split(/\s*,\s*/).filter((code) => code !== ''),
        because,
        ...rangeAt(source.text, units, anchor),
      },
    ]
  })
}

/** The word before the comment on its line; else the word that follows it. */
function anchorOf(text: string, starts: readonly number[], comment: number): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) < comment) low = middle + 1
    else high = middle
  }
  const before = starts[low - 1]
  const isBehind = before !== undefined && !text.slice(before, comment).includes('\n')
  return isBehind ? before : (starts[low] ?? comment)
}

/** The line of the anchor, and the rule, criterion or definition that it belongs to. */
function rangeAt(text: string, units: readonly Span[], anchor: number): { readonly from: number; readonly to: number } {
  const lineEnd = text.indexOf('\n', anchor)
  const line = { from: text.lastIndexOf('\n', anchor - 1) + 1, to: lineEnd === -1 ? text.length : lineEnd }
  const unit = units.find(({ start, end }) => start <= anchor && anchor < end)
  return unit ? { from: Math.min(line.from, unit.start), to: Math.max(line.to, unit.end) } : line
}

function unitsOf({ statements }: PolicyTree): readonly Span[] {
  return statements.flatMap((statement) => {
    if (statement.kind === 'exec' || statement.kind === 'files' || statement.kind === 'network')
      return statement.clauses.map(({ span }) => span)
    const isOne = ['criterion', 'let', 'dataset', 'plugin', 'waive'].includes(statement.kind)
    return isOne ? [statement.span] : []
  })
}

function mistakeOf({ span, codes, because }: Silence, isUsed: boolean): Diagnostic | undefined {
  const warning = (message: string, help: string): Diagnostic => ({
    code: 'RV518',
    severity: 'warning',
    message,
    span,
    help,
    notes: [],
  })
  if (codes.length === 0)
    return warning('this comment silences nothing: it cannot be read', 'write `# reeve: allow RV503 because …`')
  if (because === '') return warning(`${codes.join(', ')} is silenced without a reason`, 'add `because …`')
  return isUsed ? undefined : warning(`there is no ${codes.join(', ')} here to silence`, 'take the comment out')
}
