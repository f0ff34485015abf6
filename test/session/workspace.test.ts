// Which directory is the workspace.
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { realHost } from '../../src/host/real.ts'
import { checkWorkspace, findWorkspace, holdWorkspace } from '../../src/session/workspace.ts'

let root: string
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'reeve-workspace-')))
  fs.mkdirSync(join(root, 'a/b/c'), { recursive: true })
})
afterEach(() => {
  fs.rmSync(root, { recursive: true, force: true })
})

const host = realHost()
const found = (path: string) => findWorkspace(host, join(root, path)).path

test('the workspace is the nearest directory with a policy up to the root of the repository, else that root', () => {
  fs.mkdirSync(join(root, '.git'))
  expect(found('a/b/c')).toBe(root)
  fs.writeFileSync(join(root, 'a/b/policy.reeve'), '')
  expect(found('a/b/c')).toBe(join(root, 'a/b'))
  expect(found('a')).toBe(root)
})

test('outside a repository the workspace is the directory itself, whatever lies above', () => {
  fs.writeFileSync(join(root, 'policy.reeve'), '')
  expect(found('a/b')).toBe(join(root, 'a/b'))
})

test('the home directory is no workspace by climbing, but may be one by name', () => {
  fs.mkdirSync(join(root, 'a/.git'))
  const atHome = { ...host, environment: { ...host.environment, HOME: join(root, 'a') } }
  expect(findWorkspace(atHome, join(root, 'a/b')).path).toBe(join(root, 'a/b'))
  expect(findWorkspace(atHome, join(root, 'a')).path).toBe(join(root, 'a'))
})

test('a workspace named through a link is the directory behind it, and has one id', () => {
  fs.symlinkSync(join(root, 'a'), join(root, 'link'))
  expect(findWorkspace(host, join(root, 'link'))).toEqual(findWorkspace(host, join(root, 'a')))
  expect(findWorkspace(host, join(root, 'a')).id).toMatch(/^[0-9a-f]{32}$/)
})

test('a workspace that is gone, or is another directory under the same name, stops all work', () => {
  const workspace = findWorkspace(host, join(root, 'a'))
  checkWorkspace(host, workspace)
  fs.renameSync(join(root, 'a'), join(root, 'old'))
  expect(() => checkWorkspace(host, workspace)).toThrow('is gone')
  fs.mkdirSync(join(root, 'a'))
  expect(() => checkWorkspace(host, workspace)).toThrow('is another directory than at opening')
})

test('a workspace is held open, so that no other directory can take its place unseen', () => {
  const workspace = findWorkspace(host, join(root, 'a'))
  const letGo = holdWorkspace(host, workspace)
  for (let turn = 0; turn < 50; turn++) {
    fs.rmSync(join(root, 'a'), { recursive: true })
    fs.mkdirSync(join(root, 'a'))
    expect(() => checkWorkspace(host, workspace)).toThrow('is another directory than at opening')
  }
  letGo()
})

test('a directory that does not exist is told with the mend', () => {
  expect(() => findWorkspace(host, join(root, 'none'))).toThrow('cannot be entered')
  fs.writeFileSync(join(root, 'file'), '')
  expect(() => findWorkspace(host, join(root, 'file'))).toThrow('is no directory')
})
