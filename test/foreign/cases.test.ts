// What an import prints and tells, exactly, from text cases: files, then the policy, then what is told. With REEVE_UPDATE=1 what is said
// now is written back, and read before it is committed.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

import { formatText } from '../../grammar/format.ts'
import { Fault } from '../../src/base/fault.ts'
import type { HostName } from '../../src/foreign/foreign.ts'
import { importFrom } from '../../src/foreign/read.ts'
import { policyFromText } from '../../src/policy/load.ts'

const directory = join(import.meta.dirname, '../cases/import')

interface Case {
  readonly title: string
  readonly files: readonly (readonly [string, string])[]
  readonly expected: string
}

function casesIn(text: string): readonly Case[] {
  return text
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const [head = '', ...sections] = part.split(/^--- /m)
      const named = sections.map((section) => {
        const end = section.indexOf('\n')
        return [section.slice(0, end), `${section.slice(end + 1).trimEnd()}\n`] as const
      })
      const files = named.filter(([name]) => name !== 'policy' && name !== 'told')
      const expected = ['policy', 'told']
        .map((name) => named.find(([each]) => each === name)?.[1].trimEnd() ?? '')
        .join('\n---\n')
      return { title: head.trim(), files, expected }
    })
}

function answered(host: HostName, files: Case['files']): string {
  try {
    const { text, remains } = importFrom(
      host,
      files.map(([shown, text]) => ({ shown, text, path: shown.startsWith('/') ? shown : `/w/${shown}` })),
      { workspace: '/w', home: '/home/u' },
    )
    const told = remains.map(
      ({ origin, kind, source, reason }) => `${origin.file}:${origin.line}: ${kind}: ${source}: ${reason}`,
    )
    expect(policyFromText(text, 'p').kind).toBe('policy')
    expect(formatText({ file: 'p', text })).toEqual({ kind: 'formatted', text })
    return [text.trimEnd(), told.join('\n')].join('\n---\n')
  } catch (error) {
    if (error instanceof Fault) return ['', `fault: ${error.message}`].join('\n---\n')
    throw error
  }
}

for (const host of ['claude', 'codex', 'gemini', 'opencode'] as const) {
  for (const file of readdirSync(join(directory, host))) {
    const path = join(directory, host, file)
    const cases = casesIn(readFileSync(path, 'utf8'))
    if (process.env.REEVE_UPDATE === '1') writeFileSync(path, cases.map((each) => written(host, each)).join('\n'))
    describe(`${host}/${file}`, () => {
      test.each(cases)('$title', ({ files, expected }) => {
        expect(answered(host, files)).toBe(expected)
      })
    })
  }
  test(`there are at least twelve cases for ${host}`, () => {
    const count = readdirSync(join(directory, host)).flatMap((file) =>
      casesIn(readFileSync(join(directory, host, file), 'utf8')),
    ).length
    expect(count).toBeGreaterThanOrEqual(12)
  })
}

function written(host: HostName, { title, files }: Case): string {
  const [policy = '', told = ''] = answered(host, files).split('\n---\n')
  const inputs = files.map(([name, text]) => `--- ${name}\n${text}`).join('')
  return `=== ${title}\n${inputs}--- policy\n${policy}\n--- told\n${told}\n`
}
