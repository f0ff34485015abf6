// The lock of a ledger: who waits for whom, and what the dead leave behind.
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { loadFileLocks } from '../../src/host/file-lock.ts'
import { realHost } from '../../src/host/real.ts'
import { ProcessLock } from '../../src/ledger/lock.ts'
import { type Owner, ownerNow } from '../../src/ledger/owner.ts'
import { temporaryDirectory } from './world.ts'

const host = realHost()
const kernel = await loadFileLocks(host.runtime)
const longMs = 20_000

function newPlace(): { readonly directory: string; readonly path: string } {
  const directory = temporaryDirectory()
  return { directory, path: join(directory, 'ledger.db.lock') }
}

/** Takes the lock at once or not at all. */
async function isTaken(path: string, locks = kernel): Promise<boolean> {
  const lock = new ProcessLock(host, path, locks)
  try {
    await lock.acquire(0)
    lock.release()
    return false
  } catch {
    return true
  }
}

/** This very process, as it would stand in a lock file if it had been another one. */
function owner(changes: Partial<Owner>): string {
  return JSON.stringify({ ...ownerNow(host), ...changes })
}

/** A pid that nobody has. */
const nobody = 2 ** 22 + 1

describe.each([
  { how: 'with locks of the kernel', locks: kernel },
  { how: 'without locks of the kernel', locks: undefined },
])('$how', ({ locks }) => {
  test('a lock that is held is held by one', async () => {
    const { directory, path } = newPlace()
    const lock = new ProcessLock(host, path, locks)
    await lock.acquire(longMs)
    expect([lock.isHeld, lock.isIntact()]).toEqual([true, true])
    expect(await isTaken(path, locks)).toBe(true)
    lock.release()
    lock.release()
    expect([lock.isHeld, lock.isIntact()]).toEqual([false, false])
    expect(await isTaken(path, locks)).toBe(false)
    expect(readdirSync(directory)).toEqual([])
  })

  test('who waits too long is told by whose pid', async () => {
    const { directory, path } = newPlace()
    const lock = new ProcessLock(host, path, locks)
    await lock.acquire(longMs)
    await expect(new ProcessLock(host, path, locks).acquire(20)).rejects.toMatchObject({
      code: 'ledger-in-use',
      message: `the ledger is in use by pid ${host.runtime.pid}`,
    })
    lock.release()
    expect(readdirSync(directory)).toEqual([])
  })

  test('those who wait are served in the order in which they came, and the owner knows that they wait', async () => {
    const { directory, path } = newPlace()
    const first = new ProcessLock(host, path, locks)
    await first.acquire(longMs)
    expect(first.isWanted()).toBe(false)
    const served: number[] = []
    const waiting: Promise<void>[] = []
    for (let number = 0; number < 4; number++) {
      const lock = new ProcessLock(host, path, locks)
      const turn = lock.acquire(longMs).then(async () => {
        served.push(number)
        await host.clock.sleep(5)
        lock.release()
      })
      waiting.push(turn)
      while (readdirSync(directory).filter((name) => name.endsWith('.wait')).length <= number) await host.clock.sleep(2)
      await host.clock.sleep(3)
    }
    expect(first.isWanted()).toBe(true)
    first.release()
    await Promise.all(waiting)
    expect(served).toEqual([0, 1, 2, 3])
    expect(readdirSync(directory)).toEqual([])
  })

  test('twenty at once all get it, one after the other', async () => {
    const { directory, path } = newPlace()
    let [inside, most, turns] = [0, 0, 0]
    const turn = async (): Promise<void> => {
      const lock = new ProcessLock(host, path, locks)
      await lock.acquire(longMs)
      most = Math.max(most, ++inside)
      turns++
      await host.clock.sleep(1)
      inside--
      lock.release()
    }
    await Promise.all(Array.from({ length: 20 }, turn))
    expect([most, turns]).toEqual([1, 20])
    expect(readdirSync(directory)).toEqual([])
  })

  test.each(
    Object.entries({
      'whose pid is nobody’s': owner({ pid: nobody }),
      'whose pid came again for another process': owner({ start: '1' }),
      'of an earlier boot': owner({ boot: 'another' }),
      'that names nobody': '',
      'that is half written': owner({}).slice(0, 40),
      'with a name that is no name': owner({ nonce: '../../../etc/passwd' }),
    }),
  )('a dead lock is taken over: one %s', async (_what, text) => {
    const { directory, path } = newPlace()
    writeFileSync(path, text)
    expect(await isTaken(path, locks)).toBe(false)
    expect(readdirSync(directory)).toEqual([])
  })

  test.each(
    Object.entries({
      'of this process': owner({}),
      'on another machine': owner({ machine: 'another', pid: nobody }),
      'in another container': owner({ space: 'pid:[1]', pid: nobody }),
    }),
  )('a lock whose owner may be alive is never taken: one %s', async (_what, text) => {
    const { directory, path } = newPlace()
    writeFileSync(path, text)
    expect(await isTaken(path, locks)).toBe(true)
    expect(readFileSync(path, 'utf8')).toBe(text)
    expect(readdirSync(directory)).toEqual(['ledger.db.lock'])
  })

  test('a dead owner’s lock goes to one of many who want it', async () => {
    const { directory, path } = newPlace()
    writeFileSync(path, owner({ pid: nobody }))
    const locksOf = Array.from({ length: 8 }, () => new ProcessLock(host, path, locks))
    let [inside, most] = [0, 0]
    await Promise.all(
      locksOf.map(async (lock) => {
        await lock.acquire(longMs)
        most = Math.max(most, ++inside)
        await host.clock.sleep(1)
        inside--
        lock.release()
      }),
    )
    expect(most).toBe(1)
    expect(readdirSync(directory)).toEqual([])
  })

  test('the right of an heir who died is inherited', async () => {
    const { directory, path } = newPlace()
    const nonce = 'a'.repeat(24)
    writeFileSync(path, owner({ pid: nobody, nonce }))
    writeFileSync(`${path}.${nonce}.heir`, owner({ pid: nobody, nonce: 'b'.repeat(24) }))
    expect(await isTaken(path, locks)).toBe(false)
    expect(readdirSync(directory)).toEqual([])
  })

  test('an heir who lives is not overtaken', async () => {
    const { directory, path } = newPlace()
    const nonce = 'a'.repeat(24)
    writeFileSync(path, owner({ pid: nobody, nonce }))
    writeFileSync(`${path}.${nonce}.heir`, owner({ nonce: 'b'.repeat(24) }))
    expect(await isTaken(path, locks)).toBe(true)
    expect(readdirSync(directory).length).toBe(2)
  })

  test('tickets of dead waiters are cleared, and old litter with them', async () => {
    const { directory, path } = newPlace()
    writeFileSync(`${path}.${'0'.repeat(14)}.${'c'.repeat(24)}.wait`, owner({ pid: nobody }))
    writeFileSync(`${path}.${'0'.repeat(13)}1.${'d'.repeat(24)}.wait`, '')
    writeFileSync(path, owner({ pid: nobody }))
    for (const name of ['x.tmp', `${'e'.repeat(24)}.heir`]) {
      writeFileSync(`${path}.${name}`, owner({ pid: nobody }))
      utimesSync(`${path}.${name}`, 1, 1)
    }
    const lock = new ProcessLock(host, path, locks)
    await lock.acquire(longMs)
    lock.release()
    expect(readdirSync(directory)).toEqual([])
  })

  test('a lock that somebody took away is not held any more, and the next owner’s is left alone', async () => {
    const { path } = newPlace()
    const lock = new ProcessLock(host, path, locks)
    await lock.acquire(longMs)
    const other = owner({ pid: 1 })
    writeFileSync(path, other)
    expect(lock.isIntact()).toBe(false)
    lock.release()
    expect(readFileSync(path, 'utf8')).toBe(other)
  })
})

describe('where both sides have locks of the kernel', () => {
  test('the kernel says who lives, whatever the pid says', async () => {
    if (!kernel) throw new Error('this runtime has no locks of the kernel')
    const { directory, path } = newPlace()
    const text = owner({ kernel: true, pid: nobody, space: 'pid:[1]' })
    writeFileSync(path, text)
    const { open, close, constants } = host.files
    const fd = open(path, constants.O_RDWR)
    expect(kernel.set(fd, 'write', 0, 1)).toBe(true)
    expect(await isTaken(path)).toBe(true)
    expect(readFileSync(path, 'utf8')).toBe(text)
    close(fd)
    expect(await isTaken(path)).toBe(false)
    expect(readdirSync(directory)).toEqual([])
  })

  test('a lock is left by one who lives and let it go', async () => {
    const { directory, path } = newPlace()
    writeFileSync(path, owner({ kernel: true }))
    expect(await isTaken(path)).toBe(false)
    expect(readdirSync(directory)).toEqual([])
  })
})
