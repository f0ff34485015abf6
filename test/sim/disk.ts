// A disk in memory with the calls and errors of `node:fs`, which fails as a trial wants it: full, with an error at a given call, with
// short writes, or without power, after which only what was synced is sure to be there.
import { constants } from 'node:fs'

import type { FileKind, Files } from '../../src/host/host.ts'
import { Calls, type Open } from './calls.ts'
import { FileError, PowerLoss } from './errors.ts'
import type { Random } from './random.ts'
import { Tree } from './tree.ts'

export interface Call {
  /** Name of the method of `Files`. */
  readonly name: keyof Omit<Files, 'constants'>
  /** Path of the file; of an open one, the path it was opened by. */
  readonly path: string
  /** Calls so far, this one included. */
  readonly count: number
}

/** What a trial makes of a call: an error code, the loss of power, a write of fewer bytes, or nothing. */
export type Trouble = { readonly error: string } | 'power-loss' | 'short' | undefined

export interface DiskOptions {
  readonly random: Random
  readonly nowNs: () => bigint
  readonly userId: number
}

export class Disk {
  /** Asked before each call. */
  trouble: (call: Call) => Trouble = () => undefined
  /** Bytes in all files together, beyond which a write meets ENOSPC. */
  capacityBytes = Number.POSITIVE_INFINITY
  /** Directories under which nothing can be changed (EROFS). */
  readonly readOnly = new Set<string>()
  readonly files: Files
  readonly tree: Tree
  callCount = 0
  readonly #options: DiskOptions
  readonly #open = new Map<number, Open>()
  #hasPower = true

  constructor(options: DiskOptions) {
    this.#options = options
    this.tree = new Tree(options.nowNs)
    this.files = this.#watched(new Calls({ ...options, tree: this.tree, open: this.#open, limits: this }))
  }

  /** Puts a file there as if it had always been there: durable, with its directories. */
  put(path: string, text: string | Uint8Array, mode = 0o644): void {
    this.makeDirectories(path.slice(0, path.lastIndexOf('/')) || '/')
    const { directory, name, node } = this.tree.find(path, 'put', true)
    const file = node ?? this.tree.make('file', mode, this.#options.userId)
    file.content.truncate(0)
    file.content.write(typeof text === 'string' ? new TextEncoder().encode(text) : text, 0)
    file.content.sync()
    file.modifiedNs = file.changedNs = this.#options.nowNs()
    directory.names.change({ name, node: file })
    directory.names.sync()
  }

  makeDirectories(path: string, mode = 0o755): void {
    let made = ''
    for (const part of path.split('/').filter((each) => each !== '')) {
      made += `/${part}`
      const { directory, name, node } = this.tree.find(made, 'mkdir', true)
      if (node) continue
      directory.names.change({ name, node: this.tree.make('directory', mode, this.#options.userId) })
      directory.names.sync()
    }
  }

  /** A pipe or a device: it has no bytes, and to read it as if it were a file would never end. */
  putSpecial(path: string, kind: FileKind = 'other'): void {
    const { directory, name } = this.tree.find(path, 'mknod', false)
    directory.names.change({ name, node: this.tree.make(kind, 0o644, this.#options.userId) })
    directory.names.sync()
  }

  /** Takes a file, or a directory with all that lies in it, away for good. */
  forget(path: string): void {
    const { directory, name } = this.tree.find(path, 'forget', false)
    directory.names.change({ name })
    directory.names.sync()
  }

  read(path: string): string {
    return new TextDecoder().decode(this.tree.get(path, 'read').content.bytes())
  }

  has(path: string): boolean {
    try {
      return this.tree.find(path, 'has', false).node !== undefined
    } catch {
      return false
    }
  }

  usedBytes(): number {
    return [...this.tree.each()].reduce((sum, node) => sum + node.content.size, 0)
  }

  get openCount(): number {
    return this.#open.size
  }

  get hasPower(): boolean {
    return this.#hasPower
  }

  /** From now on each call throws PowerLoss, until `restart`. */
  losePower(): void {
    this.#hasPower = false
  }

  /** The power is back: nothing is open, and what was not synced is there or not, as the seed wants it. */
  restart(): void {
    this.#open.clear()
    for (const node of this.tree.each()) {
      node.names.losePower(this.#options.random)
      node.content.losePower(this.#options.random)
    }
    this.tree.countLinks()
    this.#hasPower = true
    this.trouble = () => undefined
  }

  /** Each call is counted and shown to the trial before it is done. */
  #watched(calls: Calls): Files {
    const watched: Record<string, unknown> = { constants }
    for (const name of Object.keys(calls.methods) as (keyof Calls['methods'])[]) {
      const run = calls.methods[name] as (...values: readonly unknown[]) => unknown
      watched[name] = (...values: readonly unknown[]) => run(...this.#meet(name, values))
    }
    return watched as unknown as Files
  }

  #meet(name: Call['name'], values: readonly unknown[]): readonly unknown[] {
    if (!this.#hasPower) throw new PowerLoss()
    const [first] = values
    const path = typeof first === 'number' ? (this.#open.get(first)?.path ?? `fd ${first}`) : String(first)
    const trouble = this.trouble({ name, path, count: ++this.callCount })
    if (trouble === undefined) return values
    if (trouble === 'power-loss') {
      this.losePower()
      throw new PowerLoss()
    }
    if (trouble !== 'short') throw new FileError(trouble.error, name, path)
    const [fd, bytes, ...more] = values
    return bytes instanceof Uint8Array ? [fd, bytes.subarray(0, Math.ceil(bytes.length / 2)), ...more] : values
  }
}
