// Whose ledger it is, whether it is the one that was there last, and what is never believed.
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { guardMarker } from '../../src/host/ancestry.ts'
import { sqlite } from './sqlite.ts'
import { newWorld, note, notesOf, temporaryDirectory, type World } from './world.ts'

async function kindOf(world: World): Promise<string> {
  const ledger = await world.open()
  await ledger.close()
  return ledger.standing.kind === 'own' ? 'own' : ledger.standing.reason
}

/** A ledger with two entries, a copy of it, and then two more. */
async function grown(): Promise<World & { readonly older: string }> {
  const world = newWorld()
  await world.write('a', 'b')
  const older = join(world.home, 'older.db')
  copyFileSync(world.path, older)
  await world.write('c', 'd')
  return { ...world, older }
}

function edit(path: string, change: (record: Record<string, unknown>) => void): void {
  const record = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
  change(record)
  writeFileSync(path, JSON.stringify(record))
}

describe('an own ledger', () => {
  test('is the one that was made here, however often it is opened', async () => {
    const world = newWorld()
    await world.write('a')
    await world.write('b')
    expect(await kindOf(world)).toBe('own')
    expect(notesOf(await world.read())).toEqual(['a', 'b'])
    expect((await world.read()).map(({ seq }) => seq)).toEqual([0, 1, 2])
    expect(await world.findings()).toEqual([])
  })

  test('is closed for good', async () => {
    const world = newWorld()
    const ledger = await world.open()
    await ledger.close()
    await ledger.close()
    await expect(ledger.append([note('late')])).rejects.toThrow(/is closed/)
  })

  test('has a checkpoint for each append, and no entry without one', async () => {
    const world = newWorld()
    const ledger = await world.open()
    await ledger.append([note('a'), note('b')])
    await ledger.append([note('c')])
    const head = await ledger.head()
    await ledger.close()
    expect(head.size).toBe(4)
    expect(head.checkpoint.startsWith(`reeve.ledger/${ledger.id}\n4\n`)).toBe(true)
    expect(sqlite(world.path, 'SELECT group_concat(size) FROM (SELECT size FROM checkpoint ORDER BY size)')).toBe(
      '1,3,4',
    )
  })
})

describe('a foreign ledger', () => {
  async function refuses(world: World, reason: RegExp): Promise<void> {
    const before = readFileSync(world.path)
    const ledger = await world.open()
    expect(ledger.standing).toMatchObject({ kind: 'foreign', reason: expect.stringMatching(reason) })
    await expect(ledger.append([note('x')])).rejects.toMatchObject({ code: 'ledger-foreign' })
    expect(notesOf(await ledger.entries())).toEqual(['a', 'b', 'c', 'd'])
    await ledger.close()
    expect(readFileSync(world.path).equals(before)).toBe(true)
  }

  test('is one that the configuration does not remember', async () => {
    const world = await grown()
    rmSync(world.recordPath)
    await refuses(world, /does not remember it/)
  })

  test('is one with another id', async () => {
    const world = await grown()
    edit(world.recordPath, (record) => Object.assign(record, { ledger: 'f'.repeat(32) }))
    await refuses(world, /remembers another ledger/)
  })

  test('is one of another workspace', async () => {
    const world = await grown()
    const workspace = { path: join(world.home, 'other'), id: 'w-1' }
    mkdirSync(workspace.path)
    const ledger = await world.open({ workspace })
    await ledger.close()
    expect(ledger.standing).toMatchObject({
      kind: 'foreign',
      reason: expect.stringMatching(/belongs to the workspace/),
    })
  })

  test('is one that another key signed', async () => {
    const world = await grown()
    for (const name of ['log.pem', 'attestation.pem']) rmSync(join(world.home, '.config/reeve/keys', name))
    await refuses(world, /not signed by your key/)
  })

  test('is never accepted', async () => {
    const world = await grown()
    rmSync(world.recordPath)
    const ledger = await world.open({ accept: 'because' })
    await ledger.close()
    expect(ledger.standing.kind).toBe('foreign')
  })
})

describe('a ledger that was rolled back', () => {
  test('is an older copy of itself', async () => {
    const world = await grown()
    copyFileSync(world.older, world.path)
    await expect(world.open()).rejects.toMatchObject({
      code: 'ledger-rolled-back',
      help: expect.stringMatching(/accept/),
    })
    const reading = await world.open({ mode: 'read' })
    expect(reading.standing).toMatchObject({ kind: 'foreign', reason: expect.stringMatching(/3 entries, and had 5/) })
    await reading.close()
  })

  test('is one that grew another way from an older copy, whether it is shorter, as long or longer', async () => {
    for (const texts of [['x'], ['x', 'y'], ['x', 'y', 'z']]) {
      const world = await grown()
      const record = readFileSync(world.recordPath)
      copyFileSync(world.older, world.path)
      edit(world.recordPath, (each) => Object.assign(each, { size: 0, root: '' }))
      await world.write(...texts)
      writeFileSync(world.recordPath, record)
      await expect(world.open(), texts.join()).rejects.toMatchObject({ code: 'ledger-rolled-back' })
      const ledger = await world.open({ accept: 'the disk was restored' })
      expect(ledger.standing.kind).toBe('own')
      const last = (await ledger.entries()).at(-1)?.data
      await ledger.close()
      expect(last).toMatchObject({ kind: 'accept', what: 'rolled-back', because: 'the disk was restored' })
      expect(await kindOf(world)).toBe('own')
    }
  })

  test('is accepted once, by an entry that a person signed', async () => {
    const world = await grown()
    copyFileSync(world.older, world.path)
    const ledger = await world.open({ accept: 'restored from a copy' })
    await ledger.close()
    const entries = await world.read()
    expect(notesOf(entries)).toEqual(['a', 'b'])
    expect(entries.at(-1)?.data).toMatchObject({ kind: 'accept', person: { user: 'ada' } })
    await expect(world.open({ accept: 'again' })).rejects.toMatchObject({ code: 'usage' })
    expect(await world.findings()).toEqual([])
  })

  test('is not accepted by what descends from a guarded command, and stays as it was', async () => {
    const world = await grown()
    copyFileSync(world.older, world.path)
    const guarded = newWorld({ ...world.host, environment: { ...world.host.environment } }, world.home)
    const host = { ...guarded.host, environment: { ...guarded.host.environment, [guardMarker]: 'x' } }
    const { openLedger } = await import('../../src/ledger/open.ts')
    const workspace = { path: join(world.home, 'work'), id: 'w-1' }
    await expect(openLedger(host, { workspace, mode: 'write', accept: 'me' })).rejects.toMatchObject({ code: 'person' })
    expect(readFileSync(world.path).equals(readFileSync(world.older))).toBe(true)
  })
})

describe('a ledger that is missing', () => {
  test.each(['removed', 'emptied'])('because it was %s is not made anew until a person accepts', async (how) => {
    const world = await grown()
    if (how === 'removed') rmSync(world.path)
    else writeFileSync(world.path, '')
    await expect(world.open()).rejects.toMatchObject({
      code: 'ledger-rolled-back',
      help: expect.stringMatching(/accept/),
    })
    await expect(world.open({ mode: 'read' })).rejects.toMatchObject({ name: 'Fault' })
    const ledger = await world.open({ accept: 'the disk died' })
    await ledger.close()
    const [genesis, accept, ...more] = await world.read()
    expect([genesis?.kind, accept?.kind, more.length]).toEqual(['genesis', 'accept', 0])
    expect(accept?.data).toMatchObject({ what: 'missing', because: 'the disk died' })
    await expect(world.open({ accept: 'again' })).rejects.toMatchObject({ code: 'usage' })
  })

  test('and was never there is simply made', async () => {
    const world = newWorld()
    await expect(world.open({ mode: 'read' })).rejects.toMatchObject({ code: 'io' })
    await expect(world.open({ accept: 'no reason' })).rejects.toMatchObject({ code: 'usage' })
    await world.write('a')
    expect(notesOf(await world.read())).toEqual(['a'])
  })
})

describe('what the configuration remembers', () => {
  test.each(['', 'no json', '{}', '[]', '{"ledger":1}', `{"ledger":"x","workspace":"y","size":"1","root":""}`, '\0'])(
    'and cannot be read is never the same as nothing: %j',
    async (text) => {
      const world = await grown()
      writeFileSync(world.recordPath, text)
      await expect(world.open()).rejects.toMatchObject({ code: 'ledger-rolled-back' })
      rmSync(world.path)
      await expect(world.open()).rejects.toMatchObject({ code: 'ledger-rolled-back' })
    },
  )

  test('and is too large, a link, a directory or closed to us is never the same as nothing', async () => {
    const spoil: readonly ((path: string) => void)[] = [
      (path) => writeFileSync(path, `{"padding":"${'x'.repeat(70_000)}"}`),
      (path) => mkdirSync(path),
      (path) => symlinkSync('/nowhere/at/all', path),
    ]
    for (const make of spoil) {
      const world = await grown()
      rmSync(world.recordPath)
      make(world.recordPath)
      await expect(world.open(), String(make)).rejects.toMatchObject({ code: 'ledger-rolled-back' })
      rmSync(world.path)
      await expect(world.open(), String(make)).rejects.toMatchObject({ code: 'ledger-rolled-back' })
    }
  })

  test('and was spoilt is made good by a person, who accepts the ledger as it stands', async () => {
    const world = await grown()
    writeFileSync(world.recordPath, '{')
    const ledger = await world.open({ accept: 'looked at it' })
    await ledger.close()
    expect(await kindOf(world)).toBe('own')
    expect((await world.read()).at(-1)?.data).toMatchObject({ kind: 'accept', because: 'looked at it' })
  })

  test('of a ledger whose making was cut short is no loss', async () => {
    const world = await grown()
    rmSync(world.path)
    edit(world.recordPath, (record) => Object.assign(record, { size: 0, root: '' }))
    await world.write('new')
    expect(notesOf(await world.read())).toEqual(['new'])
  })
})

describe('a file that is no ledger of ours', () => {
  const changes = {
    'a trigger was dropped': 'DROP TRIGGER entry_keeps',
    'a trigger was added': 'CREATE TRIGGER t AFTER INSERT ON entry BEGIN DELETE FROM checkpoint; END',
    'a trigger was replaced':
      'DROP TRIGGER entry_stays; CREATE TRIGGER entry_stays BEFORE DELETE ON entry BEGIN SELECT 1; END',
    'a view was added': 'CREATE VIEW v AS SELECT * FROM entry',
    'a table was replaced by a view':
      'ALTER TABLE checkpoint RENAME TO old; CREATE VIEW checkpoint AS SELECT * FROM old',
    'an index was added': 'CREATE INDEX i ON entry (kind)',
    'a column was added': 'ALTER TABLE entry ADD COLUMN more TEXT',
    'a table was added': 'CREATE TABLE more (a)',
    'statistics were added': 'ANALYZE',
    'it has the version of no schema': "UPDATE meta SET value = '0' WHERE key = 'schema'",
    'its list of tables names one by another type':
      "PRAGMA writable_schema=ON; UPDATE sqlite_schema SET type = 'tabme' WHERE name = 'cosignature'",
    'it has no version': "DELETE FROM meta WHERE key = 'schema'",
    'its version is no number': "UPDATE meta SET value = '1x' WHERE key = 'schema'",
  }

  test.each(Object.entries(changes))('is refused: %s', async (_what, sql) => {
    const world = await grown()
    sqlite(world.path, sql)
    await expect(world.open()).rejects.toMatchObject({ code: 'ledger-format' })
    await expect(world.open({ mode: 'read' })).rejects.toMatchObject({ code: 'ledger-format' })
    await expect(world.findings()).rejects.toMatchObject({ code: 'ledger-format' })
  })

  test('is refused by name when a newer version wrote it', async () => {
    const world = await grown()
    sqlite(world.path, "UPDATE meta SET value = '2' WHERE key = 'schema'")
    await expect(world.open()).rejects.toMatchObject({ code: 'ledger-newer', help: expect.stringMatching(/newer/) })
  })

  test('is refused when it is a link, a directory or noise', async () => {
    const world = await grown()
    const aside = join(temporaryDirectory(), basename(world.path))
    copyFileSync(world.path, aside)
    rmSync(world.path)
    symlinkSync(aside, world.path)
    await expect(world.open()).rejects.toMatchObject({ code: 'ledger-format' })
    rmSync(world.path)
    mkdirSync(world.path)
    await expect(world.open()).rejects.toMatchObject({ code: 'ledger-format' })
    rmSync(world.path, { recursive: true })
    writeFileSync(world.path, 'SQLite format 3\0 and then something else, as long as a header is, or longer'.repeat(9))
    await expect(world.open()).rejects.toMatchObject({ code: 'ledger-format' })
  })

  test('is refused in a directory that others may write', async () => {
    const world = await grown()
    chmodSync(dirname(world.path), 0o777)
    await expect(world.open()).rejects.toMatchObject({ code: 'io', help: expect.stringMatching(/chmod 700/) })
  })
})
