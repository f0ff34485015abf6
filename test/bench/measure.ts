// What every bench needs: medians, processes timed by the wall and by the processor, and a table.
import { spawnSync } from 'node:child_process'

/** Node tells nothing of a child's processor time. */
const { Bun: bun } = globalThis as unknown as { readonly Bun: { readonly spawnSync: SpawnSync } }

type SpawnSync = (
  argv: readonly string[],
  options: object,
) => {
  readonly exitCode: number
  readonly stderr: { toString(): string }
  /** Microseconds. */
  readonly resourceUsage?: { readonly cpuTime: { readonly user: bigint; readonly system: bigint } }
}

export interface Sample {
  readonly wallMs: number
  readonly cpuMs: number
}

export interface Row {
  readonly name: string
  readonly values: readonly string[]
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right)
  const middle = sorted.length >> 1
  const [low = Number.NaN, high = Number.NaN] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
  return (low + high) / 2
}

/** One process from its start to its end. NODE_EXTRA_CA_CERTS would slow every start of Node, so it is taken out. */
export function timeProcess(
  argv: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Sample {
  const [program = '', ...args] = argv
  const { NODE_EXTRA_CA_CERTS: _, ...env } = options.env
  const before = process.hrtime.bigint()
  const ran = bun.spawnSync([program, ...args], {
    cwd: options.cwd,
    env: env as Record<string, string>,
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const wallMs = Number(process.hrtime.bigint() - before) / 1e6
  if (ran.exitCode !== 0) throw new Error(`${argv.join(' ')} ended with ${ran.exitCode}: ${ran.stderr}`)
  const { user, system } = ran.resourceUsage?.cpuTime ?? { user: 0n, system: 0n }
  return { wallMs, cpuMs: Number(user + system) / 1000 }
}

/** Runs all once a round, so that a busy neighbour hits all of them. */
export function interleave<Name extends string>(
  rounds: number,
  subjects: Readonly<Record<Name, () => Sample>>,
): Readonly<Record<Name, readonly Sample[]>> {
  const names = Object.keys(subjects) as Name[]
  const samples = Object.fromEntries(names.map((name) => [name, [] as Sample[]])) as Record<Name, Sample[]>
  for (const name of names) subjects[name]() // warm
  for (let round = 0; round < rounds; round++) for (const name of names) samples[name].push(subjects[name]())
  return samples
}

export function table(head: readonly string[], rows: readonly Row[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'))
  return [line(head), line(rule), ...rows.map(({ name, values }) => line([name, ...values]))].join('\n')
}

export function run(argv: readonly string[], cwd: string, env: NodeJS.ProcessEnv = process.env): string {
  const [program = '', ...args] = argv
  const ran = spawnSync(program, args, { cwd, env, encoding: 'utf8', maxBuffer: 1 << 26 })
  if (ran.status !== 0) throw new Error(`${argv.join(' ')} ended with ${ran.status ?? ran.error}: ${ran.stderr}`)
  return ran.stdout
}
