// A data file as rows of cells, pushed one by one so that a large file needs little memory. Numbers stay text: nothing is lost
// to floating point before a check sees it.

/** The text of a cell; null for none (an empty CSV field, JSON null, an empty spreadsheet cell). */
export type Cell = string | null

/** Called once with the columns; the function it answers is called for every row. */
export type Visit = (columns: readonly string[]) => (row: readonly Cell[]) => void

export interface DataLimits {
  readonly bytes: number
  readonly rows: number
  readonly columns: number
  /** Inflated size of a compressed file. */
  readonly inflatedBytes: number
}

export const dataLimits: DataLimits = {
  bytes: 200 * 2 ** 20,
  rows: 5_000_000,
  columns: 1000,
  inflatedBytes: 512 * 2 ** 20,
}

/** Why a data file cannot be judged; the message is for people. */
export class DataMistake extends Error {}

/** The instant that a reader of a format answered, as text; undefined for any other value. */
export function instantText(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('toISOString' in value)) return undefined
  if (Number.isNaN(Number(value))) throw new DataMistake('a cell holds an instant that is none')
  return typeof value.toISOString === 'function' ? String(value.toISOString()) : undefined
}

/** A visitor that enforces the limits and gives every row the width of the header. */
export function bounded(visit: Visit, limits: DataLimits): Visit {
  return (columns) => {
    if (columns.length > limits.columns)
      throw new DataMistake(`the file has ${columns.length} columns, more than ${limits.columns}`)
    const row = visit(columns)
    let count = 0
    return (cells) => {
      if (++count > limits.rows) throw new DataMistake(`the file has more than ${limits.rows} rows`)
      row(cells.length >= columns.length ? cells : [...cells, ...Array<null>(columns.length - cells.length).fill(null)])
    }
  }
}

/** Column names from the first row: a first row of numbers only is data, and columns are then called c1, c2, … */
export function withHeader(visit: Visit, isNumber: (cell: Cell) => boolean): (row: readonly Cell[]) => void {
  let row: ((cells: readonly Cell[]) => void) | undefined
  return (cells) => {
    if (row) return row(cells)
    const isData = cells.length > 0 && cells.every(isNumber)
    row = visit(isData ? cells.map((_cell, index) => `c${index + 1}`) : cells.map((cell) => (cell ?? '').trim()))
    if (isData) row(cells)
  }
}
