// The doors for files, on the real disk.
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'

import { sha256 } from '../../src/base/digest.ts'
import { guardedList } from '../../src/guard/list.ts'
import { guardedRead } from '../../src/guard/read.ts'
import { guardedSearch } from '../../src/guard/search.ts'
import { guardedEdit, guardedWrite } from '../../src/guard/write.ts'
import { criterion, fileRule, makePlace, type Place, type PlaceOptions } from './fixture.ts'

const places: Place[] = []
function at(options: PlaceOptions = {}): Place {
  const place = makePlace(options)
  places.push(place)
  return place
}
afterEach(() => {
  for (const place of places.splice(0)) place.remove()
})

const named = { tool: 'write_file', call: 'c1' }

describe('a read', () => {
  test('shows the lines asked for and has the digest of the whole file', async () => {
    const { session } = at({ files: { a: 'one\ntwo\nthree\nfour' } })
    const read = await guardedRead(session, { ...named, path: 'a', startLine: 2, limit: 2 })
    expect(read).toMatchObject({
      kind: 'done',
      path: 'a',
      text: 'two\nthree',
      startLine: 2,
      lineCount: 2,
      totalLines: 4,
      cut: true,
      digest: sha256('one\ntwo\nthree\nfour'),
    })
    const whole = await guardedRead(session, { ...named, path: './a' })
    expect(whole).toMatchObject({ text: 'one\ntwo\nthree\nfour', totalLines: 4, cut: false })
  })

  test('of an empty file has no lines, and of a binary file shows none', async () => {
    const { session } = at({ files: { none: '', binary: 'a\0b\n' } })
    expect(await guardedRead(session, { ...named, path: 'none' })).toMatchObject({
      text: '',
      totalLines: 0,
      lineCount: 0,
    })
    expect(await guardedRead(session, { ...named, path: 'binary' })).toMatchObject({ binary: true, text: '' })
  })

  test('that a rule denies is refused and recorded, also through a link', async () => {
    const policy = {
      fileAccess: { default: 'deny', rules: [fileRule('allow', 'read', '**'), fileRule('deny', 'read', '.env')] },
    } as const
    const { session, ledger, path } = at({ policy, files: { '.env': 'KEY=1' } })
    fs.symlinkSync('.env', join(path, 'innocent'))
    for (const name of ['.env', 'innocent', 'x/../.env']) {
      expect(await guardedRead(session, { ...named, path: name })).toMatchObject({ kind: 'refused', refusal: 'denied' })
    }
    expect(ledger.of('decision')).toHaveLength(3)
  })

  test('does not leave the workspace through a link where only the workspace is allowed', async () => {
    const policy = { fileAccess: { default: 'deny', rules: [fileRule('allow', 'read', '**')] } } as const
    const { session, path } = at({ policy })
    fs.symlinkSync('/etc', join(path, 'etc'))
    expect(await guardedRead(session, { ...named, path: 'etc/passwd' })).toMatchObject({ kind: 'refused' })
    expect(await guardedRead(session, { ...named, path: '../../../../etc/passwd' })).toMatchObject({ kind: 'refused' })
  })

  test('never waits for a pipe or reads a device', async () => {
    const { session, path } = at()
    spawnSync('mkfifo', [join(path, 'pipe')])
    expect(await guardedRead(session, { ...named, path: 'pipe' })).toMatchObject({ kind: 'failed' })
    expect(await guardedRead(session, { ...named, path: '/dev/zero' })).toMatchObject({ kind: 'failed' })
  })

  test('is refused for a second name of one of Reeve’s own files', async () => {
    const { session, path } = at()
    const state = join(path, '../state/reeve')
    fs.mkdirSync(join(state, session.workspace.id), { recursive: true })
    fs.writeFileSync(join(state, session.workspace.id, 'secret'), 'secret')
    fs.linkSync(join(state, session.workspace.id, 'secret'), join(path, 'copy'))
    expect(await guardedRead(session, { ...named, path: 'copy' })).toMatchObject({
      kind: 'failed',
      reason: 'it is another name of a protected file',
    })
  })
})

describe('a write', () => {
  test('creates a file with its directories, and is an entry of its own, once', async () => {
    const { session, ledger, get } = at()
    const written = await guardedWrite(session, { ...named, path: 'new/deep/a', content: 'fn main() {}' })
    expect(written).toMatchObject({ kind: 'done', before: 'absent', after: sha256('fn main() {}'), bytes: 12 })
    expect(get('new/deep/a')).toBe('fn main() {}')
    expect(ledger.of('edit')).toEqual([
      {
        kind: 'edit',
        tool: 'write_file',
        call: 'c1',
        path: 'new/deep/a',
        before: 'absent',
        after: sha256('fn main() {}'),
        mode: 0o644,
      },
    ])
    expect(ledger.of('observation')).toEqual([])
    await session.observe('workspace')
    expect(ledger.of('observation')).toEqual([])
  })

  test('outside the workspace, where a rule allows it, is an edit with its whole path and no deletion later', async () => {
    const place = at()
    const outside = join(place.path, '../outside')
    const policy = { fileAccess: { default: 'deny', rules: [fileRule('allow', 'write', outside)] } } as const
    const { session, ledger } = at({ policy })
    expect(await guardedWrite(session, { ...named, path: outside, content: 'x' })).toMatchObject({
      kind: 'done',
      path: outside,
    })
    await session.observe('workspace')
    expect(ledger.of('edit')).toMatchObject([{ path: outside }])
    expect(ledger.of('observation')).toEqual([])
  })

  test('replaces only what was last seen, and keeps the mode', async () => {
    const { session, put, get, path } = at()
    put('a', 'one', 0o755)
    expect(await guardedWrite(session, { ...named, path: 'a', content: 'two' })).toMatchObject({ kind: 'failed' })
    expect(
      await guardedWrite(session, { ...named, path: 'a', content: 'two', expected: sha256('other') }),
    ).toMatchObject({
      kind: 'failed',
      reason: 'the file has changed since it was read',
    })
    expect(get('a')).toBe('one')
    expect(await guardedWrite(session, { ...named, path: 'a', content: 'two', expected: sha256('one') })).toMatchObject(
      { kind: 'done' },
    )
    expect(get('a')).toBe('two')
    expect(fs.statSync(join(path, 'a')).mode & 0o777).toBe(0o755)
    expect(fs.readdirSync(path)).toEqual(['a'])
  })

  test('to a protected place is refused whatever the policy says, also where nothing exists yet', async () => {
    const { session, path } = at({
      policy: { fileAccess: { default: 'allow', rules: [fileRule('allow', 'write', '**', '/**')] } },
    })
    fs.symlinkSync('.git', join(path, 'innocent'))
    for (const name of [
      'policy.reeve',
      '.git/hooks/pre-commit',
      'innocent/config',
      '.claude/settings.json',
      '../home/.bashrc',
    ]) {
      expect(await guardedWrite(session, { ...named, path: name, content: 'x' })).toMatchObject({ kind: 'refused' })
    }
    expect(fs.readdirSync(path)).toEqual(['innocent'])
  })

  test('through a link lands in the real file when that is allowed, and the link stays', async () => {
    const { session, put, get, path } = at()
    put('real', 'one')
    fs.symlinkSync('real', join(path, 'link'))
    expect(
      await guardedWrite(session, { ...named, path: 'link', content: 'two', expected: sha256('one') }),
    ).toMatchObject({
      kind: 'done',
      path: 'real',
    })
    expect(get('real')).toBe('two')
    expect(fs.lstatSync(join(path, 'link')).isSymbolicLink()).toBe(true)
  })

  test('leaves the other names of a file as they are', async () => {
    const { session, put, get, path } = at()
    put('a', 'one')
    fs.linkSync(join(path, 'a'), join(path, 'b'))
    await guardedWrite(session, { ...named, path: 'a', content: 'two', expected: sha256('one') })
    expect([get('a'), get('b')]).toEqual(['two', 'one'])
  })

  test('of a read-only run is refused', async () => {
    const { session, path } = at()
    const refused = await guardedWrite(session, { ...named, path: 'a', content: 'x', readOnly: true })
    expect(refused).toMatchObject({ kind: 'refused', refusal: 'read-only' })
    expect(fs.readdirSync(path)).toEqual([])
  })

  test('does not happen when the ledger cannot take it', async () => {
    const { session, ledger, path } = at()
    ledger.onAppend = (drafts) => {
      if (drafts.some((draft) => draft.kind === 'edit')) throw new Error('disk full')
    }
    expect(await guardedWrite(session, { ...named, path: 'a', content: 'x' })).toMatchObject({ kind: 'failed' })
    expect(fs.readdirSync(path)).toEqual([])
  })
})

describe('an edit', () => {
  test('replaces the one place where the old text stands', async () => {
    const { session, put, get } = at()
    put('a', 'one two three')
    const edited = await guardedEdit(session, {
      ...named,
      path: 'a',
      oldText: 'two',
      newText: '$& 2',
      expected: sha256('one two three'),
    })
    expect(edited).toMatchObject({ kind: 'done', before: sha256('one two three') })
    expect(get('a')).toBe('one $& 2 three')
  })

  test.each([
    ['zwei', 'the old text is not in a'],
    ['aa', 'the old text stands more than once in a'],
  ])('of %s changes nothing', async (oldText, reason) => {
    const { session, put, get } = at()
    put('a', 'aaa')
    expect(await guardedEdit(session, { ...named, path: 'a', oldText, newText: 'x' })).toMatchObject({
      kind: 'failed',
      reason,
    })
    expect(get('a')).toBe('aaa')
  })
})

describe('a listing', () => {
  test('has the entries of a directory in order, or every path that a pattern matches', async () => {
    const { session } = at({ files: { b: '', 'a/x.ts': '', 'a/deep/y.ts': '', '.git/config': '' } })
    const here = await guardedList(session, { tool: 'list_files', call: 'c' })
    expect(here).toMatchObject({
      entries: [{ path: '.git' }, { path: 'a', kind: 'directory' }, { path: 'b', kind: 'file' }],
    })
    const found = await guardedList(session, { tool: 'list_files', call: 'c', pattern: '**/*.ts' })
    expect(found).toMatchObject({ entries: [{ path: 'a/x.ts' }, { path: 'a/deep/y.ts' }], cut: false })
    const some = await guardedList(session, { tool: 'list_files', call: 'c', pattern: '**/*.ts', limit: 1 })
    expect(some).toMatchObject({ entries: [{ path: 'a/x.ts' }], cut: true })
  })
})

describe('a search', () => {
  test('finds a literal text with its line, in files that may be read, and names the others', async () => {
    const policy = {
      fileAccess: { default: 'deny', rules: [fileRule('allow', 'read', '**'), fileRule('deny', 'read', '**/.env')] },
    } as const
    const { session } = at({
      policy,
      files: { 'src/a': 'x\nneedle (.*)\n', '.env': 'needle', binary: '\0needle', 'b.md': 'needle' },
    })
    const found = await guardedSearch(session, { tool: 'search_text', call: 'c', text: 'needle' })
    expect(found).toMatchObject({
      matches: [
        { path: 'b.md', line: 1, text: 'needle' },
        { path: 'src/a', line: 2, text: 'needle (.*)' },
      ],
      searchedFiles: 2,
      hidden: ['.env'],
      cut: false,
    })
    const literal = await guardedSearch(session, {
      tool: 'search_text',
      call: 'c',
      text: '(.*)',
      pattern: 'src/**',
      limit: 1,
    })
    expect(literal).toMatchObject({ matches: [{ path: 'src/a', line: 2 }], cut: false })
  })

  test('does not follow a link out of the workspace', async () => {
    const { session, path } = at()
    fs.symlinkSync('/etc', join(path, 'etc'))
    expect(await guardedSearch(session, { tool: 'search_text', call: 'c', text: 'root:' })).toMatchObject({
      matches: [],
    })
  })
})

describe('a file criterion', () => {
  const verifier = { kind: 'file', path: 'NOTES.md', absent: false, pattern: { source: '^## 2', flags: 'm' } } as const
  test('gets its evidence from a read of exactly its file, passed or failed', async () => {
    const { session, ledger, put } = at({ policy: { criteria: [criterion('notes', verifier)] } })
    expect(await guardedRead(session, { ...named, path: 'NOTES.md' })).toMatchObject({ kind: 'failed' })
    put('NOTES.md', '# x\n## 2.0\n')
    expect(await guardedRead(session, { ...named, path: 'NOTES.md', limit: 1 })).toMatchObject({
      proofs: [{ passed: true }],
    })
    put('NOTES.md', '# x\n\0## 2.0\n')
    await guardedRead(session, { ...named, path: 'NOTES.md' })
    expect(ledger.of('read').map(({ digest, proves }) => [digest, proves[0]?.passed, proves[0]?.reason])).toEqual([
      ['absent', false, 'the file does not exist'],
      [sha256('# x\n## 2.0\n'), true, 'the pattern is found in it'],
      [sha256('# x\n\0## 2.0\n'), false, 'binary: no pattern can match it'],
    ])
  })
})
