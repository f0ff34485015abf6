// SQLite over our own files: values go in and come out, errors of the disk become codes, and only what may be is opened or deleted.
import { describe, expect, test } from 'vitest'

import { sha256 } from '../../src/base/digest.ts'
import type { FileLocks } from '../../src/host/file-lock.ts'
import { codes } from '../../src/sqlite/codes.ts'
import { Database, type SqlValue } from '../../src/sqlite/database.ts'
import { loadEngine } from '../../src/sqlite/engine.ts'
import { registerVfs } from '../../src/sqlite/vfs.ts'
import { home, Machine } from '../sim/machine.ts'

const path = `${home}/a.db`

function newMachine(locks?: FileLocks) {
  const machine = new Machine({ seed: 1 })
  const { host } = machine.start()
  const engine = loadEngine(host.clock)
  const vfs = registerVfs(engine, { files: host.files, locks, random: host.random, nowMs: host.clock.nowMs })
  const open = (mode: 'read' | 'write' = 'write', file = path): Database => new Database(engine, vfs, file, mode)
  return { machine, disk: machine.disk, vfs, open }
}

/** A database with one row in the mode in which a ledger is written. */
function inUse() {
  const made = newMachine()
  const database = made.open()
  database.execute('PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL')
  database.execute('CREATE TABLE t (v)')
  database.rows('INSERT INTO t VALUES (?)', 1)
  return { ...made, database }
}

/** Bytes as a digest: arrays of millions are compared slowly. */
function shown(value: SqlValue | undefined): unknown {
  return value instanceof Uint8Array ? `${value.length} bytes ${sha256(value)}` : value
}

describe('values', () => {
  test.each<[string, SqlValue]>([
    ['null', null],
    ['zero', 0],
    ['the smallest safe integer', Number.MIN_SAFE_INTEGER],
    ['the largest safe integer', Number.MAX_SAFE_INTEGER],
    ['the smallest integer', -(2n ** 63n)],
    ['the largest integer', 2n ** 63n - 1n],
    ['no text', ''],
    ['a text with a NUL', 'a\0b'],
    ['a text beyond the first plane', 'äß€💥'],
    ['no bytes', new Uint8Array()],
    ['all bytes', Uint8Array.from({ length: 256 }, (_, index) => index)],
    ['more bytes than the heap has at first', new Uint8Array(9_000_000).fill(7)],
  ])('%s comes out as it went in', (_what, value) => {
    const { open } = newMachine()
    const database = open()
    database.execute('CREATE TABLE t (v)')
    database.rows('INSERT INTO t VALUES (?)', value)
    database.close()
    const again = open()
    expect(shown(again.rows('SELECT v FROM t')[0]?.[0])).toEqual(shown(value))
    expect(again.rows('SELECT count(*) FROM t WHERE v IS ?', value)).toEqual([[1]])
    again.close()
  })

  test('a text with a quote is a value and never a statement', () => {
    const { open } = newMachine()
    const database = open()
    database.execute('CREATE TABLE t (v)')
    database.rows('INSERT INTO t VALUES (?)', "'); DROP TABLE t; --")
    expect(database.rows('SELECT count(*) FROM t')).toEqual([[1]])
    database.close()
  })

  test('rows come in order, and a visitor that throws leaves the statement usable', () => {
    const { open } = newMachine()
    const database = open()
    database.execute('CREATE TABLE t (v); INSERT INTO t VALUES (1), (2), (3)')
    const select = 'SELECT v FROM t ORDER BY v DESC'
    expect(() =>
      database.each(select, [], () => {
        throw new Error('enough')
      }),
    ).toThrow('enough')
    expect(database.rows(select)).toEqual([[3], [2], [1]])
    database.close()
  })
})

describe('errors', () => {
  test('name what SQLite found wrong', () => {
    const { open } = newMachine()
    const database = open()
    expect(() => database.rows('SELEC 1')).toThrow(/syntax error/)
    expect(() => database.execute('SELECT * FROM nowhere')).toThrow(/no such table/)
    database.close()
    expect(() => open('read', `${home}/absent.db`)).toThrow(expect.objectContaining({ code: codes.cannotOpen }))
  })

  test('of a full disk are told apart from others', () => {
    for (const [error, code] of [
      ['ENOSPC', codes.full],
      ['EDQUOT', codes.full],
      ['EIO', codes.ioWrite],
    ] as const) {
      const { database, disk } = inUse()
      disk.trouble = ({ name }) => (name === 'write' ? { error } : undefined)
      expect(() => database.rows('INSERT INTO t VALUES (2)')).toThrow(expect.objectContaining({ code }))
      disk.trouble = () => undefined
      expect(database.rows('SELECT v FROM t')).toEqual([[1]])
      database.close()
    }
  })

  test('a sync that failed once is never believed again', () => {
    const { database, disk, open, vfs } = inUse()
    disk.trouble = ({ name }) => (name === 'dataSync' ? { error: 'EIO' } : undefined)
    expect(() => database.rows('INSERT INTO t VALUES (2)')).toThrow(expect.objectContaining({ code: codes.ioSync }))
    disk.trouble = () => undefined
    expect(() => database.rows('INSERT INTO t VALUES (3)')).toThrow(/I\/O/)
    vfs.stop(path)
    expect(() => database.close()).not.toThrow()
    const again = open()
    again.execute('PRAGMA locking_mode=EXCLUSIVE')
    expect(again.rows('SELECT v FROM t WHERE v = 1')).toEqual([[1]])
    expect(again.rows('PRAGMA integrity_check')).toEqual([['ok']])
    again.close()
  })

  test.each(['-wal', ''])('nothing is written into a file whose name (%s) somebody took', (ending) => {
    const { database, disk } = inUse()
    disk.forget(`${path}${ending}`)
    disk.put(`${path}${ending}`, '')
    expect(() => database.rows('INSERT INTO t VALUES (2)')).toThrow(/I\/O/)
    expect(disk.read(`${path}${ending}`)).toBe('')
    expect(() => database.close()).not.toThrow()
    expect(disk.read(`${path}${ending}`)).toBe('')
  })

  test('nothing is opened under a name that cannot be made to last', () => {
    const { disk, open } = newMachine()
    const before = disk.openCount
    disk.trouble = ({ name }) => (name === 'sync' ? { error: 'EIO' } : undefined)
    expect(() => open()).toThrow(expect.objectContaining({ code: codes.cannotOpen }))
    expect(disk.openCount).toBe(before)
    expect(() => open()).toThrow(expect.objectContaining({ code: codes.cannotOpen }))
    disk.trouble = () => undefined
    open().close()
    disk.losePower()
    disk.restart()
    expect(disk.has(path)).toBe(true)
  })
})

describe('files', () => {
  test('are closed, all of them, and the log is gone with the last', () => {
    const { database, disk } = inUse()
    expect(disk.has(`${path}-wal`)).toBe(true)
    database.rows('PRAGMA journal_mode=DELETE')
    database.close()
    expect([disk.openCount, disk.has(`${path}-wal`)]).toEqual([0, false])
    expect(disk.tree.get(path, 'stat').mode).toBe(0o600)
  })

  test('that are links or no files are never opened', () => {
    const { disk, machine, open } = newMachine()
    disk.put(`${home}/real.db`, '')
    machine.start().host.files.symlink(`${home}/real.db`, `${home}/link.db`)
    disk.putSpecial(`${home}/pipe.db`)
    for (const name of ['link', 'pipe'])
      expect(() => open('write', `${home}/${name}.db`)).toThrow(expect.objectContaining({ code: codes.cannotOpen }))
    expect(disk.openCount).toBe(0)
  })

  test('of a database that is only read are not written, and no log is deleted', () => {
    const { database, disk, open, vfs } = inUse()
    database.rows('INSERT INTO t VALUES (2)')
    const log = disk.read(`${path}-wal`)
    vfs.stop(path)
    database.close()
    const written: string[] = []
    disk.trouble = ({ name }) => {
      if (['write', 'truncate', 'unlink', 'rename', 'sync', 'dataSync'].includes(name)) written.push(name)
      return undefined
    }
    const reading = open('read')
    reading.execute('PRAGMA locking_mode=EXCLUSIVE')
    expect(reading.rows('SELECT v FROM t ORDER BY v')).toEqual([[1], [2]])
    expect(() => reading.execute('INSERT INTO t VALUES (3)')).toThrow(expect.objectContaining({ code: codes.readOnly }))
    reading.close()
    expect(written).toEqual([])
    expect(disk.read(`${path}-wal`)).toBe(log)
  })

  test('short reads and writes are carried on', () => {
    const { disk, open } = newMachine()
    disk.trouble = ({ name }) => (name === 'write' ? 'short' : undefined)
    const database = open()
    database.execute('CREATE TABLE t (v)')
    database.rows('INSERT INTO t VALUES (?)', 'x'.repeat(100_000))
    database.close()
    const again = open()
    expect(again.rows('SELECT length(v) FROM t')).toEqual([[100_000]])
    expect(again.rows('PRAGMA integrity_check')).toEqual([['ok']])
    again.close()
  })
})

describe('locks', () => {
  interface Held {
    readonly kind: string
    readonly start: number
    readonly length: number
  }

  /** Grants everything but what is refused, and remembers what is held. */
  function watchedLocks(refuses: (held: Held) => boolean = () => false) {
    const asked: Held[] = []
    const locks: FileLocks = {
      set: (_fd, kind, start, length) => {
        if (kind !== 'none' && refuses({ kind, start, length })) return false
        asked.push({ kind, start, length })
        return true
      },
    }
    return { asked, locks }
  }

  test('are taken on the bytes of SQLite: shared for reading, exclusive for writing', () => {
    const { asked, locks } = watchedLocks()
    const database = newMachine(locks).open()
    database.execute('PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; CREATE TABLE t (v)')
    expect(asked[0]).toEqual({ kind: 'read', start: 0x40000000, length: 1 })
    expect(asked).toContainEqual({ kind: 'read', start: 0x40000002, length: 510 })
    expect(asked.at(-1)).toEqual({ kind: 'write', start: 0x40000002, length: 510 })
    database.close()
  })

  test('that somebody else holds make the database busy', () => {
    for (const kind of ['read', 'write']) {
      const { locks } = watchedLocks((held) => held.kind === kind)
      const database = newMachine(locks).open()
      database.execute('PRAGMA locking_mode=EXCLUSIVE')
      expect(() => database.execute('CREATE TABLE t (v)')).toThrow(expect.objectContaining({ code: codes.busy }))
      database.close()
    }
  })

  test('of a reader are never exclusive', () => {
    const { database, machine, vfs } = inUse()
    vfs.stop(path)
    database.close()
    const { asked, locks } = watchedLocks()
    const { host } = machine.start()
    const engine = loadEngine(host.clock)
    const other = registerVfs(engine, { files: host.files, locks, random: host.random, nowMs: host.clock.nowMs })
    const reading = new Database(engine, other, path, 'read')
    reading.execute('PRAGMA locking_mode=EXCLUSIVE')
    expect(reading.rows('SELECT v FROM t')).toEqual([[1]])
    reading.close()
    expect(asked.map(({ kind }) => kind)).not.toContain('write')
  })
})
