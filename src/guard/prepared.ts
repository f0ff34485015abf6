// A request on its way through the door: everything that is known before its start entry is written. A noun file.
import type { Reading } from '../command/command.ts'
import type { Snapshot } from '../observe/snapshot.ts'
import type { Decision } from '../rules/decision.ts'
import type { Claims } from './claims.ts'
import type { Confined } from './confine.ts'
import type { GuardRequest } from './guard.ts'
import type { Plan } from './plan.ts'
import type { Subject } from './subject.ts'

export interface Prepared {
  readonly request: GuardRequest
  readonly reading: Reading
  readonly decision: Decision
  readonly subject: Subject
  readonly plan: Plan
  readonly confined: Confined
  readonly environment: Readonly<Record<string, string>>
  /** Marks the call's processes. */
  readonly token: string
  readonly claims: Claims
  readonly before: Snapshot
}
