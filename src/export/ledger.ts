// The proof document of an open session, as `reeve export` and `reeve run` give it.
import { weighGate } from '../proof/gate.ts'
import type { Verdict } from '../proof/verdict.ts'
import type { Session } from '../session/session.ts'
import type { ProofDocument } from './document.ts'
import { documentOf } from './make.ts'

interface LedgerDocumentOptions {
  /** A verdict that was given just now; absent: it is weighed now, without being recorded. */
  readonly verdict?: Verdict
}

/** Scans once (what changed is recorded), and reads the rest from the ledger. */
export async function ledgerDocument(session: Session, options: LedgerDocumentOptions = {}): Promise<ProofDocument> {
  const { host, ledger, authority, trust } = session
  const verdict = options.verdict ?? weighGate(session, await session.observe('workspace'))
  const tightening = authority.layers.find(({ mode }) => mode === 'tighten')?.policy
  return documentOf({
    verdict,
    trust,
    session: session.id,
    generatedMs: generatedMs(host.environment.SOURCE_DATE_EPOCH) ?? host.clock.nowMs(),
    entries: session.history(),
    policy: trust === 'untrusted' && tightening ? tightening : authority.policy,
    ignored: authority.ignored,
    ledger: { id: ledger.id, standing: ledger.standing, head: await ledger.head() },
  })
}

/** Seconds since 1970, as reproducible builds give it; anything else is ignored. */
function generatedMs(epoch: string | undefined): number | undefined {
  return epoch !== undefined && /^\d{1,11}$/.test(epoch) ? Number(epoch) * 1000 : undefined
}
