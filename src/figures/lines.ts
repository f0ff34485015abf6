// Printed text as lines without colours, and tables found by their header row.

/** Lines of a tool's output: terminal control sequences removed, CR LF and progress CRs resolved to the last text of the line. */
export function plainLines(output: string): readonly string[] {
  return stripControls(output)
    .split('\n')
    .map((line) => line.replace(/\r+$/, ''))
    .map((line) => line.slice(line.lastIndexOf('\r') + 1))
}

/** Removes CSI, OSC and the other escape sequences, in linear time. */
function stripControls(text: string): string {
  if (!text.includes('\u001b') && !text.includes('\u009b')) return text
  return text.replace(
    /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[ -/]*[0-~]/g,
    '',
  )
}

/** Cells of a row of a table drawn with `|`; undefined for any other line. A leading or trailing bar makes no cell. */
export function pipeCells(line: string): readonly string[] | undefined {
  if (!line.includes('|')) return undefined
  const cells = line.split('|').map((cell) => cell.trim())
  if (line.trimStart().startsWith('|')) cells.shift()
  if (cells.at(-1) === '') cells.pop()
  return cells
}

/** True for the rules of a table: `----|----`, `+---+`, `=====`. */
export function isRule(line: string): boolean {
  return /^[\s|+:=─┼-]*$/.test(line) && line.trim() !== ''
}

/** A plain decimal of percents, with or without the sign; undefined for anything else. */
export function percentOf(cell: string | undefined): string | undefined {
  const text = cell?.replace(/\s*%$/, '') ?? ''
  return /^\d{1,3}(?:\.\d{1,15})?$/.test(text) && Number(text) <= 100 ? text : undefined
}

/** A non-negative integer; thousands separators are refused. */
export function countOf(cell: string | undefined): bigint | undefined {
  return cell !== undefined && /^\d{1,18}$/.test(cell) ? BigInt(cell) : undefined
}
