// Parquet: flat columns as text, 64-bit integers and decimals exact.
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'

import { type Cell, type DataLimits, DataMistake, instantText, type Visit } from './table.ts'

export async function visitParquet(bytes: Uint8Array, limits: DataLimits, visit: Visit): Promise<void> {
  const file = new Uint8Array(bytes).buffer
  try {
    const metadata = parquetMetadata(file)
    const inflated = metadata.row_groups.reduce((sum, group) => sum + Number(group.total_byte_size), 0)
    if (inflated > limits.inflatedBytes)
      throw new DataMistake(`the file inflates to more than ${limits.inflatedBytes} bytes`)
    const columns = metadata.schema.slice(1).map((element) => element.name)
    const row = visit(columns)
    let start = 0
    for (const group of metadata.row_groups) {
      const end = start + Number(group.num_rows)
      const rows = await parquetReadObjects({ file, metadata, compressors, rowStart: start, rowEnd: end })
      for (const each of rows) row(columns.map((column) => cellOf((each as Readonly<Record<string, unknown>>)[column])))
      start = end
    }
  } catch (error) {
    if (error instanceof DataMistake) throw error
    throw new DataMistake(
      `the file is no Parquet that can be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null
  const instant = instantText(value)
  if (instant !== undefined) return instant
  return typeof value === 'object'
    ? JSON.stringify(value, (_key, member: unknown) => (typeof member === 'bigint' ? String(member) : member))
    : String(value)
}
