// The runner of stories can tell a true story from a false one.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

import { difference } from './match.ts'
import { tellStory } from './run.ts'

async function tell(text: string): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'runner-'))
  const path = join(directory, 'a.story')
  writeFileSync(path, text)
  try {
    return (await tellStory(path, ['printf', '%s\\n'])).replace(path, 'a.story')
  } finally {
    rmSync(directory, { recursive: true })
  }
}

describe('a story', () => {
  test('is true when output and exit codes are as told', async () => {
    expect(
      await tell('--- a.txt\none\n---\n$ cat a.txt; echo two >&2; false\n| one\n! two\n? 1\n$ reeve x\n| x\n'),
    ).toBe('')
  })

  test('is false when a line differs, and shows which', async () => {
    expect(await tell('$ printf "one\\ntwo\\n"\n| one\n| three\n')).toBe(
      'a.story:1: $ printf "one\\ntwo\\n"\nstdout:\n  one\n- three\n+ two',
    )
  })

  test('is false when an exit code differs', async () => {
    expect(await tell('$ exit 3\n')).toContain('exit 3, told was 0')
  })

  test('has a terminal where something is typed', async () => {
    expect(await tell('$ test -t 0 && read -r answer && echo "said $answer"\n< yes\n| yes\n| said yes\n')).toBe('')
  })

  test('has no terminal where nothing is typed', async () => {
    expect(await tell('$ test ! -t 0 && test ! -t 1 && ! (: < /dev/tty) 2> /dev/null\n')).toBe('')
  })

  test('does not begin with output of no command', async () => {
    await expect(tell('| lost\n')).rejects.toThrow('line 1')
  })
})

describe('a line', () => {
  test.each([
    ['abc', 'a…c', true],
    ['abc', '…', true],
    ['abc', 'a…b', false],
    ['aba', 'a…ba…a', false],
    ['', '', true],
    ['abc', 'abc…', true],
    ['ab', 'ab…b', false],
  ])('`%s` told as `%s` is %s', (line, told, isSame) => {
    expect(difference(`${line}\n`, [told]) === '').toBe(isSame)
  })

  test('that is only … stands for any number of lines', () => {
    expect(difference('a\nb\nc\n', ['a', '…', 'c'])).toBe('')
    expect(difference('a\nc\n', ['a', '…', 'c'])).toBe('')
    expect(difference('a\nb\n', ['a', '…', 'c'])).not.toBe('')
    expect(difference('', [])).toBe('')
    expect(difference('a\n', [])).toBe('+ a')
  })
})
