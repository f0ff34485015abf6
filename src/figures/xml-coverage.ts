// Cobertura, JaCoCo and Clover: counted from the single lines or counters where the file has them, else from its sums.
import { type CoverageFile, fromCounts, unknown } from './counts.ts'
import type { FileShare } from './figure.ts'
import { countOf } from './lines.ts'
import { children, descendants, parseReport, type XmlElement } from './xml.ts'

export function readXmlCoverage(text: string): CoverageFile {
  const root = parseReport(text)
  if (typeof root === 'string') return unknown(root)
  if (root.name === 'report') return jacoco(root)
  if (root.name === 'coverage' && root.attributes['line-rate'] !== undefined) return cobertura(root)
  if (root.name === 'coverage') return clover(root)
  return unknown(`the report has the root element \`${root.name}\`, which is in no coverage format that is known`)
}

/** One line of one file may stand in several classes and methods: it counts once, covered when any listing is. */
function cobertura(root: XmlElement): CoverageFile {
  const lines = new Map<string, Map<string, boolean>>()
  for (const each of descendants(root, 'class')) {
    const file = lines.get(each.attributes.filename ?? '') ?? new Map<string, boolean>()
    lines.set(each.attributes.filename ?? '', file)
    for (const line of descendants(each, 'line')) {
      const number = line.attributes.number ?? ''
      const hits = countOf(line.attributes.hits)
      if (hits !== undefined) file.set(number, file.get(number) === true || hits > 0n)
    }
  }
  const files = [...lines].map(([path, file]) => ({
    path,
    covered: BigInt([...file.values()].filter(Boolean).length),
    total: BigInt(file.size),
  }))
  const counted = files.some((file) => file.total > 0n)
  if (counted) return summed('Cobertura', files)
  return fromCounts(
    'Cobertura',
    countOf(root.attributes['lines-covered']) ?? 0n,
    countOf(root.attributes['lines-valid']) ?? 0n,
    files,
  )
}

function jacoco(root: XmlElement): CoverageFile {
  const share = lineCounter(root)
  if (!share) return unknown('the JaCoCo report has no LINE counter')
  const files = descendants(root, 'package').flatMap((group) =>
    children(group, 'sourcefile').flatMap((file) => {
      const lines = lineCounter(file)
      return lines ? [{ path: `${group.attributes.name ?? ''}/${file.attributes.name ?? ''}`, ...lines }] : []
    }),
  )
  return fromCounts('JaCoCo', share.covered, share.total, files)
}

function lineCounter(element: XmlElement): Omit<FileShare, 'path'> | undefined {
  const counter = children(element, 'counter').find((child) => child.attributes.type === 'LINE')
  const missed = countOf(counter?.attributes.missed)
  const covered = countOf(counter?.attributes.covered)
  return missed === undefined || covered === undefined ? undefined : { covered, total: missed + covered }
}

function clover(root: XmlElement): CoverageFile {
  const files = descendants(root, 'file').map((file) => {
    const lines = children(file, 'line').filter((line) => line.attributes.type === 'stmt')
    const covered = lines.filter((line) => (countOf(line.attributes.count) ?? 0n) > 0n)
    return {
      path: file.attributes.path ?? file.attributes.name ?? '',
      covered: BigInt(covered.length),
      total: BigInt(lines.length),
    }
  })
  return summed('Clover', files)
}

function summed(source: string, files: readonly FileShare[]): CoverageFile {
  const covered = files.reduce((sum, file) => sum + file.covered, 0n)
  return fromCounts(
    source,
    covered,
    files.reduce((sum, file) => sum + file.total, 0n),
    files,
  )
}
