// Exit codes of every command, in one place.
import type { FaultCode } from '../base/fault.ts'

export const exit = {
  ok: 0,
  error: 1,
  usage: 2,
  policy: 3,
  denied: 4,
  ask: 5,
  failed: 10,
  unproven: 11,
  tampered: 20,
  truncated: 21,
  untrusted: 22,
  malformed: 23,
  interrupted: 130,
} as const

export function exitOf(code: FaultCode): number {
  if (code === 'usage') return exit.usage
  if (code === 'policy') return exit.policy
  if (code === 'person') return exit.denied
  if (code === 'interrupted') return exit.interrupted
  return exit.error
}
