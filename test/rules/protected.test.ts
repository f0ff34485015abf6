// The list of places that are never writable.
import { describe, expect, it } from 'vitest'

import { isWithin } from '../../src/base/path.ts'
import { holdsProtectedPath, isProtectedPath } from '../../src/rules/protected.ts'
import { pick, randomFrom } from '../oracle/random.ts'

const places = {
  home: '/home/u',
  workspace: '/w',
  policyFiles: ['/w/team.reeve'],
  directories: ['/home/u/.config/reeve', '/home/u/.local/state/reeve'],
  binary: '/opt/reeve',
}

describe('protected places', () => {
  it.each([
    '/w/team.reeve',
    '/w/policy.reeve',
    '/w/sub/policy.reeve',
    '/w/.git',
    '/w/.git/config',
    '/w/.git/hooks/pre-commit',
    '/w/.GIT/Hooks/pre-commit',
    '/w/.git/modules/lib/config',
    '/w/.git/worktrees/x/gitdir',
    '/w/.git/info/attributes',
    '/w/vendor/.git/config',
    '/w/.vscode/settings.json',
    '/w/.claude/settings.json',
    '/w/.codex/config.toml',
    '/w/.gemini/settings.json',
    '/w/.cursor/mcp.json',
    '/w/.mcp.json',
    '/w/.husky/pre-commit',
    '/w/.envrc',
    '/home/u/.ssh/config',
    '/home/u/.ssh/authorized_keys',
    '/home/u/.config/autostart/x.desktop',
    '/home/u/.config/systemd/user/x.service',
    '/home/u/.npmrc',
    '/home/u/.cargo/config.toml',
    '/home/u/.vimrc',
    '/etc/cron.d/x',
    '/var/spool/cron/crontabs/u',
    '/etc/ld.so.preload',
    '/home/u/.bashrc',
    '/home/u/.zshenv',
    '/home/u/.config/fish/config.fish',
    '/home/u/.gitconfig',
    '/home/u/.config/reeve/keys/log',
    '/home/u/.local/state/reeve/x/ledger.db',
    '/etc/profile.d/x.sh',
    '/opt/reeve',
  ])('%s is never writable, whether it exists or not', (path) => {
    expect(isProtectedPath(path, places)).toBe(true)
  })

  it.each([
    '/w/.git/objects/ab/cd',
    '/w/.git/refs/heads/main',
    '/w/.git/index',
    '/w/.git/COMMIT_EDITMSG',
    '/w/.gitignore',
    '/w/src/config',
    '/w/hooks/x',
    '/w/AGENTS.md',
    '/w/bashrc',
    '/w/.bashrc',
    '/home/u/notes.txt',
  ])('%s may be written where a policy lets it be', (path) => {
    expect(isProtectedPath(path, places)).toBe(false)
  })

  it('a directory above a protected place cannot be removed or moved as a whole', () => {
    expect(holdsProtectedPath('/w', places)).toBe(true)
    expect(holdsProtectedPath('/', places)).toBe(true)
    expect(holdsProtectedPath('/home/u/.config', places)).toBe(true)
    expect(holdsProtectedPath('/w/src', places)).toBe(false)
  })

  it('a place covers itself and what lies below it by whole names, and is held by what lies above', () => {
    const random = randomFrom(20_270_212)
    const listed = [...places.policyFiles, ...places.directories, places.binary]
    const tails = ['', '/', '/a', '/a/b', 'x', '.bak', '//a', `/${'a/'.repeat(200)}b`]
    const cut = (place: string) =>
      place
        .split('/')
        .slice(0, 1 + random(5))
        .join('/') || '/'
    for (let round = 0; round < 2_000; round++) {
      const path = random(2) === 0 ? pick(random, listed) + pick(random, tails) : cut(pick(random, listed))
      const label = `round ${round}: ${path}`
      expect(isProtectedPath(path, places), label).toBe(listed.some((place) => isWithin(path, place)))
      const isAbove = [...listed, '/home/u/.ssh', '/w/.git'].some((place) => isWithin(place, path))
      expect(holdsProtectedPath(path, places), label).toBe(isAbove)
    }
  })
})
