// Checks of data files, exact on every format.
import { strToU8, zipSync } from 'fflate'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { describe, expect, test } from 'vitest'

import { checkData } from '../../src/data/check.ts'
import { dataLimits } from '../../src/data/table.ts'
import type { DataCheck } from '../../src/policy/policy.ts'

const encoder = new TextEncoder()

async function verdict(path: string, content: string | Uint8Array, check: DataCheck, table?: string): Promise<string> {
  const bytes = typeof content === 'string' ? encoder.encode(content) : content
  const { passed, explanation } = await checkData({ path, bytes, ...(table === undefined ? {} : { table }) }, check)
  return `${passed ? 'passed' : 'failed'}: ${explanation}`
}

const sum = (value: string, column = 'amount'): DataCheck => ({ kind: 'sum', column, comparison: '=', value })

describe('sums are exact', () => {
  test.each([
    [
      'cents that floating point gets wrong',
      `amount\n${'0.1\n'.repeat(10)}`,
      sum('1'),
      'passed: expected sum amount = 1, found 1',
    ],
    [
      'numbers beyond 2^53',
      'amount\n9007199254740993\n1\n',
      sum('9007199254740994'),
      'passed: expected sum amount = 9007199254740994, found 9007199254740994',
    ],
    ['exponents', 'amount\n1e2\n-0.5e1\n', sum('95.0'), 'passed: expected sum amount = 95.0, found 95'],
    ['a cell that is no number', 'amount\n1\nN/A\n', sum('1'), 'failed: row 2 holds `N/A`, which is no number'],
    [
      'a decimal comma',
      'id;amount\n1;12,50\n',
      sum('12.5'),
      'failed: row 1 holds `12,50`, which is no number (a decimal comma?)',
    ],
    ['empty cells are left out', 'id,amount\n1,\n2,60\n', sum('60'), 'passed: expected sum amount = 60, found 60'],
    ['an empty file proves no sum of zero', 'amount\n', sum('0'), 'failed: the file has no rows'],
    ['an all-empty column proves no sum of zero', 'id,amount\n1,\n', sum('0'), 'failed: every cell is empty'],
    [
      'a column that is not there',
      'id,total\n1,2\n',
      sum('2'),
      'failed: there is no column `amount` (there are `id`, `total`)',
    ],
    ['a column that is there twice', 'amount,amount\n1,2\n', sum('1'), 'failed: 2 columns are called `amount`'],
    ['a wrong total says what it is', 'amount\n59\n', sum('60'), 'failed: expected sum amount = 60, found 59'],
    [
      'quotes and line breaks',
      '\ufeffname,amount\r\n"a, ""b""\r\nc",60\r\n',
      sum('60'),
      'passed: expected sum amount = 60, found 60',
    ],
    ['no header', '60\n', sum('60', 'c1'), 'passed: expected sum c1 = 60, found 60'],
  ] as const)('%s', async (_name, text, check, expected) => {
    expect(await verdict('a.csv', text, check)).toBe(expected)
  })
})

describe('other checks', () => {
  test.each([
    ['rows', 'a\n1\n2\n', { kind: 'rows', comparison: '>=', value: '2' }, 'passed: expected rows >= 2, found 2'],
    ['too few rows', 'a\n1\n', { kind: 'rows', comparison: '>', value: '1' }, 'failed: expected rows > 1, found 1'],
    [
      'min',
      'a\n3\n-2\n',
      { kind: 'min', column: 'a', comparison: '>=', value: '-2' },
      'passed: expected min a >= -2, found -2',
    ],
    [
      'max',
      'a\n3\n20\n',
      { kind: 'max', column: 'a', comparison: '<', value: '20' },
      'failed: expected max a < 20, found 20',
    ],
    [
      'distinct',
      'a\nx\ny\nx\n',
      { kind: 'distinct', column: 'a', comparison: '=', value: '2' },
      'passed: expected distinct a = 2, found 2',
    ],
    ['equals by value', 'a\n60\n60.0\n', { kind: 'equals', column: 'a', value: '60' }, 'passed: every cell is 60'],
    [
      'equals keeps codes apart',
      'a\n007\n',
      { kind: 'equals', column: 'a', value: '7' },
      'failed: expected every cell to be 7, found 007',
    ],
    [
      'equals counts empty cells',
      'a,b\n60,1\n,1\n',
      { kind: 'equals', column: 'a', value: '60' },
      'failed: expected every cell to be 60, found 1 empty cells',
    ],
    ['not null', 'a,b\n1,1\n,1\n', { kind: 'not-null', column: 'a' }, 'failed: 1 of 2 cells are empty'],
    ['unique', 'a\n1\n2\n1.0\n', { kind: 'unique', column: 'a' }, 'failed: row 3 repeats `1.0`'],
    [
      'a ragged row',
      'a,b\n1\n',
      { kind: 'rows', comparison: '=', value: '1' },
      'failed: the file is no clean CSV: Invalid Record Length: expect 2, got 1 on line 2',
    ],
  ] as readonly (readonly [string, string, DataCheck, string])[])('%s', async (_name, text, check, expected) => {
    expect(await verdict('a.csv', text, check)).toBe(expected)
  })
})

describe('formats', () => {
  test('TSV, JSON, NDJSON and UTF-16', async () => {
    const passed = 'passed: expected sum amount = 60, found 60'
    expect(await verdict('a.tsv', 'id\tamount\n1\t60\n', sum('60'))).toBe(passed)
    expect(await verdict('a.json', '[{"amount":59.9},{"amount":0.1},{"amount":null}]', sum('60'))).toBe(passed)
    expect(await verdict('a.json', '{"rows":[{"amount":60}],"page":1}', sum('60'))).toBe(passed)
    expect(await verdict('a.ndjson', '{"amount":60}\n\n', sum('60'))).toBe(passed)
    const utf16 = new Uint8Array(Buffer.from('\ufeffid,amount\n1,60\n', 'utf16le'))
    expect(await verdict('a.csv', utf16, sum('60'))).toBe(passed)
  })

  test('mistakes name their place', async () => {
    expect(await verdict('a.json', '[1]', sum('1'))).toBe('failed: row 1 is no object')
    expect(await verdict('a.ndjson', '{"amount":1}\n{"amount":1,"x":2}\n', sum('2'))).toBe(
      'failed: row 2 has the column `x`, which the first row lacks',
    )
    expect(await verdict('a.ndjson', '{"amount":1}\n{', sum('1'))).toMatch(/^failed: line 2 is no JSON: /)
    expect(await verdict('a.txt', '', sum('1'))).toMatch(/^failed: the ending `\.txt` is no data format/)
    expect(await verdict('a.csv', new Uint8Array([0x61, 0xff]), sum('1'))).toBe(
      'failed: the file is no clean UTF-8 text',
    )
    expect(await verdict('a.xlsx', 'no zip', sum('1'))).toMatch(/^failed: /)
    expect(await verdict('a.parquet', 'PAR1nope', sum('1'))).toMatch(
      /^failed: the file is no Parquet that can be read: /,
    )
  })

  test('a spreadsheet, by its sheet', async () => {
    const book = workbook({
      Main: [
        ['id', 'amount'],
        [1, 59.5],
        [2, 0.5],
      ],
      Other: [['amount'], [7]],
    })
    expect(await verdict('a.xlsx', book, sum('60'), 'Main')).toBe('passed: expected sum amount = 60, found 60')
    expect(await verdict('a.xlsx', book, sum('60'))).toBe(
      'failed: the file has several sheets (`Main`, `Other`): name one with `table`',
    )
    expect(await verdict('a.xlsx', book, sum('60'), 'None')).toBe(
      'failed: there is no sheet `None` (there are `Main`, `Other`)',
    )
  })

  test('Parquet keeps 64-bit integers', async () => {
    const file = parquetWriteBuffer({ columnData: [{ name: 'amount', data: [9007199254740993n, 1n], type: 'INT64' }] })
    expect(await verdict('a.parquet', new Uint8Array(file), sum('9007199254740994'))).toBe(
      'passed: expected sum amount = 9007199254740994, found 9007199254740994',
    )
  })

  test('an archive that inflates too far is refused before it is read', async () => {
    const bomb = zipSync({ 'xl/workbook.xml': new Uint8Array(20 * 2 ** 20) })
    const { explanation } = await checkData({ path: 'a.xlsx', bytes: bomb }, sum('1'), {
      ...dataLimits,
      inflatedBytes: 2 ** 20,
    })
    expect(explanation).toBe('the archive inflates to more than 1048576 bytes')
  })
})

/** The smallest workbook that a reader accepts. */
function workbook(sheets: Readonly<Record<string, readonly (readonly (string | number)[])[]>>): Uint8Array {
  const names = Object.keys(sheets)
  const files: Record<string, Uint8Array> = {
    '[Content_Types].xml': strToU8(
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    ),
    'xl/workbook.xml': strToU8(
      `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_name, index) => `<Relationship Id="rId${index + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}</Relationships>`,
    ),
  }
  for (const [index, rows] of Object.values(sheets).entries()) {
    const cells = rows.map(
      (row, line) =>
        `<row r="${line + 1}">${row.map((cell, column) => cellXml(cell, `${'ABC'[column]}${line + 1}`)).join('')}</row>`,
    )
    files[`xl/worksheets/sheet${index + 1}.xml`] = strToU8(
      `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${cells.join('')}</sheetData></worksheet>`,
    )
  }
  return zipSync(files)
}

function cellXml(cell: string | number, place: string): string {
  return typeof cell === 'number'
    ? `<c r="${place}"><v>${cell}</v></c>`
    : `<c r="${place}" t="inlineStr"><is><t>${cell}</t></is></c>`
}
