// Texts made to wear a reader out, and argument vectors: what is too much is refused by name, and what was found stays.
import { expect, test } from 'vitest'

import type { Reading } from '../../src/command/command.ts'
import { readCommand } from '../../src/command/read.ts'
import { listing } from './listing.ts'

function read(text: string): Reading {
  return readCommand({ kind: 'shell', text, directory: '/w' }, { home: '/home/u' })
}

function readArgv(...argv: string[]): string {
  return listing(readCommand({ kind: 'argv', argv, directory: '/w' }, { home: '/home/u' }))
}

function reason(text: string): string {
  const reading = read(text)
  return reading.kind === 'unreadable' ? reading.reason : 'readable'
}

test('500 parts of a list are read', () => {
  const reading = read(Array.from({ length: 500 }, (_, at) => `a${at}`).join(' && '))
  expect([reading.kind, reading.commands.length]).toEqual(['readable', 500])
})

test('a text with too many commands is refused, and those that were found are kept', () => {
  const reading = read(`rm x;${'a;'.repeat(1200)}`)
  expect(listing({ ...reading, commands: reading.commands.slice(0, 1) })).toMatch(
    /^unreadable: it holds more than 1000 commands .*\n0 rm x$/,
  )
})

test.each([
  ['a long text', `a ${'x'.repeat(16_384)}`, 'it is longer than 16 KiB'],
  ['a long text of few characters', `a ${'é'.repeat(9000)}`, 'it is longer than 16 KiB'],
  ['brackets', `${'('.repeat(60)}a${')'.repeat(60)}`, 'it is nested more than 50 levels deep'],
  ['loops', `${'while a; do '.repeat(60)}b${'; done'.repeat(60)}`, 'it is nested more than 50 levels deep'],
  ['wrappers', `${'nice '.repeat(60)}rm x`, 'it is wrapped more than 16 times'],
  ['brace lists', `a ${'{a,b}'.repeat(30)}`, 'a brace list gives more than 256 words'],
  ['a carriage return', 'a\r', 'it holds the invisible or control character U+000D'],
  ['a zero-width space', 'a\u200b b', 'it holds the invisible or control character U+200B'],
  ['a no-break space', 'a\u00a0b', 'it holds the invisible or control character U+00A0'],
  ['a bidirectional control', 'a \u202e b', 'it holds the invisible or control character U+202E'],
  ['a Unicode tag', 'a \u{e0041}', 'it holds the invisible or control character U+E0041'],
  ['half a character', 'a \ud800', 'it holds the invisible or control character U+D800'],
  ['a selector without its sign', 'a x\ufe0f', 'it holds the invisible or control character U+FE0F'],
  ['a joiner in a substitution of a shell', `sh -c $'a\\u200bb'`, 'it holds the invisible or control character U+200B'],
])('%s is refused by name', (_, text, expected) => {
  expect(reason(text)).toBe(expected)
})

test.each([
  ['quotes', '"'.repeat(16_000)],
  ['backticks', '`'.repeat(16_000)],
  ['backslashes', '\\'.repeat(16_001)],
  ['brackets', `a ${'['.repeat(16_000)}`],
  ['dollars', `a ${'$'.repeat(16_000)}`],
  ['stars', `a ${'*'.repeat(16_000)}`],
  ['open lists', `a ${'{a,'.repeat(45)}`],
  ['assignments', `${'a=1 '.repeat(4000)}b`],
  ['redirections', `b ${'>a '.repeat(5000)}`],
  ['here-documents', `a ${'<<E '.repeat(900)}\n${'E\n'.repeat(900)}`],
  ['nested quotes', `${'"$('.repeat(1000)}a`],
  ['negations', `${'! '.repeat(8000)}a`],
  ['loops that move', `${'for i in a; do cd x; '.repeat(45)}b${'; done'.repeat(45)}`],
])('many %s come to an answer', (_, text) => {
  expect(['readable', 'unreadable']).toContain(read(text).kind)
})

test('an argument vector is taken as it is', () => {
  expect(readArgv('rm', '-rf', '$HOME', '~', '*.c', 'a b')).toBe('no shell\n0 rm -rf "$HOME" ~ *.c "a b"   [decides]')
  expect(readArgv('cd', '/x')).toBe('no shell\n0 cd /x   [decides]')
  expect(readArgv('export', 'A=b')).toBe('no shell\n0 export A=b   [decides]')
})

test('wrappers and inline scripts of an argument vector are read', () => {
  expect(readArgv('sh', '-c', 'rm x; ls $y')).toBe(
    'no shell\n0 sh -c "rm x; ls $y"   [decides, transparent]\n1<0 rm x   [in sh -c]\n2<0 ls many(…)   [in sh -c, decides]',
  )
  expect(readArgv('sudo', 'env', 'A=b', 'rm', 'x').split('\n').slice(1)).toEqual([
    '0 sudo env A=b rm x   [decides]',
    '1<0 env A=b rm x   [in wrapper, transparent, boundary]',
    '2<1 rm x   [A=b, in wrapper/wrapper, boundary]',
  ])
})

test('an argument vector without a program, or with hidden characters, is refused', () => {
  expect(readArgv()).toMatch(/^unreadable: no program is named/)
  expect(readArgv('')).toMatch(/^unreadable: no program is named/)
  expect(readArgv('git', 'commit', '-m', 'a\u202eb')).toMatch(
    /^unreadable: it holds the invisible or control character U\+202E/,
  )
  expect(readArgv('a', '\0')).toMatch(/U\+0000/)
})

test('a text that cannot be read keeps the commands that were found', () => {
  const reading = read('rm -rf x; a ${!y}; curl z')
  expect(listing(reading).split('\n').slice(1)).toEqual(['0 rm -rf x', '1 a many(…)', '2 curl z   [decides]'])
})
