// A file of cases: commands with the answer that the whole policy must give, a line each, for more of them than anybody wants to
// read inside a policy, and as they come out of a log. `ANSWER COMMAND`, behind a tab the directory; `#` begins a comment line.
import type { Answer } from '../base/answer.ts'
import type { Diagnostic } from '../base/diagnostic.ts'
import type { Source, Span } from '../base/span.ts'
import type { Expectation } from '../policy/policy.ts'

interface Cases {
  readonly cases: readonly Expectation[]
  /** Lines that are no cases. */
  readonly mistakes: readonly Diagnostic[]
}

export function readCases({ file, text }: Source): Cases {
  const cases: Expectation[] = []
  const mistakes: Diagnostic[] = []
  let start = 0
  for (const line of text.split('\n')) {
    const span = { file, start, end: start + line.trimEnd().length }
    start += line.length + 1
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue
    const read = readLine(line.replace(/\r$/, ''), span)
    if ('code' in read) mistakes.push(read)
    else cases.push(read)
  }
  return { cases, mistakes }
}

function readLine(line: string, span: Span): Expectation | Diagnostic {
  const [, answer, command, directory, more] =
    /^\s*(\S+)[ \t]+([^\t]+?)[ ]*(?:\t+[ ]*([^\t]*?)\s*(\t.*)?)?$/.exec(line) ?? []
  if (answer === undefined || command === undefined || more !== undefined)
    return mistake(
      span,
      'a case is an answer and a command',
      'write `deny git push -f`; behind a tab stands the directory',
    )
  if (answer !== 'allow' && answer !== 'ask' && answer !== 'deny')
    return mistake(span, `\`${answer.slice(0, 40)}\` is no answer`, 'a case begins with `allow`, `ask` or `deny`')
  const at = span.start + line.indexOf(command, line.indexOf(answer) + answer.length)
  const place = directory === undefined || directory === '' ? {} : { directory }
  return { answer: answer satisfies Answer, command, ...place, span: { ...span, start: at, end: at + command.length } }
}

function mistake(span: Span, message: string, help: string): Diagnostic {
  return { code: 'RV393', severity: 'error', message, span, help, notes: [] }
}
