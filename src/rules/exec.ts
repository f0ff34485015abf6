// Whether a command may run: every rule for its program is asked, in each layer, and what it was unwrapped from may speak for it.
import type { Directory, Word } from '../command/command.ts'
import type { ExecRule } from '../policy/policy.ts'
import type { Authority } from './authority.ts'
import type { World } from './decision.ts'
import type { Facts } from './facts.ts'
import { isProgramOf } from './identity.ts'
import { pathMatches } from './paths.ts'
import { possiblyMatches } from './possibly.ts'
import type { CompiledExecRule, CompiledPattern, PathPattern, Program } from './program.ts'
import { type Finding, join, law, type Ruling, referenceOf, stricter } from './ruling.ts'
import type { Slot } from './slot.ts'
import { type Named, surelyMatches } from './surely.ts'
import { restMayCover } from './words.ts'

export interface ExecRuling {
  readonly ruling: Ruling
  /** Arguments that an allow names by more than a wildcard. */
  readonly named: Named
}

/** `free`: what holds where no rule matches, in place of the default: a built-in that touches nothing, a move inside the workspace. */
export function ruleOnExec(authority: Authority, facts: Facts, world: World, free: string | undefined): ExecRuling {
  const named = new Map<Slot, boolean>()
  const findings = authority.layers.map((layer) => findingOf(layer, facts, world, free, named))
  const ruling = join(findings)
  if (facts.identity) return { ruling, named }
  const stop = law('ask', 'the program is known only when it runs')
  return { ruling: stricter(stop, ruling), named }
}

function findingOf(
  layer: Program,
  facts: Facts,
  world: World,
  free: string | undefined,
  named: Map<Slot, boolean>,
): Finding {
  const found = matchRules(layer, facts, world)
  for (const { slots } of found) for (const [slot, isWritten] of slots) named.set(slot, isWritten)
  const finding = {
    mode: layer.mode,
    matched: found.map(({ rule }) => ({ answer: rule.answer, rule: referenceOf(rule) })),
    default: layer.policy.exec.default,
  }
  if (found.length > 0 || layer.mode === 'tighten' || !facts.identity) return finding
  const covered = coverage(layer, facts, world) ?? (free === undefined ? undefined : { reason: free })
  return covered ? { ...finding, covered } : finding
}

interface Found {
  readonly rule: ExecRule
  /** For an allow: the arguments that it names. */
  readonly slots: Named
}

function matchRules(layer: Program, facts: Facts, world: World): readonly Found[] {
  return candidates(layer, facts).flatMap((index) => {
    const rule = layer.policy.exec.rules[index]
    if (!rule || (layer.mode === 'tighten' && rule.answer === 'allow')) return []
    const slots = matchRule(layer, index, facts, world)
    return slots ? [{ rule, slots }] : []
  })
}

/** Whether one rule of a program matches, whatever the others say. */
export function isMatchedBy(layer: Program, index: number, facts: Facts, world: World): boolean {
  return matchRule(layer, index, facts, world) !== undefined
}

function matchRule(layer: Program, index: number, facts: Facts, world: World): Named | undefined {
  const rule = layer.policy.exec.rules[index]
  const compiled = layer.exec.rules[index]
  if (!rule || !compiled) return undefined
  return rule.answer === 'allow' ? allows(compiled, facts, world) : stops(compiled, facts, world)
}

/** Rules that speak of one of the program's names, or of programs by path or wildcard; in the order of the policy. */
function candidates(layer: Program, facts: Facts): readonly number[] {
  const indices = new Set(layer.exec.open)
  for (const name of facts.identity?.possibly ?? [])
    for (const index of layer.exec.byName[name] ?? []) indices.add(index)
  return [...indices].sort((left, right) => left - right)
}

/** Surely one of the patterns, in one of the directories, and possibly none of the exceptions. */
function allows(rule: CompiledExecRule, facts: Facts, world: World): Named | undefined {
  if (!isIn(rule.directories, facts.directory, world, true)) return undefined
  if (rule.except.some((pattern) => possibly(pattern, facts, world))) return undefined
  return rule.patterns.map((pattern) => surely(pattern, facts, world)).find((slots) => slots !== undefined)
}

/** Of a rule whose words match and that does not: what stands against it, for people. */
export function standsAgainst(rule: CompiledExecRule, facts: Facts, world: World): string {
  if (!isIn(rule.directories, facts.directory, world, true))
    return 'the words match, but the rule is for other directories'
  const exception = rule.except.find((pattern) => possibly(pattern, facts, world))
  if (exception) return `the words match, and so does the exception \`${exception.text}\``
  return 'the words match, but it holds something that an allow must write out: an option that runs or writes, or a word known only when it runs'
}

const nothing: Named = new Map()

function stops(rule: CompiledExecRule, facts: Facts, world: World): Named | undefined {
  const isMatch =
    isIn(rule.directories, facts.directory, world, false) &&
    rule.patterns.some((pattern) => possibly(pattern, facts, world)) &&
    !rule.except.some((pattern) => surely(pattern, facts, world) !== undefined)
  return isMatch ? nothing : undefined
}

function surely(pattern: CompiledPattern, facts: Facts, world: World): Named | undefined {
  const { identity } = facts
  if (!identity || !isProgramOf(pattern.program, identity, world, true)) return undefined
  return surelyMatches(pattern, facts.args, world.home)
}

function possibly(pattern: CompiledPattern, facts: Facts, world: World): boolean {
  const { identity } = facts
  return (
    identity !== undefined &&
    isProgramOf(pattern.program, identity, world, false) &&
    possiblyMatches(pattern, facts.args, world.home)
  )
}

/** No directories: everywhere. Of several that it could be, all must match for an allow, one is enough for the rest. */
function isIn(patterns: readonly PathPattern[], directory: Directory, world: World, surely: boolean): boolean {
  if (patterns.length === 0) return true
  const paths = directory.kind === 'known' ? [directory.path] : directory.among
  if (!paths) return !surely
  const isInside = (path: string) => patterns.some((pattern) => pathMatches(pattern, path, world))
  return surely
    ? paths.every((path) => isInside(path) && isInside(world.realPath(path)))
    : paths.some((path) => isInside(path) || isInside(world.realPath(path)))
}

/** What may speak for a command that no rule of the layer matches: the rule of a wrapper that names it, or, for a wrapper that
 *  only starts others, those others. */
function coverage(layer: Program, facts: Facts, world: World): Finding['covered'] {
  for (const outer of facts.outer) {
    const naming = matchRules(layer, outer, world).find(
      ({ rule, slots }) => rule.answer === 'allow' && names(slots, facts),
    )
    if (naming) return { reason: `the rule for \`${sourceOf(outer)}\` names it`, rule: referenceOf(naming.rule) }
  }
  const isTransparent = facts.command.transparent === true && facts.inner.length > 0
  if (!isTransparent || (facts.identity?.surely.length ?? 0) === 0) return undefined
  if (facts.inner.some((inner) => inner.command.behindBoundary && !facts.command.behindBoundary)) return undefined
  return { reason: 'it only starts what is judged on its own' }
}

/** The allow writes out the argument that holds the inner program, and all that must be written out of what follows. */
function names(slots: Named, inner: Facts): boolean {
  const isWritten = ({ place }: Word) =>
    [...slots].some(([{ word }, written]) => written && word.place.start <= place.start && place.end <= word.place.end)
  const { slots: arguments_, optionsAreDangerous } = inner.args
  return (
    isWritten(inner.command.program) &&
    arguments_.every((slot) => restMayCover(slot, optionsAreDangerous) || isWritten(slot.word))
  )
}

function sourceOf(facts: Facts): string {
  const { program } = facts.command
  return program.kind === 'literal' ? program.text : program.source
}
