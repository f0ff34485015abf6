// Regular expressions that a policy's author wrote, run on bytes that nobody vouches for. The language's own engine backtracks,
// so one hostile line could hang the judge; RE2 (through re2js, its port) takes time linear in the text and knows no look-around
// and no back-references.
import { RE2JS } from 're2js'

interface CompiledRegex {
  readonly kind: 'regex'
  /** True when the pattern is found anywhere in the text. */
  readonly test: (text: string) => boolean
}

interface RegexMistake {
  readonly kind: 'mistake'
  /** For people, lower case. */
  readonly reason: string
}

/** Flags `i`, `m` and `s`; every pattern is Unicode. */
export function compileRegex(source: string, flags: string): CompiledRegex | RegexMistake {
  const unknown = [...flags].find((flag) => !'imsu'.includes(flag))
  if (unknown) return { kind: 'mistake', reason: `the flag \`${unknown}\` is not one of i, m, s, u` }
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source), flagBits(flags))
    return { kind: 'regex', test: (text) => compiled.test(text) }
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'it cannot be read'
    return { kind: 'mistake', reason: `it cannot be run in bounded time: ${reason}` }
  }
}

function flagBits(flags: string): number {
  const bit = (flag: string, value: number) => (flags.includes(flag) ? value : 0)
  return bit('i', RE2JS.CASE_INSENSITIVE) | bit('m', RE2JS.MULTILINE) | bit('s', RE2JS.DOTALL)
}
