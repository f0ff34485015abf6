// JSON arrays of objects and NDJSON. Numbers keep the text they are written with.
import { isLosslessNumber, parse } from 'lossless-json'

import { type Cell, DataMistake, type Visit } from './table.ts'

export function visitJson(text: string, visit: Visit): void {
  const value = decode(text, 'the file')
  const rows = Array.isArray(value) ? value : listWithin(value)
  visitObjects(rows, visit)
}

export function visitNdjson(text: string, visit: Visit): void {
  const rows = text
    .split('\n')
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '')
  visitObjects(
    (function* () {
      for (const { line, number } of rows) yield decode(line, `line ${number}`)
    })(),
    visit,
  )
}

function decode(text: string, place: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    throw new DataMistake(`${place} is no JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** An object with exactly one list of rows is that list. */
function listWithin(value: unknown): readonly unknown[] {
  const lists = typeof value === 'object' && value !== null ? Object.values(value).filter(Array.isArray) : []
  if (lists.length !== 1 || !lists[0])
    throw new DataMistake('the file is no list of rows, nor an object with exactly one list')
  return lists[0]
}

/** Columns are those of the first row, in its order; a later row may lack one (null) but may not bring a new one unseen. */
function visitObjects(rows: Iterable<unknown>, visit: Visit): void {
  let columns: readonly string[] | undefined
  let row: ((cells: readonly Cell[]) => void) | undefined
  let number = 0
  for (const value of rows) {
    number++
    if (typeof value !== 'object' || value === null || Array.isArray(value) || isLosslessNumber(value))
      throw new DataMistake(`row ${number} is no object`)
    const members = value as Readonly<Record<string, unknown>>
    if (!columns || !row) {
      columns = Object.keys(members)
      row = visit(columns)
    }
    const known = columns
    const extra = Object.keys(members).find((name) => !known.includes(name))
    if (extra !== undefined)
      throw new DataMistake(`row ${number} has the column \`${extra}\`, which the first row lacks`)
    row(columns.map((column) => cellOf(members[column])))
  }
  if (!columns) visit([])
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (isLosslessNumber(value)) return value.toString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
