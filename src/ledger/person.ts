// A person's act, signed with the attestation key and saying how the person was present. Refused to whatever descends from a
// guarded command: the agent is no person.
import { type KeyObject, sign, verify } from 'node:crypto'

import { Fault } from '../base/fault.ts'
import { canonicalJson, type Json } from '../base/json.ts'
import { isGuardedDescendant } from '../host/ancestry.ts'
import type { Host } from '../host/host.ts'
import type { Person } from './act.ts'
import { loadKeys } from './keys.ts'

/** What the person does, with the ledger it is for and every member that the entry will hold. */
export type Act = { readonly [key: string]: Json | undefined }

/** The signature is over the canonical JSON of the act with `presence` and `user` added. Fault `person`. */
export async function signPerson(host: Host, act: Act): Promise<Person> {
  refuseGuarded(host)
  const presence = host.terminal.isInTerminal && host.terminal.isErrTerminal ? 'terminal' : 'none'
  const user = host.environment.USER ?? host.environment.LOGNAME ?? `uid ${host.runtime.userId}`
  const signature = sign(null, signedBytes(act, presence, user), loadKeys(host).attestation.privateKey)
  return { presence, user, signature: signature.toString('base64') }
}

/** Fault `person` for a process that descends from a guarded command. */
export function refuseGuarded(host: Host): void {
  if (!isGuardedDescendant(host)) return
  throw new Fault('person', 'this is for a person to do: it was tried from inside a guarded command', {
    help: 'run it yourself in a terminal of your own',
  })
}

export function isSignedByPerson(act: Act, person: Person, key: KeyObject): boolean {
  const signature = Buffer.from(person.signature, 'base64')
  return signature.length === 64 && verify(null, signedBytes(act, person.presence, person.user), key, signature)
}

function signedBytes(act: Act, presence: string, user: string): Uint8Array {
  return new TextEncoder().encode(canonicalJson({ ...act, presence, user }))
}
