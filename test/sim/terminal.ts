// A terminal that keeps what was said and answers what a trial wrote down beforehand.
import type { Terminal } from '../../src/host/host.ts'

export interface TerminalOptions {
  /** Standard input; absent: nothing, at its end. */
  readonly input?: string
  /** Answers to questions, in order. Absent: there is no controlling terminal. When they run out, a question fails the trial. */
  readonly answers?: readonly string[]
}

export class SimTerminal implements Terminal {
  readonly isOutTerminal = false
  readonly isErrTerminal = false
  readonly isInTerminal = false
  readonly columns = 80
  readonly questions: string[] = []
  readonly #said = { out: new Uint8Array(0), err: new Uint8Array(0) }
  readonly #input: string
  readonly #answers: string[] | undefined

  constructor({ input = '', answers }: TerminalOptions) {
    this.#input = input
    this.#answers = answers && [...answers]
  }

  readonly out = (text: string | Uint8Array) => this.#keep('out', text)
  readonly err = (text: string | Uint8Array) => this.#keep('err', text)
  readonly readAll = async () => new TextEncoder().encode(this.#input)
  readonly question = async (prompt: string) => {
    this.questions.push(prompt)
    if (!this.#answers) return undefined
    const answer = this.#answers.shift()
    if (answer === undefined) throw new Error(`the trial has no answer to: ${prompt}`)
    return answer
  }

  async *lines(): AsyncGenerator<string> {
    if (this.#input !== '') yield* this.#input.replace(/\n$/, '').split('\n')
  }

  outText(): string {
    return new TextDecoder().decode(this.#said.out)
  }

  errText(): string {
    return new TextDecoder().decode(this.#said.err)
  }

  #keep(stream: 'out' | 'err', text: string | Uint8Array): void {
    const more = typeof text === 'string' ? new TextEncoder().encode(text) : text
    const whole = new Uint8Array(this.#said[stream].length + more.length)
    whole.set(this.#said[stream])
    whole.set(more, this.#said[stream].length)
    this.#said[stream] = whole
  }
}
