// Spreadsheets: one sheet as rows, cached values of formulas, numbers as the text in the file. The archive is measured by what it
// really inflates to before any reader unpacks it.
import { Unzip, UnzipInflate } from 'fflate'
import readWorkbook from 'read-excel-file/universal'

import { parseDecimal } from './decimal.ts'
import { type Cell, type DataLimits, DataMistake, instantText, type Visit, withHeader } from './table.ts'

export async function visitXlsx(
  bytes: Uint8Array,
  sheet: string | undefined,
  limits: DataLimits,
  visit: Visit,
): Promise<void> {
  refuseBombs(bytes, limits)
  const sheets = await readWorkbook(new Blob([new Uint8Array(bytes)]), {
    parseNumber: (text: string) => text,
    trim: false,
  }).catch((error: unknown) => {
    throw new DataMistake(
      `the file is no spreadsheet that can be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  })
  const names = sheets.map((each) => each.sheet)
  const chosen =
    sheet === undefined ? (sheets.length === 1 ? sheets[0] : undefined) : sheets.find((each) => each.sheet === sheet)
  if (!chosen) {
    const listed = names.map((name) => `\`${name}\``).join(', ')
    throw new DataMistake(
      sheet === undefined
        ? `the file has several sheets (${listed}): name one with \`table\``
        : `there is no sheet \`${sheet}\` (there are ${listed})`,
    )
  }
  const row = withHeader(visit, (cell) => cell !== null && parseDecimal(cell) !== undefined)
  for (const cells of chosen.data as readonly (readonly unknown[])[]) {
    const values = cells.map(cellOf)
    if (values.some((value) => value !== null)) row(values)
  }
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined || value === '') return null
  return instantText(value) ?? String(value)
}

function refuseBombs(bytes: Uint8Array, limits: DataLimits): void {
  let inflated = 0
  let entries = 0
  const unzip = new Unzip((file) => {
    if (++entries > 10_000) throw new DataMistake('the archive has more than 10000 entries')
    file.ondata = (error, piece) => {
      if (error instanceof DataMistake) throw error
      if (error) throw new DataMistake(`the archive is broken: ${error.message}`)
      inflated += piece.length
      if (inflated > limits.inflatedBytes)
        throw new DataMistake(`the archive inflates to more than ${limits.inflatedBytes} bytes`)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  const step = 65_536
  try {
    for (let at = 0; at < bytes.length; at += step) unzip.push(bytes.subarray(at, at + step), at + step >= bytes.length)
  } catch (error) {
    if (error instanceof DataMistake) throw error
    throw new DataMistake(`the archive is broken: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (entries === 0) throw new DataMistake('the file is no spreadsheet: it is no zip archive')
}
