// Landlock for real, through the launcher that the guard starts: it gives up rights and becomes the program.
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { realHost } from '../../src/host/real.ts'
import { grantsOf, landlockAbi, landlockGaps } from '../../src/sandbox/landlock.ts'
import { confineVerb } from '../../src/sandbox/verb.ts'

const libc = realHost().libc?.()
const abi = libc ? landlockAbi(libc) : 0
const main = new URL('../../src/main.ts', import.meta.url).pathname

let root: string
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'reeve-landlock-')))
  fs.mkdirSync(join(root, 'in'))
  fs.writeFileSync(join(root, 'secret'), 'secret')
})
afterEach(() => fs.rmSync(root, { recursive: true, force: true }))

function confined(text: string, network: 'none' | 'host' = 'none') {
  const system = ['/usr', '/bin', '/lib', '/lib64', '/etc', '/proc'].filter((path) => fs.existsSync(path))
  const plan = JSON.stringify({ read: system, write: [join(root, 'in'), '/dev/null'], network })
  const args = ['--no-env-file', main, confineVerb, plan, '/bin/bash', 'named', '-c', text]
  const ran = spawnSync(process.execPath, args, {
    cwd: join(root, 'in'),
    env: { PATH: '/usr/bin:/bin' },
    encoding: 'utf8',
  })
  return { code: ran.status, signal: ran.signal, out: ran.stdout, err: ran.stderr }
}

const here = abi < 1 ? ': no Landlock here' : ''

test.skipIf(abi < 1)(`what was granted works, and the exit code passes${here}`, () => {
  expect(confined('echo $0 > a; cat a; mkdir d; mv a d/b; cat < /etc/hostname > /dev/null; exit 7')).toMatchObject({
    code: 7,
    out: 'named\n',
  })
})

test.skipIf(abi < 1)(`nothing else is read or written${here}`, () => {
  const { out, err } = confined('cat ../secret; echo x > ../out; echo x > /tmp/reeve-out-$$; ls /root /home; echo $?')
  expect(out.trim()).not.toBe('0')
  expect(err.match(/Permission denied/g)?.length).toBeGreaterThanOrEqual(4)
  expect(fs.existsSync(join(root, 'out'))).toBe(false)
})

test.skipIf(abi < 4)(`nothing is reached over TCP unless the network is the machine's${here}`, () => {
  expect(confined('exec 3<>/dev/tcp/127.0.0.1/9').err).toContain('Permission denied')
  expect(confined('exec 3<>/dev/tcp/127.0.0.1/9', 'host').err).toContain('Connection refused')
})

test.skipIf(abi < 1)(`signals that the runtime ignores are not ignored by the command${here}`, () => {
  expect(confined('grep SigIgn /proc/self/status').out).toMatch(/^SigIgn:\t0+$/m)
  expect(confined('kill -SEGV $$').signal).toBe('SIGSEGV')
})

test('a plan that is none of ours starts nothing', () => {
  for (const plan of [
    '',
    '{}',
    '{"read":["usr"],"write":[],"network":"none"}',
    '{"read":[],"write":[],"network":"all"}',
  ]) {
    const ran = spawnSync(process.execPath, [
      '--no-env-file',
      main,
      confineVerb,
      plan,
      '/bin/touch',
      'touch',
      join(root, 'x'),
    ])
    expect(ran.status).toBe(2)
  }
  expect(fs.existsSync(join(root, 'x'))).toBe(false)
})

test('what Landlock cannot hold is told', () => {
  const confinement = {
    mounts: [
      { path: '/w', as: 'write' },
      { path: '/w/.env', as: 'hidden-file' },
      { path: '/w/.git/hooks', as: 'read' },
    ],
    directory: '/w',
    network: 'none',
    gaps: [],
  } as const
  expect(landlockGaps(confinement, 3)).toEqual([
    'sockets of files, UDP and processes that leave the group are not held',
    'TCP is not held',
    '/w/.env can be read',
    '/w/.git/hooks can be written',
  ])
  expect(grantsOf(confinement, '/tmp/s').write).toContain('/tmp/s')
})
