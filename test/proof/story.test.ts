// The way from evidence to verdict through the real command line, on real files.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test, vi } from 'vitest'

import { makePlace, type Place, statusOf } from './reeve.ts'

vi.setConfig({ testTimeout: 120_000 })

const policy = `policy "story" version 1
exec { default ask  allow "grep **", "touch **", "rm **" }
criterion good required "The word is good" {
  verify command "grep -q good src/word.txt"
  scope "src/**"
}
criterion notes "Notes name 2.0" { verify file "NOTES.md" matches /^## 2\\.0/m }
criterion read "A person read it" { verify manual }
`
const files = { 'src/word.txt': 'good\n', 'NOTES.md': '# Notes\n## 2.0\n', 'other.txt': 'x\n' }
const named = ['--policy', '../policy.reeve'] as const
/** An agent that only claims. */
const transcript = [
  { kind: 'run', schema: 'reeve.transcript.v1', task: 'make it good', model: 'test' },
  ...Array.from({ length: 4 }, () => ({ kind: 'assistant', text: 'It is done.', calls: [] })),
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('')

/** The policy lies outside the workspace and is named. */
function place(text = policy, more: Readonly<Record<string, string>> = {}): Place {
  const made = makePlace({ ...files, ...more })
  made.write('../policy.reeve', text)
  return made
}

describe('evidence is as fresh as the files it speaks of', () => {
  test('a proof holds until the scope changes by any means, and undoing the change restores it', async () => {
    const here = place()
    expect(await statusOf(here, 'good', ...named)).toMatchObject({ status: 'not_checked', reason: 'no-evidence' })
    const proved = await here.reeve('prove', 'good', ...named)
    expect(proved.err).toMatch(/verified good in \d+\.\d s/)
    expect(proved.code).toBe(0)
    expect(await statusOf(here, 'good', ...named)).toMatchObject({ status: 'verified', reason: 'passed' })
    here.write('src/word.txt', 'good and more\n')
    expect(await statusOf(here, 'good', ...named)).toMatchObject({
      status: 'not_checked',
      reason: 'stale',
      paths: ['src/word.txt'],
    })
    here.write('src/word.txt', 'good\n')
    expect(await statusOf(here, 'good', ...named)).toMatchObject({ status: 'verified' })
    here.write('src/new.txt', 'new\n')
    expect(await statusOf(here, 'good', ...named)).toMatchObject({ reason: 'stale', paths: ['src/new.txt'] })
    here.remove('src/new.txt')
    expect(await statusOf(here, 'good', ...named)).toMatchObject({ status: 'verified' })
    here.remove('src/word.txt')
    here.write('src/word.txt.moved', 'good\n')
    expect(await statusOf(here, 'good', ...named)).toMatchObject({
      reason: 'stale',
      paths: ['src/word.txt', 'src/word.txt.moved'],
    })
  })

  test('a change outside the scope expires nothing', async () => {
    const here = place()
    await here.reeve('prove', 'good', ...named)
    here.write('other.txt', 'y\n')
    here.write('docs/new.md', 'y\n')
    expect(await statusOf(here, 'good', ...named)).toMatchObject({ status: 'verified' })
  })

  test('a guarded command that changes the scope expires evidence like an editor does', async () => {
    const here = place()
    await here.reeve('prove', 'good', ...named)
    await here.reeve('exec', ...named, '--', 'touch', 'src/made-by-touch')
    expect(await statusOf(here, 'good', ...named)).toMatchObject({ reason: 'stale', paths: ['src/made-by-touch'] })
  })

  test('exactly the command counts through `exec` too, and what is near is named', async () => {
    const here = place()
    await here.reeve('exec', ...named, '--', 'grep', '-q', 'good', 'src/word.txt', 'other.txt')
    const status = await here.reeve('status', ...named)
    expect(status.out).toContain('near miss: `grep -q good src/word.txt other.txt` does not count')
    await here.reeve('exec', ...named, '--', 'grep', '-q', 'good', 'src/word.txt')
    expect(await statusOf(here, 'good', ...named)).toMatchObject({ status: 'verified' })
  })

  test('a file criterion is read whole, and its own file is its scope', async () => {
    const here = place()
    expect((await here.reeve('prove', 'notes', ...named)).err).toContain('verified notes')
    here.write('NOTES.md', '# Notes\n')
    expect(await statusOf(here, 'notes', ...named)).toMatchObject({ reason: 'stale', paths: ['NOTES.md'] })
    await here.reeve('prove', 'notes', ...named)
    expect(await statusOf(here, 'notes', ...named)).toMatchObject({ status: 'failed' })
  })

  test('a check that fails and then passes on the same files waits for a second pass', async () => {
    const here = place(policy.replace('src/word.txt"', 'outside.txt"'), { 'outside.txt': 'bad\n' })
    expect((await here.reeve('prove', 'good', ...named)).code).toBe(10)
    here.write('outside.txt', 'good\n')
    await here.reeve('prove', 'good', ...named)
    expect(await statusOf(here, 'good', ...named)).toMatchObject({ status: 'not_checked', reason: 'flaky' })
    await here.reeve('prove', 'good', ...named)
    expect(await statusOf(here, 'good', ...named)).toMatchObject({ status: 'verified' })
    expect(JSON.parse((await here.reeve('export', ...named)).out).criteria[0]).toMatchObject({ flaky: true })
  })

  test('a check that writes into its own scope proves nothing', async () => {
    const here = place(policy.replace('grep -q good src/word.txt', 'touch src/word.txt'))
    await here.reeve('prove', 'good', ...named)
    expect(await statusOf(here, 'good', ...named)).toMatchObject({ reason: 'unsettled', paths: ['src/word.txt'] })
  })

  test('a scope that matches nothing proves nothing', async () => {
    const here = place(policy.replace('scope "src/**"', 'scope "lib/**"'))
    await here.reeve('prove', 'good', ...named)
    expect(await statusOf(here, 'good', ...named)).toMatchObject({ status: 'not_checked', reason: 'empty-scope' })
  })

  test('a command that outlives its time has failed', async () => {
    const here = place(policy.replace('command "grep -q good src/word.txt"', 'command "sleep 20" timeout 300ms'))
    const proved = await here.reeve('prove', 'good', ...named)
    expect(proved.code).toBe(10)
    expect(proved.out).toContain('time limit')
  })

  test('only what is pending is run, unless all is asked for', async () => {
    const here = place()
    await here.reeve('prove', ...named)
    expect((await here.reeve('prove', ...named)).err).not.toMatch(/(good|notes) in/)
    expect((await here.reeve('prove', '--all', ...named)).err).toMatch(/verified good in/)
    expect((await here.reeve('prove', 'nonsense', ...named)).code).toBe(2)
  })
})

describe('the verdict', () => {
  test('nothing changed and everything required is proven: narrative; without a session: incomplete', async () => {
    const here = place()
    const before = await here.reeve('gate', ...named)
    expect(before.code).toBe(11)
    expect(before.out).toContain('no session is open')
    await here.reeve('prove', ...named)
    const gate = await here.reeve('gate', ...named)
    expect(gate.out).toMatch(/^narrative: /)
    expect(gate.code).toBe(0)
  })

  test('a change is verified only by a required criterion that covers it', async () => {
    const here = place()
    await here.reeve('prove', 'good', ...named)
    here.write('src/word.txt', 'good!\n')
    const stale = JSON.parse((await here.reeve('gate', '--json', ...named)).out)
    expect(stale).toMatchObject({ verdict: 'incomplete', reason: 'unmet', exitCode: 11, unmet: ['good'] })
    expect(stale.message).toBe(
      `completion gate: workspace mutation ${stale.effectDigest} has no bound Passed verification and no host waiver. Assistant text does not count.`,
    )
    await here.reeve('prove', 'good', ...named)
    expect((await here.reeve('gate', ...named)).out).toMatch(/^verified: /)
    here.write('other.txt', 'y\n')
    const uncovered = JSON.parse((await here.reeve('gate', '--json', ...named)).out)
    expect(uncovered).toMatchObject({ reason: 'uncovered', uncovered: ['other.txt'], exitCode: 11 })
  })

  test('the policy may name what nothing has to cover', async () => {
    const here = place(`${policy}gate { uncovered "other.txt" }\n`)
    await here.reeve('prove', 'good', ...named)
    here.write('other.txt', 'y\n')
    expect((await here.reeve('gate', ...named)).code).toBe(0)
  })

  test('a failed required criterion has its own code', async () => {
    const here = place()
    here.write('src/word.txt', 'bad\n')
    await here.reeve('prove', ...named)
    expect((await here.reeve('gate', ...named)).code).toBe(10)
  })

  test('the policy’s own codes are used', async () => {
    const here = place(`${policy}exit { verified 0 failed 40 unproven 41 error 1 }\n`)
    await here.reeve('exec', ...named, '--', 'touch', 'src/a')
    expect((await here.reeve('gate', ...named)).code).toBe(41)
    here.write('src/word.txt', 'bad\n')
    expect((await here.reeve('prove', ...named)).code).toBe(40)
  })

  test('a waiver closes exactly one digest, and is told', async () => {
    const here = place()
    await here.reeve('prove', 'good', ...named)
    here.write('other.txt', 'y\n')
    const { effectDigest } = JSON.parse((await here.reeve('gate', '--json', ...named)).out)
    here.write(
      '../policy.reeve',
      `${policy}waive "${effectDigest}" because "looked at" by "release" until 2999-01-01\n`,
    )
    const waived = await here.reeve('gate', ...named)
    expect(waived.out).toMatch(/^waived: .*release: looked at/)
    expect(waived.code).toBe(0)
    here.write('other.txt', 'z\n')
    expect((await here.reeve('gate', ...named)).code).toBe(11)
  })

  test('changing back what was changed is narrative, and both digests are named', async () => {
    const here = place()
    await here.reeve('prove', 'good', ...named)
    here.write('other.txt', 'y\n')
    await here.reeve('gate', ...named)
    here.write('other.txt', 'x\n')
    const verdict = JSON.parse((await here.reeve('gate', '--json', ...named)).out)
    expect(verdict).toMatchObject({ verdict: 'narrative', netDigest: null })
    expect(verdict.effectDigest).toMatch(/^[0-9a-f]{64}$/)
  })

  test('a policy that was only found proves nothing: its criteria are drafts', async () => {
    const here = makePlace({ ...files, 'policy.reeve': policy })
    const status = await here.reeve('status')
    expect(status.out).toContain('a draft')
    await here.reeve('prove')
    const gate = await here.reeve('gate', '--json')
    expect(JSON.parse(gate.out)).toMatchObject({ reason: 'untrusted', exitCode: 11 })
    expect(gate.code).toBe(11)
    expect(gate.err).toContain('reeve trust')
  })
})

describe('acts of a person', () => {
  test('a person lets exactly this work pass, and any further change ends that', async () => {
    const here = place()
    expect(await here.reeve('waive', '--because', 'fine', ...named)).toMatchObject({
      code: 2,
      err: expect.stringContaining('nothing was written'),
    })
    await here.reeve('exec', ...named, '--', 'touch', 'src/a')
    for (const wrong of [
      ['--because', ' '],
      ['--because', 'fine', '--until', '2027-02-30'],
      ['--because', 'fine', '--until', '2020-01-01'],
      ['--because', 'fine', 'abc'],
      ['--because', 'fine', 'a'.repeat(64)],
      [],
    ])
      expect((await here.reeve('waive', ...wrong, ...named)).code).toBe(2)
    expect((await here.reeve('gate', ...named)).code).toBe(11)
    const waived = await here.reeve('waive', '--because', 'looked at it', '--until', '2999-01-01', ...named)
    expect(waived).toMatchObject({ code: 0, out: expect.stringMatching(/^waived: .*: looked at it, until 2999-01-01/) })
    expect((await here.reeve('gate', ...named)).out).toMatch(/^waived: /)
    const { verdict } = JSON.parse((await here.reeve('export', ...named)).out)
    expect(verdict.waiver).toMatchObject({ because: 'looked at it', until: '2999-01-01' })
    here.write('other.txt', 'z\n')
    expect((await here.reeve('gate', ...named)).code).toBe(11)
  })

  test('a person completes the goal over what is unmet, and the verdict stays what it is', async () => {
    const here = place()
    expect((await here.reeve('goal', 'override', '--because', 'enough', ...named)).code).toBe(2)
    here.write('../talk.jsonl', transcript)
    expect((await here.reeve('run', '--replay', '../talk.jsonl', ...named)).code).toBe(11)
    expect((await here.reeve('goal', ...named)).out).toMatch(/^make it good\n/)
    expect((await here.reeve('goal', 'override', ...named)).code).toBe(2)
    const done = await here.reeve('goal', 'override', '--because', 'enough', ...named)
    expect(done.out).toMatch(/^make it good\ncomplete by override \(.*\): enough\n- unmet: good\n/)
    expect((await here.reeve('goal', 'override', '--because', 'again', ...named)).code).toBe(2)
    expect((await here.reeve('gate', ...named)).code).toBe(11)
    const { acts } = JSON.parse((await here.reeve('export', ...named)).out)
    expect(acts).toMatchObject([{ act: 'goal override', because: 'enough' }])
  })

  test('a waiver with nobody at a terminal says so where the gate asks for one', async () => {
    const here = place(`${policy}gate { presence terminal }\n`)
    await here.reeve('exec', ...named, '--', 'touch', 'src/a')
    expect((await here.reeve('waive', '--because', 'fine', ...named)).code).toBe(11)
    expect((await here.reeve('gate', ...named)).code).toBe(11)
  })

  test('is nothing for what a guarded command starts', async () => {
    const here = place()
    await here.reeve('exec', ...named, '--', 'touch', 'src/a')
    const answer = await here.reeveWith({ environment: { REEVE_GUARDED: 'x' } }, 'waive', '--because', 'fine', ...named)
    expect(answer.code).toBe(4)
  })

  test('a person’s word holds for the files it was given on', async () => {
    const here = place()
    expect((await here.reeve('attest', 'read', ...named)).code).toBe(2)
    const attested = await here.reeve('attest', 'read', '--because', 'I read it', ...named)
    expect(attested.code).toBe(0)
    expect(await statusOf(here, 'read', ...named)).toMatchObject({ status: 'verified', reason: 'attested' })
    here.write('other.txt', 'y\n')
    expect(await statusOf(here, 'read', ...named)).toMatchObject({ status: 'manual_review' })
    here.write('other.txt', 'x\n')
    expect(await statusOf(here, 'read', ...named)).toMatchObject({ status: 'verified' })
  })

  test('nobody attests to what a command has to prove', async () => {
    const here = place()
    const answer = await here.reeve('attest', 'good', '--because', 'trust me', ...named)
    expect(answer.code).toBe(2)
    expect(answer.err).toContain('reeve prove good')
  })

  test('a check whose files changed waits for a person, and then counts', async () => {
    const pinned = policy.replace('scope "src/**"', 'scope "src/**"\n  pin "other.txt"')
    const here = place(pinned)
    await here.reeve('prove', 'good', ...named)
    expect(await statusOf(here, 'good', ...named)).toMatchObject({ status: 'verified' })
    here.write('other.txt', 'y\n')
    await here.reeve('prove', 'good', ...named)
    expect(await statusOf(here, 'good', ...named)).toMatchObject({
      status: 'manual_review',
      reason: 'check-changed',
      paths: ['other.txt'],
    })
    await here.reeve('attest', 'good', '--because', 'the new one is right', ...named)
    expect(await statusOf(here, 'good', ...named)).toMatchObject({ status: 'verified' })
  })

  test('criteria are added, edited, required, and set aside with a reason', async () => {
    const here = place()
    const added = await here.reeve(
      'criteria',
      'add',
      'Word is here',
      '--verify',
      'grep -q good src/word.txt',
      '--scope',
      'src/**',
      ...named,
    )
    expect(added.out).toMatch(/^not_checked {2}word-is-here: Word is here/)
    await here.reeve('prove', 'word-is-here', ...named)
    expect(await statusOf(here, 'word-is-here', ...named)).toMatchObject({ status: 'verified' })
    expect((await here.reeve('criteria', 'required', 'word-is-here', ...named)).out).toContain('(required)')
    expect((await here.reeve('criteria', 'edit', 'word-is-here', 'It is here', ...named)).out).toContain('It is here')
    expect(await statusOf(here, 'word-is-here', ...named)).toMatchObject({ status: 'verified' })
    expect((await here.reeve('criteria', 'na', 'word-is-here', ...named)).code).toBe(2)
    await here.reeve('criteria', 'na', 'word-is-here', '--because', 'not now', ...named)
    expect(await statusOf(here, 'word-is-here', ...named)).toMatchObject({ status: 'not_applicable' })
  })

  test('a policy’s id is not to be had, and no criterion exists twice', async () => {
    const here = place()
    expect((await here.reeve('criteria', 'add', 'x', '--id', 'good', ...named)).code).toBe(2)
    await here.reeve('criteria', 'add', 'x', '--id', 'mine', ...named)
    expect((await here.reeve('criteria', 'add', 'x', '--id', 'mine', ...named)).code).toBe(2)
    expect((await here.reeve('criteria', 'add', 'x', '--id', '../x', ...named)).code).toBe(2)
    expect((await here.reeve('criteria', 'edit', 'nonsense', 'x', ...named)).code).toBe(2)
  })

  test('a criterion without a verifier is never checked', async () => {
    const here = place()
    await here.reeve('criteria', 'add', 'Be nice', ...named)
    await here.reeve('prove', ...named)
    expect(await statusOf(here, 'be-nice', ...named)).toMatchObject({ status: 'not_checked', reason: 'no-verifier' })
  })

  test('what a person set aside comes back with the next version of the criterion', async () => {
    const here = place()
    await here.reeve('criteria', 'na', 'good', '--because', 'documentation only', ...named)
    expect(await statusOf(here, 'good', ...named)).toMatchObject({ status: 'not_applicable' })
    here.write('../policy.reeve', policy.replace('scope "src/**"', 'scope "src/**", "other.txt"'))
    expect(await statusOf(here, 'good', ...named)).toMatchObject({ status: 'not_checked' })
  })

  test('a descendant of a guarded command does none of them', async () => {
    const here = place()
    const guarded = { environment: { REEVE_GUARDED: 'token' } }
    for (const args of [
      ['attest', 'read', '--because', 'x'],
      ['criteria', 'add', 'x'],
      ['criteria', 'na', 'good', '--because', 'x'],
      ['criteria', 'optional', 'good'],
    ]) {
      expect((await here.reeveWith(guarded, ...args, ...named)).code, args.join(' ')).toBe(4)
    }
    expect(await statusOf(here, 'good', ...named)).toMatchObject({ status: 'not_checked' })
  })
})

describe('what did not go well', () => {
  test('a proof that was cut off is named and counts as failed, and the next pass is a plain pass', async () => {
    const here = place(policy.replace('grep -q good src/word.txt', 'sleep 30'))
    await killedWhileProving(here)
    const { out } = await here.reeve('status', ...named)
    expect(out).toContain('was cut off, or it still runs')
    expect(await statusOf(here, 'good', ...named)).toMatchObject({ status: 'failed' })
    const gate = await here.reeve('gate', ...named)
    expect(gate.code).toBe(10)
    expect(gate.out).toContain('unknown: `sleep 30` was started')
    here.write('../policy.reeve', policy)
    expect((await here.reeve('prove', 'good', ...named)).err).toContain('verified good')
  }, 30_000)

  test('an interrupted proof begins nothing more, counts as failed and makes no check flaky', async () => {
    const here = place(policy.replace('grep -q good src/word.txt', 'sleep 30'))
    const onInterrupt = (listener: (signal: 'SIGINT') => void) => {
      const timer = setTimeout(() => listener('SIGINT'), 300)
      return () => clearTimeout(timer)
    }
    const interrupted = await here.reeveWith({ onInterrupt }, 'prove', ...named)
    expect(interrupted.code).toBe(130)
    expect(await statusOf(here, 'good', ...named)).toMatchObject({ status: 'failed' })
    expect(await statusOf(here, 'notes', ...named)).toMatchObject({ status: 'not_checked', reason: 'no-evidence' })
  })

  test('a ledger of somebody else feeds no verdict', async () => {
    const here = place()
    await here.reeve('prove', 'good', ...named)
    const stranger = { environment: { XDG_CONFIG_HOME: `${here.workspace}-stranger` } }
    const gate = await here.reeveWith(stranger, 'gate', '--json', ...named)
    expect(gate.code).toBe(11)
    expect(JSON.parse(gate.out)).toMatchObject({ reason: 'foreign', criteria: [{ reason: 'foreign' }, {}, {}] })
    expect(await statusOf(here, 'good', ...named)).toMatchObject({ status: 'verified' })
  })

  test('five commands and an attestation side by side are all recorded', async () => {
    const here = place()
    await here.reeve('prove', 'good', ...named)
    const calls = ['a', 'b', 'c', 'd', 'e'].map((name) => here.reeve('exec', ...named, '--', 'touch', `src/${name}`))
    const answers = await Promise.all([...calls, here.reeve('attest', 'read', '--because', 'seen', ...named)])
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0])
    expect(await statusOf(here, 'good', ...named)).toMatchObject({
      reason: 'stale',
      paths: ['src/a', 'src/b', 'src/c', 'src/d', 'src/e'],
    })
  }, 30_000)
})

describe('the export', () => {
  test('two exports of one state differ in `generatedAt` alone, and not at all under SOURCE_DATE_EPOCH', async () => {
    const here = place()
    await here.reeve('prove', ...named)
    await here.reeve('attest', 'read', '--because', 'I read it', ...named)
    const one = await here.reeveWith({ nowMs: () => 2_000_000_000_000 }, 'export', ...named)
    const two = await here.reeveWith({ nowMs: () => 2_000_000_001_000 }, 'export', ...named)
    expect(one.out).not.toBe(two.out)
    const without = (text: string) => text.replace(/"generatedAt": "[^"]*"/, '')
    expect(without(one.out)).toBe(without(two.out))
    const fixed = { environment: { SOURCE_DATE_EPOCH: '1700000000' } }
    const again = await here.reeveWith(fixed, 'export', ...named)
    expect(again.out).toContain('"generatedAt": "2023-11-14T22:13:20.000Z"')
    expect((await here.reeveWith(fixed, 'export', ...named)).out).toBe(again.out)
    expect(JSON.parse(again.out)).toMatchObject({
      schema: 'proof/v1',
      summary: { verified: 3, outcome: 'narrative', exitCode: 0 },
    })
  })

  test('Markdown names the command, its exit and its output', async () => {
    const here = place(policy.replace('grep -q good', 'grep good'))
    await here.reeve('prove', ...named)
    const { out } = await here.reeve('export', '--format', 'md', ...named)
    expect(out).toContain('Command `grep good src/word.txt`')
    expect(out).toContain('exited, exit 0')
    expect(out).toContain('```text\ngood\n```')
  })

  test('without a session there is nothing to export', async () => {
    expect((await place().reeve('export', ...named)).code).toBe(1)
  })
})

/** Ends Reeve the hard way once its start entry is durable, and then what it had started. */
async function killedWhileProving(here: Place): Promise<void> {
  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
  const bun = fileURLToPath(new URL('../../node_modules/.bin/bun', import.meta.url))
  const child = spawn(bun, [main, 'prove', 'good', ...named], {
    cwd: here.workspace,
    env: here.environment,
    stdio: 'ignore',
  })
  const exited = new Promise((resolve) => child.on('exit', resolve))
  const { pid } = child
  if (pid === undefined) throw new Error('reeve was not started')
  for (;;) {
    const { out } = await here.reeve('status', ...named)
    if (out.includes('it still runs')) break
    if (child.exitCode !== null) throw new Error('the proof ended by itself')
  }
  const started = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  child.kill('SIGKILL')
  for (const one of started) if (one !== '') process.kill(Number(one), 'SIGKILL')
  await exited
}
