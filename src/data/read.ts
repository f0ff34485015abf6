// Picks the reader of a data file by its ending, decodes its text strictly and keeps every limit.
import { visitCsv } from './csv.ts'
import { visitJson, visitNdjson } from './json-rows.ts'
import { bounded, type DataLimits, DataMistake, type Visit } from './table.ts'

export interface DataFile {
  /** Names the format by its ending. */
  readonly path: string
  readonly bytes: Uint8Array
  /** The sheet of a spreadsheet. */
  readonly table?: string
}

/** Visits every row. Throws DataMistake for a file that cannot be judged. */
export async function visitData(file: DataFile, visit: Visit, limits: DataLimits): Promise<void> {
  if (file.bytes.length > limits.bytes) throw new DataMistake(`the file is larger than ${limits.bytes} bytes`)
  const rows = bounded(visit, limits)
  const ending = /\.([a-z0-9]+)$/i.exec(file.path)?.[1]?.toLowerCase() ?? ''
  if (ending === 'xlsx') return (await import('./xlsx.ts')).visitXlsx(file.bytes, file.table, limits, rows)
  if (ending === 'parquet') return (await import('./parquet.ts')).visitParquet(file.bytes, limits, rows)
  if (file.table !== undefined) throw new DataMistake('`table` names a sheet of a spreadsheet; this file has none')
  if (ending === 'csv') return visitCsv(decodeText(file.bytes), undefined, rows)
  if (ending === 'tsv' || ending === 'tab') return visitCsv(decodeText(file.bytes), '\t', rows)
  if (ending === 'json') return visitJson(decodeText(file.bytes), rows)
  if (ending === 'ndjson' || ending === 'jsonl') return visitNdjson(decodeText(file.bytes), rows)
  throw new DataMistake(
    `the ending \`.${ending}\` is no data format that is known (csv, tsv, json, ndjson, jsonl, xlsx, parquet)`,
  )
}

/** UTF-8, or UTF-16 where a byte order mark says so; anything else is refused rather than guessed. */
function decodeText(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new DataMistake(`the file is no clean ${encoding.toUpperCase()} text`)
  }
}
