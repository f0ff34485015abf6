// What a reader of one host's files gathers: rules, and what is to be told.
import type { Area, ForeignRule, Origin, Reach, Remain } from './foreign.ts'
import type { Document, Tree } from './tree.ts'
import { itemsOf } from './tree.ts'

export interface Collection {
  readonly rules: ForeignRule[]
  readonly remains: Remain[]
}

export function startCollection(): Collection {
  return { rules: [], remains: [] }
}

export interface Said {
  readonly origin: Origin
  /** As it stands in the file. */
  readonly source: string
  readonly answer: ForeignRule['answer']
  readonly because?: string
}

export function addRule({ rules }: Collection, said: Said, area: Area, reach: Reach): void {
  rules.push({ ...said, area, ...reach })
}

/** A rule for which there is nothing here to allow or to stop. */
export function leaveOut(
  { remains }: Collection,
  { origin, source }: Pick<Said, 'origin' | 'source'>,
  reason: string,
): void {
  remains.push({ origin, source, kind: 'left-out', reason })
}

export function note({ remains }: Collection, origin: Origin, source: string, reason: string): void {
  remains.push({ origin, source, kind: 'note', reason })
}

/** Keys that stand twice: the last one counts, there as here. */
export function noteRepeated(collection: Collection, file: string, document: Extract<Document, { ok: true }>): void {
  for (const { key, line } of document.repeated)
    note(collection, { file, line }, key, 'the key stands again further down, and the last one counts')
}

/** The texts of a list; whatever else stands in it is told. */
export function textsIn(
  collection: Collection,
  file: string,
  tree: Tree | undefined,
  key: string,
): readonly (Tree & { kind: 'text' })[] {
  return itemsOf(tree).flatMap((item) => {
    if (item.kind === 'text') return [item]
    leaveOut(collection, { origin: { file, line: item.line }, source: key }, 'it is no text')
    return []
  })
}

/** Programs that only start what follows them, so that a rule for that is enough for Reeve, and built-ins that need no rule. */
export const starters: readonly string[] = [
  ...[
    'time',
    'gtime',
    'timeout',
    'gtimeout',
    'nice',
    'gnice',
    'nohup',
    'stdbuf',
    'setsid',
    'ionice',
    'chrt',
    'taskset',
  ],
  ...['env', 'genv', 'command', 'builtin', 'exec', 'xargs', 'gxargs', 'busybox', 'toybox', 'caffeinate', 'fakeroot'],
  ...['catchsegv', 'unbuffer', 'sh', 'bash', 'dash', 'ash', 'ksh', 'mksh', 'zsh', 'fish', 'csh', 'tcsh'],
]
