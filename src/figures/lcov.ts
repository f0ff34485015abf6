// Tracefiles of lcov and its kin, computed from the line records: tools disagree about LF and LH, some write none.
import type { FileShare, Found } from './figure.ts'

export interface LcovReading {
  readonly found: Found
  readonly files: readonly FileShare[]
}

export function isLcov(lines: readonly string[]): boolean {
  return lines.some((line) => line.startsWith('SF:')) && lines.includes('end_of_record')
}

export function readLcov(lines: readonly string[]): LcovReading {
  const sources = new Map<string, Source>()
  let source: Source | undefined
  for (const line of lines) {
    const [kind, value = ''] = splitOnce(line)
    if (kind === 'SF') source = openSource(sources, value)
    else if (line === 'end_of_record') source = undefined
    else if (source) record(source, kind, value)
  }
  const files = [...sources].map(([path, { hits, found, hit }]) => shareOf(path, hits, found, hit))
  const covered = files.reduce((sum, file) => sum + file.covered, 0n)
  const total = files.reduce((sum, file) => sum + file.total, 0n)
  if (source) return { found: { figures: [], refused: ['the lcov data is cut off: a record never ends'] }, files }
  if (total === 0n || covered > total)
    return { found: { figures: [], refused: ['the lcov data measures no lines'] }, files }
  const evidence = `lcov data of ${files.length} ${files.length === 1 ? 'file' : 'files'}`
  return {
    found: {
      figures: [
        { source: 'lcov data', metric: 'lines', share: { kind: 'counts', covered, total }, evidence, notes: [] },
      ],
      refused: [],
    },
    files,
  }
}

interface Source {
  /** Line number → the highest hit count of all records of this file. */
  readonly hits: Map<string, boolean>
  found: bigint | undefined
  hit: bigint | undefined
}

function splitOnce(line: string): readonly [string, string] {
  const colon = line.indexOf(':')
  return colon === -1 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1)]
}

function openSource(sources: Map<string, Source>, path: string): Source {
  const known = sources.get(path)
  if (known) return known
  const opened: Source = { hits: new Map(), found: undefined, hit: undefined }
  sources.set(path, opened)
  return opened
}

function record(source: Source, kind: string, value: string): void {
  if (kind === 'DA') {
    const [number = '', count = ''] = value.split(',')
    if (/^\d{1,9}$/.test(number) && /^-?\d{1,18}$/.test(count))
      source.hits.set(number, source.hits.get(number) === true || BigInt(count) > 0n)
  }
  if (kind === 'LF' && /^\d{1,18}$/.test(value)) source.found = BigInt(value)
  if (kind === 'LH' && /^\d{1,18}$/.test(value)) source.hit = BigInt(value)
}

/** From the line records where there are any, else from the file's own sums. */
function shareOf(
  path: string,
  hits: ReadonlyMap<string, boolean>,
  found: bigint | undefined,
  hit: bigint | undefined,
): FileShare {
  if (hits.size === 0) return { path, covered: hit ?? 0n, total: found ?? 0n }
  const covered = [...hits.values()].filter(Boolean).length
  return { path, covered: BigInt(covered), total: BigInt(hits.size) }
}
