// A question to the person at the terminal: on the controlling terminal, never on a redirected stream, so that nothing piped in
// can answer it.
import type { Host } from '../host/host.ts'

/** Undefined when there is no terminal; only `y` and `yes` say yes. */
export function askOnTerminal(host: Host): (question: string) => Promise<boolean | undefined> {
  return async (question) => {
    const answer = await host.terminal.question(question)
    return answer === undefined ? undefined : /^(?:y|yes)$/i.test(answer.trim())
  }
}
