// The files as the ledger knows them at the end of one call: what evidence of that call was made on.
import type { Snapshot } from '../observe/snapshot.ts'
import { carryForward, copyOf } from './baseline.ts'
import type { Session } from './session.ts'

/** `seq` is the entry that ended the call; what the call wrote is recorded under its name, perhaps later. */
export function filesAfter(
  session: Session,
  { seq, call }: { readonly seq: number; readonly call: string },
): Pick<Snapshot, 'files'> {
  const files = copyOf(session.baseline.files)
  for (const { seq: at, session: owner, data } of session.history()) {
    const isItsOwn = data.kind === 'observation' && data.call === call
    if (owner === session.id && (at <= seq || isItsOwn)) carryForward(files, data)
  }
  return { files }
}
