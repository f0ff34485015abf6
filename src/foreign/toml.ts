// TOML as data with lines.
import { type AST, ParseError, parseTOML } from 'toml-eslint-parser'

import type { Document, Entry, Tree } from './tree.ts'

const deepest = 64

export function readToml(text: string): Document {
  let program: AST.TOMLProgram
  try {
    program = parseTOML(text.replace(/^\ufeff/, ''))
  } catch (error) {
    if (error instanceof ParseError)
      return { ok: false, line: error.lineNumber, reason: `no TOML: ${error.message.toLowerCase()}` }
    return { ok: false, line: 1, reason: 'it is nested too deep' }
  }
  const root = table(1)
  for (const node of program.body[0].body) {
    if (node.type === 'TOMLKeyValue') {
      if (!put(root, node)) return tooDeep(node.loc.start.line)
      continue
    }
    const target = open(root, node.resolvedKey, node.loc.start.line)
    if (!target || !node.body.every((pair) => put(target, pair))) return tooDeep(node.loc.start.line)
  }
  return { ok: true, root, repeated: [] }
}

function tooDeep(line: number): Document {
  return { ok: false, line, reason: `it is nested deeper than ${deepest}` }
}

type Table = Extract<Tree, { kind: 'table' }> & { readonly entries: Entry[] }

function table(line: number): Table {
  return { kind: 'table', entries: [], line }
}

/** The table of a header; a number in its key is the index in an array of tables. */
function open(root: Table, keys: readonly (string | number)[], line: number): Table | undefined {
  if (keys.length > deepest) return undefined
  let here: Table = root
  for (let index = 0; index < keys.length; index++) {
    const key = String(keys[index])
    const isArray = typeof keys[index + 1] === 'number'
    here = isArray ? element(here, key, Number(keys[index + 1]), line) : member(here, key, line)
    if (isArray) index++
  }
  return here
}

function member(parent: Table, key: string, line: number): Table {
  const found = parent.entries.find((entry) => entry.key === key)?.value
  if (found?.kind === 'table') return found as Table
  const made = table(line)
  parent.entries.push({ key, line, value: made })
  return made
}

function element(parent: Table, key: string, at: number, line: number): Table {
  const found = parent.entries.find((entry) => entry.key === key)?.value
  const items: Tree[] = found?.kind === 'list' ? (found.items as Tree[]) : []
  if (found?.kind !== 'list') parent.entries.push({ key, line, value: { kind: 'list', items, line } })
  const here = items[at]
  if (here?.kind === 'table') return here as Table
  const made = table(line)
  items[at] = made
  return made
}

function put(target: Table, { key, value, loc }: AST.TOMLKeyValue): boolean {
  const names = key.keys.map((part) => (part.type === 'TOMLBare' ? part.name : part.value))
  const last = names.pop()
  const converted = convert(value, names.length)
  if (last === undefined || !converted) return false
  const { line } = loc.start
  const here = names.reduce((parent, name) => member(parent, name, line), target)
  here.entries.push({ key: last, line, value: converted })
  return true
}

function convert(node: AST.TOMLContentNode, depth: number): Tree | undefined {
  if (depth > deepest) return undefined
  const { line } = node.loc.start
  if (node.type === 'TOMLArray') {
    const items = node.elements.map((element) => convert(element, depth + 1))
    return items.every((item) => item !== undefined) ? { kind: 'list', items, line } : undefined
  }
  if (node.type === 'TOMLInlineTable') {
    const made = table(line)
    return node.body.every((pair) => depth < deepest && put(made, pair)) ? made : undefined
  }
  if (node.kind === 'string') return { kind: 'text', value: node.value, line }
  if (node.kind === 'boolean') return { kind: 'flag', value: node.value, line }
  if (node.kind === 'integer' || node.kind === 'float') return { kind: 'number', value: Number(node.value), line }
  return { kind: 'other', line }
}
