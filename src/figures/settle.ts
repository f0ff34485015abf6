// One figure out of all that were found: several totals that disagree are no total.
import { agrees, type Figure, formatShare } from './figure.ts'

export type CoverageReading =
  | { readonly kind: 'figure'; readonly figure: Figure }
  | { readonly kind: 'none'; readonly reason: string }
  | { readonly kind: 'several'; readonly reason: string; readonly figures: readonly Figure[] }

/** One figure out of several: equal ones are one (counts before percents), different ones are refused. */
export function settle(figures: readonly Figure[], refused: readonly string[] = []): CoverageReading {
  if (refused[0] !== undefined) return { kind: 'none', reason: refused[0] }
  const lines = figures.filter((figure) => figure.metric === 'lines')
  const candidates = lines.length > 0 ? lines : figures
  const best = [...candidates].sort((left, right) => precision(right) - precision(left))[0]
  if (!best) return { kind: 'none', reason: 'no global coverage figure was printed' }
  const other = candidates.find((figure) => !same(best, figure))
  if (!other) return { kind: 'figure', figure: best }
  const shown = candidates.map((figure) => formatShare(figure.share))
  return {
    kind: 'several',
    reason: `several totals were printed: ${[...new Set(shown)].join(', ')}`,
    figures: candidates,
  }
}

function precision({ share }: Figure): number {
  return share.kind === 'counts' ? 100 : (share.text.split('.')[1]?.length ?? 0)
}

function same(best: Figure, other: Figure): boolean {
  const left = best.share
  const right = other.share
  if (left.kind === 'counts' && right.kind === 'counts')
    return left.covered === right.covered && left.total === right.total
  if (left.kind === 'counts' && right.kind === 'percent') return agrees(left, right.text)
  if (left.kind === 'percent' && right.kind === 'percent')
    return Math.abs(Number(left.text) - Number(right.text)) < coarser(left.text, right.text)
  return false
}

function coarser(left: string, right: string): number {
  const digits = Math.min(left.split('.')[1]?.length ?? 0, right.split('.')[1]?.length ?? 0)
  return left === right ? 1 : 10 ** -digits
}
