// The files that define what a known runner does, beside the code that it checks: whoever edits these can make a check pass
// without mending anything, so they are pinned where a policy says nothing (decision 19).
import { escapeGlob } from '../base/glob.ts'
import { baseName } from '../base/path.ts'

const node: readonly string[] = [
  'package.json',
  '.npmrc', // `script-shell` decides what runs a script
  '.yarnrc',
  '.yarnrc.yml',
  'pnpm-workspace.yaml',
  '.pnpmfile.cjs',
  'bunfig.toml',
  '{vitest,vite,jest,playwright,cypress,karma,ava}.config.*',
  'vitest.workspace.*',
  '.{mocharc,c8rc,nycrc}*',
]
const python: readonly string[] = [
  'pyproject.toml',
  'pytest.ini',
  '.pytest.ini',
  'tox.ini',
  'setup.cfg',
  'conftest.py',
  '**/conftest.py',
  '.coveragerc',
]
const ruby: readonly string[] = ['Gemfile', 'Rakefile', '.rspec', '.simplecov']
const gradle: readonly string[] = [
  'build.gradle',
  'build.gradle.kts',
  'settings.gradle',
  'settings.gradle.kts',
  'gradle.properties',
]
const deno: readonly string[] = ['deno.json', 'deno.jsonc', 'package.json']

/** By the name of the program, however it is found. */
const runners: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['npm', 'pnpm', 'yarn', 'bun', 'npx', 'bunx', 'vitest', 'jest', 'mocha', 'ava', 'c8', 'nyc', 'playwright'].map(
      (name) => [name, node],
    ),
  ),
  ...Object.fromEntries(['pytest', 'py.test', 'tox', 'coverage', 'unittest'].map((name) => [name, python])),
  ruff: ['pyproject.toml', 'ruff.toml', '.ruff.toml'],
  mypy: ['pyproject.toml', 'mypy.ini', '.mypy.ini', 'setup.cfg'],
  nox: [...python, 'noxfile.py'],
  cargo: [
    'Cargo.toml',
    '.cargo/config',
    '.cargo/config.toml',
    '.config/nextest.toml',
    'rust-toolchain',
    'rust-toolchain.toml',
  ],
  go: ['go.mod', 'go.work'],
  make: ['GNUmakefile', 'makefile', 'Makefile'],
  just: ['justfile', 'Justfile', '.justfile'],
  task: ['Taskfile.yml', 'Taskfile.yaml'],
  deno,
  rspec: ruby,
  rake: ruby,
  rails: [...ruby, 'bin/rails', 'test/test_helper.rb', 'config/environments/test.rb'],
  rubocop: ['.rubocop.yml', 'Gemfile'],
  gradle,
  gradlew: [...gradle, 'gradlew', 'gradle/wrapper/gradle-wrapper.properties'],
  mvn: ['pom.xml'],
  mvnw: ['pom.xml', 'mvnw', '.mvn/**'],
  phpunit: ['phpunit.xml', 'phpunit.xml.dist', 'phpunit.dist.xml', 'composer.json'],
  composer: ['composer.json'],
  pest: ['phpunit.xml', 'phpunit.xml.dist', 'phpunit.dist.xml', 'composer.json', 'tests/Pest.php'],
  phpstan: ['phpstan.neon', 'phpstan.neon.dist', 'phpstan.dist.neon', 'phpstan-baseline.neon'],
  phpcs: ['phpcs.xml', 'phpcs.xml.dist'],
  mix: ['mix.exs', 'test/test_helper.exs'],
  ctest: ['CMakeLists.txt'],
  cmake: ['CMakeLists.txt', 'CMakePresets.json'],
  meson: ['meson.build'],
  swift: ['Package.swift'],
  dotnet: [
    '*.sln',
    '*.slnx',
    '**/*.{cs,fs,vb}proj',
    '**/Directory.Build.{props,targets}',
    'global.json',
    '*.runsettings',
    '.editorconfig',
  ],
  terraform: ['.terraform.lock.hcl'],
  tofu: ['.terraform.lock.hcl'],
}

/** Path patterns from the workspace; none for a program that is not known. `directory` is where it runs, absent: the workspace. */
export function proposedPins(argv: readonly string[], directory?: string): readonly string[] {
  const name = runnerOf(argv)
  const pins = (name !== undefined && Object.hasOwn(runners, name) ? runners[name] : undefined) ?? []
  const place = directory === undefined ? undefined : escapeGlob(directory)
  return place === undefined ? pins : pins.map((pin) => `${place}/${pin}`)
}

/** `uv run pytest`, `bundle exec rspec` and `python3 -m pytest` are run by what they name. */
function runnerOf(argv: readonly string[]): string | undefined {
  const [program, second, third] = argv
  const name = program === undefined ? undefined : baseName(program)
  if (name === undefined) return undefined
  if (/^(?:uv|poetry|pipenv|pdm|hatch|rye)$/.test(name) && second === 'run') return runnerOf(argv.slice(2))
  if (name === 'bundle' && second === 'exec') return runnerOf(argv.slice(2))
  if (/^python(?:\d(?:\.\d+)?)?$/.test(name) && second === '-m') return third
  return name
}
