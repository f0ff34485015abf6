// A policy's own examples, judged without a look at any disk.
import { describe, expect, it } from 'vitest'

import { positionAt } from '../../src/base/span.ts'
import { policyFromText } from '../../src/policy/load.ts'
import { checkExamples } from '../../src/rules/examples.ts'

function check(rules: string, expectations = '') {
  const text = `policy "x" version 1\nexec {\n${rules}\n}\nexpect {\n${expectations}\n}\n`
  const loaded = policyFromText(text, 'x.reeve')
  if (loaded.kind === 'broken') throw new Error(JSON.stringify(loaded.diagnostics))
  return checkExamples(loaded.policy).map(({ code, message, help, span }) => ({
    code,
    message,
    help,
    line: positionAt(text, span.start).line,
  }))
}

describe('examples of rules', () => {
  it('are silent when they hold', () => {
    expect(
      check(
        `allow "rm -rf **" except "rm -rf ** {/**,~**,.,./,..,../**} **" in "build/**"
           matches "rm -rf out" in "build/x"  misses "rm -rf x /" in "build"
         deny "git push {-f,--force} **" matches "git push origin -f", "git -C x push --forc" misses "git push origin"`,
      ),
    ).toEqual([])
  })

  it('that a rule does not match are errors at their place, with the word that differed', () => {
    expect(check('allow "git status -s" matches "git status"')).toEqual([
      {
        code: 'RV390',
        message: 'the rule does not match its example `git status`',
        help: 'the command ends where the pattern still says `-s`',
        line: 3,
      },
    ])
    expect(check('allow "git status" matches "git log"')[0]?.help).toBe('`log` stands where the pattern says `status`')
    expect(check('allow "git status" matches "git status -s"')[0]?.help).toMatch(/^the pattern ends before `-s`/)
    expect(check('allow "git status" matches "npm test"')[0]?.help).toBe('the program is `npm`, the pattern says `git`')
    expect(check('allow "sort **" matches "sort -o x"')[0]?.help).toMatch(/must be written out/)
  })

  it('that a rule matches but should miss are errors too', () => {
    expect(check('deny "rm **" misses "timeout 5 rm x"')).toEqual([
      {
        code: 'RV391',
        message: 'the rule matches `timeout 5 rm x`, which it should miss',
        help: 'narrow the pattern, or name the exception with `except`',
        line: 3,
      },
    ])
  })
})

describe('expect', () => {
  it('is judged by the whole policy, over every command of a line', () => {
    const rules = 'default ask\nallow "git status **"\ndeny "curl **"'
    expect(
      check(rules, 'allow "git status -s", "cd sub && git status"\nask "git push"\ndeny "git status; curl http://x"'),
    ).toEqual([])
    expect(check(rules, 'allow "git push"')).toEqual([
      {
        code: 'RV392',
        message: 'expected allow for `git push`, but the policy answers ask',
        help: 'exec `git push`: no rule matches, and the default is ask',
        line: 8,
      },
    ])
  })

  it('binds programs by name, and paths of system directories as those names', () => {
    expect(
      check('allow "frobnicate **"', 'allow "frobnicate x", "/usr/bin/frobnicate x"\nask "./frobnicate x"'),
    ).toEqual([])
  })

  it('knows the places that are always protected', () => {
    expect(check('allow "tee **"', 'deny "tee .git/hooks/x", "tee policy.reeve"')).toEqual([])
  })
})
