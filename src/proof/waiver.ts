// A waiver closes one exact effect digest, through its last day in UTC, as long as the clock can be believed.
import type { Digest } from '../base/digest.ts'
import { isoDate } from '../base/instant.ts'
import type { Entry } from '../ledger/entry.ts'
import type { GateBlock, Waiver as PolicyWaiver } from '../policy/policy.ts'
import { isPresent } from '../session/presence.ts'

/** Of a policy, or of a person in the session. */
export type Waiver = Omit<PolicyWaiver, 'span'>

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

/** What persons waived in the session, present as the gate asks. */
export function waiversOf(
  entries: readonly Entry[],
  session: string,
  presence: GateBlock['presence'],
): readonly Waiver[] {
  return entries.flatMap(({ session: owner, data }) => {
    if (owner !== session || data.kind !== 'waiver' || !isPresent(data.person, presence)) return []
    const { effect: effectDigest, because, until, person } = data
    return [{ effectDigest, because, by: person.user, ...(until === undefined ? {} : { until }) }]
  })
}

/** A clock that stands behind the newest entry was turned back: what has an end is then over. */
function isExpired({ until }: Waiver, { nowMs, lastEntryMs }: WaiverFacts): boolean {
  return until !== undefined && (nowMs < lastEntryMs || isoDate(nowMs) > until)
}
