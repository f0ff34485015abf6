// A ledger that somebody changed with tools of their own: by SQL with the triggers put back afterwards, and byte by byte.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, describe, expect, test } from 'vitest'

import { concatBytes } from '../../src/base/bytes.ts'
import { sha256 } from '../../src/base/digest.ts'
import { randomFrom } from '../sim/random.ts'
import { sqlite } from './sqlite.ts'
import { newWorld, note, notesOf, type World } from './world.ts'

const salt = new Uint8Array(32).fill(5)
const data = new TextEncoder().encode('an output, kept apart '.repeat(300))
const commitment = sha256(concatBytes(salt, data))

let world: World
let whole: string

beforeAll(async () => {
  world = newWorld()
  const ledger = await world.open()
  for (const text of ['a', 'b', 'c']) await ledger.append([note(text)])
  await ledger.append([{ ...note('d'), blobs: [{ commitment, salt, data, media: 'text/plain' }] }])
  await ledger.append(Array.from({ length: 300 }, (_, index) => note(`more ${index}`)))
  await ledger.close()
  whole = join(world.home, 'whole.db')
  copyFileSync(world.path, whole)
})

/** Runs it on a copy of the ledger's file without its triggers, which then come back letter by letter. */
function change(sql: string): void {
  copyFileSync(whole, world.path)
  const triggers = sqlite(world.path, "SELECT sql || ';' FROM sqlite_schema WHERE type = 'trigger'")
  sqlite(world.path, `DROP TRIGGER entry_keeps; DROP TRIGGER entry_stays; ${sql}; ${triggers}`)
}

/** What opening says, and what the audit says; empty: nothing was noticed. */
async function noticed(): Promise<{ readonly opening: string; readonly audit: readonly string[] }> {
  const opening = await openAndRead().then(
    (kind) => (kind === 'own' ? '' : kind),
    (error: unknown) => String(error),
  )
  const audit = await world.findings().catch((error: unknown) => [String(error)])
  return { opening, audit }
}

async function openAndRead(): Promise<string> {
  const ledger = await world.open({ mode: 'read' })
  try {
    await ledger.entries()
    await ledger.blob(commitment)
    return ledger.standing.kind === 'own' ? 'own' : ledger.standing.reason
  } finally {
    await ledger.close()
  }
}

test('the ledger as it was made is whole', async () => {
  copyFileSync(whole, world.path)
  expect(await noticed()).toEqual({ opening: '', audit: [] })
  const ledger = await world.open({ mode: 'read' })
  expect(await ledger.blob(commitment)).toEqual(data)
  expect(await ledger.blob(sha256('unknown'))).toBeUndefined()
  await ledger.close()
})

describe('opening notices', () => {
  const body = (text: string): string => `CAST(replace(CAST(body AS TEXT), '"text":"b"', '"text":"${text}"') AS BLOB)`
  test.each(
    Object.entries({
      'a changed body': `UPDATE entry SET body = ${body('B')} WHERE seq = 2`,
      'a changed kind': "UPDATE entry SET kind = 'gate' WHERE seq = 2",
      'a changed leaf': 'UPDATE entry SET leaf = zeroblob(32) WHERE seq = 2',
      'a missing entry': 'DELETE FROM entry WHERE seq = 2',
      'a missing last entry': 'DELETE FROM entry WHERE seq = 304',
      'entries in another order':
        'UPDATE entry SET seq = -1 WHERE seq = 1; UPDATE entry SET seq = 1 WHERE seq = 2; UPDATE entry SET seq = 2 WHERE seq = -1',
      'bodies in each other’s place':
        'UPDATE entry SET body = (SELECT body FROM entry WHERE seq = 3), leaf = (SELECT leaf FROM entry WHERE seq = 3) WHERE seq = 2',
      'an entry before the first': 'INSERT INTO entry SELECT -1, kind, body, leaf FROM entry WHERE seq = 2',
      'an entry after the last': 'INSERT INTO entry SELECT 305, kind, body, leaf FROM entry WHERE seq = 304',
      'a missing checkpoint': 'DELETE FROM checkpoint WHERE size = 305',
      'all entries gone': 'DELETE FROM entry; DELETE FROM checkpoint; DELETE FROM tile',
      'a changed root': 'UPDATE checkpoint SET root = zeroblob(32) WHERE size = 305',
      'a changed signature':
        "UPDATE checkpoint SET note = replace(note, 'reeve.ledger', 'reeve.ledgex') WHERE size = 305",
      'the note of another size':
        'UPDATE checkpoint SET note = (SELECT note FROM checkpoint WHERE size = 5) WHERE size = 305',
      'another id': "UPDATE meta SET value = 'ffffffffffffffffffffffffffffffff' WHERE key = 'ledger'",
      'a changed blob': "UPDATE blob SET data = CAST('nothing was wrong' AS BLOB)",
      'a changed salt': 'UPDATE blob SET salt = zeroblob(32)',
      'a body beyond the limit': 'UPDATE entry SET body = zeroblob(70000) WHERE seq = 2',
    }),
  )('%s', async (_what, sql) => {
    change(sql)
    const { opening, audit } = await noticed()
    expect(opening).not.toBe('')
    expect(audit.join('\n')).not.toBe('')
  })

  test('a blob that was changed is a fault, and never its bytes', async () => {
    change("UPDATE blob SET data = CAST('nothing was wrong' AS BLOB)")
    const ledger = await world.open({ mode: 'read' })
    await expect(ledger.blob(commitment)).rejects.toMatchObject({ code: 'ledger-format' })
    expect(notesOf(await ledger.entries()).length).toBe(304)
    await ledger.close()
  })
})

describe('the audit notices', () => {
  test.each(
    Object.entries({
      'a changed tile': ['UPDATE tile SET hashes = zeroblob(length(hashes)) WHERE n = 1', /tile 0\/1/],
      'a tile of a higher level': ['UPDATE tile SET hashes = zeroblob(32) WHERE level = 1', /tile 1\/0/],
      'a missing tile': ['DELETE FROM tile WHERE n = 0', /tile 0\/0/],
      'a tile too many': ['INSERT INTO tile VALUES (2, 0, zeroblob(32))', /4 tiles, and 3/],
      'an older checkpoint that was changed': [
        "UPDATE checkpoint SET note = replace(note, 'reeve.ledger', 'reeve.ledgex') WHERE size = 3",
        /checkpoint of size 3/,
      ],
      'an older checkpoint whose signature is of another text': [
        `UPDATE checkpoint SET note = substr(note, 1, instr(note, char(8212)) - 1) || (SELECT substr(note, instr(note, char(8212))) FROM checkpoint WHERE size = 4) WHERE size = 3`,
        /checkpoint of size 3/,
      ],
      'entries under no checkpoint': ['DELETE FROM checkpoint WHERE size = 305', /last checkpoint is of size 5/],
    } as const),
  )('%s', async (_what, [sql, finding]) => {
    change(sql)
    expect((await world.findings()).join('\n')).toMatch(finding)
  })
})

test('a changed byte anywhere in the file is noticed, or changes nothing that is read', {
  timeout: 600_000,
}, async () => {
  const random = randomFrom(Number(process.env.REEVE_SEED ?? 1))
  const bytes = readFileSync(whole)
  const all = dump(whole)
  let unnoticed = 0
  for (let trial = 0; trial < (process.env.REEVE_FULL ? 2000 : 60); trial++) {
    const changed = Buffer.from(bytes)
    const at = random.below(bytes.length)
    changed[at] = (changed[at] ?? 0) ^ (1 << random.below(8))
    writeFileSync(world.path, changed)
    const { opening, audit } = await noticed()
    if (opening !== '' || audit.length > 0) continue
    unnoticed++
    expect(dump(world.path), `byte ${at} of ${bytes.length}, trial ${trial}`).toBe(all)
  }
  expect(unnoticed).toBeLessThan(process.env.REEVE_FULL ? 1000 : 30)
})

/** Every row of every table, read by a stranger. */
function dump(path: string): string {
  return sqlite(path, '.dump')
}
