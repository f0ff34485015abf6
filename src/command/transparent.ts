// Whether a command does nothing but start the one inside it, so that a rule for the inner one is enough.
import { baseName } from '../base/path.ts'
import { describeWrapper } from '../programs/wrappers.ts'
import type { Command, Word } from './command.ts'
import type { Scope } from './reader.ts'
import { shellDialect } from './shells.ts'

/** True for a plain wrapper and for a shell with an inline text, when the commands inside were found. */
export function isTransparent(
  words: readonly Word[],
  scope: Scope,
  index: number,
  commands: readonly Command[],
): boolean {
  const [program, option] = words
  if (program?.kind !== 'literal') return false
  const name = baseName(program.text)
  if (isBuiltinOnly(name) && !scope.builtins) return false
  // `command -v git` only looks where a program lies.
  if (name === 'command' && option?.kind === 'literal' && /^-[vV]$/.test(option.text)) return true
  if (describeWrapper(name)?.transparent !== true && shellDialect(name) === undefined) return false
  return commands.slice(index + 1).some((command) => command.unwrappedFrom === index)
}

function isBuiltinOnly(name: string): boolean {
  return name === 'command' || name === 'builtin' || name === 'exec'
}
