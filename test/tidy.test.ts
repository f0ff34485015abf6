// The house rules, held as tests; each failure names the place and the mend.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

import { describe, expect, test } from 'vitest'

import { codeLines, functionsOf, readSources, roomOf, root } from './tidy/sources.ts'
import { nodeHomes, packageHomes, street, worldHomes } from './tidy/street.ts'

const sources = readSources('src', 'grammar', 'policies')
const tests = readSources('test')

function findings(found: readonly string[]): void {
  expect(found.join('\n')).toBe('')
}

describe('imports', () => {
  test('a file imports its own room and rooms to its left only', () => {
    const place = (room: string): number => street.indexOf(room as (typeof street)[number])
    findings(
      sources.flatMap((file) =>
        file.imports
          .filter(
            (each) => each.isOurs && each.target !== 'package.json' && place(roomOf(each.target)) > place(file.room),
          )
          .map(
            (each) =>
              `${file.path}:${each.line} imports ${each.target}: move what it needs to the left of ${file.room}`,
          ),
      ),
    )
  })

  test('no files import each other in a circle', () => {
    const graph = new Map(
      sources.map((file) => [file.path, file.imports.filter((each) => each.isOurs).map((each) => each.target)]),
    )
    const seen = new Map<string, 'open' | 'done'>()
    const circles: string[] = []
    const walk = (path: string, trail: readonly string[]): void => {
      if (seen.get(path) === 'done') return
      if (seen.get(path) === 'open')
        return void circles.push(
          `${[...trail.slice(trail.indexOf(path)), path].join(' -> ')}: cut where the noun changes`,
        )
      seen.set(path, 'open')
      for (const next of graph.get(path) ?? []) walk(next, [...trail, path])
      seen.set(path, 'done')
    }
    for (const path of graph.keys()) walk(path, [])
    findings(circles)
  })

  test('every room stands on the street', () => {
    const rooms = new Set(sources.map((file) => file.room))
    findings(
      [...rooms]
        .filter((room) => !street.includes(room as (typeof street)[number]))
        .map((room) => `${room} has no place on the street (test/tidy/street.ts)`),
    )
    findings(street.filter((room) => !rooms.has(room)).map((room) => `${room} stands on the street and has no file`))
  })

  test('each package is imported in its one home room', () => {
    findings(
      sources.flatMap((file) =>
        file.imports
          .filter(
            (each) => !each.isOurs && !/^(?:node|bun):/.test(each.target) && packageHomes[each.target] !== file.room,
          )
          .map(
            (each) =>
              `${file.path}:${each.line} imports ${each.target}: its home is ${packageHomes[each.target] ?? 'not named in test/tidy/street.ts'}`,
          ),
      ),
    )
  })

  test('the outside world is asked through the Host', () => {
    const modules = sources.flatMap((file) =>
      file.imports
        .filter((each) => /^(?:node|bun):/.test(each.target) && !(nodeHomes[file.path] ?? []).includes(each.target))
        .map((each) => `${file.path}:${each.line} imports ${each.target}: ask the Host`),
    )
    const words = sources.flatMap((file) =>
      codeLines(file).flatMap((line, index) =>
        worldHomes
          .filter(({ word, homes }) => word.test(line) && !homes.includes(file.path))
          .map(({ instead }) => `${file.path}:${index + 1} ${line.trim().slice(0, 80)}: use ${instead}`),
      ),
    )
    findings([...modules, ...words])
  })
})

describe('size and shape', () => {
  test('no file is over 300 lines', () => {
    findings(
      sources
        .filter((file) => file.lines.length > 301)
        .map((file) => `${file.path} has ${file.lines.length} lines: cut where the noun changes`),
    )
  })

  test('no function is over 60 lines', () => {
    findings(
      sources.flatMap((file) =>
        functionsOf(file)
          .filter((each) => each.length > 60)
          .map((each) => `${file.path}:${each.line} ${each.name} has ${each.length} lines: a function is a paragraph`),
      ),
    )
  })

  test('every file opens with a comment that says what it is for', () => {
    findings(
      [...sources, ...tests]
        .filter((file) => !/^\/\/ /.test(file.text))
        .map((file) => `${file.path}:1 open with one to five lines of comment`),
    )
  })

  test('no value is exported that nobody imports', () => {
    const used = new Set(
      [...sources, ...tests].flatMap((file) =>
        file.imports.flatMap((each) => each.names.map((name) => `${each.target} ${name}`)),
      ),
    )
    const dynamic = [...sources, ...tests].flatMap((file) =>
      [...file.text.matchAll(/import\(\s*'(\.[^']+)'\s*\)/g)].map((match) =>
        normalize(join(dirname(file.path), match[1] as string)),
      ),
    )
    findings(
      sources.flatMap((file) =>
        [...file.text.matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm)]
          .filter(
            (match) =>
              !used.has(`${file.path} ${match[1]}`) && !dynamic.includes(file.path) && file.path !== 'src/main.ts',
          )
          .filter(
            (match) =>
              !new RegExp(`\\bimport\\('[^']*'\\)\\)\\.${match[1]}\\b`).test(
                sources.map((each) => each.text).join('\n'),
              ),
          )
          .map((match) => `${file.path} exports ${match[1]} and nobody imports it: drop the export, or the code`),
      ),
    )
  })

  test('no test is focused, skipped or only promised', () => {
    findings(
      tests
        .filter((file) => file.path !== 'test/tidy.test.ts')
        .flatMap((file) =>
          codeLines(file).flatMap((line, index) =>
            /\b(?:it|test|describe)\.(?:only|skip|todo)\b/.test(line)
              ? [`${file.path}:${index + 1} a skip needs a reason and another form`]
              : [],
          ),
        ),
    )
  })
})

describe('documents', () => {
  const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)))

  test('links resolve', () => {
    findings(
      documents.flatMap((path) =>
        [...readFileSync(join(root, path), 'utf8').matchAll(/\]\((?!https?:|#|mailto:)([^)\s#]+)(?:#[^)]*)?\)/g)]
          .filter((match) => !existsSync(join(root, dirname(path), match[1] as string)))
          .map((match) => `${path}: the link ${match[1]} leads nowhere`),
      ),
    )
  })

  test('the rooms that src/README.md tells of are the rooms there are, in the order of the street', () => {
    const told = [...readFileSync(join(root, 'src/README.md'), 'utf8').matchAll(/^\| `([\w-]+)`/gm)].map(
      (match) => match[1],
    )
    expect(told).toEqual([...street])
  })
})

test('only what belongs there stands at the top level', () => {
  const allowed =
    /^(?:\..*|package\.json|bunfig\.toml|src|grammar|policies|test|dist|README\.md|tsconfig\.json|bun\.lock|LICENSE|CHANGELOG\.md|node_modules)$/
  findings(readdirSync(root).filter((name) => !allowed.test(name)))
})
