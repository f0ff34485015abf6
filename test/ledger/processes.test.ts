// Real processes on one ledger: killed at any moment, many at once, and a stock `sqlite3` beside them.
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'

import { describe, expect, test } from 'vitest'

import { randomFrom } from '../sim/random.ts'
import { startChild } from './spawn.ts'
import { sqlite, sqliteTalk } from './sqlite.ts'
import { newWorld, note, notesOf, type World } from './world.ts'

const isFull = process.env.REEVE_FULL !== undefined
const seed = Number(process.env.REEVE_SEED ?? 1)

function filesOf(world: World): readonly string[] {
  return readdirSync(dirname(world.path)).sort()
}

test('whoever is killed at any moment loses nothing that was acknowledged', { timeout: 1_800_000 }, async () => {
  const random = randomFrom(seed)
  let [killed, kept] = [0, 0]
  for (let round = 0; round < (isFull ? 40 : 4); round++) {
    const world = newWorld()
    const acknowledged: string[] = []
    for (let trial = 0; trial < 5; trial++) {
      const said = `seed ${seed}, round ${round}, trial ${trial}`
      const child = startChild(world.home, {}, 'write', `t${trial}`, '400')
      if (random.chance(0.8)) await child.said(1 + random.below(40))
      await new Promise((resolve) => setTimeout(resolve, random.below(random.chance(0.5) ? 4 : 150)))
      child.process.kill('SIGKILL')
      acknowledged.push(...(await child.ended).filter((line) => line !== 'open'))
      if (child.process.signalCode === 'SIGKILL') killed++
      const notes = notesOf(await world.read())
      const gone = acknowledged.filter((each) => !notes.includes(each))
      expect(gone, said).toEqual([])
      expect(notes.length, said).toBeLessThanOrEqual(acknowledged.length + trial + 1)
      expect(filesOf(world), said).toEqual(['ledger.db'])
    }
    expect(await world.findings(), `seed ${seed}, round ${round}`).toEqual([])
    expect(sqlite(world.path, 'PRAGMA integrity_check; PRAGMA journal_mode')).toBe('ok\ndelete')
    kept += acknowledged.length
  }
  expect(killed).toBeGreaterThan(isFull ? 150 : 15)
  expect(kept).toBeGreaterThan(killed)
})

test('many writers at once all land, each in its order and without a gap', { timeout: 600_000 }, async () => {
  const world = newWorld()
  const names = Array.from({ length: 8 }, (_, index) => `w${index}`)
  const count = isFull ? 20 : 10
  const children = names.map((name) => startChild(world.home, {}, 'write', name, String(count)))
  for (const child of children) expect((await child.ended).length).toBe(count + 1)
  const entries = await world.read()
  expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: names.length * count + 1 }, (_, seq) => seq))
  for (const name of names) {
    const own = notesOf(entries).filter((each) => each.startsWith(`${name}-`))
    expect(own).toEqual(Array.from({ length: count }, (_, index) => `${name}-${index}`))
  }
  expect(await world.findings()).toEqual([])
  expect(filesOf(world)).toEqual(['ledger.db'])
})

describe('a stock sqlite3', () => {
  test('is kept out while a ledger is in use, and finds an ordinary database at rest', async () => {
    const world = newWorld()
    const ledger = await world.open()
    await ledger.append([note('a')])
    expect(sqliteTalk(world.path, 'SELECT count(*) FROM entry')).toMatch(/database is locked/)
    expect(sqliteTalk(world.path, "INSERT INTO meta VALUES ('x', 'y')")).toMatch(/database is locked/)
    await ledger.append([note('b')])
    await ledger.close()
    expect(sqlite(world.path, 'PRAGMA integrity_check; PRAGMA journal_mode; SELECT count(*) FROM entry')).toBe(
      'ok\ndelete\n3',
    )
    expect(filesOf(world)).toEqual(['ledger.db'])
  })

  test('cannot change or delete an entry by mistake', async () => {
    const world = newWorld()
    await world.write('a')
    expect(sqliteTalk(world.path, "UPDATE entry SET kind = 'end'")).toMatch(/entries are never changed/)
    expect(sqliteTalk(world.path, 'DELETE FROM entry')).toMatch(/entries are never deleted/)
    expect(await world.findings()).toEqual([])
  })

  test('that has the file open for long is told of, and gone it is no hindrance', async () => {
    const world = newWorld()
    await world.write('a')
    const { spawn } = await import('node:child_process')
    const shell = spawn('sqlite3', [world.path], { stdio: ['pipe', 'pipe', 'inherit'] })
    shell.stdin.write('BEGIN IMMEDIATE; SELECT 1;\n')
    await new Promise((resolve) => shell.stdout.once('data', resolve))
    await expect(world.write('b')).rejects.toMatchObject({
      code: 'ledger-in-use',
      help: expect.stringMatching(/sqlite3/),
    })
    const ended = new Promise((resolve) => shell.once('close', resolve))
    shell.stdin.end()
    await ended
    await world.write('c')
    expect(notesOf(await world.read())).toEqual(['a', 'c'])
  })
})

test('a log that was taken away in use is a fault, and not acknowledged', async () => {
  const { unlinkSync } = await import('node:fs')
  const world = newWorld()
  const ledger = await world.open()
  await ledger.append([note('a')])
  unlinkSync(`${world.path}-wal`)
  await expect(ledger.append([note('b')])).rejects.toMatchObject({ code: 'ledger-format' })
  await ledger.close().catch(() => undefined)
})
