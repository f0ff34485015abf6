// Coverage totals printed as sentences or summaries, one pattern a tool. Patterns are anchored at the start of a line and bounded,
// so that hostile output costs linear time.
import { counted } from './counts.ts'
import type { Figure, Found, Metric } from './figure.ts'

interface Sentence {
  readonly source: string
  /** Named groups: `percent`, or `covered` and `total`, or both. */
  readonly pattern: RegExp
  readonly metric: Metric
  readonly rounding: 'nearest' | 'down'
  /** Only behind a line that matches this one. */
  readonly after?: RegExp
  readonly notes?: readonly string[]
}

const percent = String.raw`(?<percent>\d{1,3}(?:\.\d{1,15})?)\s?%`
const of = (between: string): string => String.raw`(?<covered>\d{1,18})\s?${between}\s?(?<total>\d{1,18})`

const sentences: readonly Sentence[] = [
  {
    source: 'istanbul summary',
    pattern: new RegExp(`^Lines {0,12}: ${percent} \\( ${of('/')} \\)`),
    metric: 'lines',
    rounding: 'down',
  },
  {
    source: 'lcov summary',
    pattern: new RegExp(`^\\s{0,8}lines\\.{1,12}: ${percent} \\(${of('of')} lines?\\)`),
    metric: 'lines',
    rounding: 'nearest',
  },
  {
    source: 'gcovr summary',
    pattern: new RegExp(`^lines: ${percent} \\(${of('out of')}\\)`),
    metric: 'lines',
    rounding: 'nearest',
  },
  {
    source: 'lcov list',
    pattern: new RegExp(`^\\s{0,80}Total:\\|${percent}`),
    metric: 'lines',
    rounding: 'nearest',
    after: /^Filename\s{0,200}\|Rate/,
  },
  {
    source: 'pytest-cov',
    pattern: new RegExp(
      `^(?:FAIL )?Required test coverage of [\\d.]{1,20}% (?:not )?reached\\. Total coverage: ${percent}`,
    ),
    metric: 'lines',
    rounding: 'nearest',
  },
  { source: 'pytest-cov', pattern: new RegExp(`^Total coverage: ${percent}`), metric: 'lines', rounding: 'nearest' },
  {
    source: 'tarpaulin',
    pattern: new RegExp(`^${percent} coverage, ${of('/')} lines covered`),
    metric: 'lines',
    rounding: 'nearest',
  },
  {
    source: 'SimpleCov',
    pattern: new RegExp(`^Line Coverage: ${percent} \\(${of('/')}\\)`, 'i'),
    metric: 'lines',
    rounding: 'nearest',
  },
  {
    source: 'SimpleCov',
    pattern: new RegExp(`^Coverage report generated for .{0,400}\\. ${of('/')} LOC \\(${percent}\\) covered`),
    metric: 'lines',
    rounding: 'nearest',
  },
  {
    source: 'PHPUnit',
    pattern: new RegExp(`^\\s{0,8}Lines:\\s{1,12}${percent} \\(\\s{0,8}${of('/')}\\)`),
    metric: 'lines',
    rounding: 'nearest',
    after: /^\s{0,4}Summary:\s{0,4}$/,
  },
  { source: 'coverlet', pattern: new RegExp(`^\\s{0,4}Total Line: ${percent}`), metric: 'lines', rounding: 'nearest' },
  {
    source: 'excoveralls',
    pattern: new RegExp(`^\\[TOTAL\\]\\s{1,8}${percent}`),
    metric: 'lines',
    rounding: 'nearest',
  },
  {
    source: 'go tool cover',
    pattern: new RegExp(`^total:\\s{1,200}\\(statements\\)\\s{1,200}${percent}`),
    metric: 'statements',
    rounding: 'nearest',
    notes: ['Go counts statements, not lines'],
  },
  {
    source: 'go test',
    pattern: new RegExp(
      `^(?:ok\\s{1,8}|\\s{1,8})\\S{1,400}\\s{1,8}(?:\\S{1,40}\\s{1,8})?coverage: ${percent} of statements`,
    ),
    metric: 'statements',
    rounding: 'nearest',
    notes: ['Go counts statements, not lines'],
  },
]

export function readSentences(lines: readonly string[]): Found {
  const figures: Figure[] = []
  const refused: string[] = []
  const opened = new Set<Sentence>()
  for (const line of lines) {
    for (const sentence of sentences) {
      if (sentence.after?.test(line)) opened.add(sentence)
      if (sentence.after && !opened.has(sentence)) continue
      const found = readSentence(sentence, line)
      if (found === undefined) continue
      opened.delete(sentence)
      if (typeof found === 'string') refused.push(found)
      else figures.push(found)
      break
    }
  }
  return settleGo(figures, refused)
}

function readSentence(sentence: Sentence, line: string): Figure | string | undefined {
  const groups = sentence.pattern.exec(line)?.groups
  if (!groups) return undefined
  const text = groups.percent
  if (text !== undefined && Number(text) > 100) return `the total \`${line.trim()}\` is impossible`
  if (groups.covered !== undefined && groups.total !== undefined) {
    return counted(sentence.source, BigInt(groups.covered), BigInt(groups.total), text, line, sentence.metric)
  }
  if (text === undefined) return undefined
  return {
    source: sentence.source,
    metric: sentence.metric,
    share: { kind: 'percent', text, rounding: sentence.rounding },
    evidence: line.trim(),
    notes: sentence.notes ?? [],
  }
}

/** `go tool cover` prints the only total Go has. Figures of single packages are no total: one package can stand alone, several
 *  cannot be added up. */
function settleGo(figures: readonly Figure[], refused: readonly string[]): Found {
  const packages = figures.filter((figure) => figure.source === 'go test')
  const rest = figures.filter((figure) => figure.source !== 'go test')
  if (rest.some((figure) => figure.source === 'go tool cover')) return { figures: rest, refused }
  const distinct = new Set(packages.map((figure) => figure.evidence.split(/\s+/)[1]))
  if (distinct.size < 2) return { figures, refused }
  return {
    figures: rest,
    refused: [
      ...refused,
      `go test printed a figure for each of ${distinct.size} packages and no total; end the command with \`go tool cover -func\``,
    ],
  }
}
