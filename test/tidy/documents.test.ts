// What the documents say is so: links lead somewhere, policies are policies, tables of rooms and commands are complete, and nothing
// tells of anything but the project.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

import { buildCareful, embeddedText } from '../../policies/embed.ts'
import { renderDiagnostics } from '../../src/base/render.ts'
import { subcommands } from '../../src/cli/subcommands.ts'
import { policyFromText } from '../../src/policy/load.ts'
import { root } from './sources.ts'
import { packageHomes, street } from './street.ts'

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))
const documents = tracked.filter((path) => path.endsWith('.md'))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('in the documents', () => {
  test.each(documents)('every link of %s leads somewhere', (path) => {
    const links = [...read(path).matchAll(/\]\((?!https?:|#|mailto:)([^)\s#]+)(?:#[^)]*)?\)/g)].map(
      (match) => match[1] as string,
    )
    expect(links.filter((link) => !existsSync(join(root, dirname(path), link)))).toEqual([])
  })

  test.each(documents)('every fenced policy of %s is one, unless it is marked as broken', (path) => {
    for (const [, mark, text = ''] of read(path).matchAll(/^```reeve( broken)?\n([\s\S]*?)^```$/gm)) {
      const loaded = policyFromText(text, path)
      const mistakes =
        loaded.kind === 'broken' ? renderDiagnostics(loaded.diagnostics, loaded.sources, { color: false }) : ''
      expect(mistakes === '', `${text}\n${mistakes}`).toBe(mark === undefined)
    }
  })

  test('the table of rooms is the street', () => {
    expect([...read('src/README.md').matchAll(/^\| `([\w-]+)`/gm)].map((match) => match[1])).toEqual([...street])
  })

  test('the README names every command', () => {
    const readme = read('README.md')
    expect(subcommands.map(({ name }) => name).filter((name) => !new RegExp(`reeve ${name}\\b`).test(readme))).toEqual(
      [],
    )
  })

  test('the README gives each dependency a reason, and the manifest an exact version', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
    const all = { ...dependencies, ...devDependencies }
    const readme = read('README.md')
    expect(Object.keys(all).filter((name) => !readme.includes(name) && !name.startsWith('micromark'))).toEqual([])
    expect(Object.values(all).filter((version) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([])
    expect(Object.keys(dependencies ?? {}).filter((name) => packageHomes[name] === undefined)).toEqual([])
  })
})

test('the generated file of policies is fresh', async () => {
  expect(read('policies/embedded.ts')).toBe(embeddedText(await buildCareful()))
})

test('every text file speaks of the project alone', () => {
  const strange =
    /\/work\/(?:main|shared|later)|\bbuilder [A-Z]\b|\bsubagent report\b|\b(?:this|previous) session of ours\b/
  const found = tracked
    .filter((path) => /\.(?:ts|mjs|md|story|reeve|json|toml|txt)$|^\.ci\//.test(path) && !path.startsWith('test/tidy/'))
    .flatMap((path) =>
      read(path)
        .split('\n')
        .flatMap((line, index) => (strange.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
    )
  expect(found).toEqual([])
})

test('nothing in the sources is left for later', () => {
  const found = tracked
    .filter((path) => /^(?:src|grammar|policies)\/.*\.ts$/.test(path))
    .flatMap((path) =>
      read(path)
        .split('\n')
        .flatMap((line, index) => (/\b(?:TODO|FIXME|XXX)\b/.test(line) ? [`${path}:${index + 1}`] : [])),
    )
  expect(found).toEqual([])
})
