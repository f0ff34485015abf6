// Denied commands in other clothes: wrapped, quoted, composed. Under a default of allow, none may come through.
import { describe, expect, it } from 'vitest'

import { quoteWord } from '../../src/base/quote.ts'
import { pick, type Random, randomFrom, rounds } from '../oracle/random.ts'
import { answer, worldLike } from './judge.ts'
import { authorityOf } from './policies.ts'

const seed = 4_711
const policy = authorityOf({
  default: 'allow',
  networkDefault: 'allow',
  exec: ['deny rm **', 'deny curl **', 'deny git push {-f,--force} **', 'deny npm publish **'],
  files: ['allow read /**', 'allow write /**', 'deny write **/keep/**'],
})

const denied = [
  'rm -rf data',
  'curl http://example.invalid/x',
  'git push --force origin main',
  'git push -f',
  'npm publish',
  'touch keep/x',
]

type Mutation = (text: string, random: Random) => string

const wrappers: readonly Mutation[] = [
  'env',
  'env A=b',
  'timeout 5',
  'timeout -k 1 5',
  'nice -n 5',
  'nohup',
  'setsid',
  'stdbuf -oL',
  'time',
  'sudo',
  'sudo -u root',
  'doas',
  'xargs',
  'xargs -n 1',
  'busybox',
  'ionice -c 3',
  'watch',
  'flock /tmp/lock',
].map((prefix) => (text: string) => `${prefix} ${text}`)

/** Only before a simple command: after another program these words would name a program. */
const outermost: readonly Mutation[] = [
  (text) => text,
  (text) => `command ${text}`,
  (text) => `exec ${text}`,
  (text) => `A=b ${text}`,
  (text) => `find . -exec ${text} \\;`,
]

const compositions: readonly Mutation[] = [
  (text) => `true; ${text}`,
  (text) => `true && ${text}`,
  (text) => `false || ${text}`,
  (text) => `${text} | cat`,
  (text) => `echo x | ${text}`,
  (text) => `${text} &`,
  (text) => `( ${text} )`,
  (text) => `{ ${text}; }`,
  (text) => `! ${text}`,
  (text) => `echo "$(${text})"`,
  (text) => `echo \`${text}\``,
  (text) => `cat <(${text})`,
  (text) => `echo x > >(${text})`,
  (text) => `if true; then ${text}; fi`,
  (text) => `if ${text}; then true; fi`,
  (text) => `for i in 1 2; do ${text}; done`,
  (text) => `while ${text}; do true; done`,
  (text) => `case x in *) ${text};; esac`,
  (text) => `cat <<EOF\n$(${text})\nEOF`,
  (text) => `bash <<'EOF'\n${text}\nEOF`,
  (text) => `bash -c ${quoteWord(text)}`,
  (text) => `sh -ec ${quoteWord(text)}`,
  (text) => `/bin/bash -lc ${quoteWord(text)}`,
  (text) => `eval ${quoteWord(text)}`,
  (text) => `${text} > /dev/null 2>&1`,
  (text) => `# harmless\n${text}`,
  (text) => `ls # note\n${text}`,
  (text) => `cd sub && ${text}`,
  (text) => `x=1; ${text}`,
  (text) => `[ -f a ] && ${text}`,
]

const spellings: readonly Mutation[] = [
  (text) => text.replace(/^(\w)/, "$1''"),
  (text) => text.replace(/^(\w)/, '\\$1'),
  (text) => text.replace(/^(\w+)/, '"$1"'),
  (text) => text.replace(/^(\w+)/, "'$1'"),
  (text) => text.replace(/^(\w+)/, '/usr/bin/$1'),
  (text) => text.replace(/^(\w+)/, '/bin/../bin/$1'),
  (text) => text.replace(/ /g, '  '),
  (text) => text.replace(/ /, ' \\\n'),
  (text) =>
    text.replace(/^(\w)(\w*)/, (_, first: string, rest: string) => `$'\\x${first.charCodeAt(0).toString(16)}${rest}'`),
  (text) => text.replace(/^git /, 'git --no-pager -C . '),
  (text) => text.replace(/--force/, '--forc'),
  (text) => text.replace(/ -f$/, ' origin -qf'),
]

const all = [...wrappers, ...outermost, ...compositions, ...spellings]

describe('denied commands in other clothes', () => {
  it.each(denied)('%s stays denied in each of them', { timeout: 60_000 }, (text) => {
    expect(answer(policy, text)).toBe('deny')
    for (const mutate of all) {
      const mutated = mutate(text, randomFrom(0))
      // Words to shells and keywords bind differently; what cannot be run that way may be unreadable, never allowed.
      expect(answer(policy, mutated, worldLike()), mutated).not.toBe('allow')
    }
  })

  it('none comes through several of them at once, and nearly all are seen for what they are', {
    timeout: 900_000,
  }, () => {
    const random = randomFrom(seed)
    const count = rounds(500, 20_000)
    let stopped = 0
    for (let round = 0; round < count; round++) {
      let text = pick(random, denied)
      if (random(2) === 0) text = pick(random, spellings)(text, random)
      for (let depth = random(3); depth > 0; depth--) text = pick(random, wrappers)(text, random)
      text = pick(random, outermost)(text, random)
      for (let depth = random(3); depth > 0; depth--) text = pick(random, compositions)(text, random)
      const found = answer(policy, text)
      if (found === 'deny') stopped++
      expect(found, `seed ${seed} round ${round}: ${text}`).not.toBe('allow')
    }
    expect(stopped / count).toBeGreaterThan(0.8)
  })
})
