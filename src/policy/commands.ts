// The command that a verifier runs, whatever else it then looks at.
import type { CommandVerifier, Verifier } from './policy.ts'

/** Undefined when none runs. */
export function commandOf(verifier: Verifier): CommandVerifier | undefined {
  if (verifier.kind === 'command') return verifier
  if (verifier.kind === 'coverage' || verifier.kind === 'plugin') return verifier.command
  return verifier.kind === 'report' ? verifier.after : undefined
}
