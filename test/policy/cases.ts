// Text cases: `=== title`, a policy, `---`, exactly what is printed about it. With REEVE_UPDATE=1 what is printed now is written
// back; the difference is read before it is committed.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface TextCase {
  readonly title: string
  readonly text: string
  readonly expected: string
}

const directory = join(import.meta.dirname, '../cases/policy')

export const caseFiles: readonly string[] = readdirSync(directory).filter((name) => name.endsWith('.txt'))

export function readCases(file: string): readonly TextCase[] {
  return readFileSync(join(directory, file), 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const [head = '', ...rest] = part.split('\n')
      const [text = '', expected = ''] = rest.join('\n').split(/^---\n/m)
      return { title: head.trim(), text, expected: expected.trimEnd() }
    })
}

/** Writes the cases back with what is printed now, when that is asked for. */
export function updateCases(file: string, printed: (text: string) => string): void {
  if (process.env.REEVE_UPDATE !== '1') return
  const parts = readCases(file).map(({ title, text }) => {
    const now = printed(text).trimEnd()
    return `=== ${title}\n${text}---\n${now === '' ? '' : `${now}\n`}\n`
  })
  writeFileSync(join(directory, file), parts.join(''))
}
