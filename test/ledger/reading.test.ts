// Reading changes nothing: not the file, not what a killed writer left beside it, and it needs no right to write there.
import { chmodSync, chownSync, existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { realHost } from '../../src/host/real.ts'
import { startChild } from './spawn.ts'
import { sqlite } from './sqlite.ts'
import { newWorld, notesOf, type World } from './world.ts'

const isRoot = realHost().runtime.userId === 0
const nobody = 65_534

/** A ledger whose writer was killed in the middle of its work, with what it had acknowledged. */
async function killed(): Promise<{ readonly world: World; readonly acknowledged: readonly string[] }> {
  for (;;) {
    const world = newWorld()
    const child = startChild(world.home, {}, 'write', 'k', '2000')
    await child.said(12)
    child.process.kill('SIGKILL')
    const acknowledged = (await child.ended).filter((line) => line !== 'open')
    if (existsSync(`${world.path}-wal`)) return { world, acknowledged }
  }
}

/** Names and bytes of all files in the directory of the ledger. */
function filesBeside(world: World): Readonly<Record<string, string>> {
  const directory = dirname(world.path)
  return Object.fromEntries(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'base64')]))
}

/** Gives it all to a user who cannot write everywhere, and closes the directory of the ledger for writing. */
function close(world: World): void {
  if (isRoot)
    for (const name of ['.', ...readdirSync(world.home, { recursive: true, encoding: 'utf8' })])
      chownSync(join(world.home, name), nobody, nobody)
  chmodSync(dirname(world.path), 0o555)
}

async function readAsOther(world: World): Promise<string> {
  const child = startChild(world.home, isRoot ? { userId: nobody } : {}, 'read')
  return (await child.ended).join('\n')
}

describe('a ledger at rest', () => {
  test('is read and stays as it was', async () => {
    const world = newWorld()
    await world.write('a', 'b')
    const before = filesBeside(world)
    expect(notesOf(await world.read({ mode: 'read' }))).toEqual(['a', 'b'])
    expect(await world.findings()).toEqual([])
    expect(filesBeside(world)).toEqual(before)
  })

  test('is read where nothing can be written', async () => {
    const world = newWorld()
    await world.write('a', 'b')
    close(world)
    expect(await readAsOther(world)).toBe('a,b')
    chmodSync(dirname(world.path), 0o700)
    expect(Object.keys(filesBeside(world))).toEqual(['ledger.db'])
  })
})

test('a ledger that wants a log and has none is read, and gets none', async () => {
  const world = newWorld()
  await world.write('a')
  expect(sqlite(world.path, 'PRAGMA journal_mode=WAL')).toBe('wal')
  const before = filesBeside(world)
  expect(Object.keys(before)).toEqual(['ledger.db'])
  expect(notesOf(await world.read({ mode: 'read' }))).toEqual(['a'])
  expect(await world.findings()).toEqual([])
  expect(filesBeside(world)).toEqual(before)
  await world.write('b')
  expect(notesOf(await world.read())).toEqual(['a', 'b'])
})

describe('what a killed writer left', () => {
  test('is read with the log, which stays as it was', async () => {
    const { world, acknowledged } = await killed()
    const { 'ledger.db.lock': _lock, ...before } = filesBeside(world)
    expect(notesOf(await world.read({ mode: 'read' })).slice(0, acknowledged.length)).toEqual(acknowledged)
    expect(await world.findings()).toEqual([])
    expect(filesBeside(world)).toEqual(before)
    expect(notesOf(await world.read()).slice(0, acknowledged.length)).toEqual(acknowledged)
    expect(readdirSync(dirname(world.path))).toEqual(['ledger.db'])
  })

  test('is read with the log where nothing can be written', async () => {
    const { world, acknowledged } = await killed()
    const before = filesBeside(world)
    close(world)
    expect((await readAsOther(world)).split(',').slice(0, acknowledged.length)).toEqual(acknowledged)
    chmodSync(dirname(world.path), 0o700)
    expect(filesBeside(world)).toEqual(before)
    expect(lstatSync(world.path).mode & 0o777).toBe(0o600)
  })
})
