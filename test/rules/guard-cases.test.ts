// The public failures of permission systems, each with the right answer, and the table of them that test/README.md shows.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it, test } from 'vitest'

import type { GuardCase } from './cases.ts'
import { answerOf, casesIn, guardTable, type PublicCase } from './guard-table.ts'

const answers = new Map<string, ReturnType<typeof answerOf>>()

function decisionOn(guardCase: GuardCase): ReturnType<typeof answerOf> {
  const decision = answers.get(guardCase.id) ?? answerOf(guardCase)
  answers.set(guardCase.id, decision)
  return decision
}

describe.each(['guard.jsonl', 'ours.jsonl', 'attack.jsonl'])('every case of %s is answered rightly', (name) => {
  it.each(casesIn(name))('$id: $why', (guardCase) => {
    const decision = decisionOn(guardCase)
    expect(decision.answer, `${guardCase.command}\n${JSON.stringify(decision, undefined, 1)}`).toBe(guardCase.expect)
  })
})

test('the table of public failures is fresh: `node_modules/.bin/bun test/rules/guard-table.ts` writes it', () => {
  const table = guardTable(casesIn<PublicCase>('guard.jsonl'), (each) => decisionOn(each).answer === each.expect)
  expect(readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')).toContain(`\n${table}\n`)
})
