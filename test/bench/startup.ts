// How long a process of ours takes from start to end, as a ratio to a compiled Bun program that only says hello, in the same rounds.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { interleave, median, run, type Sample, table, timeProcess } from './measure.ts'

const root = new URL('../..', import.meta.url).pathname

export interface Startup {
  readonly text: string
  readonly versionRatio: number
  readonly explainRatio: number
}

export function benchStartup(directory: string, rounds: number): Startup {
  const home = join(directory, 'home')
  const work = join(directory, 'work')
  for (const path of [home, work]) mkdirSync(path, { recursive: true })
  const hello = compileHello(directory)
  writeFileSync(join(directory, 'hundred.reeve'), hundredRules())
  const options = { cwd: work, env: { PATH: '/usr/bin:/bin', HOME: home } }
  const reeve = join(root, 'dist/reeve')
  const explain = [reeve, 'explain', '--policy', join(directory, 'hundred.reeve'), '--', 'git', 'status', '-s']
  const samples = interleave(rounds, {
    'compiled Bun hello': () => timeProcess([hello], options),
    'reeve --version': () => timeProcess([reeve, '--version'], options),
    'reeve explain, 100 rules, warm': () => timeProcess(explain, options),
  })
  const base = samples['compiled Bun hello']
  const rows = Object.entries(samples).map(([name, values]) => ({ name, values: figures(values, base) }))
  return {
    text: table(['process', 'wall ms', 'CPU ms', 'wall ratio', 'CPU ratio'], rows),
    versionRatio: ratio(samples['reeve --version'], base, 'wallMs'),
    explainRatio: ratio(samples['reeve explain, 100 rules, warm'], base, 'wallMs'),
  }
}

function figures(values: readonly Sample[], base: readonly Sample[]): readonly string[] {
  return [
    median(values.map(({ wallMs }) => wallMs)).toFixed(1),
    median(values.map(({ cpuMs }) => cpuMs)).toFixed(1),
    ratio(values, base, 'wallMs').toFixed(2),
    ratio(values, base, 'cpuMs').toFixed(2),
  ]
}

/** Median of the ratios within each round. */
function ratio(values: readonly Sample[], base: readonly Sample[], what: keyof Sample): number {
  return median(values.map((value, round) => value[what] / (base[round]?.[what] ?? Number.NaN)))
}

/** With the flags that our own binary is built with. */
function compileHello(directory: string): string {
  const source = join(directory, 'hello.js')
  writeFileSync(source, "console.log('hello')\n")
  const target = join(directory, 'hello')
  const flags = '--compile --bytecode --format=esm --no-compile-autoload-dotenv --no-compile-autoload-bunfig'.split(' ')
  run([process.execPath, 'build', ...flags, source, '--outfile', target], directory)
  return target
}

/** Rules as people write them: a third with alternatives, a third with a tail, some with a reason. */
export function hundredRules(): string {
  const programs = ['npm', 'pnpm', 'cargo', 'go', 'make', 'docker', 'kubectl', 'terraform', 'python3', 'node']
  const rules = Array.from({ length: 99 }, (_, index) => {
    const program = programs[index % programs.length]
    if (index % 3 === 0) return `  allow "${program} {build${index},test${index},check${index}} **"`
    if (index % 3 === 1) return `  deny "${program} publish-${index} **" because "releases are made by people"`
    return `  ask "${program} task-${index} *"`
  })
  return `policy "hundred" version 1\n\nexec {\n  default ask\n${rules.join('\n')}\n  allow "git status **"\n}\n`
}
