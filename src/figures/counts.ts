// Figures from counts: contradictions are refused, nothing measured is no figure.
import { agrees, type Figure, type FileShare, type Metric } from './figure.ts'
import type { CoverageReading } from './settle.ts'

export interface CoverageFile {
  readonly reading: CoverageReading
  /** Per file, where the format tells; for minimums by path. */
  readonly files: readonly FileShare[]
}

/** Counts that the printed percent contradicts are refused; nothing measured is no figure. */
export function counted(
  source: string,
  covered: bigint,
  all: bigint,
  text: string | undefined,
  row: string,
  metric: Metric = 'lines',
): Figure | string | undefined {
  if (all === 0n) return undefined
  if (covered > all || (text !== undefined && !agrees({ covered, total: all }, text)))
    return `the total \`${row.trim()}\` is impossible`
  return { source, metric, share: { kind: 'counts', covered, total: all }, evidence: row.trim(), notes: [] }
}

export function unknown(reason: string): CoverageFile {
  return { reading: { kind: 'none', reason }, files: [] }
}

/** A reading of summed counts, with its files. */
export function fromCounts(
  source: string,
  covered: bigint,
  total: bigint,
  files: readonly FileShare[],
  metric: Figure['metric'] = 'lines',
): CoverageFile {
  const figure = counted(source, covered, total, undefined, `${source} report`, metric)
  if (figure === undefined) return { reading: { kind: 'none', reason: `the ${source} report measures nothing` }, files }
  return { reading: typeof figure === 'string' ? { kind: 'none', reason: figure } : { kind: 'figure', figure }, files }
}
