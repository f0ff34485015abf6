// Our VFS as SQLite sees it: the tables of its methods in memory of SQLite's. No callback ever throws into WebAssembly.
import { codes, ok } from './codes.ts'
import { codeOf, Driver, type VfsOptions } from './driver.ts'
import type { Engine } from './engine.ts'
import { addToTable, type Method } from './trampoline.ts'

export interface Vfs {
  readonly name: string
  /** From now on nothing is written, synced or deleted for this database until it is opened anew. */
  readonly stop: (database: string) => void
  /** The last error of the file system since this was asked last, for people. */
  readonly takeError: () => unknown
}

let count = 0

export function registerVfs(engine: Engine, options: VfsOptions): Vfs {
  const name = `reeve${++count}`
  const driver = new Driver(engine, options)
  const { call } = engine
  const io = structOf(engine, [1, ...addToTable(engine.table, fileMethods(driver))])
  driver.ioMethods = io
  const methods = addToTable(engine.table, vfsMethods(driver))
  const vfs = structOf(engine, [2, 8, 1024, 0, engine.place(name), 0, ...methods])
  const result = call.sqlite3_vfs_register?.(vfs, 0)
  if (result !== ok) throw new RangeError('the VFS could not be registered')
  return { name, stop: (database) => driver.stop(database), takeError: () => driver.takeError() }
}

function structOf(engine: Engine, words: readonly number[]): number {
  const pointer = engine.call.malloc?.(words.length * 4) ?? 0
  const view = engine.view()
  for (const [index, word] of words.entries()) view.setInt32(pointer + index * 4, word, true)
  return pointer
}

function fileMethods(driver: Driver): readonly Method[] {
  return [
    { parameters: 'i', run: guarded(driver, 0, (file: number) => driver.close(file)) },
    {
      parameters: 'iiij',
      run: guarded(driver, codes.ioRead, (file: number, to: number, size: number, at: bigint) =>
        driver.read(file, to, size, Number(at)),
      ),
    },
    {
      parameters: 'iiij',
      run: guarded(driver, codes.ioWrite, (file: number, from: number, size: number, at: bigint) =>
        driver.write(file, from, size, Number(at)),
      ),
    },
    {
      parameters: 'ij',
      run: guarded(driver, codes.ioTruncate, (file: number, size: bigint) => driver.truncate(file, Number(size))),
    },
    { parameters: 'ii', run: guarded(driver, codes.ioSync, (file: number) => driver.sync(file)) },
    { parameters: 'ii', run: guarded(driver, codes.ioStat, (file: number, out: number) => driver.size(file, out)) },
    { parameters: 'ii', run: guarded(driver, codes.busy, (file: number, level: number) => driver.lock(file, level)) },
    { parameters: 'ii', run: guarded(driver, codes.busy, (file: number, level: number) => driver.unlock(file, level)) },
    { parameters: 'ii', run: guarded(driver, codes.busy, (_file: number, out: number) => driver.answer(out, 0)) },
    { parameters: 'iii', run: () => codes.notFound },
    { parameters: 'i', run: () => 4096 },
    { parameters: 'i', run: () => 0 }, // no promise of power-safe overwrites or atomic sectors
  ]
}

function vfsMethods(driver: Driver): readonly Method[] {
  return [
    {
      parameters: 'iiiii',
      run: guarded(driver, codes.cannotOpen, (_vfs: number, name: number, file: number, flags: number, out: number) =>
        driver.openFile(name, file, flags, out),
      ),
    },
    {
      parameters: 'iii',
      run: guarded(driver, codes.ioDelete, (_vfs: number, name: number, syncs: number) =>
        driver.delete(name, syncs !== 0),
      ),
    },
    {
      parameters: 'iiii',
      run: guarded(driver, codes.ioAccess, (_vfs: number, name: number, _flags: number, out: number) =>
        driver.access(name, out),
      ),
    },
    {
      parameters: 'iiii',
      run: guarded(driver, codes.cannotOpen, (_vfs: number, name: number, size: number, out: number) =>
        driver.fullName(name, size, out),
      ),
    },
    { parameters: 'ii', run: () => 0 },
    { parameters: 'iii', run: () => 0 },
    { parameters: 'iii', run: () => 0 },
    { parameters: 'ii', run: () => 0 },
    {
      parameters: 'iii',
      run: guarded(driver, 0, (_vfs: number, size: number, out: number) => driver.randomness(size, out)),
    },
    { parameters: 'ii', run: () => 0 },
    { parameters: 'ii', run: () => codes.notFound },
    { parameters: 'iii', run: () => 0 },
    { parameters: 'ii', run: guarded(driver, codes.ioRead, (_vfs: number, out: number) => driver.now(out)) },
  ]
}

function guarded<Values extends never[]>(
  driver: Driver,
  failure: number,
  run: (...values: Values) => number,
): Method['run'] {
  return ((...values: Values) => {
    try {
      return run(...values)
    } catch (error) {
      driver.noteError(error)
      return isFull(error) ? codes.full : failure
    }
  }) as unknown as Method['run']
}

function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error))
}
