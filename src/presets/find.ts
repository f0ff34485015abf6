// Presets by the files of a project: which ecosystem it is of, and which of its checks can run there.
import { nodePresets } from './node.ts'
import type { Preset, PresetCommand, Project } from './preset.ts'

/** Every preset of the project, in a fixed order; a preset without commands is not listed. */
export function findPresets(project: Project): readonly Preset[] {
  const found = [
    preset('rust-default', 'rust', rust(project)),
    ...nodePresets(project),
    preset('python-default', 'python', python(project)),
    preset('go-default', 'go', go(project)),
    preset('deno-default', 'deno', deno(project)),
    preset('jvm-default', 'jvm', jvm(project)),
    preset('dotnet-default', 'dotnet', dotnet(project)),
    preset('ruby-default', 'ruby', ruby(project)),
    preset('php-default', 'php', php(project)),
    preset('elixir-default', 'elixir', elixir(project)),
    preset(
      'swift-default',
      'swift',
      project.isFile('Package.swift') ? [test('swift:test', 'swift test'), build('swift:build', 'swift build')] : [],
    ),
    preset('terraform-default', 'terraform', terraform(project)),
    preset('tasks-default', 'tasks', tasks(project)),
    preset('cmake-default', 'cmake', cmake(project)),
  ]
  return found.filter((each) => each.commands.length > 0)
}

function preset(name: string, projectKind: string, commands: readonly PresetCommand[]): Preset {
  return { name, projectKind, commands }
}

type Make = (id: string, command: string) => PresetCommand

const test: Make = (id, command) => ({ id, kind: 'test', required: true, command, description: 'run tests' })
const lint: Make = (id, command) => ({ id, kind: 'lint', required: false, command, description: 'run the linter' })
const build: Make = (id, command) => ({ id, kind: 'build', required: false, command, description: 'build the project' })
const types: Make = (id, command) => ({ id, kind: 'type_check', required: false, command, description: 'check types' })
const format = (id: string, command: string, required: boolean): PresetCommand => ({
  id,
  kind: 'format',
  required,
  command,
  description: 'check formatting',
})

function rust(project: Project): readonly PresetCommand[] {
  if (!project.isFile('Cargo.toml')) return []
  return [
    format('rust:fmt', 'cargo fmt -- --check', true),
    { ...types('rust:check', 'cargo check'), required: true },
    test('rust:test', 'cargo test'),
    lint('rust:clippy', 'cargo clippy -- -D warnings'),
  ]
}

/** Through the tool that the project's lock file names, so that the right environment runs. */
function python(project: Project): readonly PresetCommand[] {
  const manifest = project.read('pyproject.toml')
  const has = (section: string): boolean => manifest?.includes(`[tool.${section}`) === true
  const any = (...files: readonly string[]): boolean => files.some((file) => project.isFile(file))
  if (manifest === undefined && !any('pytest.ini', 'tox.ini', 'noxfile.py')) return []
  const runner = any('uv.lock') ? 'uv run ' : any('poetry.lock') ? 'poetry run ' : ''
  const tested = project.isDirectory('tests') || has('pytest') || any('pytest.ini')
  return [
    ...(tested ? [test('python:test', `${runner}python -m pytest`)] : []),
    ...(has('ruff') || any('ruff.toml', '.ruff.toml') ? [lint('python:ruff', `${runner}python -m ruff check .`)] : []),
    ...(has('mypy') || any('mypy.ini', '.mypy.ini') ? [types('python:mypy', `${runner}python -m mypy .`)] : []),
    ...(any('tox.ini') || has('tox') ? [{ ...test('python:tox', 'tox'), required: false }] : []),
    ...(any('noxfile.py') ? [{ ...test('python:nox', 'nox'), required: false }] : []),
  ]
}

function go(project: Project): readonly PresetCommand[] {
  return project.isFile('go.mod') ? [test('go:test', 'go test ./...'), lint('go:vet', 'go vet ./...')] : []
}

function deno(project: Project): readonly PresetCommand[] {
  if (!project.isFile('deno.json') && !project.isFile('deno.jsonc')) return []
  return [
    test('deno:test', 'deno test'),
    lint('deno:lint', 'deno lint'),
    format('deno:fmt', 'deno fmt --check', false),
    types('deno:check', 'deno check .'),
  ]
}

function jvm(project: Project): readonly PresetCommand[] {
  const gradle = project.isFile('build.gradle') || project.isFile('build.gradle.kts')
  if (gradle) {
    const command = project.isFile('gradlew') ? './gradlew' : 'gradle'
    return [test('gradle:test', `${command} test`), build('gradle:build', `${command} assemble`)]
  }
  if (!project.isFile('pom.xml')) return []
  const command = project.isFile('mvnw') ? './mvnw' : 'mvn'
  return [test('maven:test', `${command} test`), build('maven:build', `${command} compile`)]
}

function dotnet(project: Project): readonly PresetCommand[] {
  const named = project.list('').some((name) => /\.(?:sln|slnx|csproj|fsproj|vbproj)$/.test(name))
  return named
    ? [
        test('dotnet:test', 'dotnet test'),
        build('dotnet:build', 'dotnet build'),
        format('dotnet:format', 'dotnet format --verify-no-changes', false),
      ]
    : []
}

function ruby(project: Project): readonly PresetCommand[] {
  if (!project.isFile('Gemfile')) return []
  return [
    ...(project.isFile('.rspec') || project.isDirectory('spec') ? [test('ruby:rspec', 'bundle exec rspec')] : []),
    ...(project.isFile('Rakefile') && project.isDirectory('test') ? [test('ruby:test', 'bundle exec rake test')] : []),
    ...(project.isFile('.rubocop.yml') ? [lint('ruby:rubocop', 'bundle exec rubocop')] : []),
  ]
}

function php(project: Project): readonly PresetCommand[] {
  if (!project.isFile('composer.json')) return []
  const any = (...files: readonly string[]): boolean => files.some((file) => project.isFile(file))
  return [
    ...(any('phpunit.xml', 'phpunit.xml.dist', 'phpunit.dist.xml') ? [test('php:test', 'vendor/bin/phpunit')] : []),
    ...(any('phpstan.neon', 'phpstan.neon.dist', 'phpstan.dist.neon')
      ? [types('php:phpstan', 'vendor/bin/phpstan analyse')]
      : []),
    ...(any('phpcs.xml', 'phpcs.xml.dist') ? [lint('php:phpcs', 'vendor/bin/phpcs')] : []),
  ]
}

function elixir(project: Project): readonly PresetCommand[] {
  return project.isFile('mix.exs')
    ? [test('elixir:test', 'mix test'), format('elixir:format', 'mix format --check-formatted', false)]
    : []
}

function terraform(project: Project): readonly PresetCommand[] {
  if (!project.list('').some((name) => name.endsWith('.tf'))) return []
  return [
    format('terraform:fmt', 'terraform fmt -check -recursive', true),
    { ...types('terraform:validate', 'terraform validate'), required: true },
  ]
}

/** Targets called `test`, `lint` or `check` of make, just and task. */
function tasks(project: Project): readonly PresetCommand[] {
  const makefile = ['GNUmakefile', 'makefile', 'Makefile']
    .map((name) => project.read(name))
    .find((text) => text !== undefined)
  const justfile = ['justfile', 'Justfile', '.justfile']
    .map((name) => project.read(name))
    .find((text) => text !== undefined)
  const taskfile = ['Taskfile.yml', 'Taskfile.yaml']
    .map((name) => project.read(name))
    .find((text) => text !== undefined)
  const has = (text: string | undefined, pattern: RegExp): boolean => text !== undefined && pattern.test(text)
  return [
    ...(has(makefile, /^test\s*:(?!=)/m) ? [test('make:test', 'make test')] : []),
    ...(has(makefile, /^check\s*:(?!=)/m) ? [test('make:check', 'make check')] : []),
    ...(has(makefile, /^lint\s*:(?!=)/m) ? [lint('make:lint', 'make lint')] : []),
    ...(has(justfile, /^@?test\b[^\n:=]*:(?!=)/m) ? [test('just:test', 'just test')] : []),
    ...(has(justfile, /^@?lint\b[^\n:=]*:(?!=)/m) ? [lint('just:lint', 'just lint')] : []),
    ...(has(taskfile, /^ {2}test\s*:/m) ? [test('task:test', 'task test')] : []),
    ...(has(taskfile, /^ {2}lint\s*:/m) ? [lint('task:lint', 'task lint')] : []),
  ]
}

function cmake(project: Project): readonly PresetCommand[] {
  if (project.isFile('CMakeLists.txt'))
    return [
      build('cmake:build', 'cmake --build build'),
      test('cmake:test', 'ctest --test-dir build --output-on-failure'),
    ]
  return project.isFile('meson.build') ? [test('meson:test', 'meson test -C build')] : []
}
