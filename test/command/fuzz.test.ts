// A real bash as the judge: for texts from fixed seeds, every program that bash would have run must have been found.
import { expect, test } from 'vitest'

import type { Reading } from '../../src/command/command.ts'
import { readCommand } from '../../src/command/read.ts'
import { isValid, type Mode, type Run, runBash } from './bash.ts'
import { covers } from './covers.ts'
import { generate } from './generate.ts'

const isFull = process.env.REEVE_FULL === '1'
const count = isFull ? 20_000 : 500
const modes = ['succeed', 'mixed', 'fail'] as const
const firstSeed = 7_000_000

interface Tally {
  valid: number
  plain: number
  plainReadable: number
  readonly hidden: string[]
}

/** Programs that bash ran and no listed command covers, and exits that were said to be decided wrongly. */
function differences(text: string, mode: Mode, read: (directory: string) => Reading): readonly string[] {
  const run = runBash(text, mode)
  const reading = read(run.root)
  // A program that is dynamic may be anything; such a text is never allowed.
  if (reading.kind !== 'readable' || reading.commands.some(({ program }) => program.kind === 'dynamic')) return []
  const hidden = run.ran.filter((ran) => !reading.commands.some((command) => covers(command, ran)))
  return [
    ...hidden.map((ran) => `ran ${JSON.stringify(ran.argv)} in ${ran.directory}`),
    ...undecided(reading, run, mode),
  ]
}

function undecided(reading: Reading, run: Run, mode: Mode): readonly string[] {
  if (run.exitCode !== 0) return []
  return reading.commands.flatMap(({ decidesExit, program }) => {
    if (!decidesExit || program.kind !== 'literal' || !/^p\d+$/.test(program.text)) return []
    const passes = mode === 'succeed' || (mode === 'mixed' && !/[13579]$/.test(program.text))
    const isRun = run.ran.some(({ argv }) => argv[0] === program.text)
    return passes && isRun ? [] : [`the text passed, but ${program.text} ${isRun ? 'failed' : 'never ran'}`]
  })
}

function judge(seed: number, tally: Tally): void {
  const { text, dynamic } = generate(seed, seed % 4 === 0)
  if (!isValid(text)) return
  const read = (directory: string): Reading => readCommand({ kind: 'shell', text, directory }, { home: '/home/u' })
  const isReadable = read('/w').kind === 'readable'
  tally.valid++
  if (!dynamic) tally.plain++
  if (!dynamic && isReadable) tally.plainReadable++
  if (!isReadable) return
  for (const mode of isFull ? modes : modes.slice(seed % 3, (seed % 3) + 1)) {
    for (const difference of differences(text, mode, read))
      tally.hidden.push(`seed ${seed} (${mode}): ${difference}\n${text}`)
  }
}

test('bash runs no program that was not found in a readable text, where it was found, and exits as was said', () => {
  const tally: Tally = { valid: 0, plain: 0, plainReadable: 0, hidden: [] }
  for (let seed = firstSeed; seed < firstSeed + count; seed++) judge(seed, tally)
  expect(tally.hidden).toEqual([])
  expect(tally.valid).toBeGreaterThan(count / 2)
  expect(tally.plainReadable / tally.plain).toBeGreaterThanOrEqual(0.97)
}, 3_600_000)
