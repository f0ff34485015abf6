// A person's act, signed with the attestation key and saying how the person was present. Refused to whatever descends from a
// guarded command: the agent is no person.
import { sign } from 'node:crypto'

import { Fault } from '../base/fault.ts'
import { canonicalJson, type Json } from '../base/json.ts'
import { isGuardedDescendant } from '../host/ancestry.ts'
import type { Host } from '../host/host.ts'
import type { Person } from './entry.ts'
import { loadKeys } from './keys.ts'

/** The signature is over the canonical JSON of the act with `presence` and `user` added. Fault `person`. */
export async function signPerson(host: Host, act: { readonly [key: string]: Json | undefined }): Promise<Person> {
  if (isGuardedDescendant(host)) {
    throw new Fault('person', 'this is for a person to do: it was tried from inside a guarded command', {
      help: 'run it yourself in a terminal of your own',
    })
  }
  const presence = host.terminal.isInTerminal && host.terminal.isErrTerminal ? 'terminal' : 'none'
  const user = host.environment.USER ?? host.environment.LOGNAME ?? `uid ${host.runtime.userId}`
  const text = canonicalJson({ ...act, presence, user })
  const signature = sign(null, new TextEncoder().encode(text), loadKeys(host).attestation.privateKey)
  return { presence, user, signature: signature.toString('base64') }
}
