// Processes that are killed, that crowd one ledger from three runtimes, and that a stranger's `sqlite3` reads while they write.
import { spawnSync } from 'node:child_process'

import { beforeAll, describe, expect, test } from 'vitest'

import { randomFrom } from '../sim/random.ts'
import { sqlite } from './sqlite.ts'
import { newWorld, notesOf } from './world.ts'
import { bundleWriter, runtimes, startWriter } from './writers.ts'

const full = process.env.REEVE_FULL === '1'
const seed = Number(process.env.REEVE_SEED ?? 1)

beforeAll(bundleWriter)

describe('a writer that is killed', () => {
  const kills = full ? 200 : 20

  test(`loses nothing that it acknowledged, ${kills} times in a row (seed ${seed})`, { timeout: 900_000 }, async () => {
    const random = randomFrom(seed)
    const world = newWorld()
    const acknowledged: string[] = []
    for (let trial = 0; trial < kills; trial++) {
      const runtime = random.pick(runtimes)
      const writer = startWriter(runtime, {
        home: world.home,
        name: `t${trial}`,
        count: 100_000,
        pauseMs: random.pick([0, 3, 40]),
      })
      await untilSaid(writer, random.below(12))
      await pause(random.fraction() * 20)
      writer.process.kill('SIGKILL')
      const { how, complaint } = await writer.ended
      expect({ how, complaint }, `trial ${trial} under ${runtime}`).toEqual({ how: 'SIGKILL', complaint: '' })
      acknowledged.push(...writer.said)
      const found = notesOf(await world.read())
      const extra = found.filter((text) => !acknowledged.includes(text))
      expect(
        acknowledged.filter((text) => !found.includes(text)),
        `trial ${trial} under ${runtime}`,
      ).toEqual([])
      expect(extra.length, `at most the one on its way: ${extra}`).toBeLessThanOrEqual(1)
      acknowledged.push(...extra)
    }
    expect(await world.findings()).toEqual([])
    expect(sqlite(world.path, 'PRAGMA integrity_check')).toBe('ok')
  })
})

describe('writers side by side', () => {
  test('under three runtimes all land, each in its own order, in one whole ledger', { timeout: 120_000 }, async () => {
    const world = newWorld()
    const count = full ? 60 : 12
    const names = runtimes.flatMap((runtime) => [`${runtime}-a`, `${runtime}-b`])
    const writers = names.map((name) =>
      startWriter(name.slice(0, -2) as (typeof runtimes)[number], { home: world.home, name, count, pauseMs: 8 }),
    )
    const ends = await Promise.all(writers.map((writer) => writer.ended))
    expect(ends).toEqual(names.map(() => ({ how: 0, complaint: '' })))
    const found = notesOf(await world.read())
    for (const name of names) {
      expect(found.filter((text) => text.startsWith(`${name}-`))).toEqual(
        Array.from({ length: count }, (_, number) => `${name}-${number}`),
      )
    }
    expect(await world.findings()).toEqual([])
  })

  test('that all come first agree on keys and on one ledger', { timeout: 120_000 }, async () => {
    const world = newWorld()
    const count = full ? 20 : 8
    const writers = Array.from({ length: count }, (_, index) =>
      startWriter('bun', { home: world.home, name: `w${index}`, count: 1 }),
    )
    const ends = await Promise.all(writers.map((writer) => writer.ended))
    expect(ends).toEqual(writers.map(() => ({ how: 0, complaint: '' })))
    const found = await world.read()
    expect(found.map(({ kind }) => kind)).toEqual(['genesis', ...writers.map(() => 'message')])
    expect(await world.findings()).toEqual([])
  })
})

describe('a stranger’s sqlite3 beside a busy writer', () => {
  test.each(runtimes)('costs no acknowledged entry under %s', { timeout: 60_000 }, async (runtime) => {
    const world = newWorld()
    await world.write('first')
    const writer = startWriter(runtime, { home: world.home, name: 'n', count: full ? 3000 : 300 })
    await untilSaid(writer, 5)
    const answers = new Set<string>()
    let isOver = false
    void writer.ended.then(() => {
      isOver = true
    })
    while (!isOver) {
      answers.add(stranger(world.path))
      await pause(1)
    }
    const { how, complaint } = await writer.ended
    const found = notesOf(await world.read())
    expect(writer.said.filter((text) => !found.includes(text))).toEqual([])
    expect(await world.findings()).toEqual([])
    // Where the kernel keeps SQLite's own locks the stranger finds them; elsewhere the log is barred to it.
    expect({ how, complaint, answers: [...answers] }).toEqual({
      how: 0,
      complaint: '',
      answers: expect.arrayContaining([runtime === 'node' ? 'barred' : 'locked']),
    })
  })
})

function stranger(path: string): string {
  const { stdout, stderr } = spawnSync('sqlite3', ['-batch', path, 'SELECT count(*) > 0 FROM entry'], {
    encoding: 'utf8',
  })
  if (/unable to open/.test(stderr)) return 'barred'
  return /locked/.test(stderr) ? 'locked' : `${stdout}${stderr}`.trim()
}

async function untilSaid(writer: ReturnType<typeof startWriter>, count: number): Promise<void> {
  const isOver = writer.ended.then(() => 'over')
  while (writer.said.length < count && (await Promise.race([pause(1), isOver])) !== 'over');
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}
