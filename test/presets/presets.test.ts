// Presets from project files, and acceptance files.
import { describe, expect, test } from 'vitest'

import { readAcceptance } from '../../src/presets/acceptance.ts'
import { findPresets } from '../../src/presets/find.ts'
import { project } from './project.ts'

function commands(files: Readonly<Record<string, string>>): readonly string[] {
  return findPresets(project(files)).flatMap((preset) =>
    preset.commands.map(({ id, required, command }) => `${id} ${required ? 'required' : 'optional'}: ${command}`),
  )
}

describe('presets', () => {
  test('rust and go', () => {
    expect(commands({ 'Cargo.toml': '', 'go.mod': '' })).toEqual([
      'rust:fmt required: cargo fmt -- --check',
      'rust:check required: cargo check',
      'rust:test required: cargo test',
      'rust:clippy optional: cargo clippy -- -D warnings',
      'go:test required: go test ./...',
      'go:vet optional: go vet ./...',
    ])
  })

  test('a rust package beside its workspace asks for all members', () => {
    expect(commands({ 'Cargo.toml': '[package]\n[workspace]\n' })).toContain(
      'rust:test required: cargo test --workspace',
    )
    expect(commands({ 'Cargo.toml': '[workspace]\n' })).toContain('rust:test required: cargo test')
  })

  test.each([
    ['npm', {}, 'npm test', 'npm run lint'],
    ['pnpm by its lock file', { 'pnpm-lock.yaml': '' }, 'pnpm test', 'pnpm lint'],
    ['yarn by its lock file', { 'yarn.lock': '' }, 'yarn test', 'yarn lint'],
    ['bun by its lock file', { 'bun.lock': '' }, 'bun run test', 'bun run lint'],
  ] as const)('node with %s', (_name, more, run, lint) => {
    const manifest = JSON.stringify({ scripts: { test: 'x', lint: 'y', other: 'z' } })
    expect(commands({ 'package.json': manifest, ...more })).toEqual([
      `node:test required: ${run}`,
      `node:lint optional: ${lint}`,
    ])
  })

  test('the packageManager field comes before lock files, and scripts must be declared', () => {
    expect(
      commands({ 'package.json': '{"packageManager":"pnpm@9.1.0","scripts":{"typecheck":"tsc"}}', 'yarn.lock': '' }),
    ).toEqual(['node:typecheck optional: pnpm typecheck'])
    expect(commands({ 'package.json': '{"name":"x"}' })).toEqual([])
    expect(commands({ 'package.json': '{' })).toEqual([])
  })

  test('members of a workspace have their own commands, and no path leaves it', () => {
    const member = '{"scripts":{"test":"x"}}'
    expect(
      commands({
        'package.json': '{"workspaces":["packages/*","../out"]}',
        'packages/a/package.json': member,
        'packages/b/README': '',
      }),
    ).toEqual(['node:test@packages/a required: npm test'])
    expect(
      commands({
        'package.json': '{}',
        'pnpm-lock.yaml': '',
        'pnpm-workspace.yaml': 'packages:\n  - "apps/*"\nother: 1\n',
        'apps/x/package.json': member,
      }),
    ).toEqual(['node:test@apps/x required: pnpm test'])
  })

  test.each([
    [
      'python with pytest',
      { 'pyproject.toml': '[tool.pytest.ini_options]\n[tool.ruff]\n' },
      ['python:test required: python -m pytest', 'python:ruff optional: python -m ruff check .'],
    ],
    [
      'python with uv',
      { 'pyproject.toml': '', 'uv.lock': '', 'tests/a.py': '' },
      ['python:test required: uv run python -m pytest'],
    ],
    [
      'deno',
      { 'deno.json': '{}' },
      [
        'deno:test required: deno test',
        'deno:lint optional: deno lint',
        'deno:fmt optional: deno fmt --check',
        'deno:check optional: deno check .',
      ],
    ],
    [
      'gradle with its wrapper',
      { 'build.gradle.kts': '', gradlew: '' },
      ['gradle:test required: ./gradlew test', 'gradle:build optional: ./gradlew assemble'],
    ],
    ['maven', { 'pom.xml': '<project/>' }, ['maven:test required: mvn test', 'maven:build optional: mvn compile']],
    [
      'dotnet',
      { 'App.sln': '' },
      [
        'dotnet:test required: dotnet test',
        'dotnet:build optional: dotnet build',
        'dotnet:format optional: dotnet format --verify-no-changes',
      ],
    ],
    [
      'ruby',
      { Gemfile: '', '.rspec': '', '.rubocop.yml': '' },
      ['ruby:rspec required: bundle exec rspec', 'ruby:rubocop optional: bundle exec rubocop'],
    ],
    ['php', { 'composer.json': '{}', 'phpunit.xml.dist': '' }, ['php:test required: vendor/bin/phpunit']],
    [
      'elixir',
      { 'mix.exs': '' },
      ['elixir:test required: mix test', 'elixir:format optional: mix format --check-formatted'],
    ],
    ['swift', { 'Package.swift': '' }, ['swift:test required: swift test', 'swift:build optional: swift build']],
    [
      'terraform',
      { 'main.tf': '' },
      ['terraform:fmt required: terraform fmt -check -recursive', 'terraform:validate required: terraform validate'],
    ],
    [
      'make',
      { Makefile: 'test: all\n\techo\ntest-all:\nlint :\n' },
      ['make:test required: make test', 'make:lint optional: make lint'],
    ],
    ['just', { justfile: 'test *args:\n  x\nlint := "a"\n' }, ['just:test required: just test']],
    [
      'cmake',
      { 'CMakeLists.txt': '' },
      ['cmake:build optional: cmake --build build', 'cmake:test required: ctest --test-dir build --output-on-failure'],
    ],
    ['nothing', { 'README.md': '' }, []],
  ] as const)('%s', (_name, files, expected) => {
    expect(commands(files)).toEqual(expected)
  })
})

test('an acceptance file gives a check a line, whatever is ticked', () => {
  const file = readAcceptance(
    [
      '# Goal',
      '- [ ] Unit tests pass kind:command assert:`cargo test --all` expect:exit=0',
      '* [x]: kind:command assert:true expect:exit=3',
      '- [X] Notes exist kind:file-exists assert:NOTES.md',
      '- [ ] A person read it',
      '- [ ] kind:file_exists assert:../../etc/passwd',
      '- [ ] kind:command',
      '- [ ] kind:magic assert:x',
      'plain text kind:command assert:x',
    ].join('\n'),
  )
  expect(file.items).toEqual([
    { line: 2, text: 'Unit tests pass', check: { kind: 'command', command: 'cargo test --all', exitCode: 0 } },
    { line: 3, text: 'true', check: { kind: 'command', command: 'true', exitCode: 3 } },
    { line: 4, text: 'Notes exist', check: { kind: 'file', path: 'NOTES.md' } },
    { line: 5, text: 'A person read it', check: { kind: 'manual' } },
  ])
  expect(file.skipped).toEqual([
    { line: 6, reason: '`../../etc/passwd` does not lie in the workspace' },
    { line: 7, reason: '`kind:command` has no `assert:`' },
    { line: 8, reason: '`kind:magic` is no kind of check' },
  ])
})
