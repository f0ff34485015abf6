// Two texts as a unified diff, line by line: Myers' greedy algorithm (1986) between what both begin and end with. Two texts that
// differ in very many lines are told as one replacement, since the algorithm pays for every difference squared.

interface DiffNames {
  readonly before: string
  readonly after: string
}

const contextLines = 3
const differenceLimit = 1000

interface Edit {
  readonly kind: 'same' | 'gone' | 'new'
  readonly line: string
}

/** As `diff -u` prints it; empty when the texts are the same. */
export function unifiedDiff(before: string, after: string, names: DiffNames): string {
  if (before === after) return ''
  const hunks = hunksOf(editsOf(linesOf(before), linesOf(after)))
  return `--- ${names.before}\n+++ ${names.after}\n${hunks.join('')}`
}

/** Each with its line break, so that a missing one at the end is a difference. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

function editsOf(before: readonly string[], after: readonly string[]): readonly Edit[] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  const [old, fresh] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  return [
    ...before.slice(0, start).map((line) => ({ kind: 'same' as const, line })),
    ...(myers(old, fresh) ?? replaced(old, fresh)),
    ...before.slice(before.length - end).map((line) => ({ kind: 'same' as const, line })),
  ]
}

function replaced(before: readonly string[], after: readonly string[]): readonly Edit[] {
  return [
    ...before.map((line) => ({ kind: 'gone' as const, line })),
    ...after.map((line) => ({ kind: 'new' as const, line })),
  ]
}

/** Undefined when there are too many differences. */
function myers(before: readonly string[], after: readonly string[]): readonly Edit[] | undefined {
  const limit = Math.min(before.length + after.length, differenceLimit)
  const trace: Int32Array[] = []
  const farthest = new Int32Array(2 * limit + 3)
  for (let depth = 0; depth <= limit; depth++) {
    trace.push(farthest.slice(limit + 1 - depth - 1, limit + 1 + depth + 2))
    for (let diagonal = -depth; diagonal <= depth; diagonal += 2) {
      const at = limit + 1 + diagonal
      const isDown = diagonal === -depth || (diagonal !== depth && (farthest[at - 1] ?? 0) < (farthest[at + 1] ?? 0))
      let x = isDown ? (farthest[at + 1] ?? 0) : (farthest[at - 1] ?? 0) + 1
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++
      farthest[at] = x
      if (x >= before.length && x - diagonal >= after.length) return walkBack(trace, before, after)
    }
  }
  return undefined
}

function walkBack(trace: readonly Int32Array[], before: readonly string[], after: readonly string[]): readonly Edit[] {
  const edits: Edit[] = []
  let [x, y] = [before.length, after.length]
  for (let depth = trace.length - 1; depth >= 0; depth--) {
    const kept = trace[depth] as Int32Array
    const reach = (diagonal: number) => kept[diagonal + depth + 1] ?? 0
    const diagonal = x - y
    const isDown = diagonal === -depth || (diagonal !== depth && reach(diagonal - 1) < reach(diagonal + 1))
    const fromX = depth === 0 ? 0 : reach(isDown ? diagonal + 1 : diagonal - 1)
    const fromY = depth === 0 ? 0 : fromX - (isDown ? diagonal + 1 : diagonal - 1)
    while (x > fromX && y > fromY) {
      edits.push({ kind: 'same', line: before[--x] as string })
      y--
    }
    if (depth === 0) break
    if (isDown) edits.push({ kind: 'new', line: after[--y] as string })
    else edits.push({ kind: 'gone', line: before[--x] as string })
  }
  return edits.reverse()
}

/** Differences with three lines around them; those that touch are one hunk. */
function hunksOf(edits: readonly Edit[]): readonly string[] {
  const hunks: string[] = []
  let [old, fresh, at] = [0, 0, 0]
  const count = (edit: Edit | undefined) => {
    if (edit?.kind !== 'new') old++
    if (edit?.kind !== 'gone') fresh++
  }
  while (at < edits.length) {
    if (edits[at]?.kind === 'same') {
      count(edits[at++])
      continue
    }
    const start = Math.max(0, at - contextLines)
    const end = hunkEnd(edits, at)
    const lead = at - start
    const part = edits.slice(start, end)
    hunks.push(hunk(part, old - lead, fresh - lead))
    for (; at < end; at++) count(edits[at])
  }
  return hunks
}

function hunkEnd(edits: readonly Edit[], from: number): number {
  let last = from
  for (let at = from; at < edits.length && at - last <= 2 * contextLines; at++)
    if (edits[at]?.kind !== 'same') last = at
  return Math.min(edits.length, last + 1 + contextLines)
}

const signs = { same: ' ', gone: '-', new: '+' } as const

function hunk(part: readonly Edit[], old: number, fresh: number): string {
  const oldCount = part.filter(({ kind }) => kind !== 'new').length
  const freshCount = part.filter(({ kind }) => kind !== 'gone').length
  const lines = part.map(({ kind, line }) =>
    line.endsWith('\n') ? signs[kind] + line : `${signs[kind]}${line}\n\\ No newline at end of file\n`,
  )
  return `@@ -${range(old, oldCount)} +${range(fresh, freshCount)} @@\n${lines.join('')}`
}

function range(before: number, count: number): string {
  const first = count === 0 ? before : before + 1
  return count === 1 ? `${first}` : `${first},${count}`
}
