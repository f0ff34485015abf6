// Every pattern of a policy as one claim: an answer about some commands, paths or hosts. Grouped by what they can have in common,
// so that a policy of thousands of programs is not compared pair by pair.
import type { Answer } from '../base/answer.ts'
import { expandBraces } from '../base/braces.ts'
import type { Span } from '../base/span.ts'
import type { CommandPattern, ExecRule, FileRule, NetworkRule, Policy } from '../policy/policy.ts'
import { coversCommand, coversHost, coversPath } from './cover.ts'

export interface Claim {
  readonly answer: Answer
  readonly text: string
  readonly span: Span
  /** Equal for claims that say the very same. */
  readonly key: string
  /** Could cover something that is not the same text. */
  readonly isWide: boolean
  /** It has a reason or a better way of its own, which another rule would not tell. */
  readonly saysMore: boolean
  /** The words that it begins with and that hold no wildcard: two claims with other words here have nothing in common. */
  readonly lead: readonly string[]
  /** Everything that the other speaks of. */
  readonly covers: (other: Claim) => boolean
  readonly subject:
    | { readonly kind: 'command'; readonly pattern: CommandPattern; readonly directories: string }
    | { readonly kind: 'path' | 'host'; readonly text: string }
}

export function claimsOf({ exec, fileAccess, network }: Policy): readonly (readonly Claim[])[] {
  const groups = new Map<string, Claim[]>()
  const everyProgram: Claim[] = []
  for (const rule of exec.rules)
    for (const pattern of rule.patterns) {
      const claim = commandClaim(rule, pattern)
      const names = programsOf(pattern)
      if (names.length === 0) everyProgram.push(claim)
      for (const name of names) {
        const group = groups.get(name)
        if (group) group.push(claim)
        else groups.set(name, [claim])
      }
    }
  const ofPrograms = [...groups.values()].map((claims) => [...claims, ...everyProgram])
  const files = (['read', 'write'] as const).map((access) =>
    fileAccess.rules
      .filter((rule) => rule.access === access && !rule.origin.text.startsWith('default:'))
      .flatMap(fileClaims),
  )
  return [...(ofPrograms.length > 0 ? ofPrograms : [everyProgram]), ...files, network.rules.flatMap(hostClaims)]
}

/** Names of the program word; none for one with wildcards. */
function programsOf({ words }: CommandPattern): readonly string[] {
  const [word] = words
  if (word?.kind !== 'glob' || /[*?[\\]/.test(word.text)) return []
  return [...new Set(expandBraces(word.text, 64) ?? [])]
}

function commandClaim(rule: ExecRule, pattern: CommandPattern): Claim {
  const directories = [...rule.directories].sort().join('\n')
  const except = rule.except
    .map(({ text }) => text)
    .sort()
    .join('\n')
  const isWide = pattern.words.some((word) => word.kind === 'rest' || /[*?[{]/.test(word.text))
  return {
    answer: rule.answer,
    text: pattern.text,
    span: pattern.span,
    key: JSON.stringify([rule.answer, pattern.words, directories, except]),
    isWide,
    lead: leadOf(pattern),
    saysMore: rule.because !== undefined || rule.instead !== undefined,
    subject: { kind: 'command', pattern, directories },
    covers: (other) =>
      except === '' &&
      other.subject.kind === 'command' &&
      (directories === '' || directories === other.subject.directories) &&
      coversCommand(pattern, other.subject.pattern, rule.answer === 'allow' ? 'wildcards' : 'everything'),
  }
}

function leadOf({ words }: CommandPattern): readonly string[] {
  const lead: string[] = []
  for (const word of words) {
    if (word.kind === 'rest' || /[*?[{\\]/.test(word.text)) break
    lead.push(word.text)
  }
  return lead
}

function fileClaims(rule: FileRule): readonly Claim[] {
  return rule.patterns.map((text) => ({
    ...plainClaim(rule, text, rule.except.join('\n')),
    subject: { kind: 'path', text },
    covers: ({ subject }) => rule.except.length === 0 && subject.kind === 'path' && coversPath(text, subject.text),
  }))
}

function hostClaims(rule: NetworkRule): readonly Claim[] {
  return rule.hosts.map((text) => ({
    ...plainClaim(rule, text, ''),
    subject: { kind: 'host', text },
    covers: ({ subject }) => subject.kind === 'host' && coversHost(text, subject.text),
  }))
}

function plainClaim(rule: FileRule | NetworkRule, text: string, except: string): Omit<Claim, 'subject' | 'covers'> {
  const { answer, origin, because, instead } = rule
  return {
    answer,
    text,
    span: origin.span,
    key: JSON.stringify([answer, text, except]),
    isWide: /[*?[{]/.test(text),
    lead: [],
    saysMore: because !== undefined || instead !== undefined,
  }
}
