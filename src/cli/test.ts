// `reeve test`: whether a policy means what its author thinks. Examples of rules, expectations, and files of cases are all judged,
// and what fails is shown where it stands. Exit 0, 1 when something fails, 3 when the policy or a case cannot be read.
import { flag, option, optional, restPositionals, string } from 'cmd-ts'

import type { Diagnostic } from '../base/diagnostic.ts'
import { Fault } from '../base/fault.ts'
import { encodeJson, type Json } from '../base/json.ts'
import { relativePath } from '../base/path.ts'
import { renderDiagnostics } from '../base/render.ts'
import type { Source } from '../base/span.ts'
import type { Host } from '../host/host.ts'
import { readSmallFile } from '../host/read.ts'
import type { LoadedSource } from '../policy/loaded.ts'
import type { Expectation, Policy } from '../policy/policy.ts'
import type { Coverage } from '../rules/coverage.ts'
import { define } from './define.ts'
import { diagnosticJson, placeJson } from './diagnostics-view.ts'
import { exit } from './exit.ts'
import { namesHere, policyToRead } from './policy-file.ts'
import { absolutePath } from './session-args.ts'

export const subcommand = define({
  name: 'test',
  description: 'judges every example of a policy and every file of cases beside it',
  examples: [
    { description: 'the policy of this workspace, with all *.cases files beside it', command: 'reeve test' },
    {
      description: 'certain cases, and what no example reaches',
      command: 'reeve test policy.reeve ci/git.cases --coverage',
    },
  ],
  args: {
    files: restPositionals({
      displayName: 'FILE',
      type: string,
      description: 'policies and files of cases (*.cases); absent: the policy found here, the cases beside it',
    }),
    cwd: option({ long: 'cwd', type: optional(string), description: 'where to look for the policy' }),
    coverage: flag({ long: 'coverage', description: 'also say which patterns and rules no example reaches' }),
    json: flag({ long: 'json', description: 'one JSON object' }),
  },
  run: async ({ files, cwd, coverage, json }, host) => {
    const named = files.filter((file) => !file.endsWith('.cases'))
    const cases = files.filter((file) => file.endsWith('.cases')).map((file) => absolutePath(host, file))
    const policies = named.length > 0 ? named : [undefined]
    const trials: Trial[] = []
    for (const file of policies) {
      const path = policyToRead(host, file, cwd)
      trials.push(await tryPolicy(host, path, { cases: cases.length > 0 ? cases : casesBeside(host, path), coverage }))
    }
    host.terminal.out(json ? trialsJson(trials) : trials.map((trial) => talk(host, trial)).join('\n'))
    if (trials.some(({ isBroken }) => isBroken)) return exit.policy
    return trials.some(({ failures }) => failures.length > 0) ? exit.error : exit.ok
  },
})

interface Trial {
  readonly name: string
  /** Neither the policy nor all cases could be read. */
  readonly isBroken: boolean
  readonly failures: readonly Diagnostic[]
  readonly counts: Readonly<Record<'matches' | 'misses' | 'expectations' | 'cases', number>>
  /** Absent: not asked for, or there was no policy. */
  readonly coverage?: Coverage
  readonly sources: readonly LoadedSource[]
}

interface Asked {
  readonly cases: readonly string[]
  readonly coverage: boolean
}

async function tryPolicy(host: Host, path: string, asked: Asked): Promise<Trial> {
  const [{ loadPolicy }, { checkCases, checkExamples }, { readCases }] = await Promise.all([
    import('../policy/load.ts'),
    import('../rules/examples.ts'),
    import('../rules/cases.ts'),
  ])
  const loaded = loadPolicy(host, path)
  const shown = relativePath(path, host.workingDirectory) ?? path
  if (loaded.kind === 'broken') {
    const failures = loaded.diagnostics.filter(({ severity }) => severity === 'error')
    return { name: shown, isBroken: true, failures, counts: countsOf(undefined, []), sources: loaded.sources }
  }
  const { policy } = loaded
  const texts = asked.cases.map((file) => readText(host, file))
  const read = texts.map(readCases)
  const cases = read.flatMap((each) => each.cases)
  const mistakes = read.flatMap((each) => each.mistakes)
  return {
    name: shown,
    isBroken: mistakes.length > 0,
    failures: [...checkExamples(policy), ...mistakes, ...checkCases(policy, cases)],
    counts: countsOf(policy, cases),
    sources: [...loaded.sources, ...texts],
    ...(asked.coverage ? { coverage: await cover(policy, cases) } : {}),
  }
}

async function cover(policy: Policy, cases: readonly Expectation[]): Promise<Coverage> {
  const { coverageOf } = await import('../rules/coverage.ts')
  return coverageOf(policy, cases)
}

function countsOf(policy: Policy | undefined, cases: readonly Expectation[]): Trial['counts'] {
  const rules = policy?.exec.rules ?? []
  return {
    matches: rules.reduce((sum, { matches }) => sum + matches.length, 0),
    misses: rules.reduce((sum, { misses }) => sum + misses.length, 0),
    expectations: policy?.expectations.length ?? 0,
    cases: cases.length,
  }
}

/** None where the directory cannot be listed: then the policy cannot be read either, which is told. */
function casesBeside(host: Host, path: string): readonly string[] {
  const directory = path.slice(0, path.lastIndexOf('/')) || '/'
  try {
    return host.files
      .list(directory)
      .filter(({ name, kind }) => name.endsWith('.cases') && kind !== 'directory')
      .map(({ name }) => `${directory === '/' ? '' : directory}/${name}`)
      .sort()
  } catch {
    return []
  }
}

const caseLimitBytes = 16 * 1024 * 1024

function readText(host: Host, path: string): Source & { readonly path: string } {
  const file = relativePath(path, host.workingDirectory) ?? path
  const bytes = readSmallFile(host.files, path, caseLimitBytes)
  if (!bytes) throw new Fault('policy', `\`${file}\` cannot be read`, { help: 'name a file of at most 16 MiB' })
  try {
    return { file, path, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    throw new Fault('policy', `\`${file}\` is no UTF-8 text`, { help: 'a case a line: `deny git push -f`' })
  }
}

function talk(host: Host, { name, isBroken, failures, counts, coverage, sources }: Trial): string {
  const color = host.terminal.isOutTerminal && host.environment.NO_COLOR === undefined
  const shown = renderDiagnostics(failures, sources, { color, nameOf: namesHere(host, sources) })
  const gap = shown === '' ? '' : '\n'
  const parts = Object.entries(counts).flatMap(([what, count]) =>
    count === 0 ? [] : [`${count} ${count === 1 ? singular[what] : what}`],
  )
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const said = parts.length === 0 ? 'no examples: add `expect { … }`, `matches` and `misses`' : parts.join(', ')
  const verdict = isBroken ? 'cannot be tried' : failures.length > 0 ? `${failures.length} of ${all} failed` : 'ok'
  return `${shown}${gap}${name}: ${verdict}${isBroken ? '' : ` (${said})`}\n${coverage ? coverageText(host, coverage, sources) : ''}`
}

const singular: Readonly<Record<string, string>> = {
  matches: 'match',
  misses: 'miss',
  expectations: 'expectation',
  cases: 'case',
}

function coverageText(host: Host, { total, unreached }: Coverage, sources: readonly LoadedSource[]): string {
  const nameOf = namesHere(host, sources)
  const lines = unreached.map(({ answer, text, span }) => {
    const { line, column } = placeJson(span, sources)
    const place = `${nameOf(span.file)}:${String(line)}:${String(column)}`
    return `not reached: ${place}: ${text.startsWith(answer) ? text : `${answer} "${text}"`}\n`
  })
  return `${lines.join('')}coverage: ${total - unreached.length} of ${total} patterns are reached by an example\n`
}

function trialsJson(trials: readonly Trial[]): string {
  return `${encodeJson({
    ok: trials.every(({ failures }) => failures.length === 0),
    policies: trials.map(
      ({ name, isBroken, failures, counts, coverage, sources }): Json => ({
        policy: name,
        readable: !isBroken,
        ...counts,
        failures: failures.map((failure) => diagnosticJson(failure, sources)),
        ...(coverage ? { coverage: coverageJson(coverage, sources) } : {}),
      }),
    ),
  })}\n`
}

function coverageJson({ total, unreached }: Coverage, sources: readonly LoadedSource[]): Json {
  return {
    total,
    reached: total - unreached.length,
    unreached: unreached.map(({ answer, text, span }) => ({ answer, text, ...placeJson(span, sources) })),
  }
}
