// Where checks put what they find: everything of all texts is collected, nothing is thrown.
import type { Diagnostic, DiagnosticCode, Note, Severity } from '../base/diagnostic.ts'
import type { Span } from '../base/span.ts'

export interface Checks {
  /** Answers undefined, for the value that could not be made. */
  readonly error: (
    code: DiagnosticCode,
    message: string,
    span: Span,
    help?: string,
    notes?: readonly Note[],
  ) => undefined
  readonly warn: (code: DiagnosticCode, message: string, span: Span, help?: string) => undefined
  readonly found: () => readonly Diagnostic[]
}

export function startChecks(): Checks {
  const byPlace = new Map<string, Diagnostic>()
  const add = (
    severity: Severity,
    code: DiagnosticCode,
    message: string,
    span: Span,
    help?: string,
    notes: readonly Note[] = [],
  ) => {
    // The strings of a named list are checked at each use; their mistake is one.
    const key = `${code} ${span.file} ${span.start} ${span.end} ${message}`
    if (!byPlace.has(key)) byPlace.set(key, { code, severity, message, span, ...(help ? { help } : {}), notes })
    return undefined
  }
  return {
    error: (code, message, span, help, notes) => add('error', code, message, span, help, notes),
    warn: (code, message, span, help) => add('warning', code, message, span, help),
    found: () => [...byPlace.values()],
  }
}

/** A value that a policy has once. In one file twice is a mistake; several files give the stricter one, or must agree. */
export interface Single<Value> {
  readonly set: (value: Value, span: Span) => void
  readonly value: () => Value | undefined
  /** Where it was given. */
  readonly place: () => Span | undefined
}

export function single<Value>(
  checks: Checks,
  name: string,
  stricter?: (left: Value, right: Value) => Value,
): Single<Value> {
  const first = new Map<string, Span>()
  let kept: { value: Value; span: Span } | undefined
  return {
    value: () => kept?.value,
    place: () => kept?.span,
    set: (value, span) => {
      const before = first.get(span.file)
      if (before) {
        const notes = [{ message: 'given first here', span: before }]
        checks.error('RV203', `${name} is given twice`, span, 'keep one of them', notes)
        return
      }
      first.set(span.file, span)
      if (kept && !stricter && JSON.stringify(kept.value) !== JSON.stringify(value)) {
        const notes = [{ message: 'the other value', span: kept.span }]
        checks.error('RV406', `two files give ${name} different values`, span, 'let one of them say it', notes)
      } else if (kept && stricter) kept = { value: stricter(kept.value, value), span: kept.span }
      else kept ??= { value, span }
    },
  }
}

/** Clauses of one statement that may stand there once. */
export function once(checks: Checks): (name: string, span: Span) => boolean {
  const seen = new Map<string, Span>()
  return (name, span) => {
    const before = seen.get(name)
    if (!before) seen.set(name, span)
    else
      checks.error('RV203', `\`${name}\` is given twice`, span, 'keep one of them', [
        { message: 'given first here', span: before },
      ])
    return before === undefined
  }
}
