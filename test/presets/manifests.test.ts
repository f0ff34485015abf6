// Manifests that cannot be read, scripts that check nothing, and what CI files hint at.
import { describe, expect, test } from 'vitest'

import { ciLines, ciScripts, ciSpelling } from '../../src/presets/ci.ts'
import { findPresets } from '../../src/presets/find.ts'
import { isPlainName, isPlainPath, isPublishing } from '../../src/presets/names.ts'
import { statedCoverage, statedReports } from '../../src/presets/stated.ts'
import { readJsonWithComments, readYaml } from '../../src/presets/texts.ts'
import { project } from './project.ts'

function commands(files: Readonly<Record<string, string>>, noted: string[] = []): readonly string[] {
  return findPresets(project(files, noted)).flatMap((preset) => preset.commands.map(({ command }) => command))
}

describe('a manifest that cannot be read suggests nothing and is noted', () => {
  test.each([
    ['package.json', '{"scripts":'],
    ['package.json', '[]'],
    ['package.json', '['.repeat(200_000)],
    ['Cargo.toml', '= 1'],
    ['Cargo.toml', `a = ${'['.repeat(5000)}`],
    ['pyproject.toml', '[tool'],
    ['deno.json', '{"tasks": {"test": "x"}'],
    ['composer.json', 'x'],
    ['pom.xml', '<project>'],
    ['pom.xml', '<!DOCTYPE a [<!ENTITY b "c">]><project>&b;</project>'],
    ['Taskfile.yml', 'tasks: ['],
    ['Taskfile.yml', `tasks: ${'['.repeat(1000)}`],
    ['Taskfile.yml', `a: ${'x'.repeat(3000)}`],
    [
      'Taskfile.yml',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'.replace(/./g, (name) => `${name}: &${name} [${Array(9).fill(`*${String.fromCharCode(name.charCodeAt(0) - 1)}`)}]\n`)}`,
    ],
  ])('%s: %s', (file, text) => {
    const noted: string[] = []
    expect(commands({ [file]: text }, noted)).toEqual([])
    expect(noted.join()).toContain(`${file}: no `)
  })
})

test.each([
  ['echo "Error: no test specified" && exit 1', 'placeholder'],
  ['true', 'passes whatever was done'],
  ['', 'passes whatever was done'],
  ['echo ok', 'passes whatever was done'],
  ['jest --watchAll', 'never ends'],
  ['vitest --watch', 'never ends'],
])('the script `%s` is no check', (body, reason) => {
  const noted: string[] = []
  expect(commands({ 'package.json': JSON.stringify({ scripts: { test: body } }) }, noted)).toEqual([])
  expect(noted.join()).toContain(reason)
})

test('comments of JSON are taken out, strings are kept, and what is never closed ends with the text', () => {
  const read = (text: string) => readJsonWithComments(project({ a: text }), 'a')
  expect(read('{ // x\n "a": "http://b/*c*/", /* d */ "e": "\\"//" }')).toEqual({ a: 'http://b/*c*/', e: '"//' })
  expect(read(`{${'/*'.repeat(500_000)}`)).toBeUndefined()
  expect(read(`{"a": "${'\\'.repeat(500_001)}`)).toBeUndefined()
})

test('tags of GitLab are no mistake', () => {
  expect(readYaml(project({ a: 'x:\n  script: !reference [.a, script]\n' }), 'a')).toMatchObject({
    x: { script: ['.a', 'script'] },
  })
})

describe('CI files', () => {
  const lines = (text: string, file = '.github/workflows/a.yml') => ciLines(project({ [file]: text }))

  test.each([
    ['.github/workflows/a.yml', 'jobs: {a: {steps: [{run: "npm ci\\nnpm test"}]}}'],
    ['.gitlab-ci.yml', 'a: {script: ["npm test"]}'],
    ['.circleci/config.yml', 'jobs: {a: {steps: [{run: {command: npm test}}]}}'],
    ['azure-pipelines.yml', 'steps: [{script: CI=true npm test}]'],
    ['bitbucket-pipelines.yml', 'pipelines: {default: [{step: {script: [cd x && npm test]}}]}'],
    ['.travis.yml', 'script: npm test'],
    ['.woodpecker.yml', 'steps: [{commands: [npm test]}]'],
    ['.buildkite/pipeline.yml', 'steps: [{command: npm test}]'],
  ])('%s is read', (file, text) => {
    expect(ciSpelling(lines(text, file), 'npm test')?.file).toBe(file)
  })

  test.each([
    ['uv run pytest -q', 'uv run python -m pytest', 'uv run pytest -q'],
    ['cargo test --workspace', 'cargo test', 'cargo test --workspace'],
    ['go test -race ./...', 'go test ./...', 'go test -race ./...'],
    ['npm run test', 'npm test', 'npm run test'],
    ['cargo test --config x=y', 'cargo test', undefined],
    ['go test -exec ./evil ./...', 'go test ./...', undefined],
    ['npm test --script-shell=./evil', 'npm test', undefined],
    ['bun test', 'bun run test', undefined],
    ['npm test | tee x', 'npm test', undefined],
    ['npm test > $X', 'npm test', undefined],
  ])('`%s` spells `%s` as %s', (line, command, expected) => {
    expect(ciSpelling(lines(`run: ${JSON.stringify(line)}`), command)?.command).toBe(expected)
  })

  test('scripts that CI calls are found by plain names', () => {
    const found = lines('run: "npm run test:e2e\\nnpm run $X\\nnpm run a b\\nnpm run -s"')
    expect(ciScripts(found, 'npm run').map(({ name }) => name)).toEqual(['test:e2e'])
    const short = lines('run: "pnpm test:e2e\\npnpm install\\nnpm ci\\nnpm x:y"')
    expect(ciScripts(short, 'pnpm run').map(({ name }) => name)).toEqual(['test:e2e'])
    expect(ciScripts(short, 'npm run')).toEqual([])
  })
})

test('coverage and reports are those that the project states', () => {
  const node = (more: object) =>
    project({ 'package.json': JSON.stringify({ scripts: { coverage: 'x', test: 'y' }, ...more }) })
  expect(statedCoverage(node({}))).toBeUndefined()
  expect(statedCoverage(node({ nyc: { lines: 0 } }))).toBeUndefined()
  expect(statedCoverage(node({ c8: { lines: 99.999 } }))?.least).toBe('100%')
  expect(statedReports(node({ jest: { reporters: [['jest-junit', { outputDirectory: '../x' }]] } }))).toBeUndefined()
  const pytest = (options: string) =>
    statedReports(project({ 'pyproject.toml': `[tool.pytest.ini_options]\naddopts = "${options}"\n` }))?.pattern
  expect(pytest('-q --junit-xml out/j.xml')).toBe('out/j.xml')
  expect(pytest('--junitxml=/tmp/j.xml')).toBeUndefined()
  expect(pytest('--junitxml=src/core.py')).toBeUndefined()
})

test('a name is plain when it means itself wherever it stands', () => {
  for (const name of ['test', 'test:e2e', 'a.b-c_d']) expect(isPlainName(name)).toBe(true)
  for (const name of ['', '-x', 'a b', 'a;b', '$a', 'a*', '"', 'tеst', 'a\u202e', '../x', 'x'.repeat(81)])
    expect(isPlainName(name)).toBe(false)
  for (const path of ['a/b', '.github/x.yml', '@scope/a+b']) expect(isPlainPath(path)).toBe(true)
  for (const path of ['../a', 'a//b', '/a', 'a/-b', 'a/*', 'a b', 'a/.', '{a}']) expect(isPlainPath(path)).toBe(false)
  for (const name of ['deploy', 'release:prod', 'npm-publish', 'prod']) expect(isPublishing(name)).toBe(true)
  for (const name of ['test', 'prepublishOnly', 'product', 'pushover']) expect(isPublishing(name)).toBe(false)
})
