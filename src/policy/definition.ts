// What makes two criteria of one id the same version: their digests, in the policy, in the ledger and in exports.
import { type Digest, sha256 } from '../base/digest.ts'
import { canonicalJson, type Json } from '../base/json.ts'
import type { Criterion, Plugin, Verifier } from './policy.ts'

/**
 * The version of a criterion: a digest over the canonical JSON of its verifier, scope and pins, and of the plugin that
 * the verifier names, so that pointing the name at something else is a new version too.
 */
export function definitionOf(
  { verifier, scope, pins }: Pick<Criterion, 'verifier' | 'scope' | 'pins'>,
  names: { readonly plugins: readonly Plugin[] },
): Digest {
  return sha256(canonicalJson({ verifier, scope, pins, subject: subjectOf(verifier, names) } as unknown as Json))
}

function subjectOf(verifier: Verifier, names: Parameters<typeof definitionOf>[1]): Json | undefined {
  if (verifier.kind !== 'plugin') return undefined
  const plugin = names.plugins.find(({ name }) => name === verifier.plugin)
  return plugin && { command: plugin.command, sha256: plugin.sha256 }
}
