// What lies on the simulated disk: files, directories, links and special files, each with what is written and what is durable.
// Durable is only what was synced: the content of a file by a sync of the file, a name by a sync of its directory.
import type { FileKind } from '../../src/host/host.ts'
import type { Random } from './random.ts'

export interface Node {
  readonly kind: FileKind
  readonly inode: bigint
  readonly userId: number
  mode: number
  modifiedNs: bigint
  changedNs: bigint
  links: number
  /** Of a file. */
  readonly content: Content
  /** Of a directory. */
  readonly names: Names
  /** Of a symbolic link. */
  readonly target: string
}

type Change =
  | { readonly kind: 'write'; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: 'truncate'; readonly size: number }

const sectorBytes = 512

/** The bytes of a file, with the changes since its last sync kept apart. */
export class Content {
  #bytes = new Uint8Array(0)
  #size = 0
  #durable: Uint8Array<ArrayBuffer> | undefined
  #unsynced: Change[] = []

  get size(): number {
    return this.#size
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#size)
  }

  read(into: Uint8Array, at: number): number {
    const part = this.#bytes.subarray(Math.min(at, this.#size), Math.min(at + into.length, this.#size))
    into.set(part)
    return part.length
  }

  write(bytes: Uint8Array, at: number): void {
    this.#note({ kind: 'write', at, bytes: bytes.slice() })
    this.#put(bytes, at)
  }

  truncate(size: number): void {
    this.#note({ kind: 'truncate', size })
    this.#cut(size)
  }

  sync(): void {
    this.#unsynced = []
    this.#durable = undefined
  }

  /** After the power comes back: of what was not synced each sector is there or not, in any order, as a real disk may leave it. */
  losePower(random: Random): void {
    if (!this.#durable) return
    const changes = this.#unsynced
    this.#bytes = this.#durable
    this.#size = this.#durable.length
    for (const change of changes) {
      if (change.kind === 'truncate') {
        if (random.chance(0.5)) this.#cut(change.size)
      } else this.#putSome(change, random)
    }
    this.sync()
  }

  #putSome({ bytes, at }: Change & { kind: 'write' }, random: Random): void {
    const whole = random.fraction()
    for (let offset = 0; offset < bytes.length; ) {
      const end = Math.min(bytes.length, offset + sectorBytes - ((at + offset) % sectorBytes))
      // One third of the writes is lost whole, one third arrives whole, one third is torn.
      if (whole > 2 / 3 || (whole > 1 / 3 && random.chance(0.5))) this.#put(bytes.subarray(offset, end), at + offset)
      offset = end
    }
  }

  #note(change: Change): void {
    this.#durable ??= this.bytes()
    this.#unsynced.push(change)
  }

  #put(bytes: Uint8Array, at: number): void {
    const end = at + bytes.length
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(end, this.#bytes.length * 2))
      larger.set(this.#bytes.subarray(0, this.#size))
      this.#bytes = larger
    }
    this.#bytes.set(bytes, at)
    this.#size = Math.max(this.#size, end)
  }

  #cut(size: number): void {
    if (size > this.#size) this.#put(new Uint8Array(size - this.#size), this.#size)
    this.#bytes.fill(0, size, this.#size)
    this.#size = size
  }
}

interface Renaming {
  readonly name: string
  /** Absent: the name vanishes. */
  readonly node?: Node
}

/** The names in a directory, with the changes that no sync made durable yet. */
export class Names {
  readonly #now = new Map<string, Node>()
  readonly #durable = new Map<string, Node>()
  #unsynced: (readonly Renaming[])[] = []

  get size(): number {
    return this.#now.size
  }

  get(name: string): Node | undefined {
    return this.#now.get(name)
  }

  entries(): readonly (readonly [string, Node])[] {
    return [...this.#now]
  }

  /** All of one call: after a loss of power the whole change is there or none of it. */
  change(...changes: readonly Renaming[]): void {
    this.#unsynced.push(changes)
    apply(this.#now, changes)
  }

  sync(): void {
    for (const changes of this.#unsynced) apply(this.#durable, changes)
    this.#unsynced = []
  }

  /** After the power comes back: the first so many of the unsynced changes are there, as in a file system with a journal. */
  losePower(random: Random): void {
    this.#unsynced = this.#unsynced.slice(0, random.below(this.#unsynced.length + 1))
    this.sync()
    this.#now.clear()
    for (const [name, node] of this.#durable) this.#now.set(name, node)
  }
}

function apply(names: Map<string, Node>, changes: readonly Renaming[]): void {
  for (const { name, node } of changes) {
    if (node) names.set(name, node)
    else names.delete(name)
  }
}
