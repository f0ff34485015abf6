// The careful default: the policy where there is none, and what an untrusted one is held against. Built ahead and embedded, so
// that a command without a policy never builds the parser.
import { carefulJson } from '../../policies/embedded.ts'
import type { Policy } from './policy.ts'

export function carefulPolicy(): Policy {
  return JSON.parse(carefulJson) as Policy
}
