// The words of the grammar's diagnostics. Chevrotain asks the provider for a message where it throws; ours answers with what was
// expected there, in the words of the language, and `parser-base.ts` adds what was found.
import { EOF, type IParserErrorMessageProvider, type IToken, type TokenType, tokenLabel } from 'chevrotain'

export const provider: IParserErrorMessageProvider = {
  buildMismatchTokenMessage: ({ expected }) => tokenLabel(expected),
  buildNoViableAltMessage: ({ expectedPathsPerAlt, customUserDescription }) =>
    customUserDescription ?? listed(firstLabels(expectedPathsPerAlt.flat())),
  buildEarlyExitMessage: ({ expectedIterationPaths, customUserDescription }) =>
    customUserDescription ?? listed(firstLabels(expectedIterationPaths)),
  buildNotAllInputParsedMessage: () => 'the end of the text',
}

function firstLabels(paths: readonly (readonly TokenType[])[]): readonly string[] {
  return [...new Set(paths.flatMap(([first]) => (first ? [tokenLabel(first)] : [])))]
}

/** `a`, `b` or `c`. */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

export function quoted(words: readonly string[]): readonly string[] {
  return words.map((word) => `\`${word}\``)
}

/** A token as a reader sees it. */
export function found(token: IToken): string {
  return token.tokenType === EOF ? 'the end of the text' : shown(token.image)
}

/** Text of the author, cut to what a line can bear. */
export function shown(text: string): string {
  const line = text.split('\n', 1)[0] ?? ''
  const characters = [...line]
  return characters.length > 40 ? `\`${characters.slice(0, 39).join('')}…\`` : `\`${line}\``
}

/** Words that other tools use for ours. */
export const synonyms: Readonly<Record<string, readonly string[]>> = {
  commands: ['exec', 'command'],
  run: ['exec', 'command'],
  execute: ['exec', 'command'],
  bash: ['exec', 'command'],
  shell: ['exec', 'command'],
  file: ['files'],
  path: ['files'],
  filesystem: ['files'],
  fs: ['files'],
  paths: ['files'],
  net: ['network'],
  hosts: ['network'],
  env: ['environment'],
  variables: ['environment'],
  criteria: ['criterion'],
  check: ['criterion'],
  include: ['use'],
  import: ['use'],
  extends: ['use'],
  permit: ['allow'],
  accept: ['allow'],
  forbid: ['deny'],
  block: ['deny'],
  reject: ['deny'],
  refuse: ['deny'],
  prompt: ['ask'],
  confirm: ['ask'],
  unless: ['except'],
  reason: ['because'],
  why: ['because'],
  rather: ['instead'],
  covers: ['scope'],
  pins: ['pin'],
  verifies: ['verify'],
  contains: ['matches'],
  mandatory: ['required'],
  none: ['off'],
  false: ['off'],
  no: ['off'],
  true: ['on'],
  yes: ['on'],
  exec: ['command'],
  cmd: ['command', 'exec'],
  script: ['command'],
  human: ['manual'],
  person: ['manual'],
  const: ['let'],
  var: ['let'],
  define: ['let'],
  def: ['let'],
  list: ['let'],
  timeout: ['time'],
  duration: ['time'],
  mem: ['memory'],
  ram: ['memory'],
  procs: ['processes'],
  pids: ['processes'],
  nofile: ['descriptors'],
  url: ['at'],
  endpoint: ['at'],
  success: ['verified'],
  ok: ['verified'],
  failure: ['failed'],
  fail: ['failed'],
  remove: ['write'],
  create: ['write'],
  delete: ['write'],
  edit: ['write'],
  modify: ['write'],
  view: ['read'],
}
