// One file that takes part in a policy: its text, its tree, and where things stand in it. A noun file; `gather.ts` makes these.
import type { PolicyTree } from '../../grammar/tree.ts'
import type { Digest } from '../base/digest.ts'
import type { Source, Span } from '../base/span.ts'
import type { Lists } from './lists.ts'
import type { Origin } from './policy.ts'

export interface Unit {
  /** As shown to people. */
  readonly file: string
  /** Absolute; absent for a shipped policy and for a text without a place. */
  readonly path?: string
  readonly digest: Digest
  readonly source: Source
  readonly tree: PolicyTree
  /** The text has mistakes of syntax: what is missing in the tree is no further mistake. */
  readonly isBroken: boolean
}

/** What the checks of one file's statements need. */
export interface Place {
  readonly lists: Lists
  readonly originOf: (span: Span) => Origin
}

const originLimit = 300

/** Line numbers by binary search, since a long policy has many rules. */
export function originsOf({ text }: Source): (span: Span) => Origin {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (span) => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= span.start) low = middle
      else high = middle
    }
    const folded = text.slice(span.start, Math.min(span.end, span.start + 4 * originLimit)).replaceAll(/\s+/g, ' ')
    return { span, line: low + 1, text: folded.length > originLimit ? `${folded.slice(0, originLimit - 1)}…` : folded }
  }
}
