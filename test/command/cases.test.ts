// Shell texts and what is found in them, as text cases: a text after `$` (more lines after `>`), then its listing.
import { readdirSync, readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { readCommand } from '../../src/command/read.ts'
import { listing } from './listing.ts'

const folder = 'test/cases/command'

interface Case {
  readonly text: string
  readonly expected: string
}

function casesOf(file: string): readonly Case[] {
  const cases: { text: string; expected: string }[] = []
  for (const line of readFileSync(`${folder}/${file}`, 'utf8').split('\n')) {
    const last = cases.at(-1)
    if (line.startsWith('$ ')) cases.push({ text: line.slice(2), expected: '' })
    else if (last !== undefined && line.startsWith('> ')) last.text += `\n${line.slice(2)}`
    else if (last !== undefined && line === '>') last.text += '\n'
    else if (last !== undefined && line !== '' && !line.startsWith('# '))
      last.expected += `${last.expected === '' ? '' : '\n'}${line}`
  }
  return cases
}

for (const file of readdirSync(folder)) {
  describe(`what is read of ${file.replace(/\.txt$/, '')}`, () => {
    test.each(casesOf(file).map(({ text, expected }) => [text, expected]))('%s', (text, expected) => {
      const reading = readCommand({ kind: 'shell', text, directory: '/w' }, { home: '/home/u' })
      expect(listing(reading)).toBe(expected)
    })
  })
}
