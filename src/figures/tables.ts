// Coverage totals printed as tables: istanbul and its kin, node, bun, deno, coverlet, mix (drawn with bars), and coverage.py,
// gcovr and llvm-cov (columns of blanks). The header row names the columns; a total row counts only under its header.
import { counted } from './counts.ts'
import type { Figure, Found, Metric, Share } from './figure.ts'
import { countOf, isRule, percentOf, pipeCells } from './lines.ts'

export function readTables(lines: readonly string[]): Found {
  const figures: Figure[] = []
  const refused: string[] = []
  let header: Header | undefined
  for (const raw of lines) {
    const line = raw.replace(/^(?:#|\u2139)\s/, '')
    if (isRule(line)) continue
    header = headerOf(line) ?? (continues(line, header) ? header : undefined)
    const found = header?.read(line)
    if (typeof found === 'string') refused.push(found)
    else if (found) figures.push(found)
  }
  return { figures, refused }
}

interface Header {
  readonly bars: boolean
  /** The figure of a total row; a sentence when the row cannot be true; undefined for every other row. */
  readonly read: (line: string) => Figure | string | undefined
}

function continues(line: string, header: Header | undefined): boolean {
  if (!header) return false
  return header.bars ? line.includes('|') : line.trim() !== '' || !header.bars
}

function headerOf(line: string): Header | undefined {
  return line.includes('|') ? barHeader(line) : blankHeader(line)
}

const lineTitle = /^(?:%\s*lines?|lines?\s*%|lines?)$/i

function barHeader(line: string): Header | undefined {
  const titles = pipeCells(line)
  if (!titles) return undefined
  const column = titles.findIndex((title) => lineTitle.test(title))
  if (column > 0 && /^(?:file|module)?$/i.test(titles[0] ?? '')) {
    const average =
      titles.length <= 4 && titles.includes('% Funcs') && !titles.some((title) => /branch|stmts/i.test(title))
    return { bars: true, read: (row) => barTotal(row, column, titles, average) }
  }
  if (/^percentage$/i.test(titles[0] ?? '') && /^module$/i.test(titles[1] ?? '')) return { bars: true, read: mixTotal }
  return undefined
}

function barTotal(row: string, column: number, titles: readonly string[], average: boolean): Figure | undefined {
  const cells = pipeCells(row)
  if (!cells || !/^(?:all files|total)$/i.test(cells[0] ?? '')) return undefined
  const text = percentOf(cells[column])
  if (text === undefined) return undefined
  const truncates = titles.includes('% Stmts') // istanbul cuts to two decimals, the others round
  const share: Share = {
    kind: 'percent',
    text: truncates && !text.includes('.') ? `${text}.00` : text,
    rounding: truncates ? 'down' : 'nearest',
  }
  const notes = average ? ['the tool averages over files, whatever their size'] : []
  return { source: `table, column ${titles[column]}`, metric: 'lines', share, evidence: row.trim(), notes }
}

function mixTotal(row: string): Figure | undefined {
  const [percent, name] = pipeCells(row) ?? []
  const text = percentOf(percent)
  if (text === undefined || name !== 'Total') return undefined
  return {
    source: 'mix test',
    metric: 'lines',
    share: { kind: 'percent', text, rounding: 'nearest' },
    evidence: row.trim(),
    notes: [],
  }
}

function blankHeader(line: string): Header | undefined {
  const titles = line.trim().split(/\s+/)
  if (titles[0] === 'Name' && titles.includes('Stmts') && titles.includes('Miss') && titles.includes('Cover')) {
    return { bars: false, read: (row) => coveragePyTotal(row, titles) }
  }
  if (titles[0] === 'File' && titles[1] === 'Lines' && titles[2] === 'Exec' && titles[3] === 'Cover')
    return { bars: false, read: gcovrTotal }
  if (titles[0] === 'File' && titles[1] === 'Branches' && titles[2] === 'Taken')
    return { bars: false, read: () => undefined }
  const wide = line.trim().split(/\s{2,}/)
  if (wide[0] === 'Filename' && wide.includes('Missed Lines'))
    return { bars: false, read: (row) => llvmTotal(row, wide) }
  return undefined
}

function total(row: string): readonly string[] | undefined {
  const cells = row.trim().split(/\s+/)
  return cells[0] === 'TOTAL' ? cells : undefined
}

/** With branches the percent mixes lines and branches and cannot be computed from the row: the printed one stands. */
function coveragePyTotal(row: string, titles: readonly string[]): Figure | string | undefined {
  const cells = total(row)
  if (!cells) return undefined
  const statements = countOf(cells[titles.indexOf('Stmts')])
  const missed = countOf(cells[titles.indexOf('Miss')])
  const text = percentOf(cells[titles.indexOf('Cover')])
  if (statements === undefined || missed === undefined || text === undefined) return undefined
  if (titles.includes('Branch'))
    return figure('coverage.py', { kind: 'percent', text, rounding: 'nearest' }, row, ['lines and branches together'])
  if (missed > statements) return `the total \`${row.trim()}\` is impossible`
  return counted('coverage.py', statements - missed, statements, text, row)
}

function gcovrTotal(row: string): Figure | string | undefined {
  const cells = total(row)
  const lines = countOf(cells?.[1])
  const executed = countOf(cells?.[2])
  const text = percentOf(cells?.[3])
  if (lines === undefined || executed === undefined || text === undefined) return undefined
  return counted('gcovr', executed, lines, text, row)
}

function llvmTotal(row: string, titles: readonly string[]): Figure | string | undefined {
  const cells = total(row)
  const column = titles.indexOf('Missed Lines')
  const lines = countOf(cells?.[column - 1])
  const missed = countOf(cells?.[column])
  const text = percentOf(cells?.[column + 1])
  if (lines === undefined || missed === undefined || text === undefined || titles[column - 1] !== 'Lines')
    return undefined
  if (missed > lines) return `the total \`${row.trim()}\` is impossible`
  return counted('llvm-cov', lines - missed, lines, text, row)
}

function figure(source: string, share: Share, row: string, notes: readonly string[], metric: Metric = 'lines'): Figure {
  return { source, metric, share, evidence: row.trim(), notes }
}
