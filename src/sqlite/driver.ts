// What SQLite asks of files, answered over Host.files: synchronous, with directory syncs after a file appears or vanishes, files opened
// without following links, and nothing written through a file whose sync failed. Methods throw; `vfs.ts` turns that into codes.
import { resolvePath } from '../base/path.ts'
import type { FileLocks } from '../host/file-lock.ts'
import type { FileStat, Files } from '../host/host.ts'
import { codes, lockLevels, ok, openFlags } from './codes.ts'
import type { Engine } from './engine.ts'
import { dropTo, raiseTo } from './locking.ts'
import { keepOut, letIn, Unlinked } from './strangers.ts'

interface OpenFile {
  readonly fd: number
  /** Nothing is written through it, nor deleted beside it. */
  readonly isReading: boolean
  readonly path: string
  readonly removes: boolean
  readonly isDatabase: boolean
  lock: number
}

export interface VfsOptions {
  readonly files: Files
  readonly locks: FileLocks | undefined
  readonly random: (byteCount: number) => Uint8Array
  readonly nowMs: () => number
}

/** Stands for a file that is empty and not there. */
const nothing = -1

export class Driver {
  ioMethods = 0
  #lastError: unknown
  readonly #engine: Engine
  readonly #options: VfsOptions
  readonly #open = new Map<number, OpenFile>()
  /** After a failed sync the page cache may have dropped data: nothing more is written through this file (fsyncgate). */
  readonly #poisoned = new Set<number>()

  constructor(engine: Engine, options: VfsOptions) {
    this.#engine = engine
    this.#options = options
  }

  noteError(error: unknown): void {
    this.#lastError = error
  }

  takeError(): unknown {
    const error = this.#lastError
    this.#lastError = undefined
    return error
  }

  stop(database: string): void {
    for (const [pointer, file] of this.#open) if (databaseOf(file.path) === database) this.#poisoned.add(pointer)
  }

  /** INVARIANT: what is acknowledged lies in files that have their names. A stranger that unlinked the log would take it along. */
  #checkLinked(database: string): void {
    const { files } = this.#options
    for (const file of this.#open.values()) {
      if (file.removes || databaseOf(file.path) !== database) continue
      const held = files.fstat(file.fd)
      const named = statOf(files, file.path)
      if (held.linkCount > 0 && held.inode === named?.inode && held.device === named.device) continue
      this.stop(database)
      throw new Unlinked(file.path)
    }
  }

  #file(pointer: number): OpenFile {
    const file = this.#open.get(pointer)
    if (!file) throw new RangeError('no such open file')
    return file
  }

  openFile(name: number, pointer: number, flags: number, out: number): number {
    const view = this.#engine.view()
    view.setInt32(pointer, 0, true) // no methods: SQLite then does not call xClose after a failure
    if (name === 0) return codes.cannotOpen
    const path = this.#engine.text(name)
    const isReading = (flags & openFlags.readOnly) !== 0 || this.#isOnlyRead(path)
    if ((flags & openFlags.log) !== 0 && !isReading && !this.#options.locks)
      keepOut(this.#options.files, databaseOf(path))
    this.#open.set(pointer, {
      fd: isReading ? this.#openToRead(path, flags) : this.#openPath(path, flags),
      isReading,
      path,
      removes: (flags & openFlags.deleteOnClose) !== 0,
      isDatabase: (flags & openFlags.mainDatabase) !== 0,
      lock: 0,
    })
    view.setInt32(pointer, this.ioMethods, true)
    if (out !== 0) view.setInt32(out, isReading ? readingFlags(flags) : flags, true)
    return ok
  }

  /** SQLite opens the log of a database for writing although it only reads, and tidies up at the end; we do not let it. */
  #isOnlyRead(path: string): boolean {
    const database = databaseOf(path)
    return [...this.#open.values()].some((file) => file.isDatabase && file.isReading && file.path === database)
  }

  /** A writer that was killed while it tidied up leaves a database that wants a log, and none: it is as good as an empty one. */
  #openToRead(path: string, flags: number): number {
    try {
      return this.#openPath(path, readingFlags(flags))
    } catch (error) {
      if ((flags & openFlags.log) === 0 || codeOf(error) !== 'ENOENT') throw error
      return nothing
    }
  }

  /** INVARIANT: nothing is written under a name that may not last. Whoever made a file that is still empty may have been killed
   *  before its directory was synced, so that is done by whoever opens it to write. */
  #openPath(path: string, flags: number): number {
    const { files } = this.#options
    const { O_RDONLY, O_RDWR, O_NOFOLLOW, O_NONBLOCK, O_CREAT } = files.constants
    const access = (flags & openFlags.readOnly) === 0 ? O_RDWR : O_RDONLY
    const creates = (flags & openFlags.create) !== 0
    const fd = files.open(path, access | O_NOFOLLOW | O_NONBLOCK | (creates ? O_CREAT : 0), 0o600)
    try {
      const { kind, size } = files.fstat(fd)
      if (kind !== 'file') throw new RangeError(`${path} is no regular file`)
      if (creates && size === 0) this.#syncDirectory(path)
      return fd
    } catch (error) {
      files.close(fd)
      throw error
    }
  }

  close(pointer: number): number {
    const file = this.#open.get(pointer)
    if (!file) return ok
    this.#open.delete(pointer)
    this.#poisoned.delete(pointer)
    if (file.fd !== nothing) this.#options.files.close(file.fd)
    if (file.removes) this.#options.files.unlink(file.path)
    return ok
  }

  read(pointer: number, to: number, size: number, at: number): number {
    const { fd } = this.#file(pointer)
    const target = this.#engine.heap().subarray(to, to + size)
    let done = 0
    while (done < size && fd !== nothing) {
      const count = this.#options.files.read(fd, target.subarray(done), at + done)
      if (count === 0) break
      done += count
    }
    if (done === size) return ok
    target.fill(0, done)
    return codes.ioShortRead
  }

  write(pointer: number, from: number, size: number, at: number): number {
    if (this.#poisoned.has(pointer)) return codes.ioWrite
    const { fd } = this.#file(pointer)
    const source = this.#engine.heap().subarray(from, from + size)
    let done = 0
    while (done < size) {
      const count = this.#options.files.write(fd, source.subarray(done), at + done)
      if (count <= 0) return codes.full
      done += count
    }
    return ok
  }

  truncate(pointer: number, size: number): number {
    if (this.#poisoned.has(pointer)) return codes.ioTruncate
    this.#options.files.truncate(this.#file(pointer).fd, size)
    return ok
  }

  sync(pointer: number): number {
    if (this.#poisoned.has(pointer)) return codes.ioSync
    const file = this.#file(pointer)
    try {
      this.#options.files.dataSync(file.fd)
      this.#checkLinked(databaseOf(file.path))
      return ok
    } catch (error) {
      this.#poisoned.add(pointer)
      throw error
    }
  }

  size(pointer: number, out: number): number {
    const { fd } = this.#file(pointer)
    const size = fd === nothing ? 0 : this.#options.files.fstat(fd).size
    this.#engine.view().setBigInt64(out, BigInt(size), true)
    return ok
  }

  lock(pointer: number, level: number): number {
    const file = this.#file(pointer)
    if (level <= file.lock) return ok
    const { locks } = this.#options
    if (locks && file.isDatabase && !raiseTo(locks, file.fd, file.isReading ? lockLevels.shared : level))
      return codes.busy
    file.lock = level
    return ok
  }

  unlock(pointer: number, level: number): number {
    const file = this.#file(pointer)
    const { locks } = this.#options
    if (level >= file.lock) return ok
    file.lock = level
    if (locks && file.isDatabase) dropTo(locks, file.fd, level)
    return ok
  }

  delete(name: number, syncs: boolean): number {
    const path = this.#engine.text(name)
    if (this.#isOnlyRead(path)) return codes.ioDelete
    for (const pointer of this.#poisoned)
      if (databaseOf(this.#open.get(pointer)?.path ?? '') === databaseOf(path)) return codes.ioDelete
    try {
      this.#options.files.unlink(path)
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return codes.ioNoEntry
      throw error
    }
    if (path.endsWith('-wal')) letIn(this.#options.files, databaseOf(path))
    if (syncs) this.#syncDirectory(path)
    return ok
  }

  /** A file of no bytes counts as absent, as in SQLite's own VFS. */
  access(name: number, out: number): number {
    try {
      return this.answer(out, this.#options.files.lstat(this.#engine.text(name)).size > 0 ? 1 : 0)
    } catch {
      return this.answer(out, 0)
    }
  }

  answer(out: number, value: number): number {
    this.#engine.view().setInt32(out, value, true)
    return ok
  }

  fullName(name: number, size: number, out: number): number {
    const bytes = new TextEncoder().encode(this.#engine.text(name))
    if (bytes.length + 1 > size) return codes.cannotOpen
    this.#engine.heap().set(bytes, out)
    this.#engine.heap()[out + bytes.length] = 0
    return ok
  }

  randomness(size: number, out: number): number {
    this.#engine.heap().set(this.#options.random(size), out)
    return size
  }

  /** Milliseconds since noon of 24 November 4714 BC. */
  now(out: number): number {
    this.#engine.view().setBigInt64(out, 210_866_760_000_000n + BigInt(Math.floor(this.#options.nowMs())), true)
    return ok
  }

  #syncDirectory(path: string): void {
    const { files } = this.#options
    const fd = files.open(resolvePath(path, '..'), files.constants.O_RDONLY | files.constants.O_DIRECTORY)
    try {
      files.sync(fd)
    } finally {
      files.close(fd)
    }
  }
}

function readingFlags(flags: number): number {
  return (flags & ~(openFlags.readWrite | openFlags.create)) | openFlags.readOnly
}

/** The database that a log or journal belongs to. */
function databaseOf(path: string): string {
  return path.replace(/-(?:wal|journal)$/, '')
}

function statOf(files: Files, path: string): FileStat | undefined {
  try {
    return files.lstat(path)
  } catch {
    return undefined
  }
}

export function codeOf(error: unknown): string {
  return (error as { readonly code?: string }).code ?? ''
}
