// A question of the guard put to whoever sits at the terminal; with no terminal there is nobody to ask.
import type { Ask, PutQuestion, Said } from '../guard/guard.ts'
import type { Host } from '../host/host.ts'

/** One question at a time, whoever asks meanwhile. */
export function askAt(host: Host): Ask {
  let turn: Promise<unknown> = Promise.resolve()
  return (question) => {
    const answer = turn.then(async () => {
      const said = await host.terminal.question(promptOf(question))
      return said === undefined ? undefined : saidOf(said, question)
    })
    turn = answer.catch(() => undefined)
    return answer
  }
}

function promptOf({ text, mayStay }: PutQuestion): string {
  return `${text}${mayStay ? 'once, or for the same again in this session? [y/s/N] ' : 'once? [y/N] '}`
}

function saidOf(line: string, { mayStay }: PutQuestion): Said {
  const word = line.trim().toLowerCase()
  if (mayStay && ['s', 'session'].includes(word)) return 'session'
  return ['y', 'yes', 'once'].includes(word) ? 'once' : 'no'
}
