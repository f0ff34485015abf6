// A question of the guard put to whoever sits at the terminal; with no terminal there is nobody to ask.
import type { GuardRequest } from '../guard/guard.ts'
import type { Host } from '../host/host.ts'

/** One question at a time, whoever asks meanwhile. */
export function askAt(host: Host): NonNullable<GuardRequest['ask']> {
  let turn: Promise<unknown> = Promise.resolve()
  return (question) => {
    const answer = turn.then(async () => {
      const said = await host.terminal.question(question)
      return said === undefined ? undefined : /^y(es)?$/i.test(said.trim())
    })
    turn = answer.catch(() => undefined)
    return answer
  }
}
