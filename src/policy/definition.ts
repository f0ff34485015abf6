// What makes two criteria of one id the same version: their digests, in the policy, in the ledger and in exports.
import { type Digest, sha256 } from '../base/digest.ts'
import { canonicalJson, type Json } from '../base/json.ts'
import type { Criterion } from './policy.ts'

/**
 * The version of a criterion: a digest over the canonical JSON of its verifier, scope and pins. The verifier holds the path of the
 * dataset or the command of the plugin that it names, so that pointing the name at something else is a new version too.
 */
export function definitionOf({ verifier, scope, pins }: Pick<Criterion, 'verifier' | 'scope' | 'pins'>): Digest {
  return sha256(canonicalJson({ verifier, scope, pins } as unknown as Json))
}
