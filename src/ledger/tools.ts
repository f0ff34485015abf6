// The state of the tools as entries record it. A noun file.
import type { Digest } from '../base/digest.ts'

/** One digest of what `observe except` leaves out; `none` where nothing is left out, `unseen` where it could not be told. */
export type ToolsMark = Digest | 'none' | 'unseen'
