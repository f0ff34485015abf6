// A process that descends from a guarded command is known as one, also when it hides its own mark.
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { groupMembers, isGuardedDescendant, markedProcesses } from '../../src/host/ancestry.ts'
import { realHost } from '../../src/host/real.ts'

const module = (name: string) => JSON.stringify(join(import.meta.dirname, '../../src/host', name))
const script = `
  const { isGuardedDescendant } = await import(${module('ancestry.ts')})
  const { realHost } = await import(${module('real.ts')})
  console.log(isGuardedDescendant(realHost()))`

function answer(text: string, mark: string | undefined): string {
  const environment = mark === undefined ? {} : { REEVE_GUARDED: mark }
  // The first shell cuts the line to whatever runs this test.
  const ran = spawnSync('bash', ['-c', `${text}; exit`], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', ...environment, BUN: process.execPath, SCRIPT: script },
  })
  if (ran.status !== 0) throw new Error(ran.stderr)
  return ran.stdout.trim()
}

test('a marked command is guarded, and so is one below it that cleared its environment', () => {
  expect(answer('"$BUN" -e "$SCRIPT"', 'abc')).toBe('true')
  expect(answer('env -u REEVE_GUARDED "$BUN" -e "$SCRIPT"', 'abc')).toBe('true')
  expect(answer('env -u REEVE_GUARDED bash -c "\\"$BUN\\" -e \\"\\$SCRIPT\\"; true"', 'abc')).toBe('true')
})

test('a process below Reeve is guarded, also when its own first program cleared the mark', () => {
  const directory = mkdtempSync(join(tmpdir(), 'ancestry-'))
  try {
    // What a running Reeve looks like from below: a program of that name, or a runtime with the bundle.
    copyFileSync('/bin/bash', join(directory, 'reeve'))
    chmodSync(join(directory, 'reeve'), 0o755)
    writeFileSync(join(directory, 'reeve.mjs'), '"$BUN" -e "$SCRIPT"; exit\n')
    expect(answer(`"${directory}/reeve" -c 'exec "$BUN" -e "$SCRIPT"'`, undefined)).toBe('false')
    expect(answer(`"${directory}/reeve" -c '"$BUN" -e "$SCRIPT"; true'`, undefined)).toBe('true')
    copyFileSync('/bin/bash', join(directory, 'node'))
    chmodSync(join(directory, 'node'), 0o755)
    expect(answer(`"${directory}/node" "${directory}/reeve.mjs"`, undefined)).toBe('true')
    const named = `bash -c '"$BUN" -e "$SCRIPT"; true' "${directory}/reeve.mjs"`
    expect(answer(named, undefined)).toBe('false')
    // The `deno` of npm is a script of Node that passes our own words on.
    writeFileSync(join(directory, 'launcher'), '"$BUN" -e "$SCRIPT" reeve.mjs attest; exit\n')
    expect(answer(`"${directory}/node" "${directory}/launcher" reeve.mjs attest`, undefined)).toBe('false')
    expect(answer(`"${directory}/node" "${directory}/launcher" reeve.mjs exec`, undefined)).toBe('true')
  } finally {
    rmSync(directory, { recursive: true })
  }
})

test('a process is looked for by its whole token, and a process group by its number', () => {
  const host = realHost()
  expect(markedProcesses(host, 'no process has this token')).toEqual([])
  expect(groupMembers(host, 2_000_000_000)).toEqual([])
})

test('where the system does not show processes, only the own mark counts', () => {
  const elsewhere = { ...realHost(), runtime: { ...realHost().runtime, platform: 'darwin' }, environment: {} }
  expect(isGuardedDescendant(elsewhere)).toBe(false)
  expect(groupMembers(elsewhere, 1)).toBeUndefined()
  expect(isGuardedDescendant({ ...elsewhere, environment: { REEVE_GUARDED: 'abc' } })).toBe(true)
})
