// The one global coverage figure of a tool's output. Every reader anchors on its tool's header or wording and finds columns by
// their titles; nothing is added up or averaged that the tool did not.
import type { Found } from './figure.ts'
import { isLcov, readLcov } from './lcov.ts'
import { plainLines } from './lines.ts'
import { readSentences } from './sentences.ts'
import { type CoverageReading, settle } from './settle.ts'
import { readTables } from './tables.ts'

const nothing: Found = { figures: [], refused: [] }

/** Reads the output of one command: standard output and standard error together, with or without colours. */
export function readCoverage(output: string): CoverageReading {
  const lines = plainLines(unwrapGoJson(output))
  const raw = isLcov(lines) ? readLcov(lines).found : nothing
  const readers = [readTables(lines), readSentences(lines), raw]
  return settle(
    readers.flatMap((found) => found.figures),
    readers.flatMap((found) => found.refused),
  )
}

/** `go test -json` wraps each printed line in an object; the printed text is what counts. */
function unwrapGoJson(output: string): string {
  if (!output.includes('"Output":')) return output
  return output
    .split('\n')
    .map((line) => {
      if (!line.startsWith('{"Time"') && !line.startsWith('{"Action"')) return line
      try {
        const event = JSON.parse(line) as { Output?: unknown }
        return typeof event.Output === 'string' ? event.Output.replace(/\n$/, '') : ''
      } catch {
        return line
      }
    })
    .join('\n')
}
