// A share that a tool reported: as counts where the tool gives counts, else as the decimal it printed. Compared exactly, with
// integers, never with floating point: 94.96 is not 95.

export type Metric = 'lines' | 'statements'

export interface Figure {
  /** Which reader found it: `istanbul table`, `lcov summary`, … */
  readonly source: string
  readonly metric: Metric
  readonly share: Share
  /** The line or element that it was read from, for people. */
  readonly evidence: string
  /** What an auditor should know, e.g. that the tool averages over files. */
  readonly notes: readonly string[]
}

export type Share =
  | { readonly kind: 'counts'; readonly covered: bigint; readonly total: bigint }
  | { readonly kind: 'percent'; readonly text: string; readonly rounding: 'nearest' | 'down' }

/** What a reader found: figures, and totals that it must refuse. */
export interface Found {
  readonly figures: readonly Figure[]
  readonly refused: readonly string[]
}

/** One file's part of a report. */
export interface FileShare {
  readonly path: string
  readonly covered: bigint
  readonly total: bigint
}

export type Comparison =
  | { readonly kind: 'met' }
  | { readonly kind: 'missed' }
  | { readonly kind: 'unprovable'; readonly reason: string }

/** Whether the share reaches `minimum`, a decimal of percents such as `80` or `99.95`, inclusive. */
export function compareShare(share: Share, minimum: string): Comparison {
  const floor = parseDecimal(minimum)
  if (share.kind === 'counts') {
    if (share.total <= 0n) return { kind: 'unprovable', reason: 'nothing was measured' }
    return share.covered * 100n * floor.scale >= floor.units * share.total ? { kind: 'met' } : { kind: 'missed' }
  }
  const printed = parseDecimal(share.text)
  const difference = printed.units * floor.scale - floor.units * printed.scale
  if (difference < 0n) return { kind: 'missed' }
  // A whole percent that was rounded may stand for half a percent less: at the minimum itself it proves nothing.
  const mayBeLower =
    share.rounding === 'nearest' && printed.scale === 1n && difference * 2n < floor.scale && !isEnd(printed)
  return mayBeLower
    ? { kind: 'unprovable', reason: `the tool printed ${share.text}% rounded to whole percents, and no counts` }
    : { kind: 'met' }
}

/** Tools print 0 and 100 only when they are exact. */
function isEnd(printed: Decimal): boolean {
  return printed.units === 0n || printed.units === 100n
}

/** The share as people read it: `53.33% (8/15)` or `53.33%`. */
export function formatShare(share: Share): string {
  if (share.kind === 'percent') return `${share.text}%`
  if (share.total === 0n) return 'nothing measured (0/0)'
  const hundredths = (share.covered * 10_000n) / share.total
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}% (${share.covered}/${share.total})`
}

/** True when a printed percent can be what a tool would print for these counts. */
export function agrees(counts: { readonly covered: bigint; readonly total: bigint }, text: string): boolean {
  if (counts.total === 0n) return false
  const printed = parseDecimal(text)
  const exact = counts.covered * 100n * printed.scale
  const difference = exact - printed.units * counts.total
  return (difference < 0n ? -difference : difference) < counts.total
}

interface Decimal {
  readonly units: bigint
  /** Power of ten that `units` is divided by. */
  readonly scale: bigint
}

function parseDecimal(text: string): Decimal {
  const [whole = '0', fraction = ''] = text.split('.')
  return { units: BigInt(whole + fraction), scale: 10n ** BigInt(fraction.length) }
}
