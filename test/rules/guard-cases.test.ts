// The public failures of permission systems, each with the right answer.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { type GuardCase, makeStage, runCase } from './cases.ts'

const directory = join(import.meta.dirname, '../cases/guard')
const casesIn = (name: string) =>
  readFileSync(join(directory, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as GuardCase)

describe.each(['guard.jsonl', 'ours.jsonl'])('every case of %s is answered rightly', (name) => {
  it.each(casesIn(name))('$id: $why', (guardCase) => {
    const stage = makeStage()
    try {
      const decision = runCase(guardCase, stage)
      expect(decision.answer, `${guardCase.command}\n${JSON.stringify(decision, undefined, 1)}`).toBe(guardCase.expect)
    } finally {
      rmSync(stage.root, { recursive: true })
    }
  })
})
