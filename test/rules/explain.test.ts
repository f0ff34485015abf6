// What `reeve explain` tells people, exactly. A file of cases holds a policy, then `=== COMMAND` with the whole answer; with
// REEVE_UPDATE=1 what is told now is written back, and read before it is committed.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { asObject, type Json } from '../../src/base/json.ts'
import { policyFromText } from '../../src/policy/load.ts'
import { compileProgram } from '../../src/rules/compile.ts'
import { decide } from '../../src/rules/decide.ts'
import { exampleWorld, readExample } from '../../src/rules/examples.ts'
import { explainJson, explainText } from '../../src/rules/explain.ts'
import { nearMisses } from '../../src/rules/near.ts'
import { survey } from '../../src/rules/survey.ts'

const directory = join(import.meta.dirname, '../cases/explain')

function judged(policy: string, command: string) {
  const loaded = policyFromText(policy, 'policy.reeve')
  if (loaded.kind === 'broken') throw new Error(loaded.diagnostics.map(({ message }) => message).join('\n'))
  const authority = { policy: loaded.policy, layers: [compileProgram(loaded.policy, 'full')], ignored: [] }
  const reading = readExample({ command })
  return {
    decision: decide(authority, reading, exampleWorld),
    near: nearMisses(authority, survey(reading, exampleWorld), exampleWorld),
    unread: reading.kind === 'unreadable' ? reading : undefined,
  }
}

function told(policy: string, command: string): string {
  const { decision, near, unread } = judged(policy, command)
  return explainText(decision, { ignored: [], near, unread }).trimEnd()
}

for (const file of readdirSync(directory)) {
  const [policy = '', ...parts] = readFileSync(join(directory, file), 'utf8').split(/^=== /m)
  const cases = parts.map((part) => {
    const [command = '', ...answer] = part.split('\n')
    return { command, answer: answer.join('\n').trimEnd() }
  })
  if (process.env.REEVE_UPDATE === '1') {
    const now = cases.map(({ command }) => `=== ${command}\n${told(policy, command)}\n`)
    writeFileSync(join(directory, file), `${policy.trimEnd()}\n\n${now.join('\n')}`)
  }
  describe(file, () => {
    test.each(cases)('$command', ({ command, answer }) => {
      expect(told(policy, command)).toBe(answer)
    })
  })
}

const small = 'policy "p" version 1\nexec {\n  allow "git log **"\n  deny "git push -f **"\n}\n'

test('programs are told what nearly matched as well, and where a text cannot be read', () => {
  const { decision, ...told } = judged(small, 'git push')
  const { effects } = asObject(explainJson(decision, told)) ?? {}
  expect((effects as readonly Json[])[0]).toMatchObject({
    nearly: [
      {
        answer: 'deny',
        line: 4,
        pattern: 'git push -f **',
        difference: 'the command ends where the pattern still says `-f`',
      },
      { answer: 'allow', line: 3, pattern: 'git log **', difference: '`push` stands where the pattern says `log`' },
    ],
  })
  const broken = judged(small, 'git log "x')
  expect(explainJson(broken.decision, broken)).toMatchObject({ readable: false, place: { start: expect.any(Number) } })
})

test('of many rules that nearly match the three nearest are told', () => {
  const rules = Array.from({ length: 200 }, (_, at) => `  allow "git a${at}"\n`).join('')
  const text = told(`policy "p" version 1\nexec {\n${rules}  allow "git push origin"\n}\n`, 'git push x')
  expect(text.match(/nearly/g)).toHaveLength(3)
  expect(text).toContain(
    'nearly: policy.reeve:203  allow "git push origin": `x` stands where the pattern says `origin`',
  )
})
