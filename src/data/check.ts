// A check of a data file, computed exactly in one pass: `sum amount = 60`, `rows >= 1`, `unique id`, …
import type { Comparison, DataCheck } from '../policy/policy.ts'
import { addDecimal, compareDecimal, type Decimal, formatDecimal, parseDecimal } from './decimal.ts'
import { type DataFile, visitData } from './read.ts'
import { type Cell, type DataLimits, DataMistake, dataLimits } from './table.ts'

export interface DataVerdict {
  readonly passed: boolean
  readonly actual: string
  readonly expected: string
  /** One line for people. */
  readonly explanation: string
}

export async function checkData(
  file: DataFile,
  check: DataCheck,
  limits: DataLimits = dataLimits,
): Promise<DataVerdict> {
  const tally = new Tally(check)
  try {
    await visitData(file, (columns) => tally.open(columns), limits)
    return tally.verdict()
  } catch (error) {
    if (!(error instanceof DataMistake)) throw error
    return { passed: false, actual: 'unreadable', expected: expectation(check), explanation: error.message }
  }
}

/** `sum amount = 60`, as people read it. */
function expectation(check: DataCheck): string {
  if (check.kind === 'rows') return `rows ${check.comparison} ${check.value}`
  if (check.kind === 'equals') return `${check.column} = ${check.value}`
  if (!('comparison' in check)) return `${check.column} ${check.kind.replace('-', ' ')}`
  return `${check.kind} ${check.column} ${check.comparison} ${check.value}`
}

const zero: Decimal = { units: 0n, places: 0 }

class Tally {
  readonly #check: DataCheck
  #rows = 0
  #nulls = 0
  #sum: Decimal = zero
  #numbers = 0
  #least: Decimal | undefined
  #most: Decimal | undefined
  #foreign: { readonly row: number; readonly cell: string } | undefined
  #foreignCount = 0
  readonly #values = new Set<string>()
  #repeated: { readonly row: number; readonly cell: string } | undefined

  constructor(check: DataCheck) {
    this.#check = check
  }

  open(columns: readonly string[]): (row: readonly Cell[]) => void {
    const check = this.#check
    if (check.kind === 'rows') return () => void this.#rows++
    const places = columns.flatMap((column, index) => (column === check.column ? [index] : []))
    if (places.length !== 1) throw new DataMistake(columnMistake(check.column, columns, places.length))
    const place = places[0] as number
    return (row) => this.#take(row[place] ?? null)
  }

  #take(cell: Cell): void {
    this.#rows++
    if (cell === null) return void this.#nulls++
    const { kind } = this.#check
    if (kind === 'sum' || kind === 'min' || kind === 'max') this.#number(cell)
    if (kind !== 'distinct' && kind !== 'equals' && kind !== 'unique') return
    const value = comparable(cell)
    if (this.#values.has(value)) this.#repeated ??= { row: this.#rows, cell }
    this.#values.add(value)
  }

  #number(cell: string): void {
    const value = parseDecimal(cell)
    if (!value) {
      this.#foreign ??= { row: this.#rows, cell }
      this.#foreignCount++
      return
    }
    this.#numbers++
    this.#sum = addDecimal(this.#sum, value)
    if (!this.#least || compareDecimal(value, this.#least) < 0) this.#least = value
    if (!this.#most || compareDecimal(value, this.#most) > 0) this.#most = value
  }

  verdict(): DataVerdict {
    const check = this.#check
    const expected = expectation(check)
    const say = (passed: boolean, actual: string, detail: string): DataVerdict => ({
      passed,
      actual,
      expected,
      explanation: detail,
    })
    if (check.kind === 'rows')
      return this.#compared(check.comparison, check.value, { units: BigInt(this.#rows), places: 0 }, expected)
    if (this.#rows === 0) return say(false, 'no rows', 'the file has no rows')
    if (this.#foreign) {
      const { row, cell } = this.#foreign
      const comma = /^\s*[+-]?\d+,\d+\s*$/.test(cell) ? ' (a decimal comma?)' : ''
      return say(
        false,
        `${this.#foreignCount} cells are no numbers`,
        `row ${row} holds \`${cell.slice(0, 80)}\`, which is no number${comma}`,
      )
    }
    switch (check.kind) {
      case 'sum':
        return this.#numbers === 0
          ? say(false, 'no numbers', 'every cell is empty')
          : this.#compared(check.comparison, check.value, this.#sum, expected)
      case 'min':
      case 'max': {
        const value = check.kind === 'min' ? this.#least : this.#most
        return value
          ? this.#compared(check.comparison, check.value, value, expected)
          : say(false, 'no numbers', 'every cell is empty')
      }
      case 'distinct':
        return this.#compared(check.comparison, check.value, { units: BigInt(this.#values.size), places: 0 }, expected)
      case 'equals': {
        const { met, actual } = this.#equality(check.value)
        return say(
          met,
          actual,
          met ? `every cell is ${actual}` : `expected every cell to be ${check.value}, found ${actual}`,
        )
      }
      case 'not-null':
        return say(this.#nulls === 0, `${this.#nulls} empty cells`, `${this.#nulls} of ${this.#rows} cells are empty`)
      case 'unique':
        return say(
          this.#repeated === undefined,
          this.#repeated
            ? `\`${this.#repeated.cell.slice(0, 80)}\` again in row ${this.#repeated.row}`
            : `${this.#values.size} different values`,
          this.#repeated
            ? `row ${this.#repeated.row} repeats \`${this.#repeated.cell.slice(0, 80)}\``
            : 'no value repeats',
        )
    }
  }

  #equality(wanted: string): { readonly met: boolean; readonly actual: string } {
    const [only = ''] = this.#values
    if (this.#nulls > 0) return { met: false, actual: `${this.#nulls} empty cells` }
    if (this.#values.size !== 1) return { met: false, actual: `${this.#values.size} different values` }
    return { met: only === comparable(wanted), actual: only.slice(1) }
  }

  #compared(comparison: Comparison, value: string, actual: Decimal, expected: string): DataVerdict {
    const wanted = parseDecimal(value)
    if (!wanted) throw new DataMistake(`\`${value}\` is no number`)
    const order = compareDecimal(actual, wanted)
    const passed = { '=': order === 0, '>=': order >= 0, '<=': order <= 0, '>': order > 0, '<': order < 0 }[comparison]
    const text = formatDecimal(actual)
    return { passed, actual: text, expected, explanation: `expected ${expected}, found ${text}` }
  }
}

/** Numbers compare by value (60 and 60.0 are one), everything else by its text; the first character tells them apart. */
function comparable(cell: string): string {
  const value = parseDecimal(cell)
  const isCode = /^\s*[+-]?0\d/.test(cell) // `007` is a code, not seven
  return value && !isCode ? `#${formatDecimal(value)}` : `"${cell}`
}

function columnMistake(column: string, columns: readonly string[], count: number): string {
  if (count > 1) return `${count} columns are called \`${column}\``
  const shown = columns.slice(0, 20).map((name) => `\`${name}\``)
  return `there is no column \`${column}\` (there are ${shown.join(', ')}${columns.length > 20 ? ', …' : ''})`
}
