// Acts that only a person may do. The guard denies them to the agent under any name of the binary, whatever a policy says.
import { baseName } from '../base/path.ts'
import type { Command, Word } from '../command/command.ts'

/** The person's verb that this command would call, or why it could be one; undefined when it surely is none. */
export function personsVerb(command: Command, isReeve: (program: string) => boolean): string | undefined {
  const words = [command.program, ...command.args]
  const at = words.findIndex((word) => word.kind === 'literal' && isReeve(word.text))
  // Either the program itself, or the script of an interpreter (`node reeve.mjs`, `bun run reeve.mjs`).
  if (at === -1 || (at > 0 && !isInterpreter(command.program))) return undefined
  const [verb, second] = words.slice(at + 1)
  if (verb === undefined) return command.openEnded ? 'a verb that is not known beforehand' : undefined
  if (verb.kind === 'dynamic') return `\`${verb.source}\`, which could be a person's verb`
  if (verb.text === 'report') return isLiteral(second, 'list') ? undefined : 'report'
  if (verb.text === 'sessions') return second === undefined && !command.openEnded ? undefined : 'sessions close'
  return verbs.has(verb.text) ? verb.text : undefined
}

/** `__confine` would run a command that nobody judged. */
const verbs = new Set([
  '__confine',
  '__relay',
  'trust',
  'attest',
  'waive',
  'criteria',
  'goal',
  'keys',
  'erase',
  'approve',
  'accept',
  'cosign',
])

function isLiteral(word: Word | undefined, text: string): boolean {
  return word?.kind === 'literal' && word.text === text
}

const interpreters = new Set(['node', 'nodejs', 'bun', 'bunx', 'deno', 'npx', 'pnpm', 'yarn', 'npm', 'tsx'])

function isInterpreter(word: Word): boolean {
  return word.kind === 'literal' && interpreters.has(baseName(word.text))
}
