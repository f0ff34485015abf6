// What a final text claims without being asked for proof: a signal for people, never an input of a status.

export type ClaimKind =
  | 'tests'
  | 'build'
  | 'lint'
  | 'types'
  | 'coverage'
  | 'fixed'
  | 'verified'
  | 'done'
  | 'file'
  | 'data'
  | 'deployed'

export type Language = 'en' | 'es'

export interface Claim {
  readonly kind: ClaimKind
  readonly language: Language
  /** The sentence as written, white space folded. */
  readonly sentence: string
  /** Offset of the sentence in the text. */
  readonly start: number
}
