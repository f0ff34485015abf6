// Figures and reports that a project states itself: the least coverage that it holds itself to, and where its runner writes what
// became of each test. Nothing is invented: without a statement there is no such criterion.
import { asObject, type Json } from '../base/json.ts'
import { isPlainPath } from './names.ts'
import { managerOf, spellScript } from './node.ts'
import type { Project } from './preset.ts'
import { pythonRunner } from './python.ts'
import { member, readJson, readToml, strings, type Table } from './texts.ts'

export interface StatedCoverage {
  readonly command: string
  /** As the language writes it: `80%`. */
  readonly least: string
  readonly from: string
}

export function statedCoverage(project: Project): StatedCoverage | undefined {
  return nodeCoverage(project) ?? pythonCoverage(project)
}

export interface StatedReports {
  readonly pattern: string
  /** Id of the preset command that writes them. */
  readonly by: string
}

export function statedReports(project: Project): StatedReports | undefined {
  if (project.isFile('pom.xml') && !project.isFile('build.gradle') && !project.isFile('build.gradle.kts'))
    return { pattern: '**/target/surefire-reports/TEST-*.xml', by: 'maven:test' }
  return pytestReport(project) ?? jestReport(project)
}

function nodeCoverage(project: Project): StatedCoverage | undefined {
  const manifest = readJson(project, 'package.json')
  if (!manifest) return undefined
  const scripts = asObject(member(manifest, 'scripts')) ?? {}
  const script = ['coverage', 'test:coverage', 'test:cov', 'cov'].find(
    (name) => typeof member(scripts, name) === 'string',
  )
  const stated: readonly (readonly [string, Json | undefined])[] = [
    ['package.json', member(manifest, 'jest', 'coverageThreshold', 'global', 'lines')],
    ['package.json', member(manifest, 'c8', 'lines')],
    ['package.json', member(manifest, 'nyc', 'lines')],
    ...['.c8rc.json', '.nycrc.json', '.nycrc'].map((file) => [file, member(readJson(project, file), 'lines')] as const),
  ]
  const [from, figure] = stated.find(([, value]) => percentage(value) !== undefined) ?? []
  const least = percentage(figure)
  if (script === undefined || from === undefined || least === undefined) return undefined
  return { command: spellScript(managerOf(project, manifest), script), least, from }
}

function pythonCoverage(project: Project): StatedCoverage | undefined {
  const from = 'pyproject.toml'
  const manifest = readToml(project, from)
  const least = percentage(member(manifest, 'tool', 'coverage', 'report', 'fail_under'))
  if (least === undefined || !project.read(from)?.includes('pytest-cov')) return undefined
  const isAsked = pytestOptions(manifest).some((word) => word.startsWith('--cov'))
  return { command: `${pythonRunner(project)}python -m pytest${isAsked ? '' : ' --cov'}`, least, from }
}

/** From 1, with at most two decimals. */
function percentage(value: Json | undefined): string | undefined {
  const isRight = typeof value === 'number' && value >= 1 && value <= 100
  return isRight ? `${Number(value.toFixed(2))}%` : undefined
}

function pytestOptions(manifest: Table | undefined): readonly string[] {
  const options = member(manifest, 'tool', 'pytest', 'ini_options', 'addopts')
  return typeof options === 'string' ? options.slice(0, 2000).split(/\s+/) : strings(options)
}

function pytestReport(project: Project): StatedReports | undefined {
  const words = pytestOptions(readToml(project, 'pyproject.toml'))
  const at = words.findIndex((word) => /^--junit-?xml(?:=|$)/.test(word))
  const word = words[at]
  const path = word?.includes('=') ? word.slice(word.indexOf('=') + 1) : at === -1 ? undefined : words[at + 1]
  return path !== undefined && isReport(path) ? { pattern: path, by: 'python:test' } : undefined
}

function jestReport(project: Project): StatedReports | undefined {
  const manifest = readJson(project, 'package.json')
  const reporters = member(manifest, 'jest', 'reporters')
  const found = Array.isArray(reporters)
    ? reporters.find((each) => each === 'jest-junit' || (Array.isArray(each) && each[0] === 'jest-junit'))
    : undefined
  if (found === undefined) return undefined
  const options = asObject(Array.isArray(found) ? found[1] : undefined)
  const [directory, name] = [member(options, 'outputDirectory'), member(options, 'outputName')]
  const path = [directory ?? '', name ?? 'junit.xml']
    .filter((part) => part !== '')
    .join('/')
    .replace(/^(?:\.\/)+/, '')
  return isReport(path) ? { pattern: path, by: 'node:test' } : undefined
}

/** Nobody's source: what a check writes is in no scope of its own. */
function isReport(path: string): boolean {
  return path.endsWith('.xml') && isPlainPath(path)
}
