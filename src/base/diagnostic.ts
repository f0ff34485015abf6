// Mistakes in an author's text: collected, never thrown, shown all together with place, caret, code and mend.
import type { Span } from './span.ts'

export type Severity = 'error' | 'warning'

/** A stable code: RV1xx syntax, RV2xx names and types, RV3xx meaning, RV4xx includes and trust, RV5xx lint. */
export type DiagnosticCode = `RV${number}`

export interface Note {
  readonly message: string
  /** Absent: the note speaks of the whole text. */
  readonly span?: Span
}

export interface Diagnostic {
  readonly code: DiagnosticCode
  readonly severity: Severity
  /** Lower case, one line, no full stop; the user's text in backticks. */
  readonly message: string
  readonly span: Span
  /** The mend, as one line. */
  readonly help?: string
  readonly notes: readonly Note[]
}
