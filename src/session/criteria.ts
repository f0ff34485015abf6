// The criteria that count now: those of the trusted policy, then those that a person added, with every act of a person in this
// session applied in order. A person never redefines what the policy defines (decision 25): of a policy's criterion only the text,
// whether it is required, and whether it applies are a person's to say, and only of the version that the person saw.
import { asObject, decodeJson } from '../base/json.ts'
import type { CriterionData } from '../ledger/act.ts'
import type { Entry } from '../ledger/entry.ts'
import { definitionOf } from '../policy/definition.ts'
import type { Criterion, Policy, Verifier } from '../policy/policy.ts'
import type { Trust } from '../rules/authority.ts'
import { isPresent } from './presence.ts'
import type { ActiveCriterion } from './session.ts'

export function activeCriteria(
  policy: Policy,
  trust: Trust,
  entries: readonly Entry[],
  session: string,
): readonly ActiveCriterion[] {
  const counted = trust === 'named' || trust === 'trusted' ? policy.criteria : []
  const active = new Map<string, ActiveCriterion>(
    counted.map((criterion) => [criterion.id, { criterion, source: 'policy' }]),
  )
  for (const { seq, session: owner, data } of entries) {
    if (data.kind !== 'criterion' || owner !== session) continue
    if (isPresent(data.person, policy.gate.presence)) apply(active, data, seq)
  }
  return [...active.values()]
}

function apply(active: Map<string, ActiveCriterion>, act: CriterionData, seq: number): void {
  const known = active.get(act.criterion)
  if (act.action === 'add') {
    if (!known) active.set(act.criterion, { criterion: fromAct(act), source: 'person' })
    return
  }
  if (!known || act.definition !== known.criterion.definition) return
  const { criterion, source } = known
  if (act.action === 'required' || act.action === 'optional') {
    active.set(act.criterion, { ...known, criterion: { ...criterion, required: act.action === 'required' } })
  } else if (act.action === 'not-applicable') {
    active.set(act.criterion, { ...known, notApplicable: { because: act.because ?? '', seq } })
  } else if (source === 'person') {
    active.set(act.criterion, { criterion: fromAct(act, criterion), source })
  } else if (act.text !== undefined) {
    active.set(act.criterion, { ...known, criterion: { ...criterion, text: act.text } })
  }
}

/** What an act leaves out stays as it was; a criterion without a verifier is never checked. */
function fromAct(act: CriterionData, before?: Criterion): Criterion {
  const verifier = decodeVerifier(act.verifier) ?? before?.verifier ?? { kind: 'none' }
  const scope = act.scope ?? before?.scope ?? []
  const pins: Criterion['pins'] = { kind: 'paths', paths: [] }
  const text = act.text ?? before?.text ?? act.criterion
  return {
    id: act.criterion,
    text,
    required: act.required ?? before?.required ?? false,
    verifier,
    scope,
    pins,
    origin: { span: { file: '<person>', start: 0, end: 0 }, line: 1, text },
    definition: definitionOf({ verifier, scope, pins }),
  }
}

/** The entry was made by us from a checked verifier and is proven against the signed root; its kind is still looked at. */
function decodeVerifier(text: string | undefined): Verifier | undefined {
  const decoded = text === undefined ? undefined : decodeJson(text)
  const object = decoded?.ok ? asObject(decoded.value) : undefined
  return typeof object?.kind === 'string' ? (object as unknown as Verifier) : undefined
}
