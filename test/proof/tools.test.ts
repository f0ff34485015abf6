// Tools that checks run lie where no scan looks: whoever changes them takes every pass away, but for what installs them.
import { linkSync, mkdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'

import { isInstalling } from '../../src/programs/installs.ts'
import { makePlace, type Place, statusOf } from './reeve.ts'

vi.setConfig({ testTimeout: 120_000 })

const named = ['--policy', '../policy.reeve'] as const
const tool = 'node_modules/.bin/check'

function place(files: Readonly<Record<string, string>> = {}, except = '"node_modules/**", "dist/**"'): Place {
  const here = makePlace({ 'src/a.js': 'a\n', [tool]: 'true\n', 'run.sh': `sh ${tool}\n`, ...files })
  here.write(
    '../policy.reeve',
    `policy "tools" version 1
sandbox off
exec { default allow }
files { allow read "**"  allow write "**" }
criterion good required "It is good" { verify command "sh run.sh"  scope "src/**", "run.sh"  pin none because "the tools are what is tried" }
gate { observe except ${except} }
`,
  )
  return here
}

async function prove(here: Place) {
  await here.reeve('prove', ...named)
  return await standing(here)
}

async function standing(here: Place) {
  const status = await statusOf(here, 'good', ...named)
  return `${status?.status} ${status?.reason}`
}

const forge = ['exec', ...named, '--', 'sh', '-c', `echo 'exit 0' > ${tool}`] as const

describe('a tool that was changed', () => {
  test('before the check ran makes its pass a person’s matter, whoever changed it', async () => {
    const here = place({ [tool]: 'false\n' })
    await here.reeve('exec', ...named, '--', 'true')
    await here.reeve(...forge)
    expect(await prove(here)).toBe('manual_review tools-changed')
    expect((await here.reeve('gate', ...named)).code).toBe(11)
  })

  test('after the check ran takes the pass away, also when content and times were put back', async () => {
    const here = place()
    expect(await prove(here)).toBe('verified passed')
    const path = join(here.workspace, tool)
    const { atime, mtime } = statSync(path)
    writeFileSync(path, 'true\n')
    utimesSync(path, atime, mtime)
    expect(await standing(here)).toBe('manual_review tools-changed')
  })

  test('by the check itself is no better', async () => {
    const here = place({ 'run.sh': `echo true > ${tool}; sh ${tool}\n` })
    expect(await prove(here)).toBe('manual_review tools-changed')
  })

  test('counts again when a person has looked, and only as they saw it', async () => {
    const here = place()
    await here.reeve('exec', ...named, '--', 'true')
    await here.reeve(...forge)
    expect(await prove(here)).toBe('manual_review tools-changed')
    expect((await here.reeve('attest', 'good', '--because', 'I read it', ...named)).code).toBe(0)
    expect(await standing(here)).toBe('verified passed')
    await here.reeve(...forge)
    expect(await standing(here)).toBe('manual_review tools-changed')
  })

  test('is found where a link leads out of the workspace', async () => {
    const here = place()
    rmSync(join(here.workspace, 'node_modules'), { recursive: true })
    mkdirSync(join(here.workspace, '../store/.bin'), { recursive: true })
    here.write('../store/.bin/check', 'true\n')
    symlinkSync('../store', join(here.workspace, 'node_modules'))
    expect(await prove(here)).toBe('verified passed')
    here.write('../store/.bin/check', 'exit 0\n')
    expect(await standing(here)).toBe('manual_review tools-changed')
  })

  test('is not excused by a policy that is changed and changed back', async () => {
    const here = place()
    await here.reeve('exec', ...named, '--', 'true')
    await here.reeve(...forge)
    here.write('../other.reeve', 'policy "other" version 1\nexec { default allow }\n')
    await here.reeve('exec', '--policy', '../other.reeve', '--', 'true')
    expect(await prove(here)).toBe('manual_review tools-changed')
  })

  test('is not asked for what only failed', async () => {
    const here = place({ 'run.sh': 'false\n' })
    await here.reeve('exec', ...named, '--', 'true')
    await here.reeve(...forge)
    expect(await prove(here)).toBe('failed failed')
  })
})

describe('tools stay what they are', () => {
  test('when output, caches and links elsewhere to the same files change', async () => {
    const here = place({ 'dist/a.js': 'old\n', 'node_modules/.vite/results': 'old\n', 'node_modules/x/a.js': 'a\n' })
    linkSync(join(here.workspace, tool), join(here.workspace, '../one'))
    expect(await prove(here)).toBe('verified passed')
    here.write('dist/a.js', 'new\n')
    here.write('dist/node_modules/b.js', 'new\n')
    here.write('node_modules/.vite/results', 'new\n')
    linkSync(join(here.workspace, tool), join(here.workspace, '../another'))
    expect(await standing(here)).toBe('verified passed')
  })

  test('and places of other names are taken for tools', async () => {
    const here = place({ 'kit/check': 'true\n', 'run.sh': 'sh kit/check\n' }, '"kit/**"')
    expect(await prove(here)).toBe('verified passed')
    here.write('kit/check', 'exit 0\n')
    expect(await standing(here)).toBe('manual_review tools-changed')
  })
})

describe('an installing command', () => {
  /** A project whose own scripts make its tools, as far as npm is concerned. */
  const scripted = (script: string) => ({
    'package.json': JSON.stringify({ name: 'p', version: '1.0.0', scripts: { postinstall: script } }),
  })
  const install = ['exec', ...named, '--', 'npm', 'install', '--offline', '--no-audit', '--no-fund'] as const

  test('may bring tools, and what was proven before must be proven again', async () => {
    const here = place(scripted(`mkdir -p node_modules/.bin; echo 'exit 0' > ${tool}`))
    expect(await prove(here)).toBe('verified passed')
    expect(await here.reeve(...install)).toMatchObject({ code: 0 })
    const { criteria } = JSON.parse((await here.reeve('status', '--json', ...named)).out)
    expect(criteria[0]).toMatchObject({ status: 'not_checked', reason: 'stale', paths: ['node_modules'] })
    expect(await prove(here)).toBe('verified passed')
  })

  test('cannot clean what was changed before it', async () => {
    const here = place(scripted(`mkdir -p node_modules/.bin; echo 'exit 0' > ${tool}`))
    await here.reeve('exec', ...named, '--', 'true')
    await here.reeve(...forge)
    expect(await here.reeve(...install)).toMatchObject({ code: 0 })
    expect(await prove(here)).toBe('manual_review tools-changed')
  })

  test('counts only when nothing but it runs in the line', async () => {
    const here = place(scripted('true'))
    await here.reeve('exec', ...named, '--', 'true')
    await here.reeve(
      'exec',
      ...named,
      '--',
      'sh',
      '-c',
      `npm install --offline; mkdir -p node_modules/.bin; echo true > ${tool}`,
    )
    expect(await prove(here)).toBe('manual_review tools-changed')
  })

  test.each([
    ['npm ci', true],
    ['npm install --save-dev vitest', true],
    ['yarn', true],
    ['yarn test', false],
    ['npm run install', false],
    ['/tmp/npm ci', false],
    ['python3 -m pip install -r requirements.txt', true],
    ['python3 -m pytest', false],
    ['constructor x', false],
  ])('%s: %s', (text, answer) => {
    expect(isInstalling(text.split(' '))).toBe(answer)
  })
})
