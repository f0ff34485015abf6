// What the other hosts answer to one plain command, written from their public documentation: the plain, slow meaning that an import
// must never be milder than. Each speaks of one command of known words, as its words joined by blanks.
import { type Answer, strictest } from '../../src/base/answer.ts'

export interface PeerRule {
  readonly answer: Answer
  readonly pattern: string
  readonly priority?: number
}

/** `*` is any text, `?` one character where the host has it; all else is literal. */
function wild(pattern: string, text: string, one: boolean): boolean {
  const source = [...pattern]
    .map((char) => (char === '*' ? '[^]*' : char === '?' && one ? '[^]' : char.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')))
    .join('')
  return new RegExp(`^${source}$`).test(text)
}

/** A trailing ` *` is also nothing. */
function bounded(pattern: string, text: string, one: boolean): boolean {
  return wild(pattern, text, one) || (pattern.endsWith(' *') && wild(pattern.slice(0, -2), text, one))
}

/** Claude Code: deny, then ask, then allow; `prefix:*` is `prefix *`; `timeout 10` before a command is looked through. */
export function claudeAnswer(rules: readonly PeerRule[], words: readonly string[]): Answer {
  const texts = [words.join(' '), ...(words[0] === 'timeout' ? [words.slice(2).join(' ')] : [])]
  const matched = rules.filter(({ pattern }) => {
    if (pattern === '*') return true
    const own = pattern.endsWith(':*') ? `${pattern.slice(0, -2)} *` : pattern
    return texts.some((text) => (own.split('*').length === 2 ? bounded(own, text, false) : wild(own, text, false)))
  })
  return matched.length === 0 ? 'ask' : strictest(...matched.map(({ answer }) => answer))
}

/** opencode: the last rule that matches; none: it is asked about. */
export function opencodeAnswer(rules: readonly PeerRule[], words: readonly string[]): Answer {
  return rules.findLast(({ pattern }) => bounded(pattern, words.join(' '), true))?.answer ?? 'ask'
}

/** Codex: whole words from the start, some with alternatives (`{a,b}`); the strictest. */
export function codexAnswer(rules: readonly PeerRule[], words: readonly string[]): Answer {
  const matched = rules.filter(({ pattern }) => {
    const tokens = pattern.split(' ').map((token) => (token.startsWith('{') ? token.slice(1, -1).split(',') : [token]))
    return tokens.length <= words.length && tokens.every((choices, index) => choices.includes(words[index] ?? ''))
  })
  return matched.length === 0 ? 'ask' : strictest(...matched.map(({ answer }) => answer))
}

/** Gemini CLI: a prefix and then a blank or the end, the highest priority, of equals the first. */
export function geminiAnswer(rules: readonly PeerRule[], words: readonly string[]): Answer {
  const text = `${words.join(' ')}"`
  const isMatch = ({ pattern }: PeerRule) => text.startsWith(pattern) && /^[\s"]/.test(text.slice(pattern.length))
  const matched = rules.filter(isMatch)
  const highest = Math.max(...matched.map(({ priority }) => priority ?? 0))
  return matched.find(({ priority }) => (priority ?? 0) === highest)?.answer ?? 'ask'
}
