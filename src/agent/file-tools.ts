// `read_file`, `write_file`, `edit_file`, `list_files` and `search_text`: files through the guard. A file is written only as the
// model last saw it, so that it never overwrites what somebody else wrote meanwhile.
import type { Digest } from '../base/digest.ts'
import { plainLine, plainText } from '../base/plain.ts'
import { redact } from '../base/redact.ts'
import type { FileAnswer, Written } from '../guard/door.ts'
import { guardedList } from '../guard/list.ts'
import { guardedRead } from '../guard/read.ts'
import { guardedSearch } from '../guard/search.ts'
import { guardedEdit, guardedWrite } from '../guard/write.ts'
import type { ToolArguments } from './arguments.ts'
import { type Answer, absolute, type Hands } from './hands.ts'
import { boundedText, refusalText } from './view.ts'

const textLimit = 28_000

export async function readFile(hands: Hands, call: string, args: ToolArguments<'read_file'>): Promise<Answer> {
  const request = {
    ...door(hands, call, 'read_file'),
    ...given({ path: args.path, startLine: args.startLine, limit: args.limit }),
  }
  const read = await guardedRead(hands.session, request)
  if (read.kind !== 'done') return undone(hands, read)
  hands.seen.set(absolute(hands.session, args.path), read.digest)
  const head = `${plainLine(read.path)}: ${read.totalLines} lines, ${read.bytes} bytes, sha256 ${read.digest}`
  if (read.binary) return done(`${head}\nbinary, not shown`)
  const lines = redact(plainText(read.text), hands.session.secrets).split('\n')
  const numbered = read.lineCount === 0 ? [] : lines.map((line, index) => `${read.startLine + index}: ${line}`)
  const more = read.cut ? ['[… there is more; ask for other lines with startLine and limit …]'] : []
  const proofs = read.proofs.map(
    (proof) => `evidence for ${proof.criterion}: ${proof.passed ? 'passed' : 'failed'}, ${plainLine(proof.reason)}`,
  )
  return done([head, boundedText(numbered.join('\n'), textLimit), ...more, ...proofs].join('\n'))
}

export async function writeFile(hands: Hands, call: string, args: ToolArguments<'write_file'>): Promise<Answer> {
  const expected = args.expectedHash ?? hands.seen.get(absolute(hands.session, args.path))
  const request = { ...door(hands, call, 'write_file'), path: args.path, content: args.content }
  return written(hands, args.path, await guardedWrite(hands.session, withExpected(request, expected)))
}

export async function editFile(hands: Hands, call: string, args: ToolArguments<'edit_file'>): Promise<Answer> {
  const { path, oldText, newText } = args
  const expected = args.expectedHash ?? hands.seen.get(absolute(hands.session, path))
  const request = { ...door(hands, call, 'edit_file'), path, oldText, newText }
  return written(hands, path, await guardedEdit(hands.session, withExpected(request, expected)))
}

export async function listFiles(hands: Hands, call: string, args: ToolArguments<'list_files'>): Promise<Answer> {
  const listing = await guardedList(hands.session, { ...door(hands, call, 'list_files'), ...given(args) })
  if (listing.kind !== 'done') return undone(hands, listing)
  const lines = listing.entries.map(
    (entry) => `${plainLine(entry.path)}${entry.kind === 'directory' ? '/' : entry.kind === 'symlink' ? '@' : ''}`,
  )
  return done(withNotes(lines, 'no files', listing))
}

export async function searchText(hands: Hands, call: string, args: ToolArguments<'search_text'>): Promise<Answer> {
  const found = await guardedSearch(hands.session, {
    ...door(hands, call, 'search_text'),
    text: args.text,
    ...given({ pattern: args.pattern }),
  })
  if (found.kind !== 'done') return undone(hands, found)
  const lines = found.matches.map(
    (match) => `${plainLine(match.path)}:${match.line}: ${plainLine(redact(match.text, hands.session.secrets))}`,
  )
  return done(withNotes(lines, `nothing in ${found.searchedFiles} files`, found))
}

function door(hands: Hands, call: string, tool: string) {
  const { answerYes, readOnly, ask } = hands
  return { tool, call, answerYes, readOnly, ...(ask ? { ask } : {}) }
}

/** Only what is there: absent and undefined are told apart. */
function given<Given extends object>(values: Given): { [Name in keyof Given]: Exclude<Given[Name], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}

function withExpected<Request extends object>(request: Request, expected: string | undefined) {
  return { ...request, ...(expected === undefined ? {} : { expected: expected as Digest }) }
}

function written(hands: Hands, path: string, answer: FileAnswer<Written>): Answer {
  if (answer.kind !== 'done') return undone(hands, answer)
  hands.seen.set(absolute(hands.session, path), answer.after)
  const what = answer.before === 'absent' ? 'created' : 'changed'
  return done(`${what} ${plainLine(answer.path)}: ${answer.bytes} bytes, sha256 ${answer.after}`)
}

function undone(hands: Hands, answer: Exclude<FileAnswer<unknown>, { readonly kind: 'done' }>): Answer {
  if (answer.kind === 'refused')
    return { outcome: 'refused', text: refusalText(hands.session, answer.decision, answer.refusal) }
  const help = answer.help === undefined ? '' : `; ${plainLine(answer.help)}`
  return { outcome: 'failed', text: `error: ${plainLine(answer.reason)}${help}` }
}

function withNotes(
  lines: readonly string[],
  none: string,
  found: { readonly cut: boolean; readonly hidden: readonly string[] },
): string {
  const text = boundedText(lines.length === 0 ? none : lines.join('\n'), textLimit)
  const more = found.cut ? ['[… there is more; ask for less at once …]'] : []
  const hidden =
    found.hidden.length === 0
      ? []
      : [
          `not shown: ${found.hidden
            .slice(0, 10)
            .map((place) => plainLine(place))
            .join(', ')}`,
        ]
  return [text, ...more, ...hidden].join('\n')
}

function done(text: string): Answer {
  return { outcome: 'done', text }
}
