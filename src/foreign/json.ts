// JSON with comments and commas at the end, as agent hosts read their settings.
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser/lib/esm/main.js'

import { type Document, type Entry, lastOfEach, type Tree } from './tree.ts'

const deepest = 64

export function readJson(text: string): Document {
  const lineAt = lineCounter(text)
  const errors: ParseError[] = []
  let root: Node | undefined
  try {
    root = parseTree(text.replace(/^\ufeff/, ' '), errors, { allowTrailingComma: true, disallowComments: false })
  } catch {
    return { ok: false, line: 1, reason: 'it is nested too deep' }
  }
  const [error] = errors
  if (error)
    return { ok: false, line: lineAt(error.offset), reason: `no JSON: ${spoken(printParseErrorCode(error.error))}` }
  if (!root) return { ok: false, line: 1, reason: 'it is empty' }
  const repeated: Entry[] = []
  const tree = convert(root, 0, lineAt, repeated)
  return tree
    ? { ok: true, root: tree, repeated }
    : { ok: false, line: 1, reason: `it is nested deeper than ${deepest}` }
}

function spoken(code: string): string {
  return code.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
}

function convert(node: Node, depth: number, lineAt: (offset: number) => number, repeated: Entry[]): Tree | undefined {
  if (depth > deepest) return undefined
  const line = lineAt(node.offset)
  if (node.type === 'string') return { kind: 'text', value: String(node.value), line }
  if (node.type === 'boolean') return { kind: 'flag', value: node.value === true, line }
  if (node.type === 'number') return { kind: 'number', value: Number(node.value), line }
  if (node.type === 'array') {
    const items = (node.children ?? []).map((child) => convert(child, depth + 1, lineAt, repeated))
    return items.every((item) => item !== undefined) ? { kind: 'list', items, line } : undefined
  }
  if (node.type !== 'object') return { kind: 'other', line }
  const entries: Entry[] = []
  for (const { children = [], offset } of node.children ?? []) {
    const [key, value] = children
    const converted = value && convert(value, depth + 1, lineAt, repeated)
    if (!key || !converted) return undefined
    entries.push({ key: String(key.value), line: lineAt(offset), value: converted })
  }
  const last = lastOfEach(entries)
  repeated.push(...last.repeated)
  return { kind: 'table', entries: last.kept, line }
}

/** Line of an offset, from 1. */
function lineCounter(text: string): (offset: number) => number {
  const starts = [...text.matchAll(/\n/g)].map(({ index }) => index)
  return (offset) => {
    let [low, high] = [0, starts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) < offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}
