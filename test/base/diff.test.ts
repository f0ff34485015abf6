// Unified diffs, as `diff -u` prints them.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { unifiedDiff } from '../../src/base/diff.ts'

const names = { before: 'a', after: 'b' }

test('the same text has no difference', () => {
  expect(unifiedDiff('a\nb\n', 'a\nb\n', names)).toBe('')
})

test('a changed line is shown with three lines around it', () => {
  const lines = Array.from({ length: 9 }, (_, at) => `line ${at}\n`)
  const changed = lines.with(4, 'new\n')
  expect(unifiedDiff(lines.join(''), changed.join(''), names)).toBe(
    '--- a\n+++ b\n@@ -2,7 +2,7 @@\n line 1\n line 2\n line 3\n-line 4\n+new\n line 5\n line 6\n line 7\n',
  )
})

test('a line break that is missing at the end is told', () => {
  expect(unifiedDiff('a', 'a\n', names)).toBe('--- a\n+++ b\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n')
  expect(unifiedDiff('', 'a\n', names)).toBe('--- a\n+++ b\n@@ -0,0 +1 @@\n+a\n')
})

test('a difference applied with `patch` gives the other text, for random texts', () => {
  const directory = mkdtempSync(join(tmpdir(), 'reeve-diff-'))
  let state = 7
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % below
  }
  try {
    for (let turn = 0; turn < 40; turn++) {
      const before = Array.from({ length: random(60) }, () => `${random(6)}\n`)
      const after = before.flatMap((line) =>
        random(5) === 0 ? [] : random(6) === 0 ? [line, `${random(6)}\n`] : [line],
      )
      const difference = unifiedDiff(before.join(''), after.join(''), names)
      if (difference === '') continue
      writeFileSync(join(directory, 'x'), before.join(''))
      writeFileSync(join(directory, 'd'), difference)
      execFileSync('git', ['init', '-q', directory])
      const patched = difference.replace('--- a', '--- a/x').replace('+++ b', '+++ b/x')
      writeFileSync(join(directory, 'd'), patched)
      execFileSync('git', ['-C', directory, 'apply', 'd'])
      expect(execFileSync('cat', [join(directory, 'x')], { encoding: 'utf8' }), `turn ${turn}`).toBe(after.join(''))
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})

test('texts that differ everywhere are told as one replacement, in little time', () => {
  const many = (mark: string) => Array.from({ length: 20_000 }, (_, at) => `${mark}${at}\n`).join('')
  const lines = unifiedDiff(many('a'), many('b'), names).split('\n')
  expect(lines[2]).toBe('@@ -1,20000 +1,20000 @@')
  expect(lines).toHaveLength(40_004)
})
