// Branches and loops: their bodies may run or not, once or often, so what they leave behind is every possibility at once.
import type { Case, CompoundList, For, If, Select, While } from 'unbash'

import { assignUnknown, inside, placeOf, type Reader, refuse, type Scope, type Spot } from './reader.ts'
import { covers, type Flow, staying, union, type Where } from './where.ts'

type ReadList = (reader: Reader, list: CompoundList, scope: Scope, where: Where) => Flow

/** `if …; then …; elif …; else …; fi` */
export function readIf({ reader, scope, where }: Spot, node: If, readList: ReadList): Flow {
  const read = (list: CompoundList, from: Where): Flow => readList(reader, list, branch(scope, 'condition'), from)
  let ways: Flow = { ok: [], bad: [] }
  let start = where
  for (const { clause, then } of [node, ...node.elif]) {
    const condition = read(clause, start)
    ways = either(ways, read(then, condition.ok))
    start = condition.bad
  }
  // Without an `else`, a false condition is a success.
  return either(ways, node.else === undefined ? { ok: start, bad: [] } : read(node.else, start))
}

/** `while …; do …; done`, `until`, and `for ((…))`, whose conditions are arithmetic. */
export function readWhile(spot: Spot, node: Pick<While, 'body'> & Partial<While>, readList: ReadList): Flow {
  const inner = branch(spot.scope, 'loop')
  return loop(spot, (where) => {
    const { clause } = node
    const condition = clause === undefined ? staying(where) : readList(spot.reader, clause, inner, where)
    const [enter, leave] = node.kind === 'until' ? [condition.bad, condition.ok] : [condition.ok, condition.bad]
    const body = readList(spot.reader, node.body, inner, enter)
    return union(leave, union(body.ok, body.bad))
  })
}

/** `for name in words; do …; done` and `select`. */
export function readFor(spot: Spot, node: For | Select, readList: ReadList): Flow {
  const { reader, scope } = spot
  const words = (node.wordlist ?? []).flatMap((word) => reader.verbs.word(spot, word, 'argument'))
  node.wordlist?.forEach((word, at, list) => {
    if (list[at - 1]?.end === word.pos) {
      refuse(reader, 'words that run together are not understood', placeOf(scope, word))
    }
  })
  const isInteger =
    node.type === 'For' &&
    words.length > 0 &&
    words.every((word) => word.kind === 'literal' && /^-?\d+$/.test(word.text))
  const place = placeOf(scope, node.name)
  if (!/^[A-Za-z_]\w*$/.test(node.name.text)) refuse(reader, `\`${node.name.text}\` is no name of a variable`, place)
  else assignUnknown(spot, node.name.text, isInteger ? 'integer' : 'any', place)
  const inner = branch(scope, 'loop')
  return loop(spot, (where) => {
    const body = readList(reader, node.body, inner, where)
    return union(where, union(body.ok, body.bad))
  })
}

/** `case word in pattern) …;; esac` */
export function readCase(spot: Spot, node: Case, readList: ReadList): Flow {
  const { reader, scope, where } = spot
  reader.verbs.word(spot, node.word, 'single')
  // None may match; with `;&` a branch starts where the one before it ended.
  let ways = staying(where)
  let before: Where = where
  for (const item of node.items) {
    for (const pattern of item.pattern) reader.verbs.word(spot, pattern, 'pattern')
    const flow = readList(reader, item.body, branch(scope, 'condition'), before)
    ways = either(ways, flow)
    before = item.terminator === ';;' || item.terminator === undefined ? where : union(where, union(flow.ok, flow.bad))
  }
  return ways
}

/** What a branch defines may not be defined afterwards, and its exit decides nothing. */
function branch(scope: Scope, construct: string): Scope {
  return inside(scope, construct, { decides: false, functions: new Map(scope.functions) })
}

function either(left: Flow, right: Flow): Flow {
  return { ok: union(left.ok, right.ok), bad: union(left.bad, right.bad) }
}

/** Reads a body as if it ran once; if it then stands elsewhere, reads it again as from anywhere. */
function loop({ reader, where }: Spot, read: (where: Where) => Where): Flow {
  const { commands, loose } = reader
  const [commandCount, looseCount] = [commands.length, loose.length]
  const before = reader.jumped
  const after = union(read(where), reader.jumped)
  if (covers(where, after)) return staying(union(where, after))
  commands.length = commandCount
  loose.length = looseCount
  reader.jumped = before
  read('any')
  return staying('any')
}
