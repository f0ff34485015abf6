// The calls of `node:fs` on the tree of the simulated disk, with the errors that Linux gives.
import { constants } from 'node:fs'

import type { FileKind, FileStat, Files } from '../../src/host/host.ts'
import { FileError } from './errors.ts'
import type { Node } from './node.ts'
import type { Tree } from './tree.ts'

export interface Open {
  readonly node: Node
  readonly path: string
  readonly flags: number
  position: number
}

export interface CallsOptions {
  readonly tree: Tree
  readonly open: Map<number, Open>
  readonly nowNs: () => bigint
  readonly userId: number
  readonly limits: {
    readonly capacityBytes: number
    readonly usedBytes: () => number
    readonly readOnly: ReadonlySet<string>
  }
}

export class Calls {
  readonly #options: CallsOptions
  readonly #tree: Tree
  readonly #open: Map<number, Open>
  #lastFd = 2

  constructor(options: CallsOptions) {
    this.#options = options
    this.#tree = options.tree
    this.#open = options.open
  }

  readonly methods: Omit<Files, 'constants'> = {
    open: (path, flags, mode = 0o600) => this.#openFile(path, flags, mode),
    close: (fd) => {
      this.#opened(fd, 'close')
      this.#open.delete(fd)
    },
    read: (fd, buffer, position) => this.#read(this.#opened(fd, 'read'), buffer, position),
    write: (fd, buffer, position) => this.#write(this.#opened(fd, 'write'), buffer, position),
    truncate: (fd, size) => {
      const { node, path } = this.#writable(this.#opened(fd, 'ftruncate'), 'ftruncate')
      this.#mayGrow(size - node.content.size, 'ftruncate', path)
      node.content.truncate(size)
      this.#touch(node)
    },
    sync: (fd) => this.#sync(this.#opened(fd, 'fsync')),
    dataSync: (fd) => this.#sync(this.#opened(fd, 'fdatasync')),
    stat: (path) => statOf(this.#tree.get(path, 'stat')),
    lstat: (path) => statOf(this.#tree.get(path, 'lstat', false)),
    fstat: (fd) => statOf(this.#opened(fd, 'fstat').node),
    chmod: (path, mode) => {
      const { node, path: real } = this.#present(path, 'chmod', true)
      this.#mayChange(real, 'chmod')
      node.mode = mode & 0o7777
      node.changedNs = this.#options.nowNs()
    },
    list: (path) => {
      const { kind, names } = this.#tree.get(path, 'scandir')
      if (kind !== 'directory') throw new FileError('ENOTDIR', 'scandir', path)
      return names.entries().map(([name, node]) => ({ name, kind: node.kind }))
    },
    readLink: (path) => {
      const node = this.#tree.get(path, 'readlink', false)
      if (node.kind !== 'symlink') throw new FileError('EINVAL', 'readlink', path)
      return node.target
    },
    realPath: (path) => this.#present(path, 'realpath', true).path,
    makeDirectory: (path, mode = 0o777) => this.#add(path, 'mkdir', 'directory', mode & ~0o022),
    symlink: (target, path) => this.#add(path, 'symlink', 'symlink', 0o777, target),
    removeDirectory: (path) => {
      const { node, ...found } = this.#present(path, 'rmdir', false)
      if (node.kind !== 'directory') throw new FileError('ENOTDIR', 'rmdir', path)
      if (node.names.size > 0) throw new FileError('ENOTEMPTY', 'rmdir', path)
      this.#remove({ ...found, node }, 'rmdir')
    },
    unlink: (path) => {
      const found = this.#present(path, 'unlink', false)
      if (found.node.kind === 'directory') throw new FileError('EISDIR', 'unlink', path)
      this.#remove(found, 'unlink')
    },
    rename: (from, to) => this.#rename(from, to),
    link: (existing, path) => {
      const { node } = this.#present(existing, 'link', false)
      if (node.kind === 'directory') throw new FileError('EPERM', 'link', existing)
      const { directory, name } = this.#absent(path, 'link')
      directory.names.change({ name, node })
      node.links++
      node.changedNs = this.#options.nowNs()
    },
  }

  #openFile(path: string, flags: number, mode: number): number {
    const follows = (flags & constants.O_NOFOLLOW) === 0 && (flags & constants.O_EXCL) === 0
    const found = this.#tree.find(path, 'open', follows)
    const writes = (flags & (constants.O_WRONLY | constants.O_RDWR)) !== 0
    const node = found.node ?? this.#create(path, flags, mode)
    if (found.node && flags & constants.O_CREAT && flags & constants.O_EXCL) throw new FileError('EEXIST', 'open', path)
    this.#mayOpen(node, path, flags, writes)
    if (writes) this.#mayChange(found.path, 'open')
    if (flags & constants.O_TRUNC && writes && found.node) {
      node.content.truncate(0)
      this.#touch(node)
    }
    const fd = ++this.#lastFd
    this.#open.set(fd, { node, path: found.path, flags, position: 0 })
    return fd
  }

  #create(path: string, flags: number, mode: number): Node {
    if (!(flags & constants.O_CREAT)) throw new FileError('ENOENT', 'open', path)
    return this.#add(path, 'open', 'file', mode & ~0o022)
  }

  #mayOpen(node: Node, path: string, flags: number, writes: boolean): void {
    if (node.kind === 'symlink') throw new FileError('ELOOP', 'open', path)
    if (flags & constants.O_DIRECTORY && node.kind !== 'directory') throw new FileError('ENOTDIR', 'open', path)
    if (node.kind === 'directory' && writes) throw new FileError('EISDIR', 'open', path)
    if (node.kind === 'other' && !(flags & constants.O_NONBLOCK))
      throw new Error(`opening the special file ${path} without O_NONBLOCK would wait for ever`)
    const needs = writes ? (flags & constants.O_RDWR ? 0o600 : 0o200) : 0o400
    const mask = node.userId === this.#options.userId ? needs : needs >> 6
    if (this.#options.userId !== 0 && (node.mode & mask) !== mask) throw new FileError('EACCES', 'open', path)
  }

  #read(open: Open, buffer: Uint8Array, position: number | null): number {
    if (open.node.kind === 'directory') throw new FileError('EISDIR', 'read', open.path)
    if (open.node.kind === 'other') throw new FileError('EAGAIN', 'read', open.path)
    if (open.flags & constants.O_WRONLY) throw new FileError('EBADF', 'read', open.path)
    const count = open.node.content.read(buffer, position ?? open.position)
    if (position === null) open.position += count
    return count
  }

  #write(open: Open, bytes: Uint8Array, position: number | null): number {
    const { node } = this.#writable(open, 'write')
    const appends = (open.flags & constants.O_APPEND) !== 0
    const at = appends ? node.content.size : (position ?? open.position)
    this.#mayGrow(at + bytes.length - node.content.size, 'write', open.path)
    node.content.write(bytes, at)
    if (position === null) open.position = at + bytes.length
    this.#touch(node)
    return bytes.length
  }

  #sync({ node }: Open): void {
    node.content.sync()
    node.names.sync()
  }

  #rename(from: string, to: string): void {
    const source = this.#present(from, 'rename', false)
    const goal = this.#tree.find(to, 'rename', false)
    this.#mayChange(source.path, 'rename')
    this.#mayChange(goal.path, 'rename')
    if (goal.node === source.node) return
    if (goal.node) this.#mayReplace(source.node, goal.node, to)
    const appears = { name: goal.name, node: source.node }
    if (goal.directory === source.directory) goal.directory.names.change({ name: source.name }, appears)
    else {
      goal.directory.names.change(appears)
      source.directory.names.change({ name: source.name })
    }
    if (goal.node) goal.node.links--
    source.node.changedNs = this.#options.nowNs()
  }

  #mayReplace(source: Node, goal: Node, to: string): void {
    if (source.kind === 'directory' && goal.kind !== 'directory') throw new FileError('ENOTDIR', 'rename', to)
    if (source.kind !== 'directory' && goal.kind === 'directory') throw new FileError('EISDIR', 'rename', to)
    if (goal.names.size > 0) throw new FileError('ENOTEMPTY', 'rename', to)
  }

  #add(path: string, syscall: string, kind: FileKind, mode: number, target = ''): Node {
    const { directory, name } = this.#absent(path, syscall)
    const node = this.#tree.make(kind, mode, this.#options.userId, target)
    directory.names.change({ name, node })
    this.#touch(directory)
    return node
  }

  #remove(
    { directory, name, node, path }: { directory: Node; name: string; node: Node; path: string },
    syscall: string,
  ): void {
    this.#mayChange(path, syscall)
    directory.names.change({ name })
    node.links--
    this.#touch(directory)
  }

  #absent(path: string, syscall: string) {
    const found = this.#tree.find(path, syscall, false)
    if (found.node) throw new FileError('EEXIST', syscall, path)
    this.#mayChange(found.path, syscall)
    const { userId, mode } = found.directory
    if (this.#options.userId !== 0 && !(userId === this.#options.userId ? mode & 0o200 : mode & 0o002))
      throw new FileError('EACCES', syscall, path)
    this.#mayGrow(1, syscall, path)
    return found
  }

  #present(path: string, syscall: string, follows: boolean) {
    const { node, ...found } = this.#tree.find(path, syscall, follows)
    if (!node) throw new FileError('ENOENT', syscall, path)
    return { ...found, node }
  }

  #opened(fd: number, syscall: string): Open {
    const open = this.#open.get(fd)
    if (!open) throw new FileError('EBADF', syscall, `fd ${fd}`)
    return open
  }

  #writable(open: Open, syscall: string): Open {
    if (!(open.flags & (constants.O_WRONLY | constants.O_RDWR))) throw new FileError('EBADF', syscall, open.path)
    return open
  }

  #mayChange(path: string, syscall: string): void {
    for (const directory of this.#options.limits.readOnly)
      if (path === directory || path.startsWith(`${directory}/`)) throw new FileError('EROFS', syscall, path)
  }

  #mayGrow(bytes: number, syscall: string, path: string): void {
    const { limits } = this.#options
    if (bytes <= 0 || limits.capacityBytes === Number.POSITIVE_INFINITY) return
    if (limits.usedBytes() + bytes > limits.capacityBytes) throw new FileError('ENOSPC', syscall, path)
  }

  #touch(node: Node): void {
    node.modifiedNs = node.changedNs = this.#options.nowNs()
  }
}

function statOf(node: Node): FileStat {
  return {
    kind: node.kind,
    size: node.kind === 'symlink' ? node.target.length : node.content.size,
    mode: node.mode,
    mtimeNs: node.modifiedNs,
    ctimeNs: node.changedNs,
    inode: node.inode,
    device: 1n,
    userId: node.userId,
    linkCount: node.links,
  }
}
