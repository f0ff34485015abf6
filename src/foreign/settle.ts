// From what a host's files say to rules of ours, among which the strictest wins and order means nothing. Where in the host the last
// matching rule decides, a rule that stops gets those later and milder ones as exceptions, and what a later rule overrides whole is
// left out. An exception is as narrow as an allow, so that nothing is let through that the host would stop.
import { type Answer, isStricter } from '../base/answer.ts'
import { describeProgram } from '../programs/describe.ts'
import type { Area, Foreign, ForeignRule, Remain } from './foreign.ts'

export interface SettledRule {
  readonly answer: Answer
  readonly area: Area
  readonly patterns: readonly string[]
  readonly except: readonly string[]
  /** Working directories; absent: all. */
  readonly directories?: readonly string[]
  readonly because?: string
  /** Absent: a rule that stands for what the host does by itself. */
  readonly rule?: ForeignRule
}

export interface Settled {
  readonly rules: readonly SettledRule[]
  readonly defaults: Foreign['defaults']
  /** Reading inside the workspace needs no rule, but for secrets. */
  readonly readsAreFree: boolean
  readonly remains: readonly Remain[]
}

const everything: Readonly<Record<Area, readonly string[]>> = {
  exec: ['* **'],
  read: ['/**', '**'],
  write: ['/**', '**'],
  network: ['*'],
}

const areas: readonly Area[] = ['exec', 'read', 'write', 'network']

export function settle(foreign: Foreign): Settled {
  const remains: Remain[] = [...foreign.remains]
  const rules: SettledRule[] = []
  const defaults = { ...foreign.defaults }
  let readsAreFree = true
  for (const area of areas) {
    const own = foreign.rules.filter((rule) => rule.area === area)
    const { live, base } = foreign.order === 'last' ? inForce(own, remains) : { live: own, base: undefined }
    if (base && (area === 'exec' || area === 'network')) defaults[area] = base.answer
    if (base && area === 'read') readsAreFree = false
    if (base?.answer === 'deny' && (area === 'read' || area === 'write'))
      rules.push({ answer: 'deny', area, patterns: everything[area], except: excepted(base, live), rule: base })
    rules.push(
      ...live.flatMap((rule, index) =>
        settleRule(rule, foreign.order === 'last' ? live.slice(index + 1) : [], remains),
      ),
    )
  }
  return { rules: mergeSame([...rules, ...ownAsks(foreign, rules, defaults)]), defaults, readsAreFree, remains }
}

/** Rules before the last one that matches everything never decide; that one, when it stops, is the default. */
function inForce(
  rules: readonly ForeignRule[],
  remains: Remain[],
): { live: readonly ForeignRule[]; base: ForeignRule | undefined } {
  const isWhole = ({ area, narrow }: ForeignRule) =>
    everything[area].every((pattern) => pattern === '/**' || narrow.includes(pattern))
  const at = rules.findLastIndex(isWhole)
  if (at === -1) return { live: rules, base: undefined }
  for (const rule of rules.slice(0, at)) {
    const reason = `line ${rules[at]?.origin.line ?? 0}, which counts more, matches everything`
    remains.push({ origin: rule.origin, kind: 'note', source: rule.source, reason: `it never decides: ${reason}` })
  }
  const base = rules[at]
  return base?.answer === 'allow' ? { live: rules.slice(at), base: undefined } : { live: rules.slice(at + 1), base }
}

function excepted(rule: ForeignRule, later: readonly ForeignRule[]): readonly string[] {
  return later
    .filter(({ answer }) => isStricter(rule.answer, answer))
    .flatMap(({ narrow }) => narrow)
    .filter((pattern) => rule.area !== 'exec' || couldMeet(pattern, rule.wide ?? []))
}

/** Two patterns of different programs never match the same command. */
function couldMeet(pattern: string, others: readonly string[]): boolean {
  const program = programOf(pattern)
  return isOpen(program) || others.some((other) => isOpen(programOf(other)) || programOf(other) === program)
}

function programOf(pattern: string): string {
  return pattern.split(' ')[0] ?? ''
}

function isOpen(program: string): boolean {
  return /[*?{'\\]/.test(program)
}

function settleRule(rule: ForeignRule, later: readonly ForeignRule[], remains: Remain[]): readonly SettledRule[] {
  const { answer, area, origin, source, because } = rule
  const said = because === undefined ? {} : { because }
  const tell = (kind: Remain['kind'], reason: string) => remains.push({ origin, kind, source, reason })
  if (answer === 'allow') {
    if (rule.narrow.length === 0) tell('left-out', rule.inexact ?? 'it cannot be said')
    else {
      const held = rule.inexact ?? heldBack(rule)
      if (held !== undefined) tell('narrowed', held)
    }
    return rule.narrow.length === 0 ? [] : [{ answer, area, patterns: rule.narrow, except: [], ...said, rule }]
  }
  const except = area === 'network' ? [] : excepted(rule, later)
  if (rule.wide === undefined) {
    tell(
      'widened',
      `${rule.inexact ?? 'it cannot be said'}: it could be about anything, so everything of the kind is asked about`,
    )
    return [
      {
        answer: 'ask',
        area,
        patterns: everything[area],
        except: [],
        because: 'a rule could not be carried over',
        rule,
      },
    ]
  }
  if (rule.inexact !== undefined) tell('widened', rule.inexact)
  return [{ answer, area, patterns: rule.wide, except: [...new Set(except)], ...said, rule }]
}

/** A wildcard of an allow never covers an option that executes or writes. */
function heldBack({ area, narrow }: ForeignRule): string | undefined {
  if (area !== 'exec') return undefined
  const name = narrow
    .map(programOf)
    .find((program, index) => / \*\*(?: |$)/.test(narrow[index] ?? '') && canReach(program))
  return name && `its wildcards cover no option of \`${name}\` that executes or writes`
}

function canReach(program: string): boolean {
  const described = describeProgram(program)
  const options = [...(described?.options ?? []), ...(described?.subcommands ?? []).flatMap((each) => each.options)]
  return options.some(({ effect }) => effect === 'execute' || effect === 'write' || effect === 'destroy')
}

/** What the host asks about whatever its files allow. */
function ownAsks(
  foreign: Foreign,
  rules: readonly SettledRule[],
  defaults: Foreign['defaults'],
): readonly SettledRule[] {
  const allowed = rules
    .filter(({ answer, area }) => answer === 'allow' && area === 'exec')
    .flatMap(({ patterns }) => patterns)
  const asks: SettledRule[] = []
  const stop: Answer = defaults.exec === 'deny' ? 'deny' : 'ask'
  if (allowed.length > 0 && !allowed.includes('* **')) {
    const except = allowed.filter((pattern) => couldBeOneOf(pattern, foreign.opaque))
    const because = `${foreign.host} does not look through what starts other commands`
    asks.push({ answer: stop, area: 'exec', patterns: [`{${foreign.opaque.join(',')}} **`], except, because })
  }
  const always = foreign.always.filter((pattern) => allowed.some((each) => couldBeOneOf(each, programsIn(pattern))))
  if (always.length > 0)
    asks.push({
      answer: stop,
      area: 'exec',
      patterns: always,
      except: [],
      because: `${foreign.host} asks about it whatever is allowed`,
    })
  for (const program of foreign.stationary)
    if (allowed.some((each) => couldBeOneOf(each, [program]))) {
      const because = `${foreign.host} asks about \`${program}\` in another directory, which can choose what it runs`
      asks.push({
        answer: stop,
        area: 'exec',
        patterns: [`${program} **`],
        except: [],
        directories: elsewhere,
        because,
      })
    }
  const writes = rules.some(({ answer, area }) => answer === 'allow' && area === 'write')
  if (writes && foreign.guarded.length > 0) {
    const because = `${foreign.host} asks about it whatever is allowed`
    asks.push({
      answer: defaults.files === 'deny' ? 'deny' : 'ask',
      area: 'write',
      patterns: foreign.guarded,
      except: [],
      because,
    })
  }
  return asks
}

/** Below the workspace, and not the workspace itself. */
const elsewhere = ['[!.]*/**', '.?*/**']

function programsIn(pattern: string): readonly string[] {
  const program = pattern.split(' ')[0] ?? ''
  return program.startsWith('{') ? program.slice(1, -1).split(',') : [program]
}

function couldBeOneOf(pattern: string, programs: readonly string[]): boolean {
  const program = (pattern.split(' ')[0] ?? '').replaceAll(/['\\]/g, '')
  return /[*?{]/.test(program) || programs.includes(program.slice(program.lastIndexOf('/') + 1))
}

/** The same rule from several files stands once. */
function mergeSame(rules: readonly SettledRule[]): readonly SettledRule[] {
  const seen = new Set<string>()
  return rules.filter(({ answer, area, patterns, except, directories }) => {
    const key = JSON.stringify([answer, area, patterns, except, directories])
    return !seen.has(key) && seen.add(key)
  })
}
