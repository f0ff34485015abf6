// Rules that nearly matched a command, with the word that differed: for people who wonder why the default had to answer.
import type { Answer } from '../base/answer.ts'
import type { Authority } from './authority.ts'
import type { Effect, RuleReference, World } from './decision.ts'
import { firstDifference } from './difference.ts'
import { standsAgainst } from './exec.ts'
import type { Facts } from './facts.ts'
import { referenceOf } from './ruling.ts'
import { shownWord } from './words.ts'

export interface NearMiss {
  readonly answer: Answer
  readonly rule: RuleReference
  /** The pattern of the rule that came nearest, as written. */
  readonly pattern: string
  /** What stands against it, for people. */
  readonly difference: string
}

const shownLimit = 3

/** Of each command that the default answered, at most three, the nearest first. Keyed by `nearKey`. */
export function nearMisses(
  { layers }: Authority,
  facts: readonly Facts[],
  world: World,
): ReadonlyMap<string, readonly NearMiss[]> {
  return new Map(
    facts.map((each) => {
      const { program, args, place } = each.command
      const found = layers
        .flatMap((layer) => candidates(layer, each, world))
        .sort((one, other) => other.index - one.index)
      const key = nearKey({ place, argv: [program, ...args].map(shownWord) })
      return [key, found.slice(0, shownLimit).map(({ miss }) => miss)]
    }),
  )
}

export function nearKey({ place, argv }: Pick<Effect, 'place' | 'argv'>): string {
  return JSON.stringify([place.start, place.end, argv])
}

/** Rules about the same program; an allow of a policy that only tightens is no help. */
function candidates(
  layer: Authority['layers'][number],
  facts: Facts,
  world: World,
): readonly { readonly index: number; readonly miss: NearMiss }[] {
  const indices = new Set((facts.identity?.possibly ?? []).flatMap((name) => layer.exec.byName[name] ?? []))
  return [...indices].flatMap((at) => {
    const rule = layer.policy.exec.rules[at]
    const compiled = layer.exec.rules[at]
    const stop = firstDifference(compiled, facts, world.home)
    if (!rule || !compiled || !stop || stop.index < 0 || (layer.mode === 'tighten' && rule.answer === 'allow'))
      return []
    const difference = stop.isWhole ? standsAgainst(compiled, facts, world) : stop.sentence
    const { answer } = rule
    return [{ index: stop.index, miss: { answer, rule: referenceOf(rule), pattern: stop.pattern, difference } }]
  })
}
