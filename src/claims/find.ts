// Finds the claims of a text, at most one of each kind, in order of the text.
import type { Claim, ClaimKind } from './claim.ts'
import { goodNegatives, hedges, patterns } from './patterns.ts'
import { clausesOf } from './sentences.ts'

export function findClaims(text: string): readonly Claim[] {
  const found = new Map<ClaimKind, Claim>()
  for (const { words, sentence, start } of clausesOf(text)) {
    const plain = goodNegatives.reduce((clause, [pattern, replacement]) => clause.replace(pattern, replacement), words)
    for (const { kind, language, pattern } of patterns) {
      if (found.has(kind) || hedges[language].test(plain) || !pattern.test(plain)) continue
      found.set(kind, { kind, language, sentence, start })
    }
  }
  return [...found.values()].sort((left, right) => left.start - right.start)
}
