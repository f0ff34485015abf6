// Repositories that choose what git runs, on a real disk.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { realHost } from '../../src/host/real.ts'
import { configEntries, repositoryHazard } from '../../src/rules/repository.ts'

const { files } = realHost()
let root = ''

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'reeve-repository-')))
  write('w/.git/config', '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://example.com/x\n')
  write('w/sub/file', '')
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const hazard = (directory: string) =>
  repositoryHazard(files, join(root, directory), join(root, 'w'), join(root, 'home'))

describe('what a repository makes git run', () => {
  it('an ordinary repository is no hazard, nor is a directory without one', () => {
    expect(hazard('w')).toBeUndefined()
    expect(hazard('w/sub')).toBeUndefined()
    expect(hazard('elsewhere')).toBeUndefined()
  })

  it.each([
    '[core]\nfsmonitor = ./x',
    '[core] fsmonitor = ./x',
    '[core]\nsshCommand = ./x',
    '[diff "x"]\ntextconv = ./x',
    '[filter "x"]\nsmudge = ./x',
    '[alias]\nst = "!./x"',
    '[credential]\nhelper = !./x',
    '[Core]\n\tGitProxy = \\\n ./x',
  ])('%j is a hazard', (config) => {
    write('w/.git/config', `${config}\n`)
    expect(hazard('w/sub')).toMatch(/makes git run a program/)
  })

  it.each([
    '[core]\nfsmonitor = true',
    '[core]\nhooksPath = .husky',
    '[alias]\nst = status',
    '[filter "lfs"]\nclean = git-lfs clean -- %f',
    '[credential]\nhelper = store',
  ])('%j is none: the guard switches it off, or it is git itself', (config) => {
    write('w/.git/config', `${config}\n`)
    expect(hazard('w')).toBeUndefined()
  })

  it('an included file counts like the configuration itself', () => {
    write('w/.git/config', '[include]\npath = ../more\n')
    expect(hazard('w')).toBeUndefined()
    write('w/more', '[core]\nfsmonitor = ./x\n')
    expect(hazard('w')).toMatch(/core.fsmonitor/)
    write('w/more', '[include]\npath = more\n')
    expect(hazard('w')).toBeDefined()
  })

  it('a bare repository inside the workspace is a hazard', () => {
    for (const name of ['HEAD', 'objects/x', 'refs/x']) write(`w/vendor/${name}`, '')
    expect(hazard('w/vendor')).toMatch(/bare repository/)
    expect(hazard('w/vendor/objects')).toMatch(/bare repository/)
  })

  it('a `.git` file that leads to a shipped directory is a hazard', () => {
    write('w/lib/.git', 'gitdir: ../shipped\n')
    expect(hazard('w/lib')).toMatch(/names/)
    write('w/lib/.git', 'gitdir: ../.git/modules/lib\n')
    expect(hazard('w/lib')).toBeUndefined()
  })

  it('reads git’s own format', () => {
    expect(configEntries('[a "B c"]\n\tKey = "x # y" # z\nother\n; no\n')).toEqual([
      { key: 'a.B c.key', value: 'x # y # z' },
      { key: 'a.B c.other', value: 'true' },
    ])
  })
})
