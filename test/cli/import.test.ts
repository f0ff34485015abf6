// `reeve import HOST`: which files are read, where the text goes, and files that mean harm.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

import { makePlace } from '../proof/reeve.ts'

const settings = '{"permissions":{"allow":["Bash(npm test)","Task"],"deny":["Bash(rm *)"]}}'

describe('which files', () => {
  test('those that the host reads in the workspace; none is named for the reader’s home', async () => {
    const here = makePlace({
      '.claude/settings.json': settings,
      '.claude/settings.local.json': '{"permissions":{"ask":["Bash(ls)"]}}',
    })
    const answer = await here.reeve('import', 'claude')
    expect(answer.code).toBe(0)
    expect(answer.out).toContain('# from .claude/settings.json\n# from .claude/settings.local.json\n')
    expect(answer.out).toContain('  deny  "rm **"\n')
    expect(answer.err).toBe(
      '.claude/settings.json:1: left out: Task: there is no tool `Task` here\n3 carried, 1 left out, 0 narrowed, 0 widened\n',
    )
  })

  test('files that are named count in the order of the host, whatever the order of the names', async () => {
    const mode = (name: string) => `{"permissions":{"defaultMode":"${name}"}}`
    const here = makePlace({ '.claude/settings.json': mode('dontAsk'), '.claude/settings.local.json': mode('default') })
    const answer = await here.reeve('import', 'claude', '.claude/settings.local.json', '.claude/settings.json')
    expect(answer.out).toContain('default ask')
  })

  test('where there are none, the answer names the places', async () => {
    const here = makePlace({ 'a.txt': '' })
    for (const host of ['claude', 'codex', 'gemini', 'opencode']) {
      const answer = await here.reeve('import', host)
      expect(answer).toMatchObject({ code: 1, out: '' })
      expect(answer.err).toContain('looked for')
    }
  })
})

describe('where it goes', () => {
  test('a new file is written, and one that is there is left as it is', async () => {
    const here = makePlace({ '.claude/settings.json': settings })
    const first = await here.reeve('import', 'claude', '--output', 'new.reeve')
    expect(first).toMatchObject({ code: 0, out: '' })
    const text = readFileSync(join(here.workspace, 'new.reeve'), 'utf8')
    expect(text).toContain('policy "imported from claude" version 1')
    writeFileSync(join(here.workspace, 'new.reeve'), 'mine')
    expect(await here.reeve('import', 'claude', '--output', 'new.reeve')).toMatchObject({ code: 1 })
    expect(readFileSync(join(here.workspace, 'new.reeve'), 'utf8')).toBe('mine')
    symlinkSync('elsewhere.reeve', join(here.workspace, 'link.reeve'))
    expect(await here.reeve('import', 'claude', '--output', 'link.reeve')).toMatchObject({ code: 1 })
    expect(await here.reeve('import', 'claude', '--output', 'policy.txt')).toMatchObject({ code: 2 })
  })

  test('--strict fails when something was left out, --json says the same to programs', async () => {
    const here = makePlace({
      '.claude/settings.json': settings,
      'whole.json': '{"permissions":{"deny":["Bash(rm *)"]}}',
    })
    expect((await here.reeve('import', 'claude', '--strict')).code).toBe(1)
    expect((await here.reeve('import', 'claude', '--strict', 'whole.json')).code).toBe(0)
    const told = JSON.parse((await here.reeve('import', 'claude', '--json')).out)
    expect(told.carried).toBe(2)
    expect(told.policy).toContain('allow "npm test"')
    expect(told.remains).toEqual([
      {
        file: '.claude/settings.json',
        line: 1,
        kind: 'left-out',
        source: 'Task',
        reason: 'there is no tool `Task` here',
      },
    ])
  })

  test('an acceptance file takes none of these', async () => {
    const here = makePlace({ 'A.md': '- [ ] Look\n' })
    expect((await here.reeve('import', 'acceptance', 'A.md', '--strict')).code).toBe(2)
    expect((await here.reeve('import', 'acceptance')).code).toBe(2)
  })
})

describe('files that mean harm', () => {
  const hostile: readonly (readonly [string, string, string, string | Uint8Array])[] = [
    ['larger than 1 MiB', 'claude', '.claude/settings.json', `{"a":"${'x'.repeat(10_000_000)}"}`],
    ['no UTF-8', 'claude', '.claude/settings.json', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
    ['a NUL', 'claude', '.claude/settings.json', '{"permissions":{"deny":["Bash(a\0b)"]}}'],
    ['JSON nested deep', 'opencode', 'opencode.json', `{"permission":${'['.repeat(400_000)}`],
    ['JSON nested deep and closed', 'opencode', 'opencode.json', `${'['.repeat(300)}${']'.repeat(300)}`],
    ['TOML nested deep', 'codex', '.codex/config.toml', `a = ${'['.repeat(200_000)}`],
    ['a table of many names', 'codex', '.codex/config.toml', `[${'a.'.repeat(5_000)}a]\nb = 1\n`],
    ['an empty file', 'opencode', 'opencode.json', ''],
    ['no object', 'gemini', '.gemini/settings.json', '{"tools":'],
  ]

  test.each(hostile)('%s: one clear error', async (_name, host, path, content) => {
    const here = makePlace({ 'a.txt': '' })
    mkdirSync(join(here.workspace, path, '..'), { recursive: true })
    writeFileSync(join(here.workspace, path), content)
    const started = performance.now()
    const answer = await here.reeve('import', host)
    expect(answer).toMatchObject({ code: 1, out: '' })
    expect(answer.err).toMatch(/^reeve: [^\n]+\nhelp: [^\n]+\n$/)
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  test('a directory, and a link that leads out of the workspace', async () => {
    const here = makePlace({ '.claude/settings.json/a': '' })
    expect(await here.reeve('import', 'claude')).toMatchObject({ code: 1, out: '' })
    const other = makePlace({ 'a.txt': '' })
    mkdirSync(join(other.workspace, '.codex/rules'), { recursive: true })
    symlinkSync('/etc/hostname', join(other.workspace, '.codex/rules/x.rules'))
    const answer = await other.reeve('import', 'codex')
    expect(answer).toMatchObject({ code: 1, out: '' })
    expect(answer.err).toContain('leads out of the workspace')
  })

  test('Starlark without end, texts that are never closed and brackets that match nothing are read in linear time', async () => {
    const texts = [
      `prefix_rule(pattern=${'['.repeat(300_000)}`,
      `${'prefix_rule('.repeat(60_000)}`,
      `"""${'x'.repeat(500_000)}`,
      '])}'.repeat(200_000),
    ]
    for (const text of texts) {
      const here = makePlace({ '.codex/rules/x.rules': text })
      const started = performance.now()
      const answer = await here.reeve('import', 'codex')
      expect(performance.now() - started).toBeLessThan(10_000)
      if (answer.code === 0) expect(answer.out).toContain('ask   "* **"')
    }
  }, 60_000)

  test('huge patterns and thousands of wildcards and rules', async () => {
    const rules = [
      `Bash(${'a*b '.repeat(5_000)})`,
      `Bash(${'x'.repeat(20_000)} *)`,
      `Bash(${'* '.repeat(3_000)})`,
      ...Array.from({ length: 2_000 }, (_, index) => `Bash(tool${index} *)`),
    ]
    for (const answer of ['allow', 'deny']) {
      const here = makePlace({ '.claude/settings.json': JSON.stringify({ permissions: { [answer]: rules } }) })
      const started = performance.now()
      const made = await here.reeve('import', 'claude')
      expect(made.err.split('\n').slice(0, 2).join('\n')).not.toContain('at ')
      expect(made.code).toBe(0)
      expect(performance.now() - started).toBeLessThan(30_000)
    }
    const regex = `[[rule]]\ntoolName = "run_shell_command"\ncommandRegex = "${'(a|b)'.repeat(300)}(a+)+$"\ndecision = "deny"\npriority = 1\n`
    const here = makePlace({ '.gemini/policies/a.toml': regex })
    expect((await here.reeve('import', 'gemini')).out).toContain('ask   "* **"')
  }, 120_000)

  test('a token in a rule that is told about is masked', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`
    const here = makePlace({
      '.claude/settings.json': JSON.stringify({ permissions: { allow: [`Bash(FOO=1 curl ${token})`] } }),
    })
    for (const flags of [[], ['--json']]) {
      const answer = await here.reeve('import', 'claude', ...flags)
      expect(`${answer.out}${answer.err}`).not.toContain(token)
    }
  })

  test('what would turn a line around is shown as an escape', async () => {
    const here = makePlace({
      '.claude/settings.json': JSON.stringify({
        permissions: { allow: ['x\u202e\u001b[31m\ny'], deny: ['Bash(a\u202eb)'] },
      }),
    })
    const answer = await here.reeve('import', 'claude')
    expect(`${answer.out}${answer.err}`).not.toMatch(/[\u202e\u001b]/)
    expect(answer.out).toContain('\\u{202e}')
  })
})
