// `reeve prove` with several criteria: side by side where that is safe, and never proven by luck.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'

import { together } from '../../src/proof/together.ts'
import { makePlace, type Place, statusOf } from './reeve.ts'

vi.setConfig({ testTimeout: 60_000 })

const named = ['--policy', '../policy.reeve'] as const

/** Criteria `a` and `b`, each proven by its script over files of its own. */
function place(a: string, b: string, files: Readonly<Record<string, string>> = {}): Place {
  const here = makePlace({ 'a/run.sh': a, 'b/run.sh': b, ...files })
  here.write(
    '../policy.reeve',
    `policy "several" version 1
sandbox off
exec { default allow }
limits { time 40s }
criterion a required "A" { verify command "sh a/run.sh"  scope "a/**" }
criterion b required "B" { verify command "sh b/run.sh"  scope "b/**" }
`,
  )
  return here
}

/** Ends well only when the other one runs at the same time. */
const meet = (mine: string, other: string) =>
  `touch ../${mine}; for i in $(seq 200); do test -e ../${other} && exit 0; sleep 0.02; done; exit 1\n`

describe('checks side by side', () => {
  test('run one after the other as long as nobody knows what they write', async () => {
    const here = place('echo a begins >> ../log; sleep 0.2; echo a ends >> ../log\n', 'echo b >> ../log\n')
    expect((await here.reeve('prove', ...named)).code).toBe(0)
    expect(readFileSync(join(here.workspace, '../log'), 'utf8')).toBe('a begins\na ends\nb\n')
  })

  test('run together when the ledger shows that they leave each other alone', async () => {
    const once = (text: string) => `test -e ../known || exit 0; ${text}`
    const here = place(once(meet('one', 'two')), once(meet('two', 'one')))
    expect((await here.reeve('prove', ...named)).code).toBe(0)
    here.write('../known', '')
    expect((await here.reeve('prove', '--all', ...named)).code).toBe(0)
  })

  test('run apart when one wrote into the scope of the other', async () => {
    const here = place('date +%N > b/made; sleep 0.2; echo a >> ../log\n', 'echo b >> ../log\n')
    await here.reeve('prove', ...named)
    await here.reeve('prove', '--all', ...named)
    expect(readFileSync(join(here.workspace, '../log'), 'utf8')).toBe('a\nb\na\nb\n')
  })

  test('run together on demand, and one that was unsettled is tried again alone', async () => {
    const here = place(
      `test -e ../again && exit 0; touch ../again; touch b/passing; ${meet('one', 'two')}`,
      `echo run >> ../log; test $(wc -l < ../log) = 2 && exit 0; until test -e b/passing; do sleep 0.02; done; ${meet('two', 'one').replace('exit 0', '{ rm b/passing; exit 0; }')}`,
    )
    const proved = await here.reeve('prove', '--jobs', '2', ...named)
    expect(readFileSync(join(here.workspace, '../log'), 'utf8')).toBe('run\nrun\n')
    expect(proved.err).toMatch(/not_checked b in .*\n(?:.*\n)*verified b in /)
    expect(proved.code).toBe(0)
  })

  test('run once when one command proves both', async () => {
    const here = place('echo run >> ../log\n', '')
    here.write(
      '../policy.reeve',
      `policy "same" version 1
sandbox off
exec { default allow }
criterion a required "A" { verify command "sh a/run.sh" scope "a/**" }
criterion b required "B" { verify command "sh a/run.sh" scope "b/**" }
`,
    )
    expect((await here.reeve('prove', '--jobs', '4', ...named)).code).toBe(0)
    expect(readFileSync(join(here.workspace, '../log'), 'utf8')).toBe('run\n')
  })

  test('are named before each line of their output', async () => {
    const here = place('echo hello; printf "no end"\n', 'printf "\\033[31mred\\n"\n')
    const { err } = await here.reeve('prove', '--verbose', ...named)
    expect(err).toContain('a | hello\n')
    expect(err).toMatch(/b \| .*red\n/)
    expect(err).not.toContain('\u001b')
  })

  test('--only names them too, and wrong words are told', async () => {
    const here = place('true\n', 'true\n')
    await here.reeve('prove', '--only', 'b', ...named)
    expect([await statusOf(here, 'a', ...named), await statusOf(here, 'b', ...named)]).toMatchObject([
      { status: 'not_checked' },
      { status: 'verified' },
    ])
    expect((await here.reeve('prove', '--jobs', '0', ...named)).code).toBe(2)
    expect((await here.reeve('prove', '--only', 'c', ...named)).code).toBe(2)
  })
})

describe('two proofs of one workspace', () => {
  test('take turns, and who waits too long is told who works there', async () => {
    const here = place('touch ../begun; until test -e ../end; do sleep 0.02; done\n', 'true\n')
    const first = here.reeve('prove', 'a', ...named)
    while (!existsSync(join(here.workspace, '../begun'))) await new Promise((resolve) => setTimeout(resolve, 20))
    const second = await here.reeve('prove', 'b', ...named)
    expect(second).toMatchObject({
      code: 1,
      err: expect.stringContaining(`the workspace is in use by pid ${process.pid}`),
    })
    here.write('../end', '')
    expect((await first).code).toBe(11)
    expect((await here.reeve('prove', 'b', ...named)).code).toBe(0)
  })
})

describe('--watch', () => {
  test('proves again after each change of a file or of the policy, and ends with a signal', async () => {
    const here = place('grep -q good a/word\n', 'true\n', { 'a/word': 'bad\n' })
    const main = join(import.meta.dirname, '../../src/main.ts')
    const child = spawn(process.execPath, [main, 'prove', '--watch', ...named], {
      cwd: here.workspace,
      env: here.environment,
    })
    let seen = ''
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (seen += String(bytes)))
    const until = async (text: string) => {
      for (let tries = 0; !seen.includes(text); tries++) {
        if (tries > 400) throw new Error(`never said ${text}: ${seen}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      seen = ''
    }
    await until('failed    a')
    here.write('a/word', 'good\n')
    await until('verified  a')
    const policy = readFileSync(join(here.workspace, '../policy.reeve'), 'utf8')
    here.write('../policy.reeve', 'nonsense\n')
    await until('RV')
    here.write('../policy.reeve', policy)
    await until('verified  a')
    child.kill('SIGINT')
    expect(await ended).toBe(130)
  })
})

describe('work done together', () => {
  const waiting = () => {
    const log: string[] = []
    const ends = new Map<string, () => void>()
    const run = async (item: string) => {
      log.push(`+${item}`)
      await new Promise<void>((resolve) => ends.set(item, resolve))
      log.push(`-${item}`)
    }
    const end = async (item: string) => {
      ends.get(item)?.()
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return { log, run, end }
  }

  test('never has more pieces than it may, nor two that may not meet, and later ones may overtake', async () => {
    const { log, run, end } = waiting()
    const mayRunBeside = (one: string, other: string) => ![one, other].includes('x')
    const done = together(['a', 'x', 'b', 'c'], { most: 2, mayRunBeside, run })
    await end('a')
    await end('b')
    await end('c')
    await end('x')
    expect([...(await done)].sort()).toEqual(['a', 'b', 'c'])
    expect(log).toEqual(['+a', '+b', '-a', '+c', '-b', '-c', '+x', '-x'])
  })

  test('begins nothing more after a failure, and waits for what runs', async () => {
    const log: string[] = []
    const run = async (item: string) => {
      await new Promise((resolve) => setTimeout(resolve, item === 'b' ? 20 : 1))
      log.push(item)
      if (item === 'a') throw new Error('a failed')
    }
    await expect(together(['a', 'b', 'c'], { most: 2, mayRunBeside: () => true, run })).rejects.toThrow('a failed')
    expect(log).toEqual(['a', 'b'])
  })
})
