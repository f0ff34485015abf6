// Loads a policy: read, parse, resolve, check, build. A text with any error never becomes a policy. This file brings the parser
// with it, so it is imported where a text must really be read.
import { assert } from '../base/assert.ts'
import type { Diagnostic } from '../base/diagnostic.ts'
import { isoDate } from '../base/instant.ts'
import type { Host } from '../host/host.ts'
import { buildPolicy } from './build.ts'
import { startChecks } from './checks.ts'
import { type Gathered, gatherFiles, gatherText } from './gather.ts'
import type { Loaded } from './loaded.ts'
import type { Unit } from './unit.ts'

/** The policy of a file, by its absolute path, with every file it uses. Examples and `expect` are not judged here. */
export function loadPolicy(host: Host, file: string): Loaded {
  return built(gatherFiles(host.files, file), isoDate(host.clock.nowMs()))
}

/** The policy of a text that lies nowhere: it can use shipped policies only. */
export function policyFromText(text: string, file: string): Loaded {
  return built(gatherText(text, file), undefined)
}

function built(gathered: Gathered, today: string | undefined): Loaded {
  const { units, sources, diagnostics } = gathered
  if (units.length === 0) return { kind: 'broken', diagnostics, sources }
  const checks = startChecks()
  const policy = buildPolicy(checks, units, today)
  const all = inOrder(toldOnce(diagnostics, checks.found()), units)
  if (all.some(({ severity }) => severity === 'error')) return { kind: 'broken', diagnostics: cut(all), sources }
  assert(policy, 'a text without its policy line has an error')
  return { kind: 'policy', policy, warnings: cut(all), sources }
}

/** A value that is written in no way that the parser knows is told better where its meaning is checked. */
function toldOnce(written: readonly Diagnostic[], meant: readonly Diagnostic[]): readonly Diagnostic[] {
  const key = ({ span }: Diagnostic) => `${span.file} ${span.start} ${span.end}`
  const places = new Set(meant.filter(({ severity }) => severity === 'error').map(key))
  return [...written.filter((each) => each.code !== 'RV122' || !places.has(key(each))), ...meant]
}

/** A person mends a hundred at a time; a text of random bytes has hundreds of thousands. */
const shownLimit = 100

function cut(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  if (diagnostics.length <= shownLimit) return diagnostics
  const errors = diagnostics.filter(({ severity }) => severity === 'error').slice(0, shownLimit)
  const kept = errors.length > 0 ? errors : diagnostics.slice(0, shownLimit)
  const last = kept.at(-1)
  assert(last, 'something is kept')
  const message = `and ${diagnostics.length - kept.length} more`
  return [
    ...kept,
    { code: 'RV119', severity: last.severity, message, span: last.span, help: 'mend these first', notes: [] },
  ]
}

/** By file, as they were met, then by place. */
function inOrder(diagnostics: readonly Diagnostic[], units: readonly Unit[]): readonly Diagnostic[] {
  const order = new Map(units.map(({ file }, index) => [file, index]))
  const rank = ({ span }: Diagnostic) => order.get(span.file) ?? units.length
  return [...diagnostics].sort((one, other) => rank(one) - rank(other) || one.span.start - other.span.start)
}
