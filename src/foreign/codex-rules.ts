// Rules of Codex: `prefix_rule(pattern = ["git", ["push", "fetch"]], decision = "prompt")`. A pattern is a list of whole words, some with
// alternatives, and any words may follow.
import type { Answer } from '../base/answer.ts'
import { addRule, type Collection, leaveOut, note, type Said } from './collect.ts'
import type { ForeignFile, Reach } from './foreign.ts'
import { domainReach } from './hosts.ts'
import { spellChoices, spellWord, unsayable } from './spell.ts'
import { type Call, readStarlark, type Value } from './starlark.ts'

const decisions: Readonly<Record<string, Answer>> = { allow: 'allow', prompt: 'ask', forbidden: 'deny', deny: 'deny' }

/** `never`: nobody is asked, and what would ask is refused. */
export function codexRules(collection: Collection, file: ForeignFile, never: boolean): void {
  for (const statement of readStarlark(file.text)) {
    const origin = { file: file.shown, line: statement.line }
    if (statement.kind === 'call' && statement.isOdd)
      passed(collection, { origin, source: `${statement.name}(…)`, answer: 'ask' })
    else if (statement.kind === 'passed') passed(collection, { origin, source: statement.source, answer: 'ask' })
    else if (statement.name === 'prefix_rule') prefixRule(collection, statement, origin, never)
    else if (statement.name === 'network_rule') networkRule(collection, statement, origin, never)
    else if (statement.name === 'host_executable')
      note(
        collection,
        origin,
        'host_executable',
        'a bare name means the file that the trusted PATH finds, and no other',
      )
    else passed(collection, { origin, source: `${statement.name}(…)`, answer: 'ask' })
  }
}

/** It could define rules of any kind. */
function passed(collection: Collection, said: Said): void {
  addRule(collection, said, 'exec', {
    narrow: [],
    wide: undefined,
    inexact: 'only calls with texts and lists are read, nothing is evaluated',
  })
}

function textIn(value: Value | undefined): string | undefined {
  return value?.kind === 'text' ? value.value : undefined
}

function answerOf(call: Call, fallback: string): Answer | undefined {
  const decision = call.args.has('decision') ? textIn(call.args.get('decision')) : fallback
  return decision !== undefined && Object.hasOwn(decisions, decision) ? decisions[decision] : undefined
}

function saidOf(call: Call, origin: Said['origin'], source: string, answer: Answer): Said {
  const reason = textIn(call.args.get('justification'))
  return { origin, source, answer, ...(reason === undefined ? {} : { because: reason }) }
}

function prefixRule(collection: Collection, call: Call, origin: Said['origin'], never: boolean): void {
  const words = wordsOf(call.args.get('pattern'))
  const answer = answerOf(call, 'allow')
  const shown = words?.map((choices) => (choices.length === 1 ? choices[0] : `{${choices.join(',')}}`)).join(' ') ?? ''
  const source = `prefix_rule ${shown.slice(0, 200)}`.trimEnd()
  const said = saidOf(call, origin, source, answer === 'ask' && never ? 'deny' : (answer ?? 'ask'))
  if (answer === undefined) note(collection, origin, source, 'its decision is none that is known, so it is asked about')
  if (call.args.has('match') || call.args.has('not_match'))
    note(collection, origin, source, 'its examples are not carried')
  if (words === undefined || words.length === 0) {
    const inexact = 'its pattern cannot be read'
    if (answer === 'allow') leaveOut(collection, said, inexact)
    else addRule(collection, said, 'exec', { narrow: [], wide: undefined, inexact })
    return
  }
  addRule(collection, said, 'exec', prefixReach(words))
}

/** Words with their alternatives; undefined when it is no list of texts and lists of texts. */
function wordsOf(value: Value | undefined): readonly (readonly string[])[] | undefined {
  if (value?.kind !== 'list') return undefined
  const words = value.items.map((item) => {
    if (item.kind === 'text') return [item.value]
    const choices = item.kind === 'list' ? item.items.map(textIn) : []
    return choices.length > 0 && choices.every((choice) => choice !== undefined) ? choices : undefined
  })
  return words.every((choices) => choices !== undefined) ? words : undefined
}

/** Words with alternatives that cannot stand in one word become a pattern each. */
function prefixReach(words: readonly (readonly string[])[]): Reach {
  const [programs = []] = words
  const inexact = 'a word of it cannot be said'
  if (programs.some((name) => !isProgram(name))) return { narrow: [], wide: undefined, inexact }
  const heads = programs.map((name) => `${spellWord([{ text: name }], false) ?? '*'} **`)
  if (JSON.stringify(words).length > 1500) return { narrow: [], wide: heads, inexact }
  let all: (readonly string[])[] = [[]]
  for (const [index, choices] of words.entries()) {
    const whole = index === 0 ? undefined : spellChoices(choices)
    const ways = whole === undefined ? choices.map((text) => spellWord([{ text }], false)) : [whole]
    if (ways.some((way) => way === undefined) || all.length * ways.length > mostPatterns)
      return { narrow: [], wide: heads, inexact }
    all = all.flatMap((before) => ways.map((way) => [...before, way ?? '*']))
  }
  const patterns = all.map((way) => `${way.join(' ')} **`)
  return { narrow: patterns, wide: patterns }
}

const mostPatterns = 64

function isProgram(name: string): boolean {
  return name !== '' && name.length <= 1000 && !unsayable.test(name) && !/^[A-Za-z_]\w*=/.test(name)
}

function networkRule(collection: Collection, call: Call, origin: Said['origin'], never: boolean): void {
  const host = textIn(call.args.get('host')) ?? ''
  const answer = answerOf(call, '')
  const said = saidOf(
    call,
    origin,
    `network_rule ${host.slice(0, 100)}`,
    answer === 'ask' && never ? 'deny' : (answer ?? 'ask'),
  )
  addRule(collection, said, 'network', domainReach(host))
}
