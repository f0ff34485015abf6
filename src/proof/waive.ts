// What only a person may do to the whole work: let it pass, exactly as it is, without its proof.
import { type Digest, parseDigest } from '../base/digest.ts'
import { Fault } from '../base/fault.ts'
import { isoDate } from '../base/instant.ts'
import type { Session } from '../session/session.ts'
import { record, saidText } from './acts.ts'
import { weighGate } from './gate.ts'
import type { Verdict } from './verdict.ts'

interface WaiverWish {
  readonly because: string
  /** `YYYY-MM-DD`; absent: no end. */
  readonly until?: string
  /** The effect digest that the person means; absent: the one of the work as it is now. */
  readonly effect?: string
}

interface Waived {
  readonly effect: Digest
  readonly before: Verdict
  readonly after: Verdict
}

/** Fault `usage` for a digest that is not the work's, a day that is none or over, and where there is nothing to waive. */
export async function waive(session: Session, wish: WaiverWish): Promise<Waived> {
  const because = saidText(wish.because, 'a reason is needed: `--because WHY`')
  const until = wish.until === undefined ? undefined : comingDay(session, wish.until)
  const snapshot = await session.observe('workspace')
  const before = weighGate(session, snapshot)
  const effect = meant(before, wish.effect)
  await record(session, { kind: 'waiver', effect, because, ...(until === undefined ? {} : { until }) })
  return { effect, before, after: weighGate(session, snapshot) }
}

/** What stands before every waiver in the gate. */
const beyond: ReadonlySet<Verdict['reason']> = new Set(['foreign', 'untrusted', 'incomplete-observation', 'cancelled'])

function meant({ kind, reason, effect, message }: Verdict, named: string | undefined): Digest {
  const digest = named === undefined ? effect : parseDigest(named)
  if (named !== undefined && digest === undefined)
    throw new Fault('usage', `\`${named}\` is no digest`, { help: '64 hex digits, as `reeve gate` prints them' })
  if (effect === undefined) throw new Fault('usage', 'there is nothing to waive: nothing was written in this session')
  if (digest !== effect)
    throw new Fault('usage', 'the work is not what that digest stands for', {
      help: `its effect digest is now ${effect}: look at it again`,
    })
  if (beyond.has(reason)) throw new Fault('usage', `no waiver can close that: ${message}`)
  if (kind !== 'incomplete') throw new Fault('usage', `there is nothing to waive: ${message}`)
  return effect
}

function comingDay(session: Session, text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && isoDate(Date.parse(`${text}T00:00:00Z`)) === text
  if (!isDay) throw new Fault('usage', `\`${text}\` is no day`, { help: 'year, month and day: `--until 2027-01-31`' })
  if (text < isoDate(session.host.clock.nowMs())) throw new Fault('usage', `the day ${text} is over`)
  return text
}
