// How many tests a command ran, read from the closing lines of the runners that are known. Used to name runs that tested nothing
// and for `tests >= N`; a runner that is not known gives no number, never a guess.
import { plainLines } from './lines.ts'

export interface TestCounts {
  readonly tests: number
  readonly passed: number
  readonly failures: number
  readonly errors: number
  readonly skipped: number
}

export interface TestReading {
  readonly runner: string
  readonly counts: TestCounts
  readonly evidence: string
}

interface Runner {
  readonly name: string
  /** Named groups: tests, passed, failed, errors, skipped; those that are missing are computed or 0. */
  readonly pattern: RegExp
  /** One closing line for each package or binary: they are added up, as the runner itself would. */
  readonly repeats?: boolean
  /** A line that says that nothing ran. */
  readonly nothing?: boolean
}

const runners: readonly Runner[] = [
  {
    name: 'vitest',
    pattern:
      /^\s{0,12}Tests\s{1,8}(?:(?<failed>\d+) failed(?: \| )?)?(?:(?<passed>\d+) passed(?: \| )?)?(?:(?<skipped>\d+) (?:skipped|todo)(?: \| )?)?[^(]{0,40}\((?<tests>\d+)\)/,
  },
  { name: 'vitest', pattern: /^No test files found/, nothing: true },
  {
    name: 'jest',
    pattern:
      /^Tests:\s{1,12}(?:(?<failed>\d+) failed, )?(?:(?<skipped>\d+) (?:skipped|todo), )?(?:(?<passed>\d+) passed, )?(?<tests>\d+) total/,
  },
  { name: 'jest', pattern: /^No tests found, exiting/, nothing: true },
  { name: 'bun test', pattern: /^Ran (?<tests>\d+) tests? across \d+ files?/ },
  {
    name: 'deno test',
    pattern:
      /^(?:ok|FAILED) \| (?<passed>\d+) passed(?: \([^)]{0,40}\))? \| (?<failed>\d+) failed(?: \([^)]{0,40}\))?(?: \| (?<skipped>\d+) ignored)?/,
  },
  {
    name: 'pytest',
    pattern:
      /^(?:=+ )?(?:(?<failed>\d+) failed,? ?)?(?:(?<passed>\d+) passed,? ?)?(?:(?<skipped>\d+) skipped,? ?)?(?:\d+ (?:deselected|xfailed|xpassed|warnings?),? ?){0,4}(?:(?<errors>\d+) errors?,? ?)?in \d[\d.]{0,12}s/,
  },
  { name: 'pytest', pattern: /^(?:=+ )?no tests ran in /, nothing: true },
  { name: 'unittest', pattern: /^Ran (?<tests>\d+) tests? in \d[\d.]{0,12}s/ },
  {
    name: 'cargo test',
    pattern: /^test result: (?:ok|FAILED)\. (?<passed>\d+) passed; (?<failed>\d+) failed; (?<skipped>\d+) ignored/,
    repeats: true,
  },
  { name: 'cargo nextest', pattern: /^\s{0,8}Summary \[[^\]]{0,40}\] (?<tests>\d+) tests? run:/ },
  { name: 'PHPUnit', pattern: /^OK \((?<tests>\d+) tests?, \d+ assertions?\)/ },
  {
    name: 'PHPUnit',
    pattern:
      /^Tests: (?<tests>\d+), Assertions: \d+(?:, Errors: (?<errors>\d+))?(?:, Failures: (?<failed>\d+))?[^\n]{0,80}?(?:Skipped: (?<skipped>\d+))?\.$/,
  },
  { name: 'PHPUnit', pattern: /^No tests executed!/, nothing: true },
  { name: 'mocha', pattern: /^\s{1,8}(?<passed>\d+) passing \(/ },
  { name: 'RSpec', pattern: /^(?<tests>\d+) examples?, (?<failed>\d+) failures?(?:, (?<skipped>\d+) pending)?/ },
  {
    name: 'minitest',
    pattern:
      /^(?<tests>\d+) (?:runs|tests), \d+ assertions, (?<failed>\d+) failures, (?<errors>\d+) errors(?:, (?<skipped>\d+) skips)?/,
  },
  {
    name: 'ExUnit',
    pattern: /^(?:\d+ doctests?, )?(?<tests>\d+) tests?, (?<failed>\d+) failures?(?:, (?<skipped>\d+) skipped)?$/,
  },
  {
    name: 'Maven',
    pattern:
      /^(?:\[\w{1,8}\] )?Tests run: (?<tests>\d+), Failures: (?<failed>\d+), Errors: (?<errors>\d+), Skipped: (?<skipped>\d+)\s{0,4}$/,
    repeats: true,
  },
  {
    name: 'dotnet test',
    pattern:
      /^(?:Passed|Failed)!\s{1,4}- Failed:\s{1,12}(?<failed>\d+), Passed:\s{1,12}(?<passed>\d+), Skipped:\s{1,12}(?<skipped>\d+), Total:\s{1,12}(?<tests>\d+)/,
    repeats: true,
  },
  { name: 'ctest', pattern: /^\d+% tests passed, (?<failed>\d+) tests? failed out of (?<tests>\d+)/ },
  { name: 'swift test', pattern: /^\s{0,4}Executed (?<tests>\d+) tests?, with (?<failed>\d+) failures?/ },
  { name: 'gotestsum', pattern: /^DONE (?<tests>\d+) tests?/ },
]

/** The last closing line of a known runner; undefined when there is none. */
export function readTests(output: string): TestReading | undefined {
  const lines = plainLines(output)
  const found: TestReading[] = []
  for (const line of lines) {
    const reading = readLine(line)
    if (!reading) continue
    const previous = found.at(-1)
    const repeats =
      previous?.runner === reading.runner && runners.some((runner) => runner.name === reading.runner && runner.repeats)
    if (previous && repeats) found.splice(-1, 1, { ...reading, counts: add(previous.counts, reading.counts) })
    else found.push(reading)
  }
  return found.at(-1) ?? readNode(lines) ?? readGo(lines)
}

function readLine(line: string): TestReading | undefined {
  if (line.length > 1000) return undefined
  for (const runner of runners) {
    const match = runner.pattern.exec(line)
    if (!match) continue
    const counts = runner.nothing ? none : countsOf(match.groups ?? {})
    if (runner.nothing || Object.values(match.groups ?? {}).some((value) => value !== undefined))
      return { runner: runner.name, counts, evidence: line.trim() }
  }
  return undefined
}

const none: TestCounts = { tests: 0, passed: 0, failures: 0, errors: 0, skipped: 0 }

function countsOf(groups: Readonly<Record<string, string | undefined>>): TestCounts {
  const failures = Number(groups.failed ?? 0)
  const errors = Number(groups.errors ?? 0)
  const skipped = Number(groups.skipped ?? 0)
  const passed = groups.passed === undefined ? undefined : Number(groups.passed)
  const tests = groups.tests === undefined ? (passed ?? 0) + failures + errors + skipped : Number(groups.tests)
  return { tests, passed: passed ?? Math.max(0, tests - failures - errors - skipped), failures, errors, skipped }
}

function add(left: TestCounts, right: TestCounts): TestCounts {
  return {
    tests: left.tests + right.tests,
    passed: left.passed + right.passed,
    failures: left.failures + right.failures,
    errors: left.errors + right.errors,
    skipped: left.skipped + right.skipped,
  }
}

/** `node --test` closes with a line for each figure, behind `#` or `ℹ`. */
function readNode(lines: readonly string[]): TestReading | undefined {
  const figures = new Map<string, number>()
  for (const line of lines) {
    const match = /^(?:#|\u2139) (tests|pass|fail|cancelled|skipped|todo) (\d{1,9})$/.exec(line)
    if (match) figures.set(match[1] as string, Number(match[2]))
  }
  const tests = figures.get('tests')
  if (tests === undefined || !figures.has('pass')) return undefined
  const figure = (name: string): number => figures.get(name) ?? 0
  const counts = {
    tests,
    passed: figure('pass'),
    failures: figure('fail') + figure('cancelled'),
    errors: 0,
    skipped: figure('skipped') + figure('todo'),
  }
  return { runner: 'node --test', counts, evidence: `tests ${tests}` }
}

/** `go test` prints no number unless `-v`: then its PASS, FAIL and SKIP lines count. Without, only "nothing ran" is known. */
function readGo(lines: readonly string[]): TestReading | undefined {
  const results = lines
    .map((line) => /^\s{0,40}--- (PASS|FAIL|SKIP): /.exec(line)?.[1])
    .filter((result) => result !== undefined)
  const count = (result: string): number => results.filter((each) => each === result).length
  if (results.length > 0) {
    return {
      runner: 'go test',
      counts: {
        tests: results.length,
        passed: count('PASS'),
        failures: count('FAIL'),
        errors: 0,
        skipped: count('SKIP'),
      },
      evidence: `${results.length} results`,
    }
  }
  const packages = lines.filter((line) => /^(?:ok|\?|FAIL)\s{1,8}\S/.test(line))
  const empty = packages.filter((line) => /\[no test files\]|\[no tests to run\]/.test(line))
  return packages.length > 0 && empty.length === packages.length
    ? { runner: 'go test', counts: none, evidence: empty[0]?.trim() ?? '' }
    : undefined
}
