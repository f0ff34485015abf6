// The house rules, held as tests; each failure names the place and the mend.
import { readdirSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { codeLines, functionsOf, readSources, roomOf, root, type SourceFile } from './tidy/sources.ts'
import { nodeHomes, offered, packageHomes, street, worldHomes } from './tidy/street.ts'

const sources = readSources('src', 'grammar', 'policies')
const tests = readSources('test')

function findings(found: readonly string[]): void {
  expect(found.join('\n')).toBe('')
}

function exportedValues(file: SourceFile): readonly string[] {
  const declared = [...file.text.matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm)]
  return declared.map((match) => match[1] as string)
}

/** A value that only tests import is one of the file's own parts, tried by itself. */
function isUsed(file: SourceFile, name: string): boolean {
  const isTried = tests.some((each) => importsName(each, file, name))
  const ownUses = [...file.text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length
  return isUsedElsewhere(file, name) || (isTried && ownUses > 1) || file.path === 'src/main.ts'
}

function isUsedElsewhere(file: SourceFile, name: string): boolean {
  return sources.some((each) => each !== file && importsName(each, file, name))
}

function importsName(user: SourceFile, file: SourceFile, name: string): boolean {
  const from = user.imports.filter((each) => each.target === file.path)
  if (from.some((each) => each.names.includes(name))) return true
  const isDynamic = from.some((each) => each.names.length === 0)
  return isDynamic && new RegExp(`\\b${name}\\b`).test(user.text)
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
    const large = sources
      .filter((file) => file.lines.length > 241)
      .map((file) => `${file.path} ${file.lines.length - 1}`)
    if (large.length > 0) console.warn(`files that will soon be too large: ${large.join(', ')}`)
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

  test('no value is exported that no other file of the machine uses', () => {
    findings(
      sources.flatMap((file) =>
        exportedValues(file)
          .filter((name) => !isUsed(file, name) && !(offered[file.path] ?? []).includes(name))
          .map((name) => `${file.path} exports ${name} and nobody imports it: drop the export, or the code`),
      ),
    )
  })

  test('what is offered without being used is there', () => {
    findings(
      Object.entries(offered).flatMap(([path, names]) => {
        const file = sources.find((each) => each.path === path)
        return names
          .filter((name) => !file || !exportedValues(file).includes(name))
          .map((name) => `${path} no longer exports ${name}: take it off the list in test/tidy/street.ts`)
      }),
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

test('only what belongs there stands at the top level', () => {
  const allowed =
    /^(?:\..*|package\.json|bunfig\.toml|src|grammar|policies|test|dist|README\.md|tsconfig\.json|bun\.lock|LICENSE|CHANGELOG\.md|node_modules)$/
  findings(readdirSync(root).filter((name) => !allowed.test(name)))
})
