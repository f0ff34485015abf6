// A question of the guard put to whoever sits at the terminal; with no terminal there is nobody to ask.
import type { GuardRequest } from '../guard/guard.ts'
import type { Host } from '../host/host.ts'

export function askAt(host: Host): NonNullable<GuardRequest['ask']> {
  return async (question) => {
    const answer = await host.terminal.question(question)
    return answer === undefined ? undefined : /^y(es)?$/i.test(answer.trim())
  }
}
