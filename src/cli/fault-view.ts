// A fault in one line, with its mend.
import type { Fault } from '../base/fault.ts'

export function faultLines({ message, help }: Fault): string {
  return `reeve: ${message}\n${help ? `help: ${help}\n` : ''}`
}
