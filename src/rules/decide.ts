// The judge: a reading, an authority and the world give one decision, with every effect that was judged. The strictest effect
// decides; what cannot be read is never allowed.
import { strictest } from '../base/answer.ts'
import type { Reading } from '../command/command.ts'
import { ruleOnAccess, shownPath } from './access.ts'
import type { Authority } from './authority.ts'
import type { Decision, Effect, World } from './decision.ts'
import { commandEffects, looseEffects } from './effects.ts'
import { law } from './ruling.ts'
import { survey } from './survey.ts'

export function decide(authority: Authority, reading: Reading, world: World): Decision {
  const facts = survey(reading, world)
  const judged = { authority, world, reading, facts }
  const effects = [...facts.flatMap((each) => commandEffects(judged, each)), ...looseEffects(judged)]
  return reading.kind === 'readable' ? settle(effects, undefined) : settle(effects, reading.reason)
}

/** A file tool reads or writes one absolute path. */
export function decideFile(authority: Authority, access: 'read' | 'write', path: string, world: World): Decision {
  const ruling = ruleOnAccess(
    authority,
    { kind: access, places: [{ kind: 'known', path }], tree: false, doubtful: false, granted: false },
    world,
  )
  const effect: Effect = {
    ...law(ruling.answer, ruling.reason),
    ...ruling,
    kind: access,
    path: shownPath(path, world),
    place: { start: 0, end: 0 },
    unwrappedFrom: [],
  }
  return settle([effect], undefined)
}

function settle(effects: readonly Effect[], unreadable: string | undefined): Decision {
  const found = strictest(...effects.map((effect) => effect.answer))
  const answer = unreadable === undefined ? found : strictest(found, 'ask')
  const deciding = effects.find((effect) => effect.answer === answer)
  const isCause = deciding !== undefined && (answer !== 'ask' || unreadable === undefined)
  const instead = isCause && answer !== 'allow' ? deciding.rule?.instead : undefined
  return {
    answer,
    readable: unreadable === undefined,
    reason: isCause
      ? lineOf(deciding)
      : unreadable === undefined
        ? 'nothing is run and nothing is touched'
        : `it cannot be read: ${unreadable}`,
    ...(instead === undefined ? {} : { instead }),
    effects,
    answerable:
      unreadable === undefined &&
      answer === 'ask' &&
      effects.every((effect) => effect.answer !== 'ask' || effect.from !== 'law'),
  }
}

function lineOf(effect: Effect): string {
  return `${effect.kind} \`${subjectOf(effect)}\`: ${effect.reason}`
}

/** What an effect is about, for people. */
export function subjectOf(effect: Effect): string {
  return effect.argv?.join(' ') ?? effect.path ?? effect.host ?? effect.name ?? effect.kind
}
