// Whether a person was there as the gate asks: `gate { presence terminal }` wants somebody at a terminal, `passphrase` somebody
// who knew the key's passphrase. An act with less feeds nothing.
import type { Person } from '../ledger/act.ts'
import type { GateBlock } from '../policy/policy.ts'

const ranks: Readonly<Record<GateBlock['presence'], number>> = { none: 0, terminal: 1, passphrase: 2 }

export function isPresent(person: Person, wanted: GateBlock['presence']): boolean {
  return ranks[person.presence] >= ranks[wanted]
}
