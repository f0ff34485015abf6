// What a command asks of files, hosts and directories. A noun file; `demands.ts` and `unnamed.ts` find them.
import type { Word } from '../command/command.ts'
import type { Place } from './paths.ts'
import type { Slot } from './slot.ts'

/** What of a place is written: it itself, names below it that are not known beforehand, or perhaps nothing. */
export type Reach = 'place' | 'below' | 'perhaps'

export interface FileDemand {
  readonly kind: 'read' | 'write'
  readonly places: readonly Place[]
  readonly word: Word
  readonly tree: boolean
  readonly doubtful: boolean
  readonly reach?: Reach
  readonly slot?: Slot
}

export type Demand =
  | FileDemand
  | { readonly kind: 'network'; readonly word: Word; readonly slot?: Slot }
  | { readonly kind: 'directory'; readonly places: readonly Place[]; readonly word: Word; readonly slot?: Slot }
