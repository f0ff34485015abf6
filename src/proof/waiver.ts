// A waiver closes one exact effect digest, through its last day in UTC, as long as the clock can be believed.
import type { Digest } from '../base/digest.ts'
import { isoDate } from '../base/instant.ts'
import type { Waiver } from '../policy/policy.ts'

interface WaiverFacts {
  readonly effect?: Digest
  readonly nowMs: number
  readonly lastEntryMs: number
}

/** The first waiver that stands for this effect digest now; undefined when none does. */
export function standingWaiver(waivers: readonly Waiver[], facts: WaiverFacts): Waiver | undefined {
  if (facts.effect === undefined) return undefined
  return waivers.find((waiver) => waiver.effectDigest === facts.effect && !isExpired(waiver, facts))
}

/** A clock that stands behind the newest entry was turned back: what has an end is then over. */
function isExpired({ until }: Waiver, { nowMs, lastEntryMs }: WaiverFacts): boolean {
  return until !== undefined && (nowMs < lastEntryMs || isoDate(nowMs) > until)
}
