// What came of a policy text: a policy with warnings, or the mistakes that keep it from being one. A noun file.
import type { Diagnostic } from '../base/diagnostic.ts'
import type { Source } from '../base/span.ts'
import type { Policy } from './policy.ts'

export interface LoadedSource extends Source {
  /** Absolute; absent for a shipped policy and for a text without a place. */
  readonly path?: string
}

export type Loaded =
  | {
      readonly kind: 'policy'
      readonly policy: Policy
      readonly warnings: readonly Diagnostic[]
      readonly sources: readonly LoadedSource[]
    }
  /** At least one error is among the diagnostics. */
  | { readonly kind: 'broken'; readonly diagnostics: readonly Diagnostic[]; readonly sources: readonly LoadedSource[] }
