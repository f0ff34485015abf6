// Shipped policies are taken up as they are there, and what they say more strictly is left to them.
import { expect, onTestFinished, test } from 'vitest'

import { shippedPolicies } from '../../policies/embedded.ts'
import { makeWorld } from '../policy/world.ts'
import { proposeIn } from './proposed.ts'

/** A policy that is shipped as long as the test runs. */
function ship(name: string, rules: string): void {
  const table = shippedPolicies as Record<string, string>
  const before = table[name]
  table[name] = `policy "${name}" version 1\n${rules}\n`
  onTestFinished(() => {
    if (before === undefined) delete table[name]
    else table[name] = before
  })
}

function propose(files: Readonly<Record<string, string>>) {
  const { host, directory } = makeWorld({ files })
  return proposeIn(host, directory, 'sample')
}

const rust = { 'Cargo.toml': '', 'src/lib.rs': '', Makefile: 'release:\n\tx\n' }

test('a shipped policy of a new ecosystem is used by itself, and publishing is its matter', () => {
  ship('rust', 'exec { ask "cargo publish **" because "a person publishes" }')
  const { text, answerTo } = propose(rust)
  expect(text).toContain('use "rust"')
  expect(text).not.toContain('cargo publish')
  expect(answerTo('cargo publish')).toBe('ask')
})

test('a check that a shipped policy denies is neither allowed nor demanded, and that is told', () => {
  ship('rust', 'exec { deny "cargo clippy **", "make release" }')
  const { text, told, policy } = propose(rust)
  expect(text).not.toContain('clippy')
  expect(text).not.toContain('make release')
  expect(policy.criteria.map(({ id }) => id)).toEqual(['format', 'types', 'tests'])
  expect(told).toContain('left out: `cargo clippy -- -D warnings`: another rule says as much or more')
  expect(told).toContain('left out: `lint`: a shipped policy denies its command')
})

test('a host that a shipped policy denies is left out', () => {
  ship('rust', 'network { deny "*.crates.io" }')
  expect(propose(rust).text).not.toContain('crates.io')
})

test('where every check is denied, a person looks', () => {
  ship('rust', 'exec { deny "cargo **" }')
  const { policy } = propose(rust)
  expect(policy.criteria).toMatchObject([{ id: 'review', required: true, verifier: { kind: 'manual' } }])
})

test('a shipped policy that does not go together with the rest is left out, and that is told', () => {
  ship('rust', 'criterion tests "Theirs" { verify command "cargo test" }')
  const { text, told } = propose(rust)
  expect(text).not.toContain('use "rust"')
  expect(told).toContain('left out: `use "rust"`: it does not go together with the rest')
  ship('python', 'environment { set "PYTHONDONTWRITEBYTECODE" = "0" }')
  expect(propose({ 'pyproject.toml': '' }).told).toContain('left out: `use "python"`')
})

test('a check is allowed where the project declares it, and not below its sources', () => {
  const { answerTo } = propose({
    Makefile: 'test:\n\tsh t.sh\n',
    'lib/a.py': '',
    't.sh': '',
    'api/go.mod': '',
    'api/a.go': '',
  })
  expect(answerTo('make test')).toBe('allow')
  expect(answerTo('echo test: > lib/Makefile')).toBe('allow')
  expect(answerTo('cd lib && make test')).toBe('ask')
  expect(answerTo('make -C lib test')).toBe('ask')
  expect(answerTo('go test ./...', 'api')).toBe('allow')
  expect(answerTo('go test ./...')).toBe('ask')
})

test('tools and packages of the home directory may be read where they are there, and credentials beside them may not', () => {
  const files = {
    'Cargo.toml': '',
    'pyproject.toml': '',
    'package.json': '{}',
    'pom.xml': '<a/>',
    'a.csproj': '',
    'go.mod': '',
  }
  const { host, directory } = makeWorld({ files })
  const { text, answerTo } = proposeIn(host, directory, 'sample', undefined, (path) => path !== '.pyenv')
  expect(text).not.toContain('.pyenv')
  for (const path of ['~/.cargo/registry/src/a/lib.rs', '~/.gitconfig']) expect(answerTo(`cat ${path}`)).toBe('allow')
  for (const secret of [
    '~/.cargo/credentials.toml',
    '~/.m2/settings.xml',
    '~/.local/share/uv/credentials/credentials.toml',
    '~/.ssh/id_ed25519',
    '~/.bash_history',
    '~/.aws/credentials',
    '~/.npmrc',
    '~/.pypirc',
    '~/.config/git/credentials',
  ])
    expect(`${secret} ${answerTo(`cat ${secret}`)}`).toBe(`${secret} deny`)
  expect(answerTo('cat ~/.dotnet/corefx/cryptography/x509stores/my/a.pfx')).toBe('ask')
  expect(answerTo('echo x > ~/.cargo/registry/a')).toBe('ask')
})

test('what checks write may be written also where it is not there yet, and is left out of observation only when ignored', () => {
  const open = propose({ 'Cargo.toml': '' })
  expect(open.text).toContain('let outputs = "**/target/**"')
  expect(open.policy.gate).toMatchObject({ observeExcept: [], uncovered: ['**/target/**'] })
  expect(propose({ 'Cargo.toml': '', '.gitignore': '/target\n' }).policy.gate.observeExcept).toEqual(['target/**'])
  const node = { 'package.json': '{"scripts":{"build":"x"}}', '.gitignore': 'dist\n' }
  expect(propose(node).answerTo('echo x > dist/a.js')).toBe('allow')
  expect(propose({ ...node, '.gitignore': '' }).answerTo('echo x > dist/a.js')).toBe('ask')
  expect(propose(node).answerTo('echo x > node_modules/a.js')).toBe('ask')
})
