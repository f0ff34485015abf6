// What stands in a file's place, or in the environment, only while a check runs: the look before and the look after are the same,
// and still nothing may be proven by it.
import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test, vi } from 'vitest'

import { makePlace, type Place, statusOf } from './reeve.ts'

vi.setConfig({ testTimeout: 120_000 })

const named = ['--policy', '../policy.reeve'] as const

function place(files: Readonly<Record<string, string>>, more = ''): Place {
  const here = makePlace({ 'src/word.txt': 'bad\n', ...files })
  here.write(
    '../policy.reeve',
    `policy "hidden" version 1
sandbox off
exec { default allow }
criterion good required "The word is good" { verify command "sh check.sh"  scope "src/**", "check.sh" }
${more}`,
  )
  return here
}

describe('a pass that rests on what stood there only for a while', () => {
  test('does not count when a directory was swapped for another and put back', async () => {
    const swap = 'mv src away; mv other src; grep -q good src/word.txt; r=$?; mv src other; mv away src; exit $r\n'
    const here = place({ 'other/word.txt': 'good\n', 'check.sh': swap })
    expect((await here.reeve('prove', ...named)).code).toBe(11)
    expect(await statusOf(here, 'good', ...named)).toMatchObject({ reason: 'unsettled', paths: ['src/'] })
  })

  test('does not count when a command beside it put a file into its scope and took it out again', async () => {
    const here = place({
      'check.sh':
        'touch ../go; until test -e src/extra; do sleep 0.02; done; touch ../over; while test -e src/extra; do sleep 0.02; done\n',
      'beside.sh':
        'touch ../up; until test -e ../go; do sleep 0.02; done; touch src/extra; until test -e ../over; do sleep 0.02; done; rm src/extra\n',
    })
    const beside = inAnotherProcess(here, 'exec', ...named, '--', 'sh', 'beside.sh')
    while (!existsSync(join(here.workspace, '../up'))) await new Promise((resolve) => setTimeout(resolve, 20))
    expect((await here.reeve('prove', ...named)).code).toBe(11)
    await beside
    expect(await statusOf(here, 'good', ...named)).toMatchObject({ reason: 'unsettled', paths: ['src/'] })
  })

  test('counts when the check alone made a temporary file in its scope', async () => {
    const here = place({ 'check.sh': 'touch src/tmp; rm src/tmp\n' })
    expect((await here.reeve('prove', ...named)).code).toBe(0)
  })
})

describe('a scope that could not be read whole', () => {
  test('is for a person to look at, although the check passed', async () => {
    const here = place({ 'check.sh': 'true\n' })
    writeFileSync(Buffer.concat([Buffer.from(`${here.workspace}/src/`), Buffer.from([0xff])]), 'hidden')
    expect((await here.reeve('prove', ...named)).code).toBe(11)
    expect(await statusOf(here, 'good', ...named)).toMatchObject({ status: 'manual_review', reason: 'unobserved-link' })
    expect((await here.reeve('attest', 'good', '--because', 'I looked', ...named)).code).toBe(0)
    expect((await here.reeve('gate', ...named)).code).toBe(11)
  })

  test('concerns only criteria whose scope may hold the place', async () => {
    const here = place({ 'check.sh': 'true\n', 'other/a': '' })
    writeFileSync(Buffer.concat([Buffer.from(`${here.workspace}/other/`), Buffer.from([0xff])]), 'hidden')
    await here.reeve('prove', ...named)
    expect(await statusOf(here, 'good', ...named)).toMatchObject({ status: 'verified' })
  })
})

describe('what defines a check', () => {
  test('is marked when a person trusts the policy, not when a session is opened later', async () => {
    const here = place({ 'check.sh': 'false\n' })
    here.write(
      'policy.reeve',
      `policy "pinned" version 1
sandbox off
exec { default allow }
criterion good required "The word is good" { verify command "sh check.sh"  scope "src/**"  pin "check.sh" }
`,
    )
    expect((await here.reeveWith({ isTerminal: true, says: 'yes' }, 'trust')).code).toBe(0)
    here.write('check.sh', 'true\n')
    expect((await here.reeve('prove')).code).toBe(11)
    expect(await statusOf(here, 'good')).toMatchObject({ reason: 'check-changed', paths: ['check.sh'] })
    here.write('check.sh', 'false\n')
    expect(await statusOf(here, 'good')).not.toMatchObject({ reason: 'check-changed' })
  })
})

describe('a pass under other variables', () => {
  test('does not count where the variables that commands get are others', async () => {
    const keep = 'environment { keep "MODE", "LANG" }'
    const here = place({ 'check.sh': 'test "$MODE" = lax || grep -q good src/word.txt\n' }, keep)
    const lax = { environment: { MODE: 'lax', LANG: 'C' } }
    expect((await here.reeveWith(lax, 'exec', ...named, '--', 'sh', 'check.sh')).code).toBe(0)
    expect(await statusOf(here, 'good', ...named)).toMatchObject({ reason: 'stale', paths: [] })
    const again = { environment: { MODE: 'lax', LANG: 'C.UTF-8' } }
    expect((await here.reeveWith(again, 'status', ...named)).code).toBe(0)
  })
})

async function inAnotherProcess(here: Place, ...args: readonly string[]): Promise<void> {
  const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
  const options = { cwd: here.workspace, env: here.environment, stdio: 'ignore' } as const
  const child = spawn(file('node_modules/.bin/bun'), [file('src/main.ts'), ...args], options)
  await new Promise((resolve) => child.on('exit', resolve))
}
