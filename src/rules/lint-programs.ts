// Warnings about the programs that a policy names: one that is most probably misspelt, and one that is allowed though the agent may
// write its file.
import { expandBraces } from '../base/braces.ts'
import type { Diagnostic } from '../base/diagnostic.ts'
import { compileGlob, isGlob, matchGlob } from '../base/glob.ts'
import type { CommandPattern, Policy } from '../policy/policy.ts'
import { misspeltProgram } from '../programs/common.ts'
import { describeProgram } from '../programs/describe.ts'

export function lintNamesOfPrograms({ exec }: Policy): readonly Diagnostic[] {
  return exec.rules.flatMap(({ patterns }) =>
    patterns.flatMap((pattern) =>
      programsOf(pattern).flatMap((name) => {
        const meant = describeProgram(name) ? undefined : misspeltProgram(name)
        if (meant === undefined) return []
        return [
          warning(
            'RV519',
            `no program that is known here is called \`${name}\``,
            pattern,
            `did you mean \`${meant}\`?`,
          ),
        ]
      }),
    ),
  )
}

/** Of the workspace: a program that it may rewrite is whatever it wants. */
export function lintWritablePrograms(policy: Policy): readonly Diagnostic[] {
  return policy.exec.rules.flatMap(({ answer, patterns }) =>
    answer !== 'allow'
      ? []
      : patterns.flatMap((pattern) => {
          const path = programsOf(pattern).find((name) => /^[^/~*?[\]\\].*\//.test(name) && isWritten(policy, name))
          if (path === undefined) return []
          const help = `keep it as it is: \`files { deny write "${path.replace(/^(?:\.\/)+/, '')}" }\``
          return [warning('RV520', `\`${path}\` is allowed to run, and the agent may write it`, pattern, help)]
        }),
  )
}

function isWritten({ fileAccess }: Policy, program: string): boolean {
  const path = program.replace(/^(?:\.\/)+/, '')
  const covers = (patterns: readonly string[]) =>
    patterns.some((text) => {
      const glob = compileGlob(text, 'path')
      return isGlob(glob) && matchGlob(glob, path)
    })
  const rules = fileAccess.rules.filter(({ access }) => access === 'write')
  const matching = rules.filter(({ patterns, except }) => covers(patterns) && !covers(except))
  if (matching.some(({ answer }) => answer !== 'allow')) return false
  return matching.length > 0 || fileAccess.default === 'allow'
}

/** The program word, its alternatives apart; none for one with wildcards. */
function programsOf({ words }: CommandPattern): readonly string[] {
  const [word] = words
  if (word?.kind !== 'glob' || /[*?[\\]/.test(word.text)) return []
  return expandBraces(word.text, 64) ?? []
}

function warning(code: Diagnostic['code'], message: string, { span }: CommandPattern, help: string): Diagnostic {
  return { code, severity: 'warning', message, span, help, notes: [] }
}
