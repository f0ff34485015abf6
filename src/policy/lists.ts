// The named lists of one file: `let sources = "src/**"` and `$sources` in any list of the same file. A name counts in its own
// file only, so that no included file changes what another one says.
import type { Item, PolicyTree, TextNode } from '../../grammar/tree.ts'
import { nearest } from '../base/nearest.ts'
import type { Checks } from './checks.ts'

export interface Lists {
  /** The strings of a list, names replaced. */
  readonly resolve: (items: readonly Item[]) => readonly TextNode[]
}

const itemLimit = 10_000

interface Named {
  readonly items: readonly TextNode[]
  isUsed: boolean
}

/** Every use must be resolved before `warnOfUnused` is called. */
export function readLists(checks: Checks, tree: PolicyTree): Lists & { readonly warnOfUnused: () => void } {
  const named = new Map<string, Named>()
  const resolve = (items: readonly Item[]) => resolveItems(checks, named, tree.lostNames, items)
  for (const statement of tree.statements) {
    if (statement.kind !== 'let') continue
    const { name, items } = statement
    if (named.has(name.text))
      checks.error('RV202', `the list \`${name.text}\` is defined twice`, name.span, 'give one of them another name')
    else named.set(name.text, { items: resolve(items), isUsed: false })
  }
  const warnOfUnused = () => {
    for (const statement of tree.statements)
      if (statement.kind === 'let' && named.get(statement.name.text)?.isUsed === false)
        checks.warn('RV504', `the list \`${statement.name.text}\` is never used`, statement.name.span, 'take it out')
  }
  return { resolve, warnOfUnused }
}

function resolveItems(
  checks: Checks,
  named: ReadonlyMap<string, Named>,
  lost: readonly string[],
  items: readonly Item[],
): readonly TextNode[] {
  const texts: TextNode[] = []
  for (const item of items) {
    if (item.kind === 'text') {
      const inside = [...item.value.matchAll(/\$\{?([A-Za-z_][\w-]*)/g)].find(([, name = '']) => named.has(name))?.[1]
      if (inside === undefined) texts.push(item)
      else reportInside(checks, item, inside)
      continue
    }
    const list = named.get(item.name)
    if (list) {
      list.isUsed = true
      texts.push(...list.items.slice(0, itemLimit + 1 - texts.length))
    } else if (!lost.includes(item.name) && /^[A-Za-z_]/.test(item.name)) reportUnknown(checks, item, named)
    if (texts.length > itemLimit) {
      checks.error('RV207', `a list of more than ${itemLimit} strings`, item.span, 'use wider patterns')
      return []
    }
  }
  return texts
}

function reportInside(checks: Checks, { span }: TextNode, name: string): void {
  const help = `a list is used as a whole, outside of quotes: \`$${name}\``
  checks.error('RV201', `\`$${name}\` inside of a string is not replaced`, span, help)
}

function reportUnknown(checks: Checks, item: Exclude<Item, TextNode>, named: ReadonlyMap<string, Named>): void {
  const near = nearest(item.name, named.keys())
  const help = near ? `did you mean \`$${near}\`?` : `define it before its use in this file: \`let ${item.name} = "…"\``
  checks.error('RV201', `no list is named \`$${item.name}\``, item.span, help)
}
