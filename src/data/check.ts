// A check of a data file, computed exactly in one pass: `sum amount = 60`, `rows >= 1`, `unique id`, …
import type { DataCheck } from '../policy/policy.ts'
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
export function expectation(check: DataCheck): string {
  if (check.kind === 'rows') return `rows ${check.comparison} ${check.value}`
  if (check.kind === 'equals') return `${check.column} = ${check.value}`
  if (!('comparison' in check)) return `${check.column} ${check.kind.replace('-', ' ')}`
  return `${check.kind} ${check.column} ${check.comparison} ${check.value}`
}

const zero: Decimal = { units: 0n, places: 0 }

type Compared = Extract<DataCheck, { readonly comparison: unknown }>

interface Cited {
  readonly row: number
  readonly cell: string
}

class Tally {
  readonly #check: DataCheck
  #rows = 0
  #nulls = 0
  #sum: Decimal = zero
  #numbers = 0
  #least: Decimal | undefined
  #most: Decimal | undefined
  #foreign: Cited | undefined
  #foreignCount = 0
  readonly #values = new Set<string>()
  #repeated: Cited | undefined

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
    if (check.kind === 'rows') return this.#compared(check, whole(this.#rows))
    if (this.#rows === 0) return this.#say(false, 'no rows', 'the file has no rows')
    if (this.#foreign) return this.#noNumbers(this.#foreign)
    switch (check.kind) {
      case 'sum':
        return this.#compared(check, this.#numbers === 0 ? undefined : this.#sum)
      case 'min':
        return this.#compared(check, this.#least)
      case 'max':
        return this.#compared(check, this.#most)
      case 'distinct':
        return this.#compared(check, whole(this.#values.size))
      case 'equals':
        return this.#equal(check.value)
      case 'not-null':
        return this.#say(
          this.#nulls === 0,
          `${this.#nulls} empty cells`,
          `${this.#nulls} of ${this.#rows} cells are empty`,
        )
      case 'unique':
        return this.#once()
    }
  }

  #say(passed: boolean, actual: string, explanation: string): DataVerdict {
    return { passed, actual, expected: expectation(this.#check), explanation }
  }

  #noNumbers({ row, cell }: Cited): DataVerdict {
    const comma = /^\s*[+-]?\d+,\d+\s*$/.test(cell) ? ' (a decimal comma?)' : ''
    return this.#say(
      false,
      `${this.#foreignCount} cells are no numbers`,
      `row ${row} holds \`${cell.slice(0, 80)}\`, which is no number${comma}`,
    )
  }

  #equal(wanted: string): DataVerdict {
    const [only] = this.#values
    const met = this.#nulls === 0 && this.#values.size === 1 && only === comparable(wanted)
    const single = this.#values.size === 1 ? (only ?? '').slice(1) : `${this.#values.size} different values`
    const actual = this.#nulls > 0 ? `${this.#nulls} empty cells` : single
    return this.#say(
      met,
      actual,
      met ? `every cell is ${actual}` : `expected every cell to be ${wanted}, found ${actual}`,
    )
  }

  #once(): DataVerdict {
    if (!this.#repeated) return this.#say(true, `${this.#values.size} different values`, 'no value repeats')
    const { row, cell } = this.#repeated
    const shown = `\`${cell.slice(0, 80)}\``
    return this.#say(false, `${shown} again in row ${row}`, `row ${row} repeats ${shown}`)
  }

  /** `actual` is undefined when there was no number to compare. */
  #compared(check: Compared, actual: Decimal | undefined): DataVerdict {
    if (!actual) return this.#say(false, 'no numbers', 'every cell is empty')
    const wanted = parseDecimal(check.value)
    if (!wanted) throw new DataMistake(`\`${check.value}\` is no number`)
    const order = compareDecimal(actual, wanted)
    const met = { '=': order === 0, '>=': order >= 0, '<=': order <= 0, '>': order > 0, '<': order < 0 }
    const text = formatDecimal(actual)
    return this.#say(met[check.comparison], text, `expected ${expectation(check)}, found ${text}`)
  }
}

function whole(count: number): Decimal {
  return { units: BigInt(count), places: 0 }
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
