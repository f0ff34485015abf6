// Which places a rule of another host is about, from the tables of its documentation: an imported rule is about the same.
import { describe, expect, test } from 'vitest'

import { importFrom } from '../../src/foreign/read.ts'
import { policyFromText } from '../../src/policy/load.ts'
import { compileProgram } from '../../src/rules/compile.ts'
import { answer } from '../rules/judge.ts'

/** The answer to writing or reading a file, where every command is allowed. */
function answerTo(file: { readonly path: string; readonly text: string }, host: 'claude' | 'opencode', line: string) {
  const { text } = importFrom(host, [{ ...file, shown: 'file' }], { workspace: '/w', home: '/home/u' })
  const loaded = policyFromText(text, 'policy.reeve')
  if (loaded.kind === 'broken') throw new Error(text)
  return answer({ policy: loaded.policy, layers: [compileProgram(loaded.policy, 'full')], ignored: [] }, line)
}

function claude(permissions: object, line: string, path = '/w/.claude/settings.json') {
  return answerTo({ path, text: JSON.stringify({ permissions: { ...permissions } }) }, 'claude', line)
}

describe('Claude Code', () => {
  test.each([
    ['Edit(src/**)', 'src/app.ts', 'allow'],
    ['Edit(src/**)', 'vendor/pkg/src/lib.js', 'ask'],
    ['Edit(/src/**)', 'src/app.ts', 'allow'],
    ['Edit(/src/**)', 'vendor/pkg/src/lib.js', 'ask'],
    ['Edit(**/src/**)', 'vendor/pkg/src/lib.js', 'allow'],
    ['Edit(/docs/*.md)', 'docs/a/b.md', 'ask'],
    ['Edit(//tmp/scratch.txt)', '/tmp/scratch.txt', 'allow'],
    ['Edit(//tmp/scratch.txt)', 'tmp/scratch.txt', 'ask'],
    ['Edit(~/notes/**)', '/home/u/notes/a.txt', 'allow'],
    ['Edit(notes.md)', 'deep/notes.md', 'allow'],
    ['Edit(a{b,c}.txt)', 'ab.txt', 'ask'],
    ['Edit(src/**)', 'src/../.git/config', 'deny'],
    ['Edit(**)', '.mvn/jvm.config', 'ask'],
    ['Edit(src/**)', '../w2/src/a', 'ask'],
  ])('an allow %s and a write to %s: %s', (rule, path, expected) => {
    expect(claude({ allow: [rule, 'Bash(echo *)'] }, `echo x > ${path}`)).toBe(expected)
  })

  test.each([
    ['Read(./.env)', '.env', 'deny'],
    ['Read(.env)', 'packages/a/.env', 'deny'],
    ['Read(./secrets/**)', 'secrets/a/b.txt', 'deny'],
    ['Read(secrets/**)', 'packages/secrets/key', 'deny'],
    ['Read(./config/credentials.json)', 'config/credentials.json', 'deny'],
    ['Read(~/.ssh/**)', '/home/u/.ssh/id_rsa', 'deny'],
    ['Read(//w/private/**)', 'private/a', 'deny'],
    ['Read(node_modules)', 'a/node_modules/b/c.js', 'deny'],
    ['Read(*.pem)', 'deep/down/key.pem', 'deny'],
    ['Read(/src/secret.ts)', 'other/src/secret.ts', 'allow'],
  ])('a deny %s and a read of %s: %s; writing it is refused too', (rule, path, expected) => {
    const lists = { allow: ['Bash(cat *)', 'Bash(echo *)', 'Edit'], deny: [rule] }
    expect(claude(lists, `cat ${path}`)).toBe(expected)
    expect(claude(lists, `echo x > ${path}`)).toBe(expected)
  })

  test('a single slash is the place of the settings', () => {
    const lists = { allow: ['Bash(cat *)'], deny: ['Read(/secrets/**)'] }
    expect(claude(lists, 'cat secrets/a', '/home/u/.claude/settings.json')).toBe('allow')
    expect(claude(lists, 'cat /home/u/.claude/secrets/a', '/home/u/.claude/settings.json')).toBe('deny')
  })
})

describe('what Claude Code asks about whatever is allowed', () => {
  const lists = {
    allow: ['Bash(git status *)', 'Bash(npm test *)', 'Bash(rm *)', 'Bash(cat *)'],
    deny: ['Bash(curl *)'],
  }

  test.each([
    ['git status', 'allow'],
    ['cd sub && git status', 'ask'],
    ['git -C sub status', 'ask'],
    ['timeout 5 npm test', 'allow'],
    ['setsid npm test', 'ask'],
    ['xargs -n1 cat', 'ask'],
    ['bash -c "npm test"', 'ask'],
    ['rm -rf ..', 'ask'],
    ['npm test && make', 'ask'],
    ['npm test "$(curl x)"', 'deny'],
    ['FOO=1 npm test', 'ask'],
    ['/usr/bin/curl x', 'deny'],
    ['timeout 5 env curl x', 'deny'],
    ['npm test > .git/hooks/pre-commit', 'deny'],
  ])('%s: %s', (line, expected) => {
    expect(claude(lists, line)).toBe(expected)
  })
})

describe('opencode', () => {
  test.each([
    ['packages/docs/*.mdx', 'packages/docs/a/b.mdx', 'allow'],
    ['packages/docs/*.mdx', 'packages/docs/a/b.ts', 'deny'],
    ['*.md', 'a/b/c.md', 'allow'],
    ['*/x.txt', 'x.txt', 'deny'],
    ['*/x.txt', 'a/b/x.txt', 'allow'],
    ['a?.txt', 'ab.txt', 'allow'],
    ['a{b}.txt', 'ab.txt', 'deny'],
  ])('edit %s as an exception, and a write to %s: %s', (pattern, path, expected) => {
    const text = JSON.stringify({ permission: { bash: 'allow', edit: { '*': 'deny', [pattern]: 'allow' } } })
    expect(answerTo({ path: '/w/opencode.json', text }, 'opencode', `echo x > ${path}`)).toBe(expected)
  })
})
