// Presets by the files of a project: which ecosystem it is of, and which of its checks can run there.
import { check } from './command.ts'
import { nodePresets } from './node.ts'
import type { Preset, PresetCommand, Project } from './preset.ts'
import { pythonCommands } from './python.ts'
import { checksAmong } from './scripts.ts'
import { composerScripts, denoTasks, taskCommands } from './tasks.ts'
import { member, readJson, readToml, readXml } from './texts.ts'

/** Every preset of the project, in a fixed order; a preset without commands is not listed. */
export function findPresets(project: Project): readonly Preset[] {
  const found = [
    preset('rust', rust(project)),
    ...nodePresets(project),
    preset('python', pythonCommands(project)),
    preset('go', go(project)),
    preset('deno', deno(project)),
    preset('jvm', jvm(project)),
    preset('dotnet', dotnet(project)),
    preset('ruby', ruby(project)),
    preset('php', php(project)),
    preset('elixir', elixir(project)),
    preset('swift', swift(project)),
    preset('terraform', terraform(project)),
    preset('tasks', taskCommands(project)),
    preset('cmake', cmake(project)),
  ]
  return found.filter((each) => each.commands.length > 0)
}

function preset(projectKind: string, commands: readonly PresetCommand[]): Preset {
  return { name: `${projectKind}-default`, projectKind, commands }
}

const required = (command: PresetCommand): PresetCommand => ({ ...command, required: true })

/** The package beside its workspace stands for itself only, unless all members are asked for. */
function rust(project: Project): readonly PresetCommand[] {
  const from = 'Cargo.toml'
  const manifest = readToml(project, from)
  if (!manifest) return []
  const isBoth = member(manifest, 'workspace') !== undefined && member(manifest, 'package') !== undefined
  const [all, every] = isBoth ? [' --all', ' --workspace'] : ['', '']
  return [
    required(check('format', 'rust:fmt', `cargo fmt${all} -- --check`, from)),
    required(check('type_check', 'rust:check', `cargo check${every}`, from)),
    check('test', 'rust:test', `cargo test${every}`, from),
    check('lint', 'rust:clippy', `cargo clippy${every} -- -D warnings`, from),
  ]
}

function go(project: Project): readonly PresetCommand[] {
  if (!project.isFile('go.mod')) return []
  return [check('test', 'go:test', 'go test ./...', 'go.mod'), check('lint', 'go:vet', 'go vet ./...', 'go.mod')]
}

/** A task that the project declares stands for the tool's own command. */
function deno(project: Project): readonly PresetCommand[] {
  const tasks = denoTasks(project)
  if (!tasks) return []
  const { file, targets } = tasks
  const declared = checksAmong(targets).map(({ name, kind }) => check(kind, `deno:${name}`, `deno task ${name}`, file))
  const own = [
    check('test', 'deno:test', 'deno test', file),
    check('lint', 'deno:lint', 'deno lint', file),
    check('format', 'deno:fmt', 'deno fmt --check', file),
    check('type_check', 'deno:check', 'deno check .', file),
  ]
  return [...declared, ...own.filter(({ kind }) => !declared.some((each) => each.kind === kind))]
}

function jvm(project: Project): readonly PresetCommand[] {
  const build = ['build.gradle', 'build.gradle.kts'].find((name) => project.isFile(name))
  if (build !== undefined) {
    const command = project.isFile('gradlew') ? './gradlew' : 'gradle'
    return [
      check('test', 'gradle:test', `${command} test`, build),
      check('build', 'gradle:build', `${command} assemble`, build),
    ]
  }
  if (!readXml(project, 'pom.xml')) return []
  const command = project.isFile('mvnw') ? './mvnw' : 'mvn'
  return [
    check('test', 'maven:test', `${command} test`, 'pom.xml'),
    check('build', 'maven:build', `${command} compile`, 'pom.xml'),
  ]
}

function dotnet(project: Project): readonly PresetCommand[] {
  const from = project.list('').find(({ name }) => /\.(?:sln|slnx|csproj|fsproj|vbproj)$/.test(name))?.name
  if (from === undefined) return []
  return [
    check('test', 'dotnet:test', 'dotnet test', from),
    check('build', 'dotnet:build', 'dotnet build', from),
    check('format', 'dotnet:format', 'dotnet format --verify-no-changes', from),
  ]
}

function ruby(project: Project): readonly PresetCommand[] {
  if (!project.isFile('Gemfile')) return []
  const isTested = project.isDirectory('test')
  const rails = isTested && project.isFile('bin/rails')
  return [
    ...(project.isFile('.rspec') || project.isDirectory('spec')
      ? [check('test', 'ruby:rspec', 'bundle exec rspec', project.isFile('.rspec') ? '.rspec' : 'Gemfile')]
      : []),
    ...(rails ? [check('test', 'ruby:test', 'bin/rails test', 'bin/rails')] : []),
    ...(!rails && isTested && project.isFile('Rakefile')
      ? [check('test', 'ruby:test', 'bundle exec rake test', 'Rakefile')]
      : []),
    ...(project.isFile('.rubocop.yml') ? [check('lint', 'ruby:rubocop', 'bundle exec rubocop', '.rubocop.yml')] : []),
  ]
}

function php(project: Project): readonly PresetCommand[] {
  const scripts = composerScripts(project)
  if (!scripts) return []
  const first = (...files: readonly string[]): string | undefined => files.find((file) => project.isFile(file))
  const phpunit = first('phpunit.xml', 'phpunit.xml.dist', 'phpunit.dist.xml')
  const phpstan = first('phpstan.neon', 'phpstan.neon.dist', 'phpstan.dist.neon')
  const phpcs = first('phpcs.xml', 'phpcs.xml.dist')
  const isPest = member(readJson(project, 'composer.json'), 'require-dev', 'pestphp/pest') !== undefined
  const runner = isPest ? 'vendor/bin/pest' : 'vendor/bin/phpunit'
  return [
    ...(phpunit === undefined ? [] : [check('test', 'php:test', runner, phpunit)]),
    ...(phpunit === undefined && scripts.targets.includes('test')
      ? [check('test', 'php:test', 'composer test', scripts.file)]
      : []),
    ...(phpstan === undefined ? [] : [check('type_check', 'php:phpstan', 'vendor/bin/phpstan analyse', phpstan)]),
    ...(phpcs === undefined ? [] : [check('lint', 'php:phpcs', 'vendor/bin/phpcs', phpcs)]),
  ]
}

function elixir(project: Project): readonly PresetCommand[] {
  if (!project.isFile('mix.exs')) return []
  return [
    check('test', 'elixir:test', 'mix test', 'mix.exs'),
    check('format', 'elixir:format', 'mix format --check-formatted', 'mix.exs'),
  ]
}

function swift(project: Project): readonly PresetCommand[] {
  const from = 'Package.swift'
  if (!project.isFile(from)) return []
  return [check('test', 'swift:test', 'swift test', from), check('build', 'swift:build', 'swift build', from)]
}

function terraform(project: Project): readonly PresetCommand[] {
  const from = project.list('').find(({ name }) => name.endsWith('.tf'))?.name
  if (from === undefined) return []
  return [
    required(check('format', 'terraform:fmt', 'terraform fmt -check -recursive', from)),
    required(check('type_check', 'terraform:validate', 'terraform validate', from)),
  ]
}

function cmake(project: Project): readonly PresetCommand[] {
  if (project.isFile('CMakeLists.txt'))
    return [
      check('build', 'cmake:build', 'cmake --build build', 'CMakeLists.txt'),
      check('test', 'cmake:test', 'ctest --test-dir build --output-on-failure', 'CMakeLists.txt'),
    ]
  return project.isFile('meson.build') ? [check('test', 'meson:test', 'meson test -C build', 'meson.build')] : []
}
