// How long the guard takes to read and decide lines made to wear it out: each as long, as wide or as deep as a text may be.
import { readCommand } from '../../src/command/read.ts'
import { decide } from '../../src/rules/decide.ts'
import { worldLike } from '../rules/judge.ts'
import { authorityOf } from '../rules/policies.ts'
import { median, table } from './measure.ts'

const lines: Readonly<Record<string, string>> = {
  '500 parts': Array.from({ length: 500 }, (_, at) => `echo ${at}`).join(' && '),
  '990 commands': 'x;'.repeat(990),
  '16 KiB of operands of rm': `rm ${'x '.repeat(8180)}`,
  '16 KiB of variables': `echo ${'$x '.repeat(5450)}`,
  '16 KiB of redirections': `x ${'>f '.repeat(5400)}`,
  '16 KiB of backticks': `echo ${'`'.repeat(16_370)}`,
  '4090 commands in backticks, refused': `echo ${'`x` '.repeat(4090)}`,
  '49 substitutions in one another': `echo ${'$('.repeat(49)}x${')'.repeat(49)}`,
}

export interface Lines {
  readonly text: string
  readonly worst: { readonly name: string; readonly medianMs: number }
}

export function benchLines(rounds: number): Lines {
  const authority = authorityOf({ default: 'ask' })
  const samples = new Map(Object.keys(lines).map((name) => [name, [] as number[]]))
  for (let round = -2; round < rounds; round++)
    for (const [name, text] of Object.entries(lines)) {
      const before = performance.now()
      decide(authority, readCommand({ kind: 'shell', text, directory: '/w' }, { home: '/home/u' }), worldLike())
      if (round >= 0) samples.get(name)?.push(performance.now() - before)
    }
  const rows = [...samples].map(([name, values]) => ({ name, medianMs: median(values), slowest: Math.max(...values) }))
  return {
    text: table(
      ['line', 'median ms', 'slowest ms'],
      rows.map(({ name, medianMs, slowest }) => ({ name, values: [medianMs.toFixed(1), slowest.toFixed(1)] })),
    ),
    worst: rows.reduce((worst, row) => (row.medianMs > worst.medianMs ? row : worst)),
  }
}
