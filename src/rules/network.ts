// Whether a host may be reached. Nothing here resolves names: a deny of an address reaches every name that no rule writes out,
// because any name may resolve to it.
import type { Authority } from './authority.ts'
import { couldMatchHost, type HostName, matchHost } from './hosts.ts'
import type { HostPattern, Program } from './program.ts'
import { type Finding, join, type Ruling, referenceOf } from './ruling.ts'

/** `granted`: an allow of the command writes out the host, so that no default of ask stands against it. */
export function ruleOnHost(authority: Authority, name: HostName | undefined, granted: boolean): Ruling {
  return join(authority.layers.map((layer) => findingOf(layer, name, granted)))
}

function findingOf(layer: Program, name: HostName | undefined, granted: boolean): Finding {
  const isWritten = layer.policy.network.rules.some(
    (rule, index) => rule.answer === 'allow' && layer.network[index]?.some((pattern) => writesOut(pattern, name)),
  )
  const matched = layer.policy.network.rules.flatMap((rule, index) => {
    const patterns = layer.network[index] ?? []
    if (layer.mode === 'tighten' && rule.answer === 'allow') return []
    const isMatch = patterns.some((pattern) =>
      rule.answer === 'allow' || (isWritten && pattern.kind === 'network')
        ? matchHost(pattern, name)
        : couldMatchHost(pattern, name),
    )
    return isMatch ? [{ answer: rule.answer, rule: referenceOf(rule) }] : []
  })
  const standard = layer.policy.network.default
  const isGranted = layer.mode !== 'tighten' && matched.length === 0 && granted && standard !== 'deny'
  const covered = isGranted ? { covered: { reason: 'the rule of the command names it' } } : {}
  return { mode: layer.mode, matched, default: standard, ...covered }
}

function writesOut(pattern: HostPattern, name: HostName | undefined): boolean {
  return name !== undefined && pattern.kind === 'name' && pattern.writtenOut && matchHost(pattern, name)
}
