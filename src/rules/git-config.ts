// `git config` writes git's own configuration, which is a protected place: it names programs that git runs later.
import type { Facts } from './facts.ts'
import type { Slot } from './slot.ts'

/** True unless the command surely only reads the configuration. */
export function writesGitConfig(facts: Facts): boolean {
  if (facts.identity?.possibly.includes('git') !== true) return false
  const at = facts.args.slots.findIndex((slot) => slot.part === 'subcommand')
  if (at === -1 || textOf(facts.args.slots[at]) !== 'config') return false
  const words = facts.args.slots.slice(at + 1)
  if (words.some((slot) => slot.word.kind === 'dynamic' && slot.mayBeOption)) return true
  const texts = words.map(textOf)
  if (texts.some((text) => writing.test(text))) return true
  if (texts.some((text) => reading.test(text)) || texts[0] === 'get' || texts[0] === 'list') return false
  return words.filter((slot) => !textOf(slot).startsWith('-')).length > 1
}

const reading = /^(--get(-all|-regexp|-urlmatch|-color|-colorbool)?|--list|-l)$/
const writing =
  /^(--add|--replace-all|--unset(-all)?|--rename-section|--remove-section|--edit|-e)$|^(set|unset|edit|rename-section|remove-section)$/

function textOf(slot: Slot | undefined): string {
  return slot?.word.kind === 'literal' ? slot.word.text : ''
}
