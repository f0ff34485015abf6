// A settings file as data with lines, whatever its format. Keys are entries of a list, never properties of an object, so that a key
// such as `__proto__` is a key like any other.

export interface Entry {
  readonly key: string
  readonly line: number
  readonly value: Tree
}

export type Tree = { readonly line: number } & (
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'flag'; readonly value: boolean }
  | { readonly kind: 'list'; readonly items: readonly Tree[] }
  | { readonly kind: 'table'; readonly entries: readonly Entry[] }
  /** `null`, a date, a number that is none. */
  | { readonly kind: 'other' }
)

/** A file that cannot be read as what it should be. */
export interface Unreadable {
  readonly line: number
  readonly reason: string
}

export type Document =
  | { readonly ok: true; readonly root: Tree; readonly repeated: readonly Entry[] }
  | ({ readonly ok: false } & Unreadable)

/** The value of a key; of a key that stands twice, the last. */
export function at(tree: Tree | undefined, ...keys: readonly string[]): Tree | undefined {
  return keys.reduce<Tree | undefined>(
    (found, key) => entriesOf(found).findLast((entry) => entry.key === key)?.value,
    tree,
  )
}

export function entriesOf(tree: Tree | undefined): readonly Entry[] {
  return tree?.kind === 'table' ? tree.entries : []
}

/** A list, or a single value as a list of one. */
export function itemsOf(tree: Tree | undefined): readonly Tree[] {
  if (tree === undefined) return []
  return tree.kind === 'list' ? tree.items : [tree]
}

export function textOf(tree: Tree | undefined): string | undefined {
  return tree?.kind === 'text' ? tree.value : undefined
}

export function flagOf(tree: Tree | undefined): boolean | undefined {
  return tree?.kind === 'flag' ? tree.value : undefined
}

/** Entries whose key comes again later in the same table, and the entries that count. */
export function lastOfEach(entries: readonly Entry[]): {
  readonly kept: readonly Entry[]
  readonly repeated: readonly Entry[]
} {
  const last = new Map(entries.map((entry, index) => [entry.key, index]))
  const counts = (entry: Entry, index: number) => last.get(entry.key) === index
  return { kept: entries.filter(counts), repeated: entries.filter((entry, index) => !counts(entry, index)) }
}
