// Commands through the door: refused ones never run, nothing runs before its start entry, and evidence is exactly what ran.
import * as fs from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { sha256 } from '../../src/base/digest.ts'
import type { GuardRequest, PutQuestion, Said } from '../../src/guard/guard.ts'
import type { GuardResult } from '../../src/guard/outcome.ts'
import { runGuarded } from '../../src/guard/run.ts'
import { freshness } from '../../src/session/freshness.ts'
import { commandVerifier, criterion, makePlace, type Place, type PlaceOptions, rule } from './fixture.ts'

vi.setConfig({ testTimeout: 60_000 })

const places: Place[] = []
function at(options: PlaceOptions = {}): Place {
  const place = makePlace(options)
  places.push(place)
  return place
}
afterEach(() => {
  for (const place of places.splice(0)) place.remove()
})

let calls = 0
function ask(place: Place, request: Partial<GuardRequest>): Promise<GuardResult> {
  return runGuarded(place.session, {
    command: { kind: 'argv', argv: ['true'], directory: place.path },
    tool: 'exec',
    call: `c${++calls}`,
    answerYes: false,
    readOnly: false,
    stdin: 'closed',
    ...request,
  })
}
const argv = (place: Place, ...words: readonly string[]) =>
  ask(place, { command: { kind: 'argv', argv: words, directory: place.path } })
const shell = (place: Place, text: string) => ask(place, { command: { kind: 'shell', text, directory: place.path } })

const allowAll = { exec: { default: 'allow', rules: [] } } as const

describe('a refused command', () => {
  test('never runs, and the refusal is an entry with its rule', async () => {
    const place = at({ policy: { exec: { default: 'allow', rules: [rule('deny', 'touch **')] } } })
    const result = await argv(place, 'touch', 'made')
    expect(result).toMatchObject({ kind: 'refused', refusal: 'denied' })
    expect(fs.readdirSync(place.path)).toEqual([])
    expect(place.ledger.of('start')).toEqual([])
    expect(place.ledger.of('decision')).toMatchObject([
      { tool: 'exec', command: 'touch made', answer: 'deny', rule: { line: 7, because: 'it is so' } },
    ])
  })

  test('is one that asks where nobody can answer, and it says so', async () => {
    const place = at()
    const result = await argv(place, 'touch', 'made')
    expect(result).toMatchObject({ kind: 'refused', refusal: 'nobody-to-ask' })
    expect(result.decision.reason).toContain('nobody is here to answer')
    expect(fs.readdirSync(place.path)).toEqual([])
  })

  test('is every command of a read-only run', async () => {
    const place = at({ policy: allowAll })
    expect(await ask(place, { readOnly: true })).toMatchObject({ kind: 'refused', refusal: 'read-only' })
  })
})

describe('an ask', () => {
  test('is answered by a flag for a trusted policy, and the entries say so', async () => {
    const place = at()
    const result = await ask(place, { answerYes: true })
    expect(result).toMatchObject({ kind: 'ran', outcome: { how: 'exited', exitCode: 0 } })
    expect(place.ledger.of('approval')).toMatchObject([{ answer: 'once', by: 'flag', command: 'true' }])
    expect(place.ledger.of('start')).toMatchObject([{ answeredBy: 'flag', answer: 'ask' }])
  })

  test('is not answered by a flag for an untrusted policy', async () => {
    expect(await ask(at({ trust: 'untrusted' }), { answerYes: true })).toMatchObject({ refusal: 'nobody-to-ask' })
  })

  test('is put to a person with the real command escaped, and their no is an entry', async () => {
    const place = at()
    const questions: string[] = []
    const refused = await ask(place, {
      command: { kind: 'argv', argv: ['rm', 'a\u001b[2K\u202eb'], directory: place.path },
      ask: async (question) => {
        questions.push(question.text)
        return 'no'
      },
    })
    expect(refused).toMatchObject({ kind: 'refused', refusal: 'answered-no' })
    expect(questions[0]).toContain('\\e[2K\\u{202e}b')
    expect(questions[0]).not.toContain('\u001b')
    expect(place.ledger.of('approval')).toMatchObject([{ answer: 'refused', by: 'person' }])
    expect(await ask(place, { ask: async () => 'once' })).toMatchObject({ kind: 'ran' })
    expect(place.ledger.of('start')).toMatchObject([{ answeredBy: 'person' }])
  })

  test('is never answered for a command that runs under a guarded command, by flag or by person', async () => {
    const place = at({ environment: { REEVE_GUARDED: 'abc' } })
    expect(await ask(place, { answerYes: true, ask: async () => 'session' })).toMatchObject({
      refusal: 'nobody-to-ask',
    })
  })
})

describe('a yes for the session', () => {
  /** Answers with these, in order, and keeps whether the session was offered. */
  const person = (...answers: readonly Said[]) => {
    const offered: boolean[] = []
    const left = [...answers]
    return {
      offered,
      ask: async ({ mayStay }: PutQuestion) => {
        offered.push(mayStay)
        return left.shift()
      },
    }
  }
  const request = (place: Place, ...words: readonly string[]) => ({
    command: { kind: 'argv', argv: words, directory: place.path } as const,
  })

  test('holds for exactly the same words in the same directory, and is a signed entry', async () => {
    const place = at()
    const { ask: put, offered } = person('session')
    for (const words of [['true'], ['true'], ['true', 'x']]) await ask(place, { ...request(place, ...words), ask: put })
    expect(offered).toEqual([true, true])
    expect(place.ledger.of('start').map(({ answeredBy }) => answeredBy)).toEqual(['person', 'session'])
    expect(place.ledger.of('approval')).toMatchObject([
      { answer: 'session', by: 'person', exact: expect.stringMatching(/^[0-9a-f]{64}$/), person: { presence: 'none' } },
    ])
    fs.mkdirSync(join(place.path, 'sub'))
    const elsewhere = { kind: 'argv', argv: ['true'], directory: join(place.path, 'sub') } as const
    expect(await ask(place, { command: elsewhere })).toMatchObject({ refusal: 'nobody-to-ask' })
  })

  test('is over in another session, and under another policy', async () => {
    const place = at()
    await ask(place, { ...request(place, 'true'), ask: person('session').ask })
    const other = { ...place, session: { ...place.session, id: 'another' } }
    expect(await ask(other, request(place, 'true'))).toMatchObject({ refusal: 'nobody-to-ask' })
    const { authority } = place.session
    const changed = { ...authority, policy: { ...authority.policy, digest: sha256('changed') } }
    expect(
      await ask({ ...place, session: { ...place.session, authority: changed } }, request(place, 'true')),
    ).toMatchObject({
      refusal: 'nobody-to-ask',
    })
  })

  test.each([
    ['a program text', ['sh', '-c', 'rm x']],
    ['a program text of an option', ['python3', '-c', 'pass']],
    ['a program text as an operand', ['awk', 'BEGIN { system("x") }']],
    ['an interpreter that reads its program', ['bash']],
    ['what a wrapper starts', ['env', 'rm', 'x']],
    ['another user', ['sudo', 'true']],
    ['arguments from elsewhere', ['xargs', 'kill']],
    ['an option that runs something', ['git', '-c', 'core.pager=x', 'log']],
    ['an unknown option of an unknown program', ['unknown-tool', '--do']],
  ])('is not offered for %s', async (_what, words) => {
    const place = at()
    const { ask: put, offered } = person('no')
    await ask(place, { ...request(place, ...words), ask: put })
    expect(offered).toEqual([false])
  })

  test('is not offered for shell text with more than one plain command', async () => {
    for (const text of ['kill "$x"', 'kill 1; kill 1', 'kill 1 2>&1 | cat', 'X=1 kill 1']) {
      const place = at()
      const { ask: put, offered } = person('no')
      await ask(place, { command: { kind: 'shell', text, directory: place.path }, ask: put })
      expect([text, offered]).toEqual([text, [false]])
    }
  })
})

describe('a command that runs', () => {
  test('has a durable start entry before it, and an end entry with what happened after it', async () => {
    const place = at({ policy: allowAll })
    place.ledger.onAppend = (drafts) => {
      if (drafts.some((draft) => draft.kind === 'start')) expect(fs.existsSync(join(place.path, 'made'))).toBe(false)
    }
    const result = await argv(place, 'touch', 'made')
    expect(result).toMatchObject({ kind: 'ran', outcome: { how: 'exited', exitCode: 0 }, changed: ['made'] })
    expect(place.ledger.log.map(({ kind }) => kind)).toEqual(['start', 'observation', 'end'])
    expect(place.ledger.of('observation')).toMatchObject([
      { tool: 'exec', changes: [{ path: 'made', kind: 'file', digest: sha256('') }], incomplete: [] },
    ])
    expect(place.ledger.of('start')).toMatchObject([
      { argv: ['touch', 'made'], program: { path: expect.stringContaining('/touch') } },
    ])
  })

  test('does not run when the ledger cannot take its start entry', async () => {
    const place = at({ policy: allowAll })
    place.ledger.onAppend = () => {
      throw new Error('disk full')
    }
    await expect(argv(place, 'touch', 'made')).rejects.toThrow('disk full')
    expect(fs.readdirSync(place.path)).toEqual([])
  })

  test('counts for nothing when its end cannot be recorded, and that is told loudly', async () => {
    const place = at({ policy: allowAll })
    place.ledger.onAppend = (drafts) => {
      if (drafts.some((draft) => draft.kind === 'end')) throw new Error('disk full')
    }
    await expect(argv(place, 'true')).rejects.toThrow(
      'its end could not be recorded, so it counts for nothing: disk full',
    )
  })

  test('gets an environment made from the policy, with no name that loads code', async () => {
    const environment = {
      KEPT_A: '1',
      SECRET: '2',
      LD_PRELOAD: '/x.so',
      BUN_OPTIONS: '--preload=x',
      BASH_ENV: '/x',
      CDPATH: '/',
    }
    const place = at({ policy: allowAll, environment })
    const result = await argv(place, 'env')
    const names = result.kind === 'ran' ? result.excerpt.split('\n').map((line) => line.split('=')[0]) : []
    expect(names.filter((name) => name !== '').sort()).toEqual(['CI', 'HOME', 'KEPT_A', 'PATH', 'REEVE_GUARDED'])
    expect(place.ledger.of('start')[0]?.environment).toEqual(['CI', 'HOME', 'KEPT_A', 'PATH', 'REEVE_GUARDED'])
  })

  test('runs shell text without start-up files or imported functions', async () => {
    const place = at({ policy: allowAll, environment: { 'BASH_FUNC_ls%%': '() { echo hijacked; }', KEPT_X: '1' } })
    fs.writeFileSync(join(place.session.world.home, '.bashrc'), 'echo rc')
    const result = await shell(place, 'ls | wc -l && echo done')
    expect(result).toMatchObject({ kind: 'ran', excerpt: '0\ndone\n' })
  })

  test('that is missing or cannot be executed is recorded as an outcome', async () => {
    const place = at({ policy: allowAll })
    expect(await argv(place, 'no-such-program-here')).toMatchObject({ outcome: { how: 'failed', errno: 'ENOENT' } })
    place.put('plain.txt', 'x')
    expect(await argv(place, './plain.txt')).toMatchObject({ outcome: { how: 'failed', errno: 'EACCES' } })
    expect(place.ledger.of('end')).toMatchObject([{ outcome: 'failed' }, { outcome: 'failed' }])
  })

  test('is ended at the smaller of its own limit and the policy’s, and its end says so', async () => {
    const place = at({ policy: { ...allowAll, limits: { timeMs: 10_000, outputBytes: 4096 } } })
    const result = await ask(place, {
      command: { kind: 'argv', argv: ['sleep', '30'], directory: place.path },
      timeoutMs: 200,
    })
    expect(result).toMatchObject({ kind: 'ran', outcome: { how: 'timed-out' } })
    expect(place.ledger.of('end')).toMatchObject([{ outcome: 'timed-out' }])
  })

  test('keeps secrets out of entries, and the raw words only behind a salted commitment', async () => {
    const place = at({ policy: allowAll })
    await argv(place, 'echo', '--password', 'hunter2secret', 'token=abcdef', 'top-secret-value')
    const entries = JSON.stringify(place.ledger.log)
    for (const secret of ['hunter2secret', 'abcdef"', 'top-secret-value']) expect(entries).not.toContain(secret)
    const raw = place.ledger.of('start')[0]?.raw
    expect(raw && new TextDecoder().decode(place.ledger.blobs.get(raw))).toContain('hunter2secret')
  })

  test('of git runs no hook, no pager and no editor that the repository chose', async () => {
    const place = at({ policy: allowAll, files: { a: 'a' } })
    fs.writeFileSync(join(place.session.world.home, '.gitconfig'), '[user]\n name = a\n email = a@a\n')
    for (const words of [
      ['init', '-q'],
      ['add', '-A'],
    ])
      await argv(place, 'git', ...words)
    place.put('.git/hooks/pre-commit', '#!/bin/sh\ntouch ran\n', 0o755)
    expect(await argv(place, 'git', 'commit', '-q', '-m', 'first')).toMatchObject({
      kind: 'ran',
      outcome: { exitCode: 0 },
    })
    expect(fs.existsSync(join(place.path, 'ran'))).toBe(false)
    expect(await argv(place, 'git', 'log', '--oneline')).toMatchObject({ excerpt: expect.stringContaining('first') })
  })

  test('that removes its own workspace is still ended in the ledger', async () => {
    const place = at({ policy: allowAll, files: { 'away.sh': 'mv "$PWD" "$PWD-away"' } })
    await expect(argv(place, 'sh', 'away.sh')).rejects.toThrow('is gone')
    expect(place.ledger.of('end')).toMatchObject([{ outcome: 'exited', exitCode: 0, proves: [] }])
  })

  test('finds changes that nobody announced, and records them as the workspace’s own', async () => {
    const place = at({ policy: allowAll })
    place.put('outside', 'x')
    await argv(place, 'touch', 'made')
    expect(place.ledger.of('observation').map(({ tool, changes }) => [tool, changes.map(({ path }) => path)])).toEqual([
      ['workspace', ['outside']],
      ['exec', ['made']],
    ])
  })
})

describe('evidence', () => {
  const tests = criterion('tests', commandVerifier('sh', 'test.sh'), ['src/**'])
  const policy = { ...allowAll, criteria: [tests] }
  const files = { 'test.sh': 'exit 0\n', 'src/a': 'a' }

  test('comes from exactly the criterion’s command, as argv and as shell text alike', async () => {
    const place = at({ policy, files })
    const expected = { criterion: 'tests', passed: true, reason: 'exited 0', unsettled: [] }
    expect(await argv(place, 'sh', 'test.sh')).toMatchObject({ proofs: [expected] })
    expect(await shell(place, "  sh   'test.sh'")).toMatchObject({ proofs: [expected] })
    expect(await shell(place, 'sh test.sh 2>&1')).toMatchObject({ proofs: [expected] })
    const now = freshness(place.session, tests, place.session.look())
    const [start] = place.ledger.of('start')
    const [end] = place.ledger.of('end')
    expect(start?.proves).toEqual([{ criterion: 'tests', definition: tests.definition, scope: now }])
    expect(end?.proves[0]).toMatchObject({ before: now, after: now })
  })

  test('of a failing command is evidence of failure', async () => {
    const place = at({ policy, files })
    place.put('test.sh', 'exit 3')
    expect(await argv(place, 'sh', 'test.sh')).toMatchObject({
      proofs: [{ passed: false, reason: 'exited 3', expected: 'exit 0', actual: 'exit 3' }],
    })
  })

  test.each([
    ['sh test.sh | cat', 'it ran as a part of something larger'],
    ['sh test.sh || true', 'it ran as a part of something larger'],
    ['sh test.sh; true', 'it ran beside other commands'],
    ['time sh test.sh', '(time)'],
    ['nice sh test.sh', 'another program ran it'],
    ['A=1 sh test.sh', 'it ran with an assigned environment'],
    ['sh test.sh > log', 'its input or output was redirected'],
    ['sh test.sh --quick', 'it ran with other arguments'],
    ['bash -c "sh test.sh"', 'another program ran it'],
  ])('does not come from `%s`, which is named a near miss', async (text, reason) => {
    const place = at({ policy, files })
    const result = await shell(place, text)
    expect(result).toMatchObject({ kind: 'ran', proofs: [] })
    const near = result.kind === 'ran' ? result.near : []
    expect(near).toMatchObject([{ criterion: 'tests', wanted: 'sh test.sh' }])
    expect(near[0]?.reason).toContain(reason)
    expect(place.ledger.of('end')[0]?.near).toEqual(near)
  })

  test('does not come from the same command in another directory', async () => {
    const place = at({ policy, files: { ...files, 'sub/test.sh': 'exit 0' } })
    const result = await ask(place, {
      command: { kind: 'argv', argv: ['sh', 'test.sh'], directory: join(place.path, 'sub') },
    })
    expect(result).toMatchObject({ proofs: [], near: [{ reason: `it ran in ${join(place.path, 'sub')}` }] })
  })

  test('is unsettled when its own run changed its scope, also when the change was undone', async () => {
    const place = at({ policy, files })
    place.put('test.sh', 'echo b > src/a')
    expect(await argv(place, 'sh', 'test.sh')).toMatchObject({ proofs: [{ passed: true, unsettled: ['src/a'] }] })
    place.put('test.sh', 'echo c > src/a; echo b > src/a; touch elsewhere')
    const [proof] = await argv(place, 'sh', 'test.sh').then((result) => (result.kind === 'ran' ? result.proofs : []))
    expect(proof).toMatchObject({ passed: true, unsettled: ['src/a'] })
    expect(proof?.before).toBe(proof?.after)
  })

  test('is unsettled when another call wrote into its scope meanwhile', async () => {
    const place = at({ policy, files })
    place.put('test.sh', 'while [ ! -e go ]; do sleep 0.02; done')
    const [slow] = await Promise.all([
      argv(place, 'sh', 'test.sh'),
      shell(place, 'sleep 0.1; echo b > src/a; touch go'),
    ])
    expect(slow).toMatchObject({ proofs: [{ passed: true, unsettled: ['src/a'] }] })
  })

  test('is fresh for another state when a file of its scope changes or comes, and for the same one when that is undone', async () => {
    const place = at({ policy, files })
    const now = () => freshness(place.session, tests, place.session.look())
    const first = now()
    place.put('elsewhere', 'x')
    expect(now()).toBe(first)
    place.put('src/a', 'b')
    expect(now()).not.toBe(first)
    place.put('src/a', 'a')
    expect(now()).toBe(first)
    place.put('src/new', 'x')
    expect(now()).not.toBe(first)
  })

  test('is fresh for another state when the program that runs is another', async () => {
    const own = criterion('own', commandVerifier('./check'), ['src/**'])
    const place = at({ policy: { ...allowAll, criteria: [own] }, files })
    const now = () => freshness(place.session, own, place.session.look())
    const missing = now()
    place.put('check', '#!/bin/sh\nexit 1\n', 0o755)
    const failing = now()
    place.put('check', '#!/bin/sh\nexit 0\n', 0o755)
    expect(new Set([missing, failing, now()]).size).toBe(3)
  })

  test('of an exit code alone is none for a criterion that asks for a coverage figure', async () => {
    const verifier = { kind: 'coverage', command: commandVerifier('sh', 'test.sh'), minimum: { text: '80' } } as const
    const place = at({ policy: { ...allowAll, criteria: [criterion('cover', verifier)] }, files })
    expect(await argv(place, 'sh', 'test.sh')).toMatchObject({ kind: 'ran', proofs: [] })
    expect(place.ledger.of('start')[0]?.proves).toEqual([])
  })

  test('counts the tests that ran where the criterion asks for some', async () => {
    const counted = criterion('counted', { ...commandVerifier('sh', 'test.sh'), minimumTests: 2 })
    const place = at({ policy: { ...allowAll, criteria: [counted] }, files })
    expect(await argv(place, 'sh', 'test.sh')).toMatchObject({ proofs: [{ passed: false, expected: 'tests >= 2' }] })
    place.put('test.sh', 'echo "Tests:       3 passed, 3 total"')
    expect(await argv(place, 'sh', 'test.sh')).toMatchObject({ proofs: [{ passed: true, actual: '3' }] })
  })

  test('a criterion’s own command is allowed when its proof is asked for, unless a rule asks or denies', async () => {
    const verify = (place: Place) =>
      ask(place, { command: { kind: 'argv', argv: ['sh', 'test.sh'], directory: place.path }, verifying: 'tests' })
    const asking = { exec: { default: 'ask', rules: [] }, criteria: [tests] } as const
    expect(await verify(at({ policy: asking, files }))).toMatchObject({ kind: 'ran' })
    expect(await verify(at({ policy: asking, files, trust: 'untrusted' }))).toMatchObject({ kind: 'refused' })
    for (const answer of ['ask', 'deny'] as const) {
      const ruled = { ...asking, exec: { default: 'ask', rules: [rule(answer, 'sh **')] } } as const
      expect(await verify(at({ policy: ruled, files }))).toMatchObject({ kind: 'refused' })
    }
    const other = at({ policy: asking, files })
    expect(
      await ask(other, {
        command: { kind: 'argv', argv: ['sh', 'other.sh'], directory: other.path },
        verifying: 'tests',
      }),
    ).toMatchObject({ kind: 'refused' })
  })
})
