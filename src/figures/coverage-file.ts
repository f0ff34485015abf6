// Coverage report files that Reeve reads itself: lcov, Cobertura, JaCoCo and Clover XML, the JSON of coverage.py, istanbul and
// llvm-cov, Go cover profiles. The format is told by the content, never by the name.
import { asObject, decodeJson, type Json } from '../base/json.ts'
import { type CoverageFile, fromCounts, unknown } from './counts.ts'
import type { FileShare } from './figure.ts'
import { isLcov, readLcov } from './lcov.ts'
import { plainLines } from './lines.ts'
import { settle } from './settle.ts'
import { readXmlCoverage } from './xml-coverage.ts'

export function readCoverageFile(text: string): CoverageFile {
  const start = text.replace(/^\ufeff/, '').trimStart()
  if (start.startsWith('<')) return readXmlCoverage(start)
  if (start.startsWith('{') || start.startsWith('[')) return readJsonCoverage(start)
  const lines = plainLines(text)
  if (start.startsWith('mode: ')) return readGoProfile(lines)
  if (!isLcov(lines)) return unknown('the report is in no format that is known')
  const { found, files } = readLcov(lines)
  return { reading: settle(found.figures, found.refused), files }
}

function readJsonCoverage(text: string): CoverageFile {
  const decoded = decodeJson(text)
  if (!decoded.ok) return unknown(`the report is no JSON: ${decoded.reason}`)
  const root = asObject(decoded.value)
  if (!root) return unknown('the report is in no format that is known')
  return (
    istanbulSummary(root) ?? coveragePy(root) ?? llvmCov(root) ?? unknown('the report is in no format that is known')
  )
}

type Members = { readonly [key: string]: Json | undefined }

function istanbulSummary(root: Members): CoverageFile | undefined {
  const share = linesShare(asObject(root.total), 'covered', 'total')
  if (!share) return undefined
  const files = Object.entries(root).flatMap(([path, value]) => {
    const file = path === 'total' ? undefined : linesShare(asObject(value), 'covered', 'total')
    return file ? [{ path, ...file }] : []
  })
  return fromCounts('istanbul summary', share.covered, share.total, files)
}

function linesShare(members: Members | undefined, covered: string, total: string): Omit<FileShare, 'path'> | undefined {
  const lines = asObject(members?.lines)
  const hit = integer(lines?.[covered])
  const all = integer(lines?.[total])
  return hit === undefined || all === undefined ? undefined : { covered: hit, total: all }
}

/** With branches measured, coverage.py's percent mixes both, and so does ours: covered lines and branches of all of them. */
function coveragePy(root: Members): CoverageFile | undefined {
  const totals = coveragePyShare(asObject(root.totals))
  if (!totals) return undefined
  const files = Object.entries(asObject(root.files) ?? {}).flatMap(([path, value]) => {
    const share = coveragePyShare(asObject(asObject(value)?.summary))
    return share ? [{ path, ...share }] : []
  })
  return fromCounts('coverage.py', totals.covered, totals.total, files)
}

function coveragePyShare(summary: Members | undefined): Omit<FileShare, 'path'> | undefined {
  const covered = integer(summary?.covered_lines)
  const total = integer(summary?.num_statements)
  if (covered === undefined || total === undefined) return undefined
  return {
    covered: covered + (integer(summary?.covered_branches) ?? 0n),
    total: total + (integer(summary?.num_branches) ?? 0n),
  }
}

function llvmCov(root: Members): CoverageFile | undefined {
  const data = Array.isArray(root.data) ? (root.data as readonly Json[]) : []
  const first = asObject(data[0])
  const share = linesShare(asObject(first?.totals), 'covered', 'count')
  if (!share || data.length !== 1) return undefined
  const listed = Array.isArray(first?.files) ? (first.files as readonly Json[]) : []
  const files = listed.flatMap((value) => {
    const file = asObject(value)
    const lines = linesShare(asObject(file?.summary), 'covered', 'count')
    return lines && typeof file?.filename === 'string' ? [{ path: file.filename, ...lines }] : []
  })
  return fromCounts('llvm-cov', share.covered, share.total, files)
}

function integer(value: Json | undefined): bigint | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined
}

/** Statements of all blocks; a block listed twice (merged profiles) is covered when any listing is. */
function readGoProfile(lines: readonly string[]): CoverageFile {
  const blocks = new Map<string, { readonly file: string; readonly statements: bigint; covered: boolean }>()
  for (const line of lines.slice(1)) {
    const match = /^(?<file>[^\s:]{1,1000}):(?<range>[\d.,]{1,80}) (?<statements>\d{1,9}) (?<count>\d{1,18})$/.exec(
      line,
    )?.groups
    if (!match) {
      if (line.trim() !== '') return unknown(`the Go profile has a line that is none: \`${line.slice(0, 80)}\``)
      continue
    }
    const key = `${match.file}:${match.range}`
    const covered = match.count !== '0' || blocks.get(key)?.covered === true
    blocks.set(key, { file: match.file as string, statements: BigInt(match.statements as string), covered })
  }
  const files = new Map<string, FileShare>()
  for (const { file, statements, covered } of blocks.values()) {
    const known = files.get(file) ?? { path: file, covered: 0n, total: 0n }
    files.set(file, {
      path: file,
      covered: known.covered + (covered ? statements : 0n),
      total: known.total + statements,
    })
  }
  const list = [...files.values()]
  const covered = list.reduce((sum, file) => sum + file.covered, 0n)
  return fromCounts(
    'Go profile',
    covered,
    list.reduce((sum, file) => sum + file.total, 0n),
    list,
    'statements',
  )
}
