// A project on a real disk: what is followed, what is passed over, and where looking ends.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { openProject } from '../../src/presets/project.ts'
import { makeWorld } from '../policy/world.ts'

function open(files: Readonly<Record<string, string>>, prepare: (directory: string) => void = () => {}) {
  const { host, directory } = makeWorld({ files })
  prepare(directory)
  return openProject(host.files, directory)
}

test('a link is followed inside of the workspace and not out of it', () => {
  const { project, notes } = open({ 'real.json': '{}', 'sub/a.txt': '' }, (directory) => {
    symlinkSync('real.json', join(directory, 'package.json'))
    symlinkSync('/etc/passwd', join(directory, 'Cargo.toml'))
    symlinkSync('/etc', join(directory, 'out'))
    symlinkSync('..', join(directory, 'sub/up'))
    symlinkSync('loop', join(directory, 'loop'))
  })
  expect(project.read('package.json')).toBe('{}')
  for (const path of ['Cargo.toml', 'out/passwd', 'loop', 'none', '../x'])
    expect([project.read(path), project.isFile(path)]).toEqual([undefined, false])
  expect(project.list('out')).toEqual([])
  expect(project.list('sub')).toEqual([
    { name: 'a.txt', isDirectory: false },
    { name: 'up', isDirectory: false },
  ])
  expect(notes().map(({ path }) => path)).toEqual(expect.arrayContaining(['Cargo.toml', 'out/passwd', 'out']))
})

test('a directory and a large file are no manifests', () => {
  const { project, notes } = open({ 'package.json/x': '', 'a.json': 'x'.repeat(1_048_577) })
  expect(project.read('package.json')).toBeUndefined()
  expect(project.read('a.json')).toBeUndefined()
  expect(notes()).toEqual([
    { path: 'package.json', reason: 'a directory' },
    { path: 'a.json', reason: 'larger than 1 MiB, or it may not be read' },
  ])
})

test('of a directory with very many names only the first are looked at, and that is told', () => {
  const { project, notes } = open({}, (directory) => {
    mkdirSync(join(directory, 'many'))
    for (let nth = 0; nth < 2001; nth++) writeFileSync(join(directory, `many/${nth}`), '')
  })
  expect(project.list('many')).toHaveLength(2000)
  expect(notes()).toEqual([{ path: 'many', reason: 'only 2000 of its names were looked at' }])
})

test('what is made from a manifest is made once', () => {
  const { project } = open({})
  let made = 0
  const make = () => ++made
  expect([project.once('a', make), project.once('a', make), project.once('b', make)]).toEqual([1, 1, 2])
})
