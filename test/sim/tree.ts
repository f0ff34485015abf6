// The tree of the simulated disk: how a path leads to a node, through links and up again, and what stops it.
import type { FileKind } from '../../src/host/host.ts'
import { FileError } from './errors.ts'
import { Content, Names, type Node } from './node.ts'

export interface Found {
  readonly directory: Node
  /** Last name of the path; empty for the root itself. */
  readonly name: string
  /** Absent: the directory is there and the name is not. */
  readonly node: Node | undefined
  /** Real path: no links, no dots. */
  readonly path: string
}

const longestChain = 40

export class Tree {
  readonly root: Node
  readonly #nowNs: () => bigint
  #inodes = 1n

  constructor(nowNs: () => bigint) {
    this.#nowNs = nowNs
    this.root = this.make('directory', 0o755, 0)
  }

  make(kind: FileKind, mode: number, userId: number, target = ''): Node {
    const now = this.#nowNs()
    return {
      kind,
      inode: this.#inodes++,
      userId,
      mode: mode & 0o7777,
      modifiedNs: now,
      changedNs: now,
      links: 1,
      content: new Content(),
      names: new Names(),
      target,
    }
  }

  /** Where a path leads; the last name is followed when it is a link, unless told otherwise. */
  find(path: string, syscall: string, follows: boolean): Found {
    if (!path.startsWith('/') || path.includes('\0')) throw new FileError('EINVAL', syscall, path)
    return new Walk(this.root, path, syscall).run(follows)
  }

  get(path: string, syscall: string, follows = true): Node {
    const { node } = this.find(path, syscall, follows)
    if (!node) throw new FileError('ENOENT', syscall, path)
    return node
  }

  /** A name that came back with the power counts again, and one that went does not. */
  countLinks(): void {
    for (const node of this.each()) if (node.kind !== 'directory') node.links = 0
    for (const directory of this.each())
      for (const [, node] of directory.names.entries()) if (node.kind !== 'directory') node.links++
  }

  /** Every node that a name leads to, each once; a directory before what lies in it. */
  *each(): Generator<Node> {
    const seen = new Set<Node>([this.root])
    for (const node of seen) {
      yield node
      for (const [, child] of node.names.entries()) seen.add(child)
    }
  }
}

class Walk {
  readonly #path: string
  readonly #syscall: string
  readonly #trail: { readonly name: string; readonly node: Node }[]
  #rest: string[]
  #links = 0

  constructor(root: Node, path: string, syscall: string) {
    this.#path = path
    this.#syscall = syscall
    this.#trail = [{ name: '', node: root }]
    this.#rest = split(path)
  }

  run(follows: boolean): Found {
    for (;;) {
      const name = this.#rest.shift()
      const directory = this.#here()
      if (name === undefined) return this.#arrived()
      if (directory.kind !== 'directory') throw this.#error('ENOTDIR')
      if (name === '..') {
        if (this.#trail.length > 1) this.#trail.pop()
        continue
      }
      const node = directory.names.get(name)
      const isLast = this.#rest.length === 0
      if (node?.kind === 'symlink' && (!isLast || follows)) this.#follow(node)
      else if (isLast) return { directory, name, node, path: this.#join(name) }
      else if (node) this.#trail.push({ name, node })
      else throw this.#error('ENOENT')
    }
  }

  #follow(link: Node): void {
    if (++this.#links > longestChain) throw this.#error('ELOOP')
    if (link.target.startsWith('/')) this.#trail.splice(1)
    this.#rest.unshift(...split(link.target))
  }

  #here(): Node {
    return (this.#trail.at(-1) as { readonly node: Node }).node
  }

  #arrived(): Found {
    const node = this.#here()
    const name = this.#trail.at(-1)?.name ?? ''
    const directory = this.#trail.at(-2)?.node ?? node
    return { directory, name, node, path: this.#join() }
  }

  #join(...more: readonly string[]): string {
    return `/${[...this.#trail.slice(1).map(({ name }) => name), ...more].join('/')}`
  }

  #error(code: string): FileError {
    return new FileError(code, this.#syscall, this.#path)
  }
}

function split(path: string): string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.')
}
