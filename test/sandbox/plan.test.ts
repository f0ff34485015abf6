// What a policy becomes as a confinement and as arguments of bubblewrap, as text: no sandbox is needed here.
import * as fs from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

import { bubblewrapArguments } from '../../src/sandbox/bubblewrap.ts'
import type { Confinement } from '../../src/sandbox/confinement.ts'
import { confinementOf } from '../../src/sandbox/plan.ts'
import { fileRule, makePlace, type Place, type PlaceOptions } from '../guard/fixture.ts'

const made: Place[] = []
afterEach(() => {
  for (const place of made.splice(0)) place.remove()
})

interface Planned extends Confinement {
  readonly as: (path: string) => string | undefined
  readonly path: string
}

async function plan(options: PlaceOptions, granted: readonly { kind: 'read' | 'write'; path: string }[] = []) {
  const place = makePlace(options)
  made.push(place)
  const { session, path } = place
  const seen = await session.observe('test')
  const confinement = confinementOf({
    ...session,
    programs: [],
    directory: path,
    secret: [join(path, '../state')],
    granted: granted.map((grant) => ({ ...grant, path: join(path, grant.path) })),
    seen: { directories: [...(seen.directories?.keys() ?? [])].filter(Boolean), files: [...seen.files.keys()] },
    network: 'none',
  })
  const as = (name: string) => confinement.mounts.find((mount) => mount.path === join(path, name))?.as
  const planned: Planned = { ...confinement, as, path }
  return planned
}

const rules = (...list: readonly ReturnType<typeof fileRule>[]) => ({
  fileAccess: { default: 'deny' as const, rules: list },
})

test('the workspace is writable where a rule allows it, and the home directory is an empty one', async () => {
  const planned = await plan({ policy: rules(fileRule('allow', 'read', '**'), fileRule('allow', 'write', '**')) })
  expect(planned.as('.')).toBe('write')
  expect(planned.as('../home')).toBe('scratch')
  expect(planned.gaps).toEqual([])
})

test('a workspace without a rule that allows writing is read-only', async () => {
  const planned = await plan({ policy: rules(fileRule('allow', 'read', '**')), files: { 'a.txt': 'a' } })
  expect(planned.as('.')).toBe('read')
})

test('protected places are read-only, and so is each directory held that could be moved away with them', async () => {
  const planned = await plan({
    policy: rules(fileRule('allow', 'write', '**')),
    files: { '.git/hooks/x': '', '.git/config': '', 'pkg/.vscode/tasks.json': '{}', '.git/modules/m/config': '' },
  })
  expect(planned.as('.git')).toBe('write')
  expect(planned.as('.git/hooks')).toBe('read')
  expect(planned.as('.git/config')).toBe('read')
  expect(planned.as('.git/modules/m/config')).toBe('read')
  expect(planned.as('.git/modules/m')).toBe('write')
  expect(planned.as('pkg')).toBe('write')
  expect(planned.as('pkg/.vscode')).toBe('read')
})

test('a file that a rule keeps from being read cannot be opened, and a directory is hidden as one', async () => {
  const planned = await plan({
    policy: rules(
      fileRule('allow', 'read', '**'),
      fileRule('allow', 'write', '**'),
      fileRule('deny', 'read', '**/*.pem', 'secrets/**'),
    ),
    files: { 'deep/a.pem': '', 'secrets/one': '', 'secrets/two': '', 'open.txt': '' },
  })
  expect(planned.as('deep/a.pem')).toBe('hidden-file')
  expect(planned.as('secrets')).toBe('hidden-directory')
  expect(planned.as('secrets/one')).toBeUndefined()
})

test('what a person or a rule let this command read is open to it', async () => {
  const options = {
    policy: rules(fileRule('allow', 'read', '**'), fileRule('ask', 'read', '*.key')),
    files: { 'a.key': '', 'b.key': '' },
  }
  const planned = await plan(options, [{ kind: 'read', path: 'a.key' }])
  expect(planned.as('a.key')).toBeUndefined()
  expect(planned.as('b.key')).toBe('hidden-file')
})

test('what a rule keeps from being written is read-only, also below a writable place', async () => {
  const planned = await plan({
    policy: rules(fileRule('allow', 'write', 'src/**'), fileRule('deny', 'write', 'src/generated/**')),
    files: { 'src/a.ts': '', 'src/generated/b.ts': '', 'README.md': '' },
  })
  expect(planned.as('.')).toBe('read')
  expect(planned.as('src')).toBe('write')
  expect(planned.as('src/generated')).toBe('read')
})

test('a pattern that is narrower than its directory opens only what it matches of what is there', async () => {
  const planned = await plan({
    policy: rules(fileRule('allow', 'write', 'src/*.ts')),
    files: { 'src/a.ts': '', 'src/b.js': '' },
  })
  expect(planned.as('src')).toBe('write')
  expect(planned.as('src/b.js')).toBe('read')
  expect(planned.as('src/a.ts')).toBeUndefined()
})

test('our own places are never opened, not even by a rule that names them', async () => {
  const planned = await plan({ policy: rules(fileRule('allow', 'read', '../state/**', '**')) })
  expect(planned.as('../state')).toBeUndefined()
  const all = await plan({ policy: { fileAccess: { default: 'allow', rules: [fileRule('allow', 'write', '**')] } } })
  expect(all.mounts[0]).toEqual({ path: '/', as: 'read' })
  // It lies below /tmp, which is an empty one here, so it is not there at all.
  expect(all.as('../state')).toBeUndefined()
})

test('what cannot be enforced is told', async () => {
  const planned = await plan({
    policy: rules(fileRule('allow', 'write', 'out/**', '**/x'), fileRule('deny', 'read', '/usr/*/secret')),
    files: { 'a.key': '' },
  })
  expect(planned.gaps.join('\n')).toContain('what it matches outside the workspace is not looked for')
  expect(planned.gaps.join('\n')).toContain('is not there yet, and cannot be made from inside')
})

test('a protected place that is a link is told, since links can be replaced', async () => {
  const place = makePlace({ policy: rules(fileRule('allow', 'write', '**')), files: { 'shared/s.json': '{}' } })
  made.push(place)
  fs.symlinkSync('shared', join(place.path, '.vscode'))
  const seen = await place.session.observe('test')
  const { gaps } = confinementOf({
    ...place.session,
    programs: [],
    directory: place.path,
    secret: [],
    granted: [],
    seen: { directories: [...(seen.directories?.keys() ?? [])].filter(Boolean), files: [...seen.files.keys()] },
    network: 'none',
  })
  expect(gaps).toContain('.vscode is a link, which can be replaced from inside')
})

test('bubblewrap makes every namespace, drops every capability, and hides by what cannot be opened', () => {
  const args = bubblewrapArguments({
    mounts: [
      { path: '/bin', as: 'link', source: 'usr/bin' },
      { path: '/usr', as: 'read' },
      { path: '/w', as: 'write' },
      { path: '/w/.env', as: 'hidden-file' },
      { path: '/w/keys', as: 'hidden-directory' },
      { path: '/tmp', as: 'scratch' },
    ],
    directory: '/w',
    network: 'none',
    scratchBytes: 1024,
    gaps: [],
  })
  expect(args.join(' ')).toBe(
    '--unshare-all --unshare-user --die-with-parent --new-session --cap-drop ALL --proc /proc --remount-ro /proc --dev /dev ' +
      '--symlink usr/bin /bin --ro-bind /usr /usr --bind /w /w --ro-bind /dev/null /w/.env ' +
      '--perms 0000 --tmpfs /w/keys --remount-ro /w/keys --size 1024 --perms 0700 --tmpfs /tmp --chdir /w --',
  )
})

test('a secret name that is a link to the workspace does not hide the workspace', async () => {
  const place = makePlace({ policy: rules(fileRule('allow', 'write', '**')), files: { 'a.txt': '' } })
  made.push(place)
  fs.symlinkSync('.', join(place.path, 'l.db.lock'))
  const { mounts } = confinementOf({
    ...place.session,
    programs: [],
    directory: place.path,
    secret: [join(place.path, 'l.db.lock')],
    granted: [],
    seen: { directories: [], files: [] },
    network: 'none',
  })
  expect(mounts.find(({ path }) => path === place.path)?.as).toBe('write')
})
