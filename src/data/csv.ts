// CSV and TSV, strictly: a ragged row or a stray quote is a mistake with its line, never a guess.
import { parse } from 'csv-parse/sync'

import { parseDecimal } from './decimal.ts'
import { type Cell, DataMistake, type Visit, withHeader } from './table.ts'

export function visitCsv(text: string, delimiter: string | undefined, visit: Visit): void {
  const row = withHeader(visit, (cell) => cell !== null && parseDecimal(cell) !== undefined)
  try {
    parse(text, {
      bom: true,
      delimiter: delimiter ?? delimiterOf(text),
      skip_empty_lines: true,
      on_record: (record: readonly string[]) => {
        row(record.map((cell): Cell => (cell === '' ? null : cell)))
        return undefined
      },
    })
  } catch (error) {
    if (error instanceof DataMistake) throw error
    throw new DataMistake(`the file is no clean CSV: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** The separator that the header line uses most, outside quotes. */
function delimiterOf(text: string): string {
  const counts = new Map([',', ';', '\t', '|'].map((delimiter) => [delimiter, 0]))
  let quoted = false
  for (const char of text.slice(0, 65_536)) {
    if (char === '"') quoted = !quoted
    if (char === '\n' && !quoted) break
    if (!quoted && counts.has(char)) counts.set(char, (counts.get(char) ?? 0) + 1)
  }
  return [...counts].reduce((best, candidate) => (candidate[1] > best[1] ? candidate : best))[0]
}
