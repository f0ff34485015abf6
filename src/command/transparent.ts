// Whether a command does nothing but start the one inside it, so that a rule for the inner one is enough.
import { baseName } from '../base/path.ts'
import { describeWrapper } from '../programs/wrappers.ts'
import type { Word } from './command.ts'
import type { Scope } from './reader.ts'
import { shellDialect } from './shells.ts'

/** True for a wrapper of that kind and for a shell with an inline text; a bare `env` or `bash script` is a command itself. */
export function isTransparent(words: readonly Word[], scope: Scope): boolean {
  const [program, ...args] = words
  if (program?.kind !== 'literal') return false
  const name = baseName(program.text)
  const wrapper = describeWrapper(name)
  if (wrapper?.transparent === true) return isBuiltinOnly(name) ? scope.builtins : true
  if (shellDialect(name) === undefined) return false
  return args.some((word) => word.kind === 'literal' && /^-[a-z]*c/.test(word.text))
}

function isBuiltinOnly(name: string): boolean {
  return name === 'command' || name === 'builtin' || name === 'exec'
}
