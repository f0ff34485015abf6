// The files that are pinned where a policy says nothing of pins.
import { describe, expect, test } from 'vitest'

import { policyFromText } from '../../src/policy/load.ts'
import { readAcceptance } from '../../src/presets/acceptance.ts'
import { proposedPins } from '../../src/presets/pins.ts'
import { acceptanceCriteria, presetCriteria } from '../../src/presets/text.ts'

function criteriaOf(body: string) {
  const loaded = policyFromText(`policy "p" version 1\n${body}`, 'policy.reeve')
  if (loaded.kind === 'broken') throw new Error(loaded.diagnostics.map(({ message }) => message).join('; '))
  return loaded.policy.criteria
}

describe('proposed pins', () => {
  test.each([
    ['npm test', 'package.json'],
    ['pnpm run test', 'pnpm-workspace.yaml'],
    ['npx vitest run', '{vitest,vite,jest,playwright,cypress,karma,ava}.config.*'],
    ['/usr/bin/npm test', '.npmrc'],
    ['pytest -q', '**/conftest.py'],
    ['python3 -m pytest', 'pytest.ini'],
    ['uv run pytest', 'pyproject.toml'],
    ['bundle exec rspec', '.rspec'],
    ['cargo test', '.cargo/config.toml'],
    ['go test ./...', 'go.mod'],
    ['make check', 'Makefile'],
  ])('%s pins %s', (text, pin) => {
    expect(proposedPins(text.split(' '))).toContain(pin)
  })

  test('no other program pins anything, whatever it is called', () => {
    expect(proposedPins(['grep', 'npm'])).toEqual([])
    expect(proposedPins(['constructor'])).toEqual([])
    expect(proposedPins([])).toEqual([])
  })

  test('they lie where the command runs', () => {
    expect(proposedPins(['go', 'test'], 'tools/[x]')).toEqual(['tools/\\[x\\]/go.mod', 'tools/\\[x\\]/go.work'])
  })

  test('a policy that writes pins, or says why none, has its own', () => {
    const [silent, said, none, cover] = criteriaOf(`criterion a "a" { verify command "go test" in "x" }
criterion b "b" { verify command "go test" pin "other" }
criterion c "c" { verify command "go test" pin none because "CI" }
criterion d "d" { verify coverage "go test" at least 1% }`)
    expect(silent?.pins).toEqual({ kind: 'paths', paths: ['x/go.mod', 'x/go.work'], proposed: true })
    expect(said?.pins).toEqual({ kind: 'paths', paths: ['other'] })
    expect(none?.pins).toEqual({ kind: 'none', because: 'CI' })
    expect(cover?.pins).toMatchObject({ paths: ['go.mod', 'go.work'] })
  })
})

describe('suggestions as text of the language', () => {
  test('presets become criteria that a policy can hold, each with a name of its own', () => {
    const text = presetCriteria([
      {
        name: 'node-default',
        projectKind: 'node',
        commands: [
          {
            id: 'node:test',
            kind: 'test',
            required: true,
            command: 'npm test',
            description: 'run tests',
            from: 'package.json',
          },
          {
            id: 'node:test@a b',
            kind: 'test',
            required: false,
            command: 'npm "x"\u202e',
            description: 'run tests',
            from: 'package.json',
            directory: 'packages/a',
          },
        ],
      },
    ])
    expect(criteriaOf(text)).toMatchObject([
      { id: 'node-test', required: true, text: 'run tests', verifier: { text: 'npm test' } },
      { id: 'node-test-a-b', required: false, verifier: { text: 'npm "x"\u202e', directory: 'packages/a' } },
    ])
  })

  test('an acceptance file becomes criteria of commands, files and persons', () => {
    const text = acceptanceCriteria(
      readAcceptance(
        '- [x] kind:command assert:`cargo test` expect:exit=3 It "fails"\n- [ ] kind:file_exists assert:`a.md`\n- [ ] Look\n- [ ] Look\n',
      ),
    )
    expect(criteriaOf(text)).toMatchObject([
      { id: 'it-fails', required: true, text: 'It "fails"', verifier: { text: 'cargo test', exitCode: 3 } },
      { id: 'a-md', verifier: { kind: 'file', path: 'a.md' } },
      { id: 'look', verifier: { kind: 'manual' } },
      { id: 'look-2', verifier: { kind: 'manual' } },
    ])
  })
})
