// Evidence for data criteria: the dataset's own file, read whole by us and computed exactly.
import type { Proof } from '../ledger/entry.ts'
import type { Criterion, Verifier } from '../policy/policy.ts'
import type { Session } from '../session/session.ts'
import { type Judged, type Named, proveByReading } from './read-proof.ts'
import { readWhole, type Whole } from './whole.ts'

type DataVerifier = Extract<Verifier, { readonly kind: 'data' }>

/** Checks a data criterion now and records the read; undefined for a criterion of another kind. */
export async function proveData(session: Session, criterion: Criterion, named: Named): Promise<Proof | undefined> {
  const { verifier } = criterion
  if (verifier.kind !== 'data') return undefined
  const { dataLimits } = await import('../data/table.ts')
  return await proveByReading(session, criterion, named, async () => {
    const whole = readWhole(session, verifier.path, { keptBytes: dataLimits.bytes })
    const found = whole.kind === 'read'
    return {
      path: verifier.path,
      bytes: found ? whole.bytes : 0,
      digest: found ? whole.digest : 'absent',
      judged: await judge(verifier, whole),
    }
  })
}

async function judge({ path, check, table }: DataVerifier, whole: Whole): Promise<Judged> {
  const { checkData, expectation } = await import('../data/check.ts')
  const expected = expectation(check)
  if (whole.kind === 'absent') return { passed: false, reason: 'the dataset’s file does not exist', expected }
  if (whole.kind === 'unreadable') return { passed: false, reason: whole.reason, expected }
  if (!whole.data) return { passed: false, reason: 'the dataset’s file is too large (200 MiB)', expected }
  const file = { path, bytes: whole.data, ...(table === undefined ? {} : { table }) }
  const { passed, actual, explanation } = await checkData(file, check)
  return { passed, reason: explanation, actual, expected }
}
