// One command with all that the judge asks about it: which program it is, what its arguments mean, where it works. A noun file;
// `survey.ts` makes it.
import type { Command, Directory } from '../command/command.ts'
import type { Identity } from './identity.ts'
import type { Arguments, Slot } from './slot.ts'

export interface Facts {
  readonly command: Command
  /** Absent: the program is not known beforehand. */
  readonly identity?: Identity
  readonly args: Arguments
  /** Where each slot is read from: `-C` moves it. */
  readonly directoryOf: (slot: Slot) => Directory
  /** Where the program works in the end. */
  readonly directory: Directory
  /** Commands that were unwrapped from this one. */
  readonly inner: readonly Facts[]
  /** The commands that this one was unwrapped from, outermost first. */
  readonly outer: readonly Facts[]
}
