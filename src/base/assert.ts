// Our own mistakes: an assertion that fails is a defect of Reeve, never of the user, and it stops the process.

/** Throws when `condition` is false. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`reeve defect: ${message}`)
}
