// The profile for macOS as text; no machine here can run it.
import { expect, test } from 'vitest'

import { seatbeltProfile } from '../../src/sandbox/seatbelt.ts'

const confinement = {
  mounts: [
    { path: '/opt', as: 'read' },
    { path: '/w', as: 'write' },
    { path: '/w/.env', as: 'hidden-file' },
    { path: '/w/.git/hooks', as: 'read' },
    { path: '/w/a "quoted\\" name', as: 'hidden-directory' },
  ],
  directory: '/w',
  network: 'none',
  gaps: [],
} as const

test('everything is denied, then places are granted, and what is closed comes after what holds it', () => {
  const lines = seatbeltProfile(confinement, '/tmp/s').trimEnd().split('\n')
  expect(lines.slice(0, 2)).toEqual(['(version 1)', '(deny default)'])
  expect(lines.slice(-7)).toEqual([
    '(allow file-read* (subpath "/opt"))',
    '(allow file-read* file-write* (subpath "/w"))',
    '(deny file-read* file-write* (subpath "/w/.env"))',
    '(allow file-read* (subpath "/w/.git/hooks"))',
    '(deny file-write* (subpath "/w/.git/hooks"))',
    String.raw`(deny file-read* file-write* (subpath "/w/a \"quoted\\\" name"))`,
    '(allow file-read* file-write* (subpath "/tmp/s"))',
  ])
})

test('the network is there only where the policy opens hosts', () => {
  expect(seatbeltProfile(confinement, '/tmp/s')).not.toContain('network')
  expect(seatbeltProfile({ ...confinement, network: 'host' }, '/tmp/s')).toContain('(allow network*)')
})
